// SPDX-License-Identifier: Apache-2.0
#include "models/data/metric.h"

#include <cstddef>

namespace regress {

std::string_view Name(Direction direction) {
  switch (direction) {
    case Direction::kHigher:
      return "higher";
    case Direction::kLower:
      return "lower";
    case Direction::kUnknown:
      break;
  }
  return "unknown";
}

bool GlobMatch(std::string_view pattern, std::string_view text) {
  size_t p = 0;
  size_t t = 0;
  size_t star = std::string_view::npos;  // last '*' seen, and the text position it was tried at
  size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace regress
