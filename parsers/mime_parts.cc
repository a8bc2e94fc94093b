// SPDX-License-Identifier: Apache-2.0
#include "parsers/mime_parts.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "parsers/charset.h"
#include "parsers/gmime_start.h"
#include "parsers/html_text.h"
#include "parsers/line_reader.h"
#include "parsers/quote_lines.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr int kMaxDepth = 32;        // of parts in parts
constexpr int32_t kMaxParts = 1000;  // of one message
constexpr const char* kTooLong = "the part has too many lines: what stands below is not read";

template <typename T>
struct Unref {
  void operator()(T* object) const { g_object_unref(object); }
};
template <typename T>
using Owned = std::unique_ptr<T, Unref<T>>;

uint32_t CountLines(std::string_view text) {
  return static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

void Warn(MailMessage& message, int32_t part, uint32_t line, std::string text) {
  message.damage.push_back(
      {Severity::kWarning, {message.path, {message.index, part, line, 1}}, std::move(text), ""});
}

// Adds `text` as the lines of a part, converted to UTF-8. It is shared with its owner, if it has
// one and needs no conversion.
void AddText(std::string_view text, const std::shared_ptr<const std::string>& owner,
             std::string_view charset, bool html, uint32_t first_line, bool from_escaped,
             MailPart& part, MailMessage& message) {
  std::vector<uint32_t> line_numbers;
  std::optional<std::string> own = ToUtf8(text, charset);
  if (html) {
    HtmlText stripped = StripHtml(own ? std::string_view(*own) : text, first_line);
    own = std::move(stripped.text);
    line_numbers = std::move(stripped.line_numbers);
  }
  if (own) {
    text = message.Own(std::move(*own));
  } else if (owner) {
    message.texts.push_back(owner);
  } else {
    text = message.Own(std::string(text));
  }
  if (!AppendLines(text, first_line, line_numbers, from_escaped, part)) {
    Warn(message, part.index, part.lines.back().line, kTooLong);
  }
}

std::string Decode(std::string_view encoded, GMimeContentEncoding encoding) {
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, encoding);
  std::string decoded(g_mime_encoding_outlen(&state, encoded.size()) + 64, '\0');
  decoded.resize(g_mime_encoding_step(&state, encoded.data(), encoded.size(), decoded.data()));
  return decoded;
}

bool IsBase64Line(std::string_view line) {
  line = Trim(line);
  return line.size() <= 998 && std::all_of(line.begin(), line.end(), [](char c) {
           return IsLetter(c) || IsDigit(c) || c == '+' || c == '/' || c == '=';
         });
}

// Bytes in front of the first line that is no base64. List servers add a footer as it is.
size_t Base64Length(std::string_view text) {
  LineReader reader(text);
  while (std::optional<std::string_view> line = reader.Next()) {
    if (!IsBase64Line(*line)) return static_cast<size_t>(line->data() - text.data());
  }
  return text.size();
}

// One leaf of the tree of parts.
class Leaf {
 public:
  Leaf(GMimePart* part, const RawMessage& raw) : raw_(raw) {
    GMimeContentType* type = g_mime_object_get_content_type(GMIME_OBJECT(part));
    plain_ = g_mime_content_type_is_type(type, "text", "plain") != 0;
    html_ = g_mime_content_type_is_type(type, "text", "html") != 0;
    if (const char* charset = g_mime_content_type_get_parameter(type, "charset")) {
      charset_ = charset;
    }
    GMimeContentDisposition* disposition =
        g_mime_object_get_content_disposition(GMIME_OBJECT(part));
    attachment_ = g_mime_part_get_filename(part) != nullptr ||
                  (disposition != nullptr && g_mime_content_disposition_is_attachment(disposition));
    GMimeDataWrapper* content = g_mime_part_get_content(part);
    if (content == nullptr) return;
    encoding_ = g_mime_data_wrapper_get_encoding(content);
    GMimeStream* stream = g_mime_data_wrapper_get_stream(content);
    if (stream == nullptr) return;
    const auto size = static_cast<gint64>(raw.bytes.size());
    begin_ = static_cast<size_t>(std::clamp<gint64>(stream->bound_start, 0, size));
    const gint64 end = stream->bound_end < 0 ? size : stream->bound_end;
    end_ = std::max(begin_, static_cast<size_t>(std::clamp<gint64>(end, 0, size)));
  }

  bool plain() const { return plain_ && !attachment_; }
  bool html() const { return html_ && !attachment_; }

