// SPDX-License-Identifier: Apache-2.0
// Decompression a piece at a time: gzip (also of several members), xz and zstd. zlib reads gzip
// directly: GMime's filter (3.2.13) ends in the same way at the end of a member, at damaged data
// and where a file was cut off, gives no place where a member ends, and drops what stands behind
// the first one, so that nothing beside it could tell a whole file from a part.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "parsers/raw_source.h"

namespace regress {

class Decoder {
 public:
  virtual ~Decoder() = default;

  // Up to `size` decoded bytes into `out`; 0 only at the end. Throws Error(kBadInput) if the data
  // are damaged or end early.
  size_t Decode(char* out, size_t size);

 protected:
  // `first` are the bytes that were read from `source` already.
  Decoder(RawSource& source, std::string_view first);
  // One call of the library over the input at hand; returns the bytes produced, sets complete_ when
  // a stream ended properly.
  virtual size_t Step(char* out, size_t size) = 0;
  [[noreturn]] void Fail(const char* what) const;

  unsigned char* next_input() {
    return static_cast<unsigned char*>(static_cast<void*>(input_.data() + next_));
  }
  size_t input_left() const { return end_ - next_; }

  RawSource& source_;
  std::string input_;  // unread bytes are input_[next_, end_)
  size_t next_ = 0;
  size_t end_ = 0;
  bool source_ended_ = false;
  bool complete_ = false;
};

// The decoder for data that begin with `first` (at least 8 bytes unless the input is shorter), or
// nullptr if they are not compressed. Borrows `source`.
std::unique_ptr<Decoder> MakeDecoder(RawSource& source, std::string_view first);

}  // namespace regress
