// SPDX-License-Identifier: Apache-2.0
#include "models/store/content_hash.h"

#include <openssl/evp.h>

#include <charconv>

namespace regress {

std::string ContentHash(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr);
  std::string hex;
  hex.reserve(size_t{2} * length);
  for (unsigned int i = 0; i < length; ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 15];
  }
  return hex;
}

int64_t ContentId(std::string_view hash) {
  uint64_t id = 0;
  const std::string_view head = hash.substr(0, 16);
  std::from_chars(head.data(), head.data() + head.size(), id, 16);
  return static_cast<int64_t>(id >> 1);
}

}  // namespace regress
