// SPDX-License-Identifier: Apache-2.0
#include "parsers/byte_stream.h"

#include <gtest/gtest.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <string>
#include <vector>

#include "models/data/error.h"

namespace regress {
namespace {

std::string Gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 1024, '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

std::string Xz(const std::string& text) {
  std::string out(text.size() + 1024, '\0');
  size_t size = 0;
  lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nullptr,
                          reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                          reinterpret_cast<uint8_t*>(out.data()), &size, out.size());
  out.resize(size);
  return out;
}

std::string Zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
  return out;
}

std::string Sample() {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

struct Packing {
  const char* name;
  std::string (*pack)(const std::string&);
};
const std::vector<Packing>& Packings() {
  static const std::vector<Packing> packings = {{"gzip", Gzip}, {"xz", Xz}, {"zstd", Zstd}};
  return packings;
}

TEST(ByteStream, ReadsPlainMemoryWhole) {
  const std::string text = Sample();
  ByteStream stream = ByteStream::FromMemory(text, "a.txt");
  EXPECT_EQ(stream.Peek(4), "line");
  EXPECT_EQ(stream.ReadAll(), text);
  EXPECT_EQ(stream.offset(), text.size());
  EXPECT_FALSE(stream.compressed());
}

TEST(ByteStream, DecompressesEveryPacking) {
  const std::string text = Sample();
  for (const Packing& packing : Packings()) {
    SCOPED_TRACE(packing.name);
    ByteStream stream = ByteStream::FromMemory(packing.pack(text), "a");
    EXPECT_EQ(stream.ReadAll(), text);
    EXPECT_TRUE(stream.compressed());
    const std::string twice = packing.pack(text) + packing.pack("tail");
    EXPECT_EQ(ByteStream::FromMemory(twice, "a").ReadAll(), text + "tail");
  }
}

TEST(ByteStream, CutOrDamagedPackingIsAnError) {
  for (const Packing& packing : Packings()) {
    SCOPED_TRACE(packing.name);
    const std::string packed = packing.pack(Sample());
    for (const size_t keep : {size_t{9}, packed.size() / 2, packed.size() - 1}) {
      ByteStream stream = ByteStream::FromMemory(packed.substr(0, keep), "a");
      try {
        stream.ReadAll();
        FAIL() << "no error for " << keep << " bytes";
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kBadInput);
        EXPECT_STREQ(error.what(), "a: error: compressed data end early");
      }
    }
  }
}

TEST(ByteStream, MissingFileNamesPathAndReason) {
  try {
    ByteStream::Open("/nonexistent/nosuch.txt");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kIo);
    EXPECT_STREQ(error.what(), "/nonexistent/nosuch.txt: error: No such file or directory");
  }
}

TEST(ByteStream, HashIsOfTheRawBytes) {
  ByteStream stream = ByteStream::FromMemory("abc", "a");
  stream.EnableHash();
  EXPECT_EQ(stream.ReadAll(), "abc");
  EXPECT_EQ(stream.Sha256(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ByteStream, SkipNeverPassesTheEnd) {
  ByteStream stream = ByteStream::FromMemory("abc", "a");
  stream.Peek(2);
  stream.Skip(100);
  EXPECT_TRUE(stream.AtEnd());
  EXPECT_EQ(stream.offset(), 3u);
}

}  // namespace
}  // namespace regress
