// SPDX-License-Identifier: Apache-2.0
#include "parsers/archive_page.h"

#include <optional>
#include <string>

#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr std::string_view kPermalink = "(permalink / raw)";
constexpr size_t kMaxFurniture = 1000;   // bytes; a longer line is a flattened page
constexpr size_t kMaxHeaderLines = 400;  // overview of a long thread above a message

bool IsAuthorLine(std::string_view line) {
  if (line.size() > kMaxFurniture) return false;
  line = Trim(line);
  return line.starts_with("From:") && line.find(kPermalink) != std::string_view::npos;
}

bool IsFooterLine(std::string_view line) {
  return line.size() <= kMaxFurniture && TrimLeft(line).starts_with("^ permalink");
}

bool IsSubjectLine(std::string_view line) {
  return line.size() <= kMaxFurniture && line.starts_with("* ");
}

// "[NAME <address>]", the author line of some archives.
bool IsBracketedAuthor(std::string_view line) {
  line = Trim(line);
  return line.size() > 2 && line.front() == '[' && line.back() == ']' &&
         line.find('@') != std::string_view::npos;
}

void SetSubject(MailMessage& message, TextLine& line, std::string_view subject) {
  message.subject = Trim(subject);
  message.subject_line = line.line;
  line.use = LineUse::kHeader;
}

// Marks the furniture around the author line `author`; the subject line is above it.
void MarkThreadPage(MailMessage& message, std::vector<TextLine>& lines, size_t author) {
  for (size_t i = 0; i <= author; ++i) {
    if (IsSubjectLine(lines[i].text)) SetSubject(message, lines[i], lines[i].text.substr(2));
    lines[i].use = LineUse::kHeader;
  }
  for (size_t i = author + 1; i < lines.size(); ++i) {
    const std::string_view text = Trim(lines[i].text);
    if (!text.starts_with("To:") && !text.starts_with("Cc:") && !text.starts_with("+Cc:")) break;
    lines[i].use = LineUse::kHeader;
  }
  for (size_t i = author + 1; i < lines.size(); ++i) {
    if (!IsFooterLine(lines[i].text)) continue;
    for (; i < lines.size(); ++i) lines[i].use = LineUse::kHeader;
  }
}

}  // namespace

std::vector<size_t> MessageStarts(std::string_view page) {
  std::vector<size_t> starts = {0};
  LineReader reader(page);
  size_t candidate = 0;  // where the message begins whose author line comes next
  bool fresh = true;     // no author line since `candidate`
  bool footer = false;   // behind the last line of a message: the next subject line begins another
  while (std::optional<std::string_view> line = reader.Next()) {
    const auto offset = static_cast<size_t>(line->data() - page.data());
    if (IsFooterLine(*line)) {
      footer = true;
    } else if (footer && IsSubjectLine(*line)) {
      candidate = offset;
      fresh = true;
      footer = false;
    } else if (IsAuthorLine(*line)) {
      if (!fresh) candidate = offset;
      if (candidate != 0 && candidate > starts.back()) starts.push_back(candidate);
      fresh = false;
      footer = false;
    }
  }
  return starts;
}

void ReadPageHeader(MailMessage& message) {
  if (message.parts.empty()) return;
  std::vector<TextLine>& lines = message.parts.front().lines;
  const size_t limit = std::min(lines.size(), kMaxHeaderLines);
  for (size_t i = 0; i < limit; ++i) {
    if (lines[i].quote_depth == 0 && IsAuthorLine(lines[i].text)) {
      MarkThreadPage(message, lines, i);
      return;
    }
  }
  TextLine* first = nullptr;
  for (size_t i = 0; i < limit; ++i) {
    TextLine& line = lines[i];
    if (line.quote_depth > 0) break;
    if (line.text.starts_with("Subject:") && line.text.size() <= kMaxFurniture) {
      SetSubject(message, line, line.text.substr(8));
      return;
    }
    if (Trim(line.text).empty()) continue;
    if (first == nullptr) {
      first = &line;
      if (IsSubjectLine(line.text)) {
        SetSubject(message, line, line.text.substr(2));
        return;
      }
    } else if (IsBracketedAuthor(line.text)) {
      SetSubject(message, *first, first->text);
      line.use = LineUse::kHeader;
      return;
    } else if (i > 8) {
      break;
    }
  }
}

}  // namespace regress
