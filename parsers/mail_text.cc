// SPDX-License-Identifier: Apache-2.0
#include "parsers/mail_text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "parsers/archive_page.h"
#include "parsers/charset.h"
#include "parsers/html_text.h"
#include "parsers/mail_headers.h"
#include "parsers/mbox_reader.h"
#include "parsers/mime_parts.h"
#include "parsers/quote_lines.h"
#include "parsers/scan.h"

namespace regress {
namespace {

bool IsReplySubject(std::string_view subject) {
  subject = Trim(subject);
  return subject.size() >= 3 && ToLower(subject[0]) == 'r' && ToLower(subject[1]) == 'e' &&
         subject[2] == ':';
}

class MailReader {
 public:
  MailReader(std::string path, const MessageSink& sink) : path_(std::move(path)), sink_(sink) {}

  // A message with its header block. Its bytes are shared if their owner is given.
  void Raw(std::string_view bytes, uint32_t first_line, bool from_escaped,
           std::shared_ptr<const std::string> owner = nullptr) {
    MailMessage message = New();
    const MailHeaders headers = ReadHeaders(bytes, first_line);
    if (const MailHeader* subject = headers.Find("subject")) {
      message.subject = DecodeHeaderText(subject->value);
      message.subject_line = subject->line;
    }
    if (const MailHeader* id = headers.Find("message-id")) message.message_id = id->value;
    const RawMessage raw = {bytes, first_line, from_escaped, std::move(owner)};
    if (IsPlain(headers)) {
      AppendPlainPart(raw, headers, message);
    } else {
      AppendMimeParts(raw, message);
    }
    Emit(std::move(message));
  }

  // Text without headers: a page with one message or more.
  void Page(std::shared_ptr<const std::string> owner) {
    std::string_view text = *owner;
    HtmlText html;
    const bool is_html = LooksLikeHtml(text.substr(0, 4096));
    if (is_html) {
      html = StripHtml(text, 1);
      owner = std::make_shared<const std::string>(std::move(html.text));
      text = *owner;
    }
    const std::vector<size_t> starts = MessageStarts(text);
    uint32_t line = 1;
    for (size_t i = 0; i < starts.size(); ++i) {
      const size_t end = i + 1 < starts.size() ? starts[i + 1] : text.size();
      std::string_view piece = text.substr(starts[i], end - starts[i]);
      MailMessage message = New();
      const auto lines = static_cast<uint32_t>(std::count(piece.begin(), piece.end(), '\n'));
      if (std::optional<std::string> utf8 = ToUtf8(piece, "")) {
        piece = message.Own(std::move(*utf8));
      } else {
        message.texts.push_back(owner);
      }
      std::span<const uint32_t> numbers = html.line_numbers;
      if (is_html) numbers = numbers.subspan(std::min<size_t>(line - 1, numbers.size()));
      message.parts.emplace_back();
      MailPart& part = message.parts.back();
      if (!AppendLines(piece, line, numbers, false, part)) {
        Diagnostic warning;
        warning.source.path = path_;
        warning.source.at = {message.index, 0, part.lines.back().line, 1};
        warning.message = "the text has too many lines: what stands below is not read";
        message.damage.push_back(std::move(warning));
      }
      ReadPageHeader(message);
      line += lines;
      Emit(std::move(message));
    }
  }

 private:
  MailMessage New() {
    MailMessage message;
    message.path = path_;
    message.index = next_index_++;
    return message;
  }

  void Emit(MailMessage&& message) {
    message.is_reply = IsReplySubject(message.subject);
    sink_(std::move(message));
  }

  std::string path_;
  const MessageSink& sink_;
  int32_t next_index_ = 0;
};

std::string_view FirstLine(std::string_view head) {
  return head.substr(0, head.find('\n'));
}

}  // namespace

void ReadMail(ByteStream& input, const MessageSink& sink) {
  MailReader reader(input.path(), sink);
  const std::string_view head = input.Peek(4096);
  if (IsFromLine(FirstLine(head))) {
    ReadMbox(input, [&reader](std::string_view bytes, uint32_t first_line) {
      reader.Raw(bytes, first_line, true);
    });
    return;
  }
  const bool has_headers = BeginsWithHeader(head);
  auto text = std::make_shared<const std::string>(input.ReadAll());
  if (has_headers) {
    reader.Raw(*text, 1, false, text);
  } else {
    reader.Page(std::move(text));
  }
}

void ReadMailText(std::string text, const std::string& path, const MessageSink& sink) {
  ByteStream input = ByteStream::FromMemory(std::move(text), path);
  ReadMail(input, sink);
}

}  // namespace regress
