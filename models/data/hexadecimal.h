// SPDX-License-Identifier: Apache-2.0
// Bytes as lower-case hexadecimal digits, as hashes are written.
#pragma once

#include <span>
#include <string>

namespace regress {

inline std::string Hexadecimal(std::span<const unsigned char> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace regress
