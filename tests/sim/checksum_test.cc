// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "models/data/error.h"
#include "models/sim/checksum_algorithm.h"
#include "models/sim/checksum_path.h"
#include "models/sim/checksum_policy.h"
#include "models/sim/ordered_stage.h"

namespace regress {
namespace {

std::string Hex(const Checksum& checksum, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) {
    for (const int shift : {4, 0}) {
      text += "0123456789abcdef"[(checksum[static_cast<size_t>(i)] >> shift) & 15];
    }
  }
  return text;
}

std::span<const uint8_t> Bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

struct VectorCase {
  const char* name;
  const char* text;
  const char* stored;
};

// The first from the iSCSI standard (0xE3069283), the others from the algorithms' own descriptions.
TEST(ChecksumAlgorithm, KnownVectors) {
  const VectorCase cases[] = {
      {"crc32c", "123456789", "839206e3"},
      {"crc32c", "", "00000000"},
      {"xxhash", "", "99e9d85137db46ef"},
      {"sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"blake2b", "abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"},
  };
  for (const VectorCase& row : cases) {
    const ChecksumAlgorithm& algorithm = FindChecksumAlgorithm(row.name);
    EXPECT_EQ(Hex(algorithm.compute(Bytes(row.text)), algorithm.bytes), row.stored) << row.name;
  }
}

TEST(ChecksumAlgorithm, UnknownNameListsTheKnown) {
  try {
    FindChecksumAlgorithm("md5");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown checksum 'md5' (crc32c, xxhash, sha256, blake2b)");
  }
}

TEST(ChecksumAlgorithm, RateKeepsTheCostOfFetchingMemory) {
  EXPECT_EQ(ChecksumRate(FindChecksumAlgorithm("crc32c"), 2064), 2064);
  // 1 / (1/2064 - 1/11800 + 1/439): computing sha256 outweighs the memory.
  EXPECT_NEAR(ChecksumRate(FindChecksumAlgorithm("sha256"), 2064), 373.4, 0.1);
  EXPECT_GT(ChecksumRate(FindChecksumAlgorithm("xxhash"), 2064), 2064);
}

struct PolicyCase {
  const char* name;
  WriteTraits write;
  const char* modes[6];  // G0, G1, G1-patch, G2-on, G2-off, G3
};

TEST(ChecksumPolicy, EveryGenerationOnEveryKindOfWrite) {
  const auto write = [](bool fast, bool metadata, bool synchronous, bool zoned) {
    return WriteTraits{fast, metadata, synchronous, zoned, true};
  };
  WriteTraits no_checksums;
  no_checksums.has_checksums = false;
  const char* const in = "inline";
  const char* const off = "offload";
  const PolicyCase cases[] = {
      {"data, fast", write(true, false, false, false), {off, in, off, off, in, "beside"}},
      {"data, slow", write(false, false, false, false), {off, off, off, off, in, "beside"}},
      {"fsync, fast", write(true, false, true, false), {in, in, in, in, in, "beside"}},
      {"fsync, slow", write(false, false, true, false), {in, in, in, in, in, "beside"}},
      {"metadata, fast", write(true, true, false, false), {in, in, in, off, in, in}},
      {"metadata, slow", write(false, true, false, false), {off, off, off, off, in, in}},
      {"metadata, slow, zoned", write(false, true, false, true), {in, in, in, in, in, in}},
      {"metadata, fast, zoned", write(true, true, false, true), {in, in, in, in, in, in}},
      {"data, slow, zoned", write(false, false, false, true), {off, off, off, off, in, "beside"}},
      {"nodatasum", no_checksums, {"none", "none", "none", "none", "none", "none"}},
  };
  const std::span<const ChecksumGeneration> generations = ChecksumGenerations();
  ASSERT_EQ(generations.size(), 6u);
  for (const PolicyCase& row : cases) {
    for (size_t i = 0; i < generations.size(); ++i) {
      EXPECT_EQ(ToString(generations[i].mode(row.write)), row.modes[i])
          << row.name << ", " << generations[i].name;
    }
  }
  EXPECT_THROW(FindChecksumGeneration("G9"), Error);
}

TEST(OrderedStage, HeadIsClaimedOnceAndStaysUntilReleased) {
  OrderedStage stage;
  std::vector<bool> computed{false, true, true};
  const auto is_computed = [&](uint32_t item) { return computed[item]; };
  for (uint32_t item = 0; item < 3; ++item) stage.Append(item);
  EXPECT_FALSE(stage.ClaimHead(is_computed)) << "1 and 2 must wait for 0";
  computed[0] = true;
  EXPECT_TRUE(stage.ClaimHead(is_computed));
  EXPECT_FALSE(stage.ClaimHead(is_computed))
      << "a second thread must not pass the one that dispatches";
  EXPECT_EQ(stage.size(), 3u);
  stage.ReleaseHead();
  EXPECT_THROW(stage.ReleaseHead(), std::logic_error);
  EXPECT_TRUE(stage.ClaimHead(is_computed));
  EXPECT_EQ(stage.head(), 1u);
}

struct PathCase {
  const char* mode;
  const char* algorithm;
  const char* profile;
  const char* device;
};

std::vector<PathCase> AllPaths() {
  std::vector<PathCase> cases;
  for (const char* mode : {"inline", "offload", "beside"}) {
    for (const char* algorithm : {"crc32c", "xxhash", "sha256", "blake2b"}) {
      for (const char* profile : {"raid0", "single"}) {
        for (const char* device : {"nvme", "ram"})
          cases.push_back({mode, algorithm, profile, device});
      }
    }
  }
  return cases;
}

ChecksumMode Mode(std::string_view name) {
  if (name == "offload") return ChecksumMode::kOffload;
  return name == "beside" ? ChecksumMode::kBeside : ChecksumMode::kInline;
}

class ChecksumPath : public testing::TestWithParam<PathCase> {};

// C1 to C4 on real bytes.
TEST_P(ChecksumPath, EveryBlockVerifiesAndEveryFlipIsSeen) {
  const PathCase& row = GetParam();
  PathParameters parameters;
  parameters.mode = Mode(row.mode);
  parameters.algorithm = &FindChecksumAlgorithm(row.algorithm);
  parameters.profile =
      std::string_view(row.profile) == "raid0" ? Profile::kRaid0 : Profile::kSingle;
  parameters.device = row.device;
  parameters.file_bytes = (int64_t{4} << 20) + 3 * kBlockBytes;
  parameters.ordered_bytes = (int64_t{1} << 20) + 5 * kBlockBytes;
  parameters.bio_bytes = 300 * kBlockBytes;
  parameters.stripe_bytes = 16 * kBlockBytes;
  parameters.extent_bytes = 250 * kBlockBytes;
  parameters.devices = 3;
  const PathResult result = RunChecksumPath(parameters, 11);
  EXPECT_TRUE(result.Holds());
  EXPECT_EQ(result.blocks, 1027);
  EXPECT_EQ(result.checksums, 1027);
  EXPECT_EQ(result.wrong_checksums, 0);
  EXPECT_EQ(result.wrong_data, 0);
  EXPECT_EQ(result.out_of_order, 0);
  EXPECT_EQ(result.left_in_order, 0);
  EXPECT_EQ(result.flips, 64);
  EXPECT_EQ(result.flips_detected, 64);
}
INSTANTIATE_TEST_SUITE_P(All, ChecksumPath, testing::ValuesIn(AllPaths()), [](const auto& row) {
  return std::string(row.param.mode) + "_" + row.param.algorithm + "_" + row.param.profile + "_" +
         row.param.device;
});

PathParameters BesideParameters(PathFault fault) {
  PathParameters parameters;
  parameters.mode = ChecksumMode::kBeside;
  parameters.algorithm = &FindChecksumAlgorithm("crc32c");
  parameters.file_bytes = int64_t{4} << 20;
  parameters.fault = fault;
  return parameters;
}

TEST(ChecksumPathFault, HandlerBeforeTheChecksumIsCaught) {
  PathParameters parameters = BesideParameters(PathFault::kEarlyHandler);
  parameters.checksum_mib_s = 50;  // far behind the device
  const PathResult result = RunChecksumPath(parameters, 1);
  EXPECT_FALSE(result.Holds());
  EXPECT_GT(result.early_handlers, 0);
  EXPECT_GT(result.early_ordered, 0);
  EXPECT_GT(result.wrong_checksums, 0) << "zero checksums were recorded";
  EXPECT_EQ(result.wrong_data, 0) << "the data itself is on the devices";
}

TEST(ChecksumPathFault, AdvancedIteratorIsCaughtByReadingBack) {
  const PathResult result = RunChecksumPath(BesideParameters(PathFault::kLostIterator), 1);
  EXPECT_FALSE(result.Holds());
  EXPECT_EQ(result.early_handlers, 0) << "the latch is right";
  EXPECT_EQ(result.wrong_checksums, result.blocks) << "no block was summed";
}

TEST(ChecksumPathFault, BelongsToChecksumsBesideTheIo) {
  PathParameters parameters = BesideParameters(PathFault::kLostIterator);
  parameters.mode = ChecksumMode::kInline;
  EXPECT_THROW(RunChecksumPath(parameters, 1), Error);
}

}  // namespace
}  // namespace regress
