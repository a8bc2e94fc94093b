// SPDX-License-Identifier: Apache-2.0
#include "parsers/mail_headers.h"

#include <algorithm>
#include <optional>

#include "parsers/charset.h"
#include "parsers/gmime_start.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

// Names that the first line of a stored message has.
constexpr std::string_view kFirstNames[] = {"arc-authentication-results",
                                            "arc-message-signature",
                                            "arc-seal",
                                            "authentication-results",
                                            "cc",
                                            "content-type",
                                            "date",
                                            "delivered-to",
                                            "dkim-signature",
                                            "envelope-to",
                                            "from",
                                            "in-reply-to",
                                            "list-id",
                                            "message-id",
                                            "mime-version",
                                            "received",
                                            "received-spf",
                                            "references",
                                            "reply-to",
                                            "return-path",
                                            "sender",
                                            "subject",
                                            "to",
                                            "user-agent"};

constexpr size_t kMaxFields = 4096;

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), ToLower);
  return lower;
}

// Length of the field name in front of a ':', 0 if the line is no header.
size_t NameLength(std::string_view line) {
  size_t length = 0;
  while (length < line.size() && line[length] != ':' && line[length] > ' ' && line[length] < 0x7f) {
    ++length;
  }
  return length < line.size() && line[length] == ':' ? length : 0;
}

}  // namespace

const MailHeader* MailHeaders::Find(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [name](const MailHeader& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

bool BeginsWithHeader(std::string_view head) {
  LineReader reader(head);
  const std::optional<std::string_view> line = reader.Next();
  if (!line) return false;
  const std::string name = Lower(line->substr(0, NameLength(*line)));
  if (name.starts_with("x-")) return true;
  return std::find(std::begin(kFirstNames), std::end(kFirstNames), name) != std::end(kFirstNames);
}

MailHeaders ReadHeaders(std::string_view message, uint32_t first_line) {
  MailHeaders headers;
  size_t at = 0;
  uint32_t line_number = first_line;
  while (at < message.size()) {
    const size_t newline = message.find('\n', at);
    const size_t next = newline == std::string_view::npos ? message.size() : newline + 1;
    std::string_view line = message.substr(at, next - at);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
    if (line.empty()) {
      at = next;
      ++line_number;
      break;
    }
    if (IsBlank(line.front()) && !headers.fields.empty()) {
      std::string& value = headers.fields.back().value;
      if (value.size() < 65536) value += line;  // folded: the line break alone goes away
    } else {
      const size_t length = NameLength(line);
      if (length == 0 || headers.fields.size() >= kMaxFields) break;
      MailHeader field;
      field.name = Lower(line.substr(0, length));
      field.value = Trim(line.substr(length + 1));
      field.line = line_number;
      headers.fields.push_back(std::move(field));
    }
    at = next;
    ++line_number;
  }
  headers.size = at;
  headers.body_line = line_number;
  return headers;
}

std::string DecodeHeaderText(const std::string& value) {
  std::string text = value;
  if (text.find('\0') != std::string::npos) std::replace(text.begin(), text.end(), '\0', ' ');
  if (text.find("=?") != std::string::npos) {
    StartGMime();
    if (char* decoded = g_mime_utils_header_decode_text(nullptr, text.c_str())) {
      text = decoded;
      g_free(decoded);
    }
  }
  std::replace(text.begin(), text.end(), '\t', ' ');
  if (std::optional<std::string> utf8 = ToUtf8(text, "")) text = std::move(*utf8);
  return text;
}

ContentType ParseContentType(std::string_view value) {
  ContentType result;
  size_t at = 0;
  bool first = true;
  while (at <= value.size()) {
    size_t end = at;
    bool quoted = false;
    for (; end < value.size() && (quoted || value[end] != ';'); ++end) {
      if (value[end] == '"') quoted = !quoted;
    }
    const std::string_view item = Trim(value.substr(at, end - at));
    if (first) {
      result.type = Lower(item);
    } else {
      const size_t equals = item.find('=');
      const std::string name = Lower(Trim(item.substr(0, equals)));
      std::string_view content =
          equals == std::string_view::npos ? "" : Trim(item.substr(equals + 1));
      if (content.size() >= 2 && content.front() == '"' && content.back() == '"') {
        content = content.substr(1, content.size() - 2);
      }
      if (name == "charset") result.charset = content;
      if (name.starts_with("name") || name.starts_with("filename")) result.has_name = true;
    }
    first = false;
    at = end + 1;
  }
  return result;
}

}  // namespace regress
