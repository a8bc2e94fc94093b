// SPDX-License-Identifier: Apache-2.0
#include "models/data/diagnostic.h"

#include <algorithm>

namespace regress {

std::string Excerpt(uint32_t line, uint32_t column, std::string_view source) {
  constexpr size_t kWidth = 64;  // of the part of the line that is shown
  size_t at = column == 0 ? 0 : std::min<size_t>(column - 1, source.size());
  if (source.size() > kWidth && at + 16 > kWidth) {
    const size_t cut = at - kWidth / 2;
    source.remove_prefix(cut);
    at -= cut;
  }
  source = source.substr(0, kWidth);
  const std::string number = std::to_string(line);
  std::string text = number.size() < 5 ? std::string(5 - number.size(), ' ') : "";
  text += number;
  const size_t margin = text.size() + 1;
  text += " | ";
  text += source;
  text += '\n';
  text.append(margin, ' ');
  text += "| ";
  text.append(at, ' ');
  text += '^';
  return text;
}

}  // namespace regress
