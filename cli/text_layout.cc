// SPDX-License-Identifier: Apache-2.0
#include "cli/text_layout.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace regress {
namespace {

// Length of the well-formed UTF-8 sequence at the front of `text`, 0 if there is none. Overlong
// forms, surrogates and C1 controls do not count.
size_t SequenceLength(std::string_view text, uint32_t& code) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead >= 0x80 && (lead < 0xc2 || lead > 0xf4)) return 0;
  if (text.size() < length) return 0;
  code = length == 1 ? lead : lead & (0x7fu >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3fu);
  }
  constexpr std::array<uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast.at(length) || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
  return length;
}

// Characters that would act on a terminal or change the order of what is shown.
bool IsControl(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

std::string_view Transliterate(uint32_t code) {
  switch (code) {
    case 0xa0:
      return " ";
    case 0xb1:
      return "+/-";
    case 0xb5:
    case 0x3bc:
      return "u";
    case 0xd7:
      return "x";
    case 0x2018:
    case 0x2019:
      return "'";
    case 0x201c:
    case 0x201d:
      return "\"";
    case 0x2013:
    case 0x2014:
      return "-";
    case 0x2026:
      return "...";
    case 0x2190:
      return "<-";
    case 0x2191:
      return "^";
    case 0x2192:
      return "->";
    case 0x2193:
      return "v";
    case 0x2248:
      return "~";
    case 0x2264:
      return "<=";
    case 0x2265:
      return ">=";
    default:
      return "?";
  }
}

// Bytes of the first `columns` characters of `text`.
size_t BytesOf(std::string_view text, size_t columns) {
  size_t at = 0;
  while (at < text.size() && columns > 0) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
    --columns;
  }
  return at;
}

}  // namespace

std::string Printable(std::string_view text, bool utf8) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    uint32_t code = 0;
    const size_t length = SequenceLength(text, code);
    if (length == 0) {
      out += '?';
      text.remove_prefix(1);
      continue;
    }
    if (code == '\t' || code == 0xa0) {
      out += ' ';
    } else if (IsControl(code)) {
      out += '?';
    } else if (length == 1 || utf8) {
      out += text.substr(0, length);
    } else {
      out += Transliterate(code);
    }
    text.remove_prefix(length);
  }
  return out;
}

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

std::string PadRight(std::string_view text, size_t width) {
  std::string out(text);
  const size_t have = DisplayWidth(text);
  if (have < width) out.append(width - have, ' ');
  return out;
}

std::string PadLeft(std::string_view text, size_t width) {
  const size_t have = DisplayWidth(text);
  std::string out(have < width ? width - have : 0, ' ');
  return out += text;
}

std::string CutEnd(std::string_view text, size_t width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  return std::string(text.substr(0, BytesOf(text, width - std::min<size_t>(width, 3)))) + "...";
}

std::string CutMiddle(std::string_view text, size_t width) {
  const size_t have = DisplayWidth(text);
  if (have <= width || width < 8) return std::string(text);
  const size_t tail = (width - 3) / 2;
  const size_t head = width - 3 - tail;
  return fmt::format("{}...{}", text.substr(0, BytesOf(text, head)),
                     text.substr(BytesOf(text, have - tail)));
}

std::string ProbabilityText(double p) {
  if (!(p >= 1e-6)) return "<1e-6";
  if (p >= 0.995) return "1.0";
  if (p < 9.95e-5) {  // "1.5e-6"
    std::string text = fmt::format("{:.1e}", p);
    text.erase(text.find("e-0") + 2, 1);
    return text;
  }
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(p)));
  return fmt::format("{:.{}f}", p, decimals);
}

std::string Count(uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string Wrap(std::string_view sentence, size_t indent, size_t indent_next) {
  std::string out;
  std::string line(indent, ' ');
  size_t width = indent;
  bool empty = true;
  while (!sentence.empty()) {
    const size_t blank = std::min(sentence.find(' '), sentence.size());
    const std::string_view word = sentence.substr(0, blank);
    sentence.remove_prefix(std::min(blank + 1, sentence.size()));
    if (word.empty()) continue;
    const size_t word_width = DisplayWidth(word);
    if (!empty && width + 1 + word_width > kTextColumns) {
      out += line + '\n';
      line.assign(indent_next, ' ');
      width = indent_next;
      empty = true;
    }
    if (!empty) {
      line += ' ';
      ++width;
    }
    line += word;
    width += word_width;
    empty = false;
  }
  return empty ? out : out + line + '\n';
}

std::string Painter::operator()(Paint paint, std::string_view text) const {
  if (!on_ || text.empty()) return std::string(text);
  constexpr std::array<std::string_view, 5> kCodes = {"31", "33", "32", "1", "2"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes.at(static_cast<size_t>(paint)), text);
}

}  // namespace regress
