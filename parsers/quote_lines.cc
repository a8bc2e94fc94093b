// SPDX-License-Identifier: Apache-2.0
#include "parsers/quote_lines.h"

#include <limits>

#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {

TextLine SplitQuote(std::string_view raw, uint32_t line) {
  TextLine result;
  result.raw = raw;
  result.line = line;
  size_t at = 0;
  uint16_t depth = 0;
  for (size_t look = 0; look < raw.size() && depth < std::numeric_limits<uint16_t>::max(); ++look) {
    if (raw[look] == '>') {
      ++depth;
      at = look + 1;
    } else if (!IsBlank(raw[look])) {
      break;
    }
  }
  if (depth > 0 && at < raw.size() && IsBlank(raw[at])) ++at;
  result.text = raw.substr(at);
  result.column = static_cast<uint32_t>(at + 1);
  result.quote_depth = depth;
  return result;
}

namespace {

// True for "From " behind one or more '>'.
bool IsEscapedFrom(std::string_view raw) {
  size_t marks = 0;
  while (marks < raw.size() && raw[marks] == '>') ++marks;
  return marks > 0 && raw.substr(marks, 5) == "From ";
}

}  // namespace

bool AppendLines(std::string_view text, uint32_t first_line, std::span<const uint32_t> line_numbers,
                 bool from_escaped, MailPart& part) {
  LineReader reader(text, first_line);
  size_t index = 0;
  int blank_run = 0;
  while (std::optional<std::string_view> raw = reader.Next()) {
    const uint32_t number =
        index < line_numbers.size() ? line_numbers[index] : static_cast<uint32_t>(reader.line());
    ++index;
    const bool escaped = from_escaped && IsEscapedFrom(*raw);
    TextLine line = SplitQuote(escaped ? raw->substr(1) : *raw, number);
    if (escaped) ++line.column;
    blank_run = Trim(line.text).empty() ? blank_run + 1 : 0;
    if (blank_run > 2) continue;
    if (part.lines.size() >= kMaxPartLines) return false;
    part.lines.push_back(line);
  }
  return true;
}

}  // namespace regress
