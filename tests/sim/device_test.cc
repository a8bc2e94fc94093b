// SPDX-License-Identifier: Apache-2.0
#include "models/sim/device.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "models/data/error.h"
#include "models/sim/device_load.h"
#include "models/sim/exact_math.h"
#include "models/sim/rng.h"

namespace regress {
namespace {

TEST(ExactMath, ExpAndLogAreInverse) {
  EXPECT_DOUBLE_EQ(ExactExp(1), 2.718281828459045);
  EXPECT_DOUBLE_EQ(ExactExp(0), 1);
  EXPECT_DOUBLE_EQ(ExactLog(10), 2.302585092994046);
  EXPECT_DOUBLE_EQ(ExactLog(0.5), -0.6931471805599453);
  for (double x = -20; x < 20; x += 0.37) EXPECT_NEAR(ExactLog(ExactExp(x)), x, 1e-13) << x;
}

TEST(PageStore, ReadsBackWhatWasWrittenAndZerosElsewhere) {
  PageStore store;
  Rng rng(7);
  std::map<int64_t, uint8_t> oracle;
  for (int round = 0; round < 500; ++round) {
    const auto offset = static_cast<int64_t>(rng.Below(200000));
    std::vector<uint8_t> bytes(1 + rng.Below(10000));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(rng.Next());
    store.Write(offset, bytes);
    for (size_t i = 0; i < bytes.size(); ++i) oracle[offset + static_cast<int64_t>(i)] = bytes[i];
    std::vector<uint8_t> back(5000, 0xaa);
    const auto from = static_cast<int64_t>(rng.Below(220000));
    store.Read(from, back);
    for (size_t i = 0; i < back.size(); ++i) {
      const auto found = oracle.find(from + static_cast<int64_t>(i));
      ASSERT_EQ(back[i], found == oracle.end() ? 0 : found->second);
    }
  }
}

TEST(PageStore, AllocatesOnFirstWriteOnlyAndFlipsStoredBits) {
  PageStore store;
  EXPECT_FALSE(store.FlipBit(0, 0));
  const std::vector<uint8_t> bytes(kPageBytes, 0x10);
  EXPECT_EQ(store.Write(2048, bytes), 2);
  EXPECT_EQ(store.Write(2048, bytes), 0);
  EXPECT_EQ(store.pages(), 2);
  EXPECT_TRUE(store.FlipBit(4096, 0));
  std::vector<uint8_t> back(1);
  store.Read(4096, back);
  EXPECT_EQ(back[0], 0x11);
}

TEST(Device, TableFindsByNameAndListsTheKnown) {
  EXPECT_EQ(FindDeviceType("nvme").make(1)->name(), "nvme");
  EXPECT_EQ(FindDeviceType("ram").make(1)->name(), "ram");
  try {
    FindDeviceType("floppy");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown device 'floppy' (ram, nvme)");
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  }
}

TEST(Device, IdleWriteOfAMetadataBlock) {
  // 16384 / 8 + 4 * (60 + 250); 16384 / 3.3 + 4000 + 4 * 60.
  EXPECT_EQ(FindDeviceType("ram").idle_write_ns(16384), 3288);
  EXPECT_EQ(FindDeviceType("nvme").idle_write_ns(16384), 9205);
}

TEST(RamDevice, CopiesInTheCallerAndAllocatesOnce) {
  const std::unique_ptr<Device> device = MakeRamDevice({});
  DeviceRequest request;
  request.bytes = 8192;
  EXPECT_EQ(device->Submit(0, request), 1024 + 2 * 60 + 2 * 250);
  EXPECT_EQ(device->Submit(5000, request), 1024 + 2 * 60);
  request.op = DeviceOp::kRead;
  request.offset = 1 << 20;
  EXPECT_EQ(device->Submit(9000, request),
            1024 + 2 * 60);  // absent pages are not allocated by reads
  EXPECT_EQ(device->tags(), std::nullopt);
  std::vector<DeviceCompletion> done;
  device->Advance(100000, done);
  ASSERT_EQ(done.size(), 3u);
  EXPECT_EQ(done[1].time_ns, 5000 + 1144);
  EXPECT_EQ(device->in_flight(), 0);
}

struct LoadCase {
  const char* name;
  DeviceLoad load;
  int64_t units;
  double iops;  // 0: not stated
  double mib_per_s;
  double mean_us;
  double p99_us;
  double p999_us;
};

class NvmeLoad : public testing::TestWithParam<LoadCase> {};

// Figures of a PCIe 3.0 x4 drive (an emulator's profile), to 2 %.
TEST_P(NvmeLoad, IsWithinTwoPercent) {
  const LoadCase& expected = GetParam();
  NvmeDeviceParameters parameters;
  parameters.units = expected.units;
  const std::unique_ptr<Device> device = MakeNvmeDevice(parameters, 1);
  const DeviceLoadResult result = RunDeviceLoad(*device, expected.load);
  const auto near = [](double value, double stated) {
    if (stated > 0) {
      EXPECT_NEAR(value, stated, 0.02 * stated);
    }
  };
  near(result.iops, expected.iops);
  near(result.mib_per_s, expected.mib_per_s);
  near(result.mean_ns / 1e3, expected.mean_us);
  near(static_cast<double>(result.p99_ns) / 1e3, expected.p99_us);
  near(static_cast<double>(result.p999_ns) / 1e3, expected.p999_us);
  EXPECT_EQ(device->in_flight(), 0);
}

constexpr DeviceOp kRead = DeviceOp::kRead;
constexpr DeviceOp kWrite = DeviceOp::kWrite;
const LoadCase kLoadCases[] = {
    {"write_4k_depth_1", {kWrite, 4096, 1, 20000}, 64, 189000, 0, 5.3, 0, 0},
    {"read_4k_depth_1", {kRead, 4096, 1, 100000}, 64, 0, 0, 58.8, 73, 80},
    {"read_4k_depth_32", {kRead, 4096, 32, 200000}, 64, 358000, 0, 89, 146, 0},
    {"read_4k_depth_256", {kRead, 4096, 256, 400000}, 64, 805000, 0, 0, 0, 0},
    {"write_128k_depth_1", {kWrite, 131072, 1, 20000}, 64, 0, 2744, 0, 0, 0},
    {"write_128k_depth_32", {kWrite, 131072, 32, 20000}, 64, 0, 3147, 0, 0, 0},
    {"write_128k_sustained", {kWrite, 131072, 32, 20000}, 16, 0, 2704, 0, 0, 0},
};
INSTANTIATE_TEST_SUITE_P(Table, NvmeLoad, testing::ValuesIn(kLoadCases),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(NvmeDevice, SameSeedSameRunOtherSeedOtherRun) {
  const DeviceLoad load{kRead, 4096, 32, 20000};
  const auto run = [&](uint64_t seed) { return RunDeviceLoad(*MakeNvmeDevice({}, seed), load); };
  const DeviceLoadResult first = run(3);
  const DeviceLoadResult again = run(3);
  EXPECT_EQ(first.mean_ns, again.mean_ns);
  EXPECT_EQ(first.events, again.events);
  EXPECT_NE(first.mean_ns, run(4).mean_ns);
}

TEST(NvmeDevice, RefusesWhatTheHostMustNotDo) {
  NvmeDeviceParameters parameters;
  parameters.tags = 2;
  const std::unique_ptr<Device> device = MakeNvmeDevice(parameters, 1);
  DeviceRequest request;
  request.bytes = 4096;
  device->Submit(0, request);
  device->Submit(0, request);
  EXPECT_THROW(device->Submit(0, request), Error);
  std::vector<DeviceCompletion> done;
  device->Advance(1000000, done);
  request.bytes = int64_t{512} * 1024 + 1;
  EXPECT_THROW(device->Submit(1000000, request), Error);
  request.bytes = 0;
  EXPECT_THROW(device->Submit(1000000, request), Error);
  parameters.buffer_bytes = int64_t{512} * 1024;
  EXPECT_THROW(MakeNvmeDevice(parameters, 1), Error);
  parameters = {};
  parameters.units = 0;
  EXPECT_THROW(MakeNvmeDevice(parameters, 1), Error);
}

TEST(NvmeDevice, AReadWaitsForTheProgramOfItsUnit) {
  NvmeDeviceParameters parameters;
  parameters.units = 1;
  parameters.cell_cv = 0;
  const std::unique_ptr<Device> device = MakeNvmeDevice(parameters, 1);
  DeviceRequest request;
  request.bytes = parameters.unit_bytes;
  device->Submit(0, request);  // the unit programs from 9930 to 194930
  std::vector<DeviceCompletion> done;
  device->Advance(10000, done);
  request.op = kRead;
  request.bytes = 4096;
  request.id = 1;
  device->Submit(10000, request);
  device->Advance(1000000, done);
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(done[0].time_ns, 9930 + 4000 + 8 * 60);
  EXPECT_EQ(done[1].id, 1u);
  EXPECT_EQ(done[1].time_ns, 9930 + 185000 + 36000 + 1241);
}

TEST(NvmeDevice, AFullBufferWaitsForTheNextDrain) {
  NvmeDeviceParameters parameters;
  parameters.units = 1;
  parameters.buffer_bytes = parameters.request_max + parameters.unit_bytes;  // 17 units
  const std::unique_ptr<Device> device = MakeNvmeDevice(parameters, 1);
  DeviceRequest request;
  request.bytes = parameters.request_max;
  device->Submit(0, request);
  request.bytes = 2 * parameters.unit_bytes;
  device->Submit(0, request);
  std::vector<DeviceCompletion> done;
  device->Advance(10'000'000, done);
  ASSERT_EQ(done.size(), 2u);
  const int64_t first = 158875;  // 524288 / 3.3
  EXPECT_EQ(done[0].time_ns, first + 4000 + 128 * 60);
  EXPECT_EQ(done[1].time_ns, first + 185000 + 19859 + 4000 + 16 * 60);
}

}  // namespace
}  // namespace regress
