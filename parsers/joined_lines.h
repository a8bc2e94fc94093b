// SPDX-License-Identifier: Apache-2.0
// A sentence that a mail client has broken over several lines, put together again, with the way
// back to where each of its characters stands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parsers/mail_message.h"

namespace regress {

class JoinedLines {
 public:
  // Appends a line without the blanks around it. A blank goes between the pieces, unless the text
  // so far ends with a '-' that a break has cut off a longer word.
  void Append(const TextLine& line);

  const std::string& text() const { return text_; }
  size_t lines() const { return pieces_.size(); }
  // Line and column of text()[offset].
  SourceRef Place(size_t offset) const;

 private:
  struct Piece {
    size_t begin;
    uint32_t line;
    uint32_t column;
  };
  std::string text_;
  std::vector<Piece> pieces_;
};

}  // namespace regress
