// SPDX-License-Identifier: Apache-2.0
#include "models/store/content_hash.h"

#include <openssl/evp.h>

#include <charconv>

#include "models/data/hexadecimal.h"

namespace regress {

std::string ContentHash(std::string_view bytes) {
  // Looked up once: rows are hashed by the hundred thousand.
  static EVP_MD* const kAlgorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &length, kAlgorithm, nullptr);
  return Hexadecimal({digest, length});
}

int64_t ContentId(std::string_view hash) {
  uint64_t id = 0;
  const std::string_view head = hash.substr(0, 16);
  std::from_chars(head.data(), head.data() + head.size(), id, 16);
  return static_cast<int64_t>(id >> 1);
}

}  // namespace regress
