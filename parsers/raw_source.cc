// SPDX-License-Identifier: Apache-2.0
#include "parsers/raw_source.h"

#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "models/data/error.h"

namespace regress {

RawSource::RawSource(int descriptor, std::string path)
    : descriptor_(descriptor), path_(std::move(path)) {}
RawSource::RawSource(std::string bytes, std::string path)
    : path_(std::move(path)), memory_(std::move(bytes)) {}

RawSource::~RawSource() {
  if (descriptor_ > 0) close(descriptor_);
  EVP_MD_CTX_free(hash_);
}

void RawSource::EnableHash() {
  hash_ = EVP_MD_CTX_new();
  EVP_DigestInit_ex(hash_, EVP_sha256(), nullptr);
}

size_t RawSource::Read(char* out, size_t size) {
  size_t got = 0;
  if (descriptor_ < 0) {
    got = std::min(size, memory_.size() - total_);
    std::memcpy(out, memory_.data() + total_, got);
  } else {
    ssize_t result = 0;
    do {
      result = read(descriptor_, out, size);
    } while (result < 0 && errno == EINTR);
    if (result < 0) throw Error(ErrorKind::kIo, path_ + ": error: " + std::strerror(errno));
    got = static_cast<size_t>(result);
  }
  total_ += got;
  if (hash_ != nullptr) EVP_DigestUpdate(hash_, out, got);
  return got;
}

std::string RawSource::Sha256() {
  if (hash_ == nullptr) return "";
  std::string drain(size_t{256} << 10, '\0');
  while (Read(drain.data(), drain.size()) > 0) {
  }
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_DigestFinal_ex(hash_, digest, &length);
  EVP_MD_CTX_free(std::exchange(hash_, nullptr));
  std::string hex;
  for (unsigned int i = 0; i < length; ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 15];
  }
  return hex;
}

}  // namespace regress
