// SPDX-License-Identifier: Apache-2.0
// Reading a binary trace at any offset, and numbers of either byte order from it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/byte_stream.h"

namespace regress {

// The bytes of an input by offset. A plain file is read in place; a pipe, a compressed or an
// in-memory input is first copied to an unnamed temporary file, so that memory stays bounded.
class RandomBytes {
 public:
  // `input` must outlive the object if it is a plain file. Throws Error(kIo).
  explicit RandomBytes(ByteStream& input);

  uint64_t size() const { return size_; }
  // Up to `size` bytes at `offset`, fewer at the end of the file.
  std::string Read(uint64_t offset, size_t size) const;
  // The same into `out`; returns how many.
  size_t ReadInto(uint64_t offset, char* out, size_t size) const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> spool_;
  int descriptor_ = -1;
  uint64_t begin_ = 0;
  uint64_t size_ = 0;
};

// Numbers and strings one after the other. Every read checks the end: what is not whole is
// nullopt, and the cursor stays where it is.
class ByteCursor {
 public:
  ByteCursor(std::string_view bytes, bool little_endian)
      : bytes_(bytes), little_endian_(little_endian) {}

  std::optional<uint64_t> Number(size_t size);  // of 1, 2, 4 or 8 bytes
  std::optional<std::string_view> Text(uint64_t size);
  std::optional<std::string_view> CString();  // up to a NUL, which is consumed
  size_t left() const { return bytes_.size(); }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
  bool little_endian_;
};

// `size` is 1, 2, 4 or 8; `bytes` holds at least as many.
uint64_t LoadNumber(const char* bytes, size_t size, bool little_endian);

}  // namespace regress
