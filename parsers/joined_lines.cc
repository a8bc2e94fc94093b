// SPDX-License-Identifier: Apache-2.0
#include "parsers/joined_lines.h"

#include "parsers/scan.h"

namespace regress {

void JoinedLines::Append(const TextLine& line) {
  const std::string_view text = Trim(line.text);
  const bool cut_word =
      text_.size() >= 2 && text_.back() == '-' && !IsBlank(text_[text_.size() - 2]);
  if (!text_.empty() && !cut_word) text_ += ' ';
  const size_t indent = text.empty() ? 0 : static_cast<size_t>(text.data() - line.text.data());
  pieces_.push_back({text_.size(), line.line, line.column + static_cast<uint32_t>(indent)});
  text_ += text;
}

SourceRef JoinedLines::Place(size_t offset) const {
  SourceRef place;
  for (const Piece& piece : pieces_) {
    if (piece.begin > offset) break;
    place.line = piece.line;
    place.column = piece.column + static_cast<uint32_t>(offset - piece.begin);
  }
  return place;
}

}  // namespace regress
