// SPDX-License-Identifier: Apache-2.0
// Cuts the pieces in which a log arrives into lines.
#pragma once

#include <cstring>
#include <string_view>

namespace regress {

constexpr size_t kLinePieceBytes = size_t{256} << 10;
constexpr size_t kMaxLineBytes = size_t{1} << 20;  // of a longer line only the start is read

// Splits pieces into lines and hands them to `reader`.
template <typename Reader>
class LineFeed {
 public:
  explicit LineFeed(Reader& reader) : reader_(&reader) {}

  // Returns how many bytes were used up; the rest is the start of a line.
  size_t Take(std::string_view piece) {
    const char* at = piece.data();
    const char* end = at + piece.size();
    while (at < end) {
      const void* found = std::memchr(at, '\n', static_cast<size_t>(end - at));
      if (found == nullptr) break;
      const char* newline = static_cast<const char*>(found);
      Give({at, static_cast<size_t>(newline - at)});
      at = newline + 1;
    }
    return static_cast<size_t>(at - piece.data());
  }
  // The last line has no LF, or is too long to wait for it.
  void Give(std::string_view line) {
    if (skipping_) {
      skipping_ = false;
      return;
    }
    reader_->Line(line);
  }
  // A line beyond the bound: its start stands for it.
  void GiveStart(std::string_view piece) {
    if (!skipping_) reader_->Line(piece.substr(0, kLinePieceBytes));
    skipping_ = true;
  }
  bool skipping() const { return skipping_; }

 private:
  Reader* reader_;
  bool skipping_ = false;
};

}  // namespace regress
