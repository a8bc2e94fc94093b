// SPDX-License-Identifier: Apache-2.0
// One decoded mail message as the parsers of its content see it: text parts as lines with their
// quote marks removed. Owns its text; the views of the lines are valid while the message lives and
// is not moved.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/source_ref.h"

namespace regress {

struct TextLine {
  std::string_view text;  // without quote marks and line end; NBSP is a blank
  std::string_view raw;   // the whole line as it stands
  uint32_t line = 0;    // physical line of the file, or of the decoded part if the part was encoded
  uint32_t column = 1;  // column of text[0]
  uint16_t quote_depth = 0;  // number of '>' removed
};

struct MailPart {
  int32_t index = 0;
  std::vector<TextLine> lines;
};

struct MailMessage {
  std::string path;
  int32_t index = 0;          // in its file
  std::string subject;        // unfolded, RFC 2047 decoded; empty if there is none
  uint32_t subject_line = 0;  // 0 if there is none
  std::string message_id;
  bool is_reply = false;
  std::vector<MailPart> parts;    // text parts that are no attachments, in order
  std::deque<std::string> texts;  // owns what the lines point to

  InputRef At(const MailPart& part, const TextLine& line, uint32_t column) const {
    return {path, {index, part.index, line.line, column}};
  }
};

}  // namespace regress
