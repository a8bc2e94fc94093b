// SPDX-License-Identifier: Apache-2.0
// The small rules of the text output that every section shares: 72 columns, ASCII in what we write,
// input text made safe for a terminal, colour only as a second sign.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace regress {

constexpr size_t kTextColumns = 72;

// Text of an input made safe to print: control characters, escape sequences and broken UTF-8 become
// '?'; tabs become a blank. In a locale that is not UTF-8 other characters are transliterated to
// ASCII.
std::string Printable(std::string_view text, bool utf8);

// Columns that printable UTF-8 text takes (one per character).
size_t DisplayWidth(std::string_view text);

// `text` padded with blanks to `width` columns, on the right or on the left.
std::string PadRight(std::string_view text, size_t width);
std::string PadLeft(std::string_view text, size_t width);

// `text` cut to `width` columns with "..." at the end, or in the middle.
std::string CutEnd(std::string_view text, size_t width);
std::string CutMiddle(std::string_view text, size_t width);

// A probability in two digits, "<1e-6" below that.
std::string ProbabilityText(double p);

// "1 claim", "2 claims"; "2 messages"
std::string Count(uint64_t n, std::string_view noun);

// `sentence` broken at blanks to lines of 72 columns, each ended by a newline, with `indent` blanks
// in front.
std::string Wrap(std::string_view sentence, size_t indent = 0, size_t indent_next = 0);

enum class Paint : uint8_t { kRed, kYellow, kGreen, kBold, kDim };

// Colour codes around `text`, if colour is on.
class Painter {
 public:
  explicit Painter(bool on) : on_(on) {}
  std::string operator()(Paint paint, std::string_view text) const;
  bool on() const { return on_; }

 private:
  bool on_;
};

}  // namespace regress
