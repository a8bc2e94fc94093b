// SPDX-License-Identifier: Apache-2.0
#include "parsers/trace_dat_bytes.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr size_t kPieceBytes = size_t{256} << 10;

}  // namespace

RandomBytes::RandomBytes(ByteStream& input) : path_(input.path()) {
  if (const std::optional<ByteStream::Seekable> file = input.seekable()) {
    descriptor_ = file->descriptor;
    begin_ = file->begin;
    size_ = file->size;
    return;
  }
  spool_.reset(std::tmpfile());
  if (!spool_)
    throw Error(ErrorKind::kIo, path_ + ": error: no temporary file: " + std::strerror(errno));
  for (std::string_view piece = input.Peek(kPieceBytes); !piece.empty();
       piece = input.Peek(kPieceBytes)) {
    if (std::fwrite(piece.data(), 1, piece.size(), spool_.get()) != piece.size())
      throw Error(ErrorKind::kIo, path_ + ": error: temporary file: " + std::strerror(errno));
    size_ += piece.size();
    input.Skip(piece.size());
  }
  if (std::fflush(spool_.get()) != 0)
    throw Error(ErrorKind::kIo, path_ + ": error: temporary file: " + std::strerror(errno));
  descriptor_ = fileno(spool_.get());
}

size_t RandomBytes::ReadInto(uint64_t offset, char* out, size_t size) const {
  if (offset >= size_) return 0;
  size = static_cast<size_t>(std::min<uint64_t>(size, size_ - offset));
  size_t done = 0;
  while (done < size) {
    const ssize_t got =
        pread(descriptor_, out + done, size - done, static_cast<off_t>(begin_ + offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(ErrorKind::kIo, path_ + ": error: " + std::strerror(errno));
    if (got == 0) break;  // the file shrank
    done += static_cast<size_t>(got);
  }
  return done;
}

std::string RandomBytes::Read(uint64_t offset, size_t size) const {
  if (offset >= size_) return "";
  std::string bytes(static_cast<size_t>(std::min<uint64_t>(size, size_ - offset)), '\0');
  bytes.resize(ReadInto(offset, bytes.data(), bytes.size()));
  return bytes;
}

uint64_t LoadNumber(const char* bytes, size_t size, bool little_endian) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) {
    const size_t at = little_endian ? size - 1 - i : i;
    value = value << 8 | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

std::optional<uint64_t> ByteCursor::Number(size_t size) {
  if (bytes_.size() < size) return std::nullopt;
  const uint64_t value = LoadNumber(bytes_.data(), size, little_endian_);
  bytes_.remove_prefix(size);
  return value;
}

std::optional<std::string_view> ByteCursor::Text(uint64_t size) {
  if (bytes_.size() < size) return std::nullopt;
  const std::string_view text = bytes_.substr(0, static_cast<size_t>(size));
  bytes_.remove_prefix(static_cast<size_t>(size));
  return text;
}

std::optional<std::string_view> ByteCursor::CString() {
  const size_t end = bytes_.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view text = bytes_.substr(0, end);
  bytes_.remove_prefix(end + 1);
  return text;
}

}  // namespace regress
