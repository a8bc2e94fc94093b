// SPDX-License-Identifier: Apache-2.0
// Raw bytes from a file descriptor or from memory, read forward and hashed on the way if asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace regress {

class ByteHash;

class RawSource {
 public:
  RawSource(int descriptor, std::string path);  // owns the descriptor, unless it is 0
  RawSource(std::string bytes, std::string path);
  RawSource(const RawSource&) = delete;
  RawSource& operator=(const RawSource&) = delete;
  ~RawSource();

  // Up to `size` bytes into `out`; 0 only at the end. Throws Error(kIo).
  size_t Read(char* out, size_t size);
  void EnableHash();
  std::string
  Sha256();  // of all bytes, reading on to the end; "" without EnableHash() or the second time
  uint64_t total() const { return total_; }       // bytes read so far
  int descriptor() const { return descriptor_; }  // -1 for memory
  const std::string& path() const { return path_; }

 private:
  int descriptor_ = -1;
  std::string path_;
  std::string memory_;
  uint64_t total_ = 0;
  std::unique_ptr<ByteHash> hash_;
};

}  // namespace regress
