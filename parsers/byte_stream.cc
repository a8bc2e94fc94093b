// SPDX-License-Identifier: Apache-2.0
#include "parsers/byte_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "models/data/error.h"
#include "parsers/decoder.h"
#include "parsers/raw_source.h"

namespace regress {
namespace {

constexpr size_t kChunk = size_t{256} << 10;
constexpr size_t kMagicBytes = 8;  // enough to recognise every packing

}  // namespace

ByteStream::ByteStream(std::unique_ptr<RawSource> source) : source_(std::move(source)) {}
ByteStream::ByteStream(ByteStream&&) noexcept = default;
ByteStream& ByteStream::operator=(ByteStream&&) noexcept = default;
ByteStream::~ByteStream() = default;

ByteStream ByteStream::Open(const std::string& path) {
  int descriptor = 0;
  if (path != "-") {
    descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw Error(ErrorKind::kIo, path + ": error: " + std::strerror(errno));
  }
  return FromDescriptor(descriptor, path);
}

ByteStream ByteStream::FromDescriptor(int descriptor, const std::string& path) {
  return ByteStream(std::make_unique<RawSource>(descriptor, path));
}

ByteStream ByteStream::FromMemory(std::string bytes, const std::string& path) {
  return ByteStream(std::make_unique<RawSource>(std::move(bytes), path));
}

void ByteStream::EnableHash() {
  source_->EnableHash();
}
std::string ByteStream::Sha256() {
  return source_->Sha256();
}
uint64_t ByteStream::raw_bytes() const {
  return source_->total();
}
bool ByteStream::compressed() const {
  return decoder_ != nullptr;
}

std::optional<ByteStream::Seekable> ByteStream::seekable() {
  Fill(kMagicBytes);
  struct stat status {};
  Seekable file;
  file.descriptor = source_->descriptor();
  if (decoder_ || file.descriptor < 0 || fstat(file.descriptor, &status) != 0 ||
      !S_ISREG(status.st_mode))
    return std::nullopt;
  const off_t at = lseek(file.descriptor, 0, SEEK_CUR);
  if (at < 0 || static_cast<uint64_t>(at) < source_->total()) return std::nullopt;
  file.begin = static_cast<uint64_t>(at) - source_->total();
  const auto end = static_cast<uint64_t>(status.st_size);
  if (end < file.begin) return std::nullopt;
  file.size = end - file.begin;
  return file;
}
const std::string& ByteStream::path() const {
  return source_->path();
}

void ByteStream::Fill(size_t size) {
  while (end_ - begin_ < size && !at_end_) {
    if (begin_ > 0 && (begin_ == end_ || begin_ >= buffer_.size() / 2)) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    const size_t want = std::max(kChunk, size - (end_ - begin_));
    if (buffer_.size() - end_ < want) buffer_.resize(std::max(buffer_.size() * 2, end_ + want));
    char* out = buffer_.data() + end_;
    const size_t room = buffer_.size() - end_;
    const size_t got = decoder_ ? decoder_->Decode(out, room) : source_->Read(out, want);
    at_end_ = got == 0;
    end_ += got;
    if (decoder_chosen_ || (end_ < kMagicBytes && !at_end_)) continue;
    decoder_chosen_ = true;
    decoder_ = MakeDecoder(*source_, std::string_view(buffer_).substr(0, end_));
    if (decoder_) {
      end_ = 0;
      at_end_ = false;
    }
  }
}

std::string_view ByteStream::Peek(size_t size) {
  Fill(size);
  return std::string_view(buffer_).substr(begin_, std::min(size, end_ - begin_));
}

void ByteStream::Skip(size_t size) {
  size = std::min(size, end_ - begin_);
  begin_ += size;
  offset_ += size;
}

std::string ByteStream::ReadAll() {
  std::string all;
  for (std::string_view piece = Peek(kChunk); !piece.empty(); piece = Peek(kChunk)) {
    all += piece;
    Skip(piece.size());
  }
  return all;
}

}  // namespace regress
