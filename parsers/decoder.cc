// SPDX-License-Identifier: Apache-2.0
#include "parsers/decoder.h"

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <cstring>
#include <string>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr size_t kChunk = size_t{256} << 10;
constexpr uint64_t kXzMemoryLimit = uint64_t{256} << 20;

class GzipDecoder final : public Decoder {
 public:
  GzipDecoder(RawSource& source, std::string_view first) : Decoder(source, first) {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) Fail("cannot be decoded");
  }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder() override { inflateEnd(&stream_); }

 protected:
  size_t Step(char* out, size_t size) override {
    if (complete_) {  // a further member, or trailing bytes that are none
      if (input_left() == 0) return 0;
      if (*next_input() != 0x1f) {
        next_ = end_;
        return 0;
      }
      inflateReset(&stream_);
      complete_ = false;
    }
    stream_.next_in = next_input();
    stream_.avail_in = static_cast<uInt>(input_left());
    stream_.next_out = static_cast<Bytef*>(static_cast<void*>(out));
    stream_.avail_out = static_cast<uInt>(size);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    next_ = end_ - stream_.avail_in;
    if (status == Z_STREAM_END) {
      complete_ = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      Fail("are damaged");
    }
    return size - stream_.avail_out;
  }

 private:
  z_stream stream_{};
};

class XzDecoder final : public Decoder {
 public:
  XzDecoder(RawSource& source, std::string_view first) : Decoder(source, first) {
    if (lzma_stream_decoder(&stream_, kXzMemoryLimit, LZMA_CONCATENATED) != LZMA_OK)
      Fail("cannot be decoded");
  }
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;
  ~XzDecoder() override { lzma_end(&stream_); }

 protected:
  size_t Step(char* out, size_t size) override {
    if (complete_) return 0;
    stream_.next_in = next_input();
    stream_.avail_in = input_left();
    stream_.next_out = static_cast<uint8_t*>(static_cast<void*>(out));
    stream_.avail_out = size;
    const lzma_ret status = lzma_code(&stream_, source_ended_ ? LZMA_FINISH : LZMA_RUN);
    next_ = end_ - stream_.avail_in;
    if (status == LZMA_STREAM_END) {
      complete_ = true;
    } else if (status == LZMA_MEMLIMIT_ERROR) {
      Fail("need more than 256 MiB to decode");
    } else if (status != LZMA_OK && status != LZMA_BUF_ERROR) {
      Fail("are damaged");
    }
    return size - stream_.avail_out;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class ZstdDecoder final : public Decoder {
 public:
  ZstdDecoder(RawSource& source, std::string_view first)
      : Decoder(source, first), stream_(ZSTD_createDStream()) {}
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;
  ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }

 protected:
  size_t Step(char* out, size_t size) override {
    if (input_left() == 0 && complete_) return 0;
    ZSTD_inBuffer in{next_input(), input_left(), 0};
    ZSTD_outBuffer buffer{out, size, 0};
    const size_t status = ZSTD_decompressStream(stream_, &buffer, &in);
    if (ZSTD_isError(status) != 0) Fail("are damaged");
    next_ += in.pos;
    complete_ = status == 0;
    return buffer.pos;
  }

 private:
  ZSTD_DStream* stream_;
};

template <typename T>
std::unique_ptr<Decoder> Make(RawSource& source, std::string_view first) {
  return std::make_unique<T>(source, first);
}

struct Packing {
  std::string_view magic;
  std::unique_ptr<Decoder> (*make)(RawSource& source, std::string_view first);
};

constexpr Packing kPackings[] = {
    {"\x1f\x8b\x08", Make<GzipDecoder>},
    {std::string_view("\xfd\x37zXZ\0", 6), Make<XzDecoder>},
    {"\x28\xb5\x2f\xfd", Make<ZstdDecoder>},
};

}  // namespace

Decoder::Decoder(RawSource& source, std::string_view first)
    : source_(source), input_(kChunk, '\0') {
  if (input_.size() < first.size()) input_.resize(first.size());
  std::memcpy(input_.data(), first.data(), first.size());
  end_ = first.size();
}

void Decoder::Fail(const char* what) const {
  throw Error(ErrorKind::kBadInput, source_.path() + ": error: compressed data " + what);
}

size_t Decoder::Decode(char* out, size_t size) {
  for (;;) {
    if (next_ == end_ && !source_ended_) {
      end_ = source_.Read(input_.data(), input_.size());
      next_ = 0;
      source_ended_ = end_ == 0;
    }
    const size_t produced = Step(out, size);
    if (produced > 0) return produced;
    if (source_ended_ && next_ == end_) {
      if (!complete_) Fail("end early");
      return 0;
    }
  }
}

std::unique_ptr<Decoder> MakeDecoder(RawSource& source, std::string_view first) {
  for (const Packing& packing : kPackings) {
    if (first.substr(0, packing.magic.size()) == packing.magic) return packing.make(source, first);
  }
  return nullptr;
}

}  // namespace regress
