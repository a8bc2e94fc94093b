// SPDX-License-Identifier: Apache-2.0
// Ids come from content, never from a counter, so that files merge without renumbering.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace regress {

std::string ContentHash(std::string_view bytes);  // SHA-256, 64 hexadecimal digits
int64_t ContentId(std::string_view hash);         // the first 63 bits of such a hash

// Of fields joined by a byte that none of them holds.
template <typename... Fields>
std::string HashOf(const Fields&... fields) {
  std::string text;
  ((text += fields, text += '\x1f'), ...);
  return ContentHash(text);
}

}  // namespace regress
