// SPDX-License-Identifier: Apache-2.0
#include "parsers/byte_stream.h"

#include <fcntl.h>
#include <lzma.h>
#include <openssl/evp.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr size_t kChunk = size_t{256} << 10;

[[noreturn]] void FailDamaged(const std::string& path, const char* what) {
  throw Error(ErrorKind::kBadInput, path + ": error: compressed data " + what);
}

}  // namespace

// Raw bytes from a descriptor or from memory, hashed on the way if asked for.
class ByteStream::Source {
 public:
  Source(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  Source(std::string bytes, std::string path) : path_(std::move(path)), memory_(std::move(bytes)) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() {
    if (descriptor_ > 0) close(descriptor_);
    EVP_MD_CTX_free(hash_);
  }

  void EnableHash() {
    hash_ = EVP_MD_CTX_new();
    EVP_DigestInit_ex(hash_, EVP_sha256(), nullptr);
  }

  // Returns 0 at the end.
  size_t Read(char* out, size_t size) {
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

  std::string Sha256() {
    if (hash_ == nullptr) return "";
    std::string drain(kChunk, '\0');
    while (Read(drain.data(), drain.size()) > 0) {
    }
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    EVP_DigestFinal_ex(hash_, digest, &length);
    EVP_MD_CTX_free(hash_);
    hash_ = nullptr;
    std::string hex;
    for (unsigned int i = 0; i < length; ++i) {
      constexpr char kDigits[] = "0123456789abcdef";
      hex += kDigits[digest[i] >> 4];
      hex += kDigits[digest[i] & 15];
    }
    return hex;
  }

  uint64_t total() const { return total_; }

 private:
  int descriptor_ = -1;
  std::string path_;
  std::string memory_;
  uint64_t total_ = 0;
  EVP_MD_CTX* hash_ = nullptr;
};

// Turns raw bytes into decoded ones, a piece at a time.
class ByteStream::Decoder {
 public:
  virtual ~Decoder() = default;

  // Appends decoded bytes to out[0, size); returns how many, 0 at the end of the input.
  size_t Decode(char* out, size_t size) {
    for (;;) {
      if (next_ == input_end_ && !source_ended_) {
        input_end_ = source_->Read(input_.data(), input_.size());
        next_ = 0;
        source_ended_ = input_end_ == 0;
      }
      const size_t produced = Step(out, size);
      if (produced > 0) return produced;
      if (source_ended_ && next_ == input_end_) {
        if (!complete_) FailDamaged(path_, "end early");
        return 0;
      }
    }
  }

 protected:
  Decoder(Source* source, std::string path, std::string_view first)
      : source_(source), path_(std::move(path)), input_(kChunk, '\0') {
    std::memcpy(input_.data(), first.data(), first.size());
    input_end_ = first.size();
  }
  // One call of the library over input_[next_, input_end_).
  virtual size_t Step(char* out, size_t size) = 0;

  unsigned char* next_input() {
    return static_cast<unsigned char*>(static_cast<void*>(input_.data() + next_));
  }
  size_t input_left() const { return input_end_ - next_; }

  Source* source_;
  std::string path_;
  std::string input_;
  size_t next_ = 0;
  size_t input_end_ = 0;
  bool source_ended_ = false;
  bool complete_ = false;  // the last frame ended properly
};

namespace {

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

constexpr std::string_view kGzipMagic = "\x1f\x8b\x08";
constexpr std::string_view kXzMagic = std::string_view("\xfd\x37zXZ\0", 6);
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

}  // namespace

ByteStream::ByteStream(std::unique_ptr<Source> source, std::string path)
    : source_(std::move(source)), path_(std::move(path)) {}
ByteStream::ByteStream(ByteStream&&) noexcept = default;
ByteStream& ByteStream::operator=(ByteStream&&) noexcept = default;
ByteStream::~ByteStream() = default;

ByteStream ByteStream::Open(const std::string& path) {
  int descriptor = 0;
  if (path != "-") {
    descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw Error(ErrorKind::kIo, path + ": error: " + std::strerror(errno));
  }
  return ByteStream(std::make_unique<Source>(descriptor, path), path);
}

ByteStream ByteStream::FromDescriptor(int descriptor, const std::string& path) {
  return ByteStream(std::make_unique<Source>(descriptor, path), path);
}

ByteStream ByteStream::FromMemory(std::string bytes, const std::string& path) {
  return ByteStream(std::make_unique<Source>(std::move(bytes), path), path);
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

namespace {

template <typename Base, typename Source>
class GzipDecoder final : public Base {
 public:
  GzipDecoder(Source* source, const std::string& path, std::string_view first)
      : Base(source, path, first) {
    inflateInit2(&stream_, 15 + 16);
  }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder() override { inflateEnd(&stream_); }

 protected:
  size_t Step(char* out, size_t size) override {
    if (this->input_left() == 0 && this->complete_) return 0;
    if (this->complete_) {  // a further member, or trailing bytes that are none
      if (*this->next_input() != 0x1f) {
        this->next_ = this->input_end_;
        return 0;
      }
      inflateReset(&stream_);
      this->complete_ = false;
    }
    stream_.next_in = this->next_input();
    stream_.avail_in = static_cast<uInt>(this->input_left());
    stream_.next_out = static_cast<Bytef*>(static_cast<void*>(out));
    stream_.avail_out = static_cast<uInt>(size);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    this->next_ = this->input_end_ - stream_.avail_in;
    if (status == Z_STREAM_END) {
      this->complete_ = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      FailDamaged(this->path_, "are damaged");
    }
    return size - stream_.avail_out;
  }

 private:
  z_stream stream_{};
};

template <typename Base, typename Source>
class XzDecoder final : public Base {
 public:
  XzDecoder(Source* source, const std::string& path, std::string_view first)
      : Base(source, path, first) {
    if (lzma_stream_decoder(&stream_, uint64_t{256} << 20, LZMA_CONCATENATED) != LZMA_OK)
      FailDamaged(path, "cannot be decoded");
  }
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;
  ~XzDecoder() override { lzma_end(&stream_); }

 protected:
  size_t Step(char* out, size_t size) override {
    if (this->complete_) return 0;
    stream_.next_in = this->next_input();
    stream_.avail_in = this->input_left();
    stream_.next_out = static_cast<uint8_t*>(static_cast<void*>(out));
    stream_.avail_out = size;
    const lzma_ret status = lzma_code(&stream_, this->source_ended_ ? LZMA_FINISH : LZMA_RUN);
    this->next_ = this->input_end_ - stream_.avail_in;
    if (status == LZMA_STREAM_END) {
      this->complete_ = true;
    } else if (status == LZMA_MEMLIMIT_ERROR) {
      FailDamaged(this->path_, "need more than 256 MiB to decode");
    } else if (status != LZMA_OK && status != LZMA_BUF_ERROR) {
      FailDamaged(this->path_, "are damaged");
    }
    return size - stream_.avail_out;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

template <typename Base, typename Source>
class ZstdDecoder final : public Base {
 public:
  ZstdDecoder(Source* source, const std::string& path, std::string_view first)
      : Base(source, path, first), stream_(ZSTD_createDStream()) {}
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;
  ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }

 protected:
  size_t Step(char* out, size_t size) override {
    ZSTD_inBuffer in{this->next_input(), this->input_left(), 0};
    ZSTD_outBuffer buffer{out, size, 0};
    if (in.size == 0 && this->complete_) return 0;
    const size_t status = ZSTD_decompressStream(stream_, &buffer, &in);
    if (ZSTD_isError(status) != 0) FailDamaged(this->path_, "are damaged");
    this->next_ += in.pos;
    this->complete_ = status == 0;
    return buffer.pos;
  }

 private:
  ZSTD_DStream* stream_;
};

}  // namespace

bool ByteStream::Fill(size_t size) {
  while (end_ - begin_ < size && !at_end_) {
    if (begin_ > 0 && (begin_ == end_ || begin_ >= buffer_.size() / 2)) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    const size_t want = std::max(kChunk, size - (end_ - begin_));
    if (buffer_.size() - end_ < want) buffer_.resize(std::max(buffer_.size() * 2, end_ + want));
    char* out = buffer_.data() + end_;
    const size_t got =
        decoder_ ? decoder_->Decode(out, buffer_.size() - end_) : source_->Read(out, want);
    if (got == 0) at_end_ = true;
    end_ += got;
    if (!decoder_chosen_ && (end_ >= 8 || at_end_)) {
      decoder_chosen_ = true;
      const std::string first(buffer_.data(), end_);
      if (StartsWith(first, kGzipMagic)) {
        decoder_ = std::make_unique<GzipDecoder<Decoder, Source>>(source_.get(), path_, first);
      } else if (StartsWith(first, kXzMagic)) {
        decoder_ = std::make_unique<XzDecoder<Decoder, Source>>(source_.get(), path_, first);
      } else if (StartsWith(first, kZstdMagic)) {
        decoder_ = std::make_unique<ZstdDecoder<Decoder, Source>>(source_.get(), path_, first);
      }
      if (decoder_) {
        end_ = 0;
        at_end_ = false;
      }
    }
  }
  return end_ - begin_ >= size;
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
