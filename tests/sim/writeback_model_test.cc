// SPDX-License-Identifier: Apache-2.0
#include "models/sim/writeback_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "models/data/error.h"

namespace regress {
namespace {

// A short run with the rates of the seed machine.
WritebackParameters Short() {
  WritebackParameters parameters;
  parameters.runtime_ns = 6'000'000'000;
  parameters.window_bytes = int64_t{512} << 20;
  return parameters;
}

WritebackParameters With(WritebackParameters parameters, ChecksumMode mode) {
  parameters.background_mode = mode;
  parameters.sync_mode = mode == ChecksumMode::kOffload ? ChecksumMode::kInline : mode;
  return parameters;
}

constexpr ChecksumMode kModes[] = {ChecksumMode::kNone, ChecksumMode::kInline,
                                   ChecksumMode::kOffload, ChecksumMode::kBeside};

TEST(SerialChain, HandComputed) {
  EXPECT_NEAR(SerialChain(50, 45, 8), 5.980, 0.0005);
  EXPECT_NEAR(SerialChainBeside(50, 45, 8), 6.897, 0.0005);
  EXPECT_NEAR(SerialChainBeside(50, 45, 8) / SerialChain(50, 45, 8) - 1, 0.1533, 0.00005);
}

struct ModelCase {
  std::string name;
  WritebackParameters parameters;
};

std::vector<ModelCase> Cases() {
  std::vector<ModelCase> cases;
  for (const ChecksumMode mode : kModes) {
    for (const Profile profile : {Profile::kRaid0, Profile::kSingle}) {
      for (const bool ram : {false, true}) {
        for (const int64_t sync_jobs : {0, 2}) {
          for (const int64_t cost_ns : {0, 2000}) {
            WritebackParameters p = With(Short(), mode);
            p.runtime_ns = 1'000'000'000;
            p.profile = profile;
            p.ram = ram;
            p.sync_jobs = sync_jobs;
            p.offload_ns = p.submit_ns = cost_ns;
            p.queue_bytes = int64_t{8} << 20;
            p.block_bytes = int64_t{384} * 1024;
            cases.push_back({std::string(ToString(mode)) +
                                 (profile == Profile::kRaid0 ? "_raid0" : "_single") +
                                 (ram ? "_ram" : "_nvme") + "_sync" + std::to_string(sync_jobs) +
                                 "_cost" + std::to_string(cost_ns),
                             p});
          }
        }
      }
    }
  }
  return cases;
}

class WritebackInvariants : public testing::TestWithParam<ModelCase> {};

// M1, M2, M3, C3.
TEST_P(WritebackInvariants, Hold) {
  const WritebackParameters& p = GetParam().parameters;
  const WritebackResult r = RunWriteback(p, 5);
  EXPECT_EQ(r.written_bytes, r.completed_bytes);
  EXPECT_EQ(r.left_bytes, 0);
  EXPECT_GT(r.written_bytes, 0);
  EXPECT_LE(r.peak_bytes, p.window_bytes + p.jobs * p.block_bytes);
  EXPECT_LE(r.peak_in_flight, p.queue_bytes / p.chunk_bytes);
  EXPECT_LE(r.peak_workers, p.pool_limit);
  EXPECT_EQ(r.checksummed_chunks, p.background_mode == ChecksumMode::kNone ? 0 : r.chunks);
  int64_t bytes = 0;
  for (size_t i = 0; i < r.device_bytes.size(); ++i) {
    bytes += r.device_bytes[i];
    if (p.ram) continue;  // several threads copy at once
    EXPECT_LE(r.device_busy_ns[i], r.elapsed_ns);
    if (r.device_bytes[i] < (int64_t{256} << 20)) continue;
    const double rate = static_cast<double>(r.device_bytes[i]) / (1 << 20) * 1e9 /
                        static_cast<double>(r.device_busy_ns[i]);
    EXPECT_NEAR(rate, p.device_mib_s, 0.01 * p.device_mib_s);
  }
  EXPECT_EQ(bytes, r.completed_bytes);
}
INSTANTIATE_TEST_SUITE_P(All, WritebackInvariants, testing::ValuesIn(Cases()),
                         [](const auto& row) { return row.param.name; });

TEST(WritebackModel, WithoutFsyncTheRestStaysDirty) {
  WritebackParameters p = Short();
  p.end_fsync = false;
  const WritebackResult r = RunWriteback(p, 1);
  EXPECT_GT(r.left_bytes, 0);
  EXPECT_EQ(r.written_bytes, r.completed_bytes + r.left_bytes);
}

TEST(WritebackModel, SizeEndsTheRun) {
  WritebackParameters p = Short();
  p.size_bytes = 100'000'001;
  const WritebackResult r = RunWriteback(p, 1);
  EXPECT_EQ(r.written_bytes, 4 * p.size_bytes);
  EXPECT_EQ(r.left_bytes, 0);
}

// M4.
TEST(WritebackModel, SeedDecidesEveryBitAndLittleElse) {
  for (const ChecksumMode mode : kModes) {
    const WritebackParameters p = With(Short(), mode);
    std::vector<double> rates;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      const WritebackResult first = RunWriteback(p, seed);
      const WritebackResult again = RunWriteback(p, seed);
      EXPECT_EQ(first.events, again.events);
      EXPECT_EQ(first.mib_s, again.mib_s);
      EXPECT_EQ(first.device_busy_ns, again.device_busy_ns);
      rates.push_back(first.mib_s);
    }
    const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
    EXPECT_LE(*high / *low - 1, 0.005) << ToString(mode);
  }
}

// Results that no compiler, optimisation or sanitizer may change.
TEST(WritebackModel, PinnedRun) {
  const WritebackResult r = RunWriteback(With(Short(), ChecksumMode::kOffload), 1);
  EXPECT_EQ(r.events, 92445u);
  EXPECT_EQ(r.elapsed_ns, 6140509864);
  EXPECT_EQ(r.written_bytes, 24339546112);
}

// M5: at most 5 % below the closed form, for the initial fill and the tail.
TEST(WritebackModel, AgreesWithTheClosedForm) {
  for (const ChecksumMode mode : kModes) {
    for (const int64_t devices : {1, 2, 3, 4, 8}) {
      WritebackParameters p = With(WritebackParameters{}, mode);
      p.devices = devices;
      p.device_mib_s = 900;
      const double solved = SolveWriteback(p).bandwidth;
      const double simulated = RunWriteback(p, 1).mib_s;
      EXPECT_GE(simulated, 0.95 * solved) << ToString(mode) << devices;
      EXPECT_LE(simulated, 1.005 * solved) << ToString(mode) << devices;
    }
    const WritebackParameters steady = With(WritebackParameters{}, mode);
    const double solved = SolveWriteback(steady).bandwidth;
    EXPECT_NEAR(RunWriteback(steady, 1).mib_s, solved, 0.02 * solved) << ToString(mode);
  }
}

TEST(WritebackModel, RamDeviceAddsTheCopyToTheThreadThatSubmits) {
  WritebackParameters p = With(Short(), ChecksumMode::kInline);
  p.ram = true;
  p.flush_mib_s = 2000;
  p.checksum_mib_s = 2000;
  p.ram_copy_mib_s = 1000;
  p.ram_page_ns = 0;
  p.copy_mib_s = 3000;
  EXPECT_NEAR(SolveWriteback(p).background, 500, 0.1);
  EXPECT_NEAR(RunWriteback(p, 1).phase1_mib_s, 500, 5);
  // Offloaded, the copy is the serial second stage of the pool.
  p = With(p, ChecksumMode::kOffload);
  EXPECT_NEAR(SolveWriteback(p).background, 1000, 0.1);
  EXPECT_NEAR(RunWriteback(p, 1).phase1_mib_s, 1000, 20);
}

TEST(WritebackModel, TheDirtyWindowHidesTheRegressionButNotInPhaseOne) {
  WritebackParameters p;
  p.jobs = 6;
  p.devices = 6;
  p.block_bytes = int64_t{384} * 1024;
  p.size_bytes = int64_t{200} << 30;
  p.window_bytes = int64_t{176} << 30;
  p.device_mib_s = 449;
  p.flush_mib_s = 2069;
  p.checksum_mib_s = 2558;
  const WritebackResult inlined = RunWriteback(With(p, ChecksumMode::kInline), 1);
  const WritebackResult offload = RunWriteback(With(p, ChecksumMode::kOffload), 1);
  EXPECT_NEAR(inlined.mib_s / offload.mib_s - 1, -0.05, 0.01);
  EXPECT_NEAR(inlined.phase1_mib_s / offload.phase1_mib_s - 1, -0.447, 0.01);
  EXPECT_NEAR(inlined.phase2_mib_s / offload.phase2_mib_s, 1, 0.06);
}

// M6.
TEST(WritebackModel, BandwidthNeverFallsWithAFasterPart) {
  struct Knob {
    const char* name;
    std::function<void(WritebackParameters&, double)> set;
  };
  const Knob knobs[] = {
      {"f", [](WritebackParameters& p, double x) { p.flush_mib_s = 3818 * x; }},
      {"c", [](WritebackParameters& p, double x) { p.checksum_mib_s = 2064 * x; }},
      {"d", [](WritebackParameters& p, double x) { p.device_mib_s = 600 * x; }},
      {"N", [](WritebackParameters& p, double x) { p.devices = static_cast<int64_t>(8 * x); }},
      {"W", [](WritebackParameters& p, double x) { p.pool_limit = static_cast<int64_t>(8 * x); }},
  };
  for (const Knob& knob : knobs) {
    for (const ChecksumMode mode : kModes) {
      double previous = 0;
      for (const double x : {0.125, 0.25, 0.5, 1.0, 2.0}) {
        WritebackParameters p = With(Short(), mode);
        p.device_mib_s = 600;
        knob.set(p, x);
        const double rate = RunWriteback(p, 1).mib_s;
        EXPECT_GE(rate, previous * 0.995) << knob.name << " x " << x << " " << ToString(mode);
        previous = rate;
      }
    }
  }
}

TEST(WritebackModel, OffloadIsNeverWorseWhenQueueingIsFree) {
  for (const int64_t devices : {1, 2, 4, 8}) {
    for (const double checksum : {140.0, 900.0, 2064.0, 10000.0}) {
      WritebackParameters p = Short();
      p.devices = devices;
      p.device_mib_s = 1000;
      p.checksum_mib_s = checksum;
      const double inlined = RunWriteback(With(p, ChecksumMode::kInline), 1).mib_s;
      const double offload = RunWriteback(With(p, ChecksumMode::kOffload), 1).mib_s;
      EXPECT_GE(offload, inlined * 0.99) << devices << " devices, c = " << checksum;
    }
  }
}

// M7.
TEST(WritebackModel, ChunkSizeChangesLittleAtConstantQueueBytes) {
  for (const ChecksumMode mode : {ChecksumMode::kInline, ChecksumMode::kOffload}) {
    std::vector<double> rates;
    for (const int64_t chunk : {64, 256, 1024, 4096}) {
      WritebackParameters p = With(Short(), mode);
      p.chunk_bytes = chunk * 1024;
      rates.push_back(RunWriteback(p, 1).mib_s);
    }
    const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
    EXPECT_LE(*high / *low - 1, 0.03) << ToString(mode);
  }
}

TEST(WritebackModel, SmallChunksAndAFastChecksumTakeTheAdvantageAway) {
  WritebackParameters p = Short();
  p.offload_ns = 3000;
  p.submit_ns = 1500;
  p.chunk_bytes = int64_t{16} * 1024;
  p.checksum_mib_s = 10000;
  const double inlined = RunWriteback(With(p, ChecksumMode::kInline), 1).mib_s;
  const double offload = RunWriteback(With(p, ChecksumMode::kOffload), 1).mib_s;
  const double beside = RunWriteback(With(p, ChecksumMode::kBeside), 1).mib_s;
  EXPECT_NEAR(offload / inlined, 1, 0.05);
  EXPECT_LT(beside, 0.9 * inlined);
}

TEST(WritebackModel, RefusesParametersOutOfRange) {
  const std::function<void(WritebackParameters&)> changes[] = {
      [](auto& p) { p.jobs = 0; },
      [](auto& p) { p.devices = 0; },
      [](auto& p) { p.pool_limit = 0; },
      [](auto& p) { p.chunk_bytes = 0; },
      [](auto& p) { p.window_bytes = 0; },
      [](auto& p) { p.flush_mib_s = 0; },
      [](auto& p) { p.checksum_mib_s = -1; },
      [](auto& p) { p.device_cv = 1; },
      [](auto& p) { p.runtime_ns = 0; },
      [](auto& p) { p.sync_jobs = 5; },
      [](auto& p) { p.sync_mode = ChecksumMode::kOffload; },
      [](auto& p) { p.background_share = 1; },
      [](auto& p) { p.submit_ns = -1; },
  };
  for (const auto& change : changes) {
    WritebackParameters p;
    change(p);
    EXPECT_THROW(RunWriteback(p, 1), Error);
  }
}

}  // namespace
}  // namespace regress