  void AddTo(int32_t index, MailMessage& message) const {
    MailPart part;
    part.index = index;
    const std::string_view bytes = raw_.bytes.substr(begin_, end_ - begin_);
    const uint32_t first_line = raw_.first_line + CountLines(raw_.bytes.substr(0, begin_));
    const auto add = [&](std::string_view text, uint32_t line,
                         const std::shared_ptr<const std::string>& owner = nullptr) {
      AddText(text, owner, charset_, html_, line,
              raw_.from_escaped && encoding_ != GMIME_CONTENT_ENCODING_BASE64, part, message);
    };
    switch (encoding_) {
      case GMIME_CONTENT_ENCODING_BASE64: {
        const size_t length = Base64Length(bytes);
        if (length == 0 && !bytes.empty()) {
          Warn(message, index, first_line, "part says base64 but is none: read as it stands");
          add(bytes, first_line, raw_.owner);
          break;
        }
        part.decoded = true;
        std::string text = Decode(bytes.substr(0, length), encoding_);
        if (length < bytes.size()) {
          Warn(message, index, first_line + CountLines(bytes.substr(0, length)),
               "base64 ends here: the rest of the part is read as it stands");
          if (!text.empty() && text.back() != '\n') text += '\n';
          text += bytes.substr(length);
        }
        add(text, 1);
        break;
      }
      case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
      case GMIME_CONTENT_ENCODING_UUENCODE:
        part.decoded = true;
        add(Decode(bytes, encoding_), 1);
        break;
      default:
        add(bytes, first_line, raw_.owner);
    }
    message.parts.push_back(std::move(part));
  }

 private:
  const RawMessage& raw_;
  bool plain_ = false;
  bool html_ = false;
  bool attachment_ = false;
  std::string charset_;
  GMimeContentEncoding encoding_ = GMIME_CONTENT_ENCODING_DEFAULT;
  size_t begin_ = 0;
  size_t end_ = 0;
};

// Walks the tree of parts in order and collects its leaves.
void Collect(GMimeObject* object, const RawMessage& raw, int depth, std::vector<Leaf>& leaves) {
  if (object == nullptr || depth > kMaxDepth || leaves.size() >= kMaxParts) return;
  if (GMIME_IS_MULTIPART(object)) {
    GMimeMultipart* multipart = GMIME_MULTIPART(object);
    const int count = g_mime_multipart_get_count(multipart);
    for (int i = 0; i < count; ++i) {
      Collect(g_mime_multipart_get_part(multipart, i), raw, depth + 1, leaves);
    }
  } else if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    if (inner != nullptr) Collect(g_mime_message_get_mime_part(inner), raw, depth + 1, leaves);
  } else if (GMIME_IS_PART(object)) {
    leaves.emplace_back(GMIME_PART(object), raw);
  }
}

bool IsOneOf(std::string_view encoding, std::initializer_list<std::string_view> names) {
  std::string lower(Trim(encoding));
  std::transform(lower.begin(), lower.end(), lower.begin(), ToLower);
  return std::find(names.begin(), names.end(), lower) != names.end();
}

}  // namespace

bool IsPlain(const MailHeaders& headers) {
  const MailHeader* encoding = headers.Find("content-transfer-encoding");
  if (encoding != nullptr && !IsOneOf(encoding->value, {"", "7bit", "8bit", "binary"})) {
    return false;
  }
  const MailHeader* disposition = headers.Find("content-disposition");
  if (disposition != nullptr) {
    const ContentType parsed = ParseContentType(disposition->value);
    if (parsed.type != "inline" || parsed.has_name) return false;
  }
  const MailHeader* type = headers.Find("content-type");
  if (type == nullptr) return true;
  const ContentType parsed = ParseContentType(type->value);
  return parsed.type == "text/plain" && !parsed.has_name;
}

void AppendPlainPart(const RawMessage& raw, const MailHeaders& headers, MailMessage& message) {
  const MailHeader* type = headers.Find("content-type");
  const std::string charset = type == nullptr ? "" : ParseContentType(type->value).charset;
  MailPart part;
  AddText(raw.bytes.substr(headers.size), raw.owner, charset, false, headers.body_line,
          raw.from_escaped, part, message);
  message.parts.push_back(std::move(part));
}

void AppendMimeParts(const RawMessage& raw, MailMessage& message) {
  StartGMime();
  const Owned<GMimeStream> stream(
      g_mime_stream_mem_new_with_buffer(raw.bytes.data(), raw.bytes.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  g_mime_parser_set_persist_stream(parser.get(), TRUE);
  GMimeMessage* parsed = g_mime_parser_construct_message(parser.get(), nullptr);
  if (parsed == nullptr) return;
  const Owned<GMimeMessage> owner(parsed);
  std::vector<Leaf> leaves;
  Collect(g_mime_message_get_mime_part(parsed), raw, 0, leaves);
  const bool any_plain =
      std::any_of(leaves.begin(), leaves.end(), [](const Leaf& leaf) { return leaf.plain(); });
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].plain() || (!any_plain && leaves[i].html())) {
      leaves[i].AddTo(static_cast<int32_t>(i), message);
    }
  }
}

}  // namespace regress
