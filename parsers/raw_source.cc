// SPDX-License-Identifier: Apache-2.0
#include "parsers/raw_source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "models/data/error.h"
#include "parsers/byte_hash.h"

namespace regress {

RawSource::RawSource(int descriptor, std::string path)
    : descriptor_(descriptor), path_(std::move(path)) {}
RawSource::RawSource(std::string bytes, std::string path)
    : path_(std::move(path)), memory_(std::move(bytes)) {}

RawSource::~RawSource() {
  if (descriptor_ > 0) close(descriptor_);
}

void RawSource::EnableHash() {
  hash_ = std::make_unique<ByteHash>();
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
  if (hash_) hash_->Update({out, got});
  return got;
}

std::string RawSource::Sha256() {
  if (!hash_) return "";
  std::string drain(size_t{256} << 10, '\0');
  while (Read(drain.data(), drain.size()) > 0) {
  }
  return std::exchange(hash_, nullptr)->Finish();
}

}  // namespace regress
