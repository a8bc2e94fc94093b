// SPDX-License-Identifier: Apache-2.0
// The bytes of one input: a file, standard input or memory, decompressed on the way (.gz, .xz and
// .zst, recognised by their first bytes). Reads forward in pieces, so that memory does not grow
// with the input. Move-only, owns the file descriptor. Throws Error(kIo) if the input cannot be
// opened or read, and Error(kBadInput) if compressed data are damaged or end early.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace regress {

class Decoder;
class RawSource;

class ByteStream {
 public:
  // `path` "-" is file descriptor 0.
  static ByteStream Open(const std::string& path);
  // Owns the descriptor; `path` is for messages.
  static ByteStream FromDescriptor(int descriptor, const std::string& path);
  static ByteStream FromMemory(std::string bytes, const std::string& path);
  ByteStream(ByteStream&&) noexcept;
  ByteStream& operator=(ByteStream&&) noexcept;
  ~ByteStream();

  // Up to `size` bytes from the current position without consuming them; fewer only at the end of
  // the input. Valid until the next call.
  std::string_view Peek(size_t size);
  // Consumes `size` bytes of those that the last Peek returned.
  void Skip(size_t size);
  // The rest of the input in one string.
  std::string ReadAll();
  // True if nothing is left.
  bool AtEnd() { return Peek(1).empty(); }

  const std::string& path() const;
  uint64_t offset() const { return offset_; }  // decompressed bytes consumed so far
  uint64_t raw_bytes() const;                  // bytes read from the file so far
  bool compressed() const;
  // Descriptor of a plain regular file for reading at any offset (pread), with where in it the
  // stream begins; nullopt for pipes, memory and compressed inputs. Valid while the stream lives.
  struct Seekable {
    int descriptor = -1;
    uint64_t begin = 0;
    uint64_t size = 0;  // from `begin` to the end of the file
  };
  std::optional<Seekable> seekable();
  // Hash of the raw bytes of the file, hexadecimal; reads on to the end of the file. Only if
  // EnableHash() was called before the first Peek.
  void EnableHash();
  std::string Sha256();

 private:
  explicit ByteStream(std::unique_ptr<RawSource> source);
  void Fill(size_t size);  // makes `size` bytes available if the input has them

  std::unique_ptr<RawSource> source_;
  std::unique_ptr<Decoder> decoder_;
  std::string buffer_;
  size_t begin_ = 0;  // unread bytes are buffer_[begin_, end_)
  size_t end_ = 0;
  uint64_t offset_ = 0;
  bool decoder_chosen_ = false;
  bool at_end_ = false;
};

}  // namespace regress
