// SPDX-License-Identifier: Apache-2.0
#include "parsers/byte_hash.h"

#include <gtest/gtest.h>

#include <string>

namespace regress {
namespace {

TEST(ByteHash, FewBytes) {
  ByteHash none;
  EXPECT_EQ(none.Finish(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  ByteHash abc;
  abc.Update("a");
  abc.Update("bc");
  EXPECT_EQ(abc.Finish(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ByteHash, ManyBytesOnAThread) {
  const std::string million(1'000'000, 'a');
  ByteHash stream;
  for (int i = 0; i < 16; ++i) stream.Update(million);
  EXPECT_EQ(stream.Finish(), "8ee46f94b31b95e432c04463cad1f08c527cafdd6cd670e88c2eb15f0c4d990a");
}

TEST(ByteHash, MayBeGivenUp) {
  const std::string million(1'000'000, 'a');
  ByteHash stream;
  for (int i = 0; i < 16; ++i) stream.Update(million);
}

}  // namespace
}  // namespace regress
