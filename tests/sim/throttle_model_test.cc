// SPDX-License-Identifier: Apache-2.0
#include "models/sim/throttle_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/data/error.h"
#include "models/sim/submission_cost.h"
#include "models/sim/submission_timing.h"

namespace regress {
namespace {

struct Pair {
  ThrottleResult block;
  ThrottleResult extent;
  double ChangeOfMean() const { return extent.mean_us / block.mean_us - 1; }
};

Pair BothVariants(int64_t mib, bool throttled, double device_mib_s) {
  ThrottleParameters p;
  p.total_bytes = mib << 20;
  p.nvme.link_gb_per_s = device_mib_s * 1048576 / 1e9;
  p.nvme.transfer_cv = 0.1;
  p.nvme.units = 256;  // the drain never limits
  p.wbt.target_ns = throttled ? 2'000'000 : 0;
  Pair pair;
  p.cpu_ns = 177'000;
  pair.block = RunThrottle(p, 1);
  p.cpu_ns = 9'000;
  pair.extent = RunThrottle(p, 1);
  EXPECT_TRUE(pair.block.within_limits && pair.extent.within_limits);
  return pair;
}

TEST(Throttle, OnTheMeanHidesTheGain) {
  for (const int64_t mib : {128, 400, 4096}) {
    for (const double rate : {1000.0, 3000.0}) {
      EXPECT_LE(std::fabs(BothVariants(mib, true, rate).ChangeOfMean()), 0.03)
          << mib << " MiB, " << rate;
    }
  }
  EXPECT_NEAR(BothVariants(400, true, 20000).ChangeOfMean(), -0.40, 0.05)
      << "the device is not the limit";
}

TEST(Throttle, OffTheGainIsThereWhileTagsLast) {
  for (const double rate : {1000.0, 3000.0, 20000.0}) {
    EXPECT_LE(BothVariants(400, false, rate).ChangeOfMean(), -0.90) << rate;
  }
  // 4 GiB in 512 KiB requests exhaust 1023 tags: the same mask.
  EXPECT_NEAR(BothVariants(4096, false, 3000).ChangeOfMean(), 0, 0.01);
}

TEST(Throttle, TheMedianShowsTheCpuTimeOnceTheDepthHasGrown) {
  const Pair pair = BothVariants(4096, true, 3000);
  EXPECT_EQ(pair.block.p50_us, 177);
  EXPECT_EQ(pair.extent.p50_us, 9);
  EXPECT_GT(pair.extent.p99_us, 5000) << "few long sleeps: two modes";
  EXPECT_EQ(pair.block.last_step, -6);
}

TEST(Throttle, RamHasNoQueueAndNothingToThrottle) {
  ThrottleParameters p;
  p.device = "ram";
  p.cpu_ns = 9'000;
  const ThrottleResult on = RunThrottle(p, 1);
  p.wbt.target_ns = 0;
  const ThrottleResult off = RunThrottle(p, 1);
  EXPECT_EQ(on.mean_us, off.mean_us);
  EXPECT_EQ(on.largest_depth, 0);
  // 2 MiB at 8 GB/s, 512 page lookups and allocations.
  EXPECT_NEAR(on.mean_us - 9, 2097.152 / 8 + 512 * 0.310, 0.01);
}

TEST(Throttle, AReaderKeepsTheDepthLowWhenItsTargetIsMissed) {
  ThrottleParameters p;
  p.total_bytes = int64_t{2} << 30;
  p.cpu_ns = 9'000;
  p.reader = true;
  const ThrottleResult relaxed = RunThrottle(p, 1);
  p.wbt.target_ns = 10'000;  // no flash read is that fast
  const ThrottleResult strict = RunThrottle(p, 1);
  EXPECT_EQ(relaxed.last_step, -6);
  EXPECT_EQ(strict.last_step, 4);
  EXPECT_LT(strict.peak_in_flight, relaxed.peak_in_flight);
  EXPECT_GT(strict.reader_us, 22);
}

TEST(Throttle, SameSeedSameBits) {
  ThrottleParameters p;
  p.nvme.transfer_cv = 0.1;
  EXPECT_EQ(RunThrottle(p, 4).mean_us, RunThrottle(p, 4).mean_us);
  EXPECT_NE(RunThrottle(p, 4).mean_us, RunThrottle(p, 5).mean_us);
}

TEST(Throttle, RefusesParametersOutOfRange) {
  ThrottleParameters p;
  p.folio_bytes = 0;
  EXPECT_THROW(RunThrottle(p, 1), Error);
  p = {};
  p.device = "floppy";
  EXPECT_THROW(RunThrottle(p, 1), Error);
  p = {};
  p.device = "ram";
  p.reader = true;
  EXPECT_THROW(RunThrottle(p, 1), Error);
}

TEST(SubmissionCost, ReproducesThePublishedTimesAndScales) {
  EXPECT_NEAR(kKernelRead.ByBlock(512, 1), 32000, 320);
  EXPECT_NEAR(kKernelRead.ByExtent(1), 2500, 25);
  EXPECT_NEAR(kKernelWrite.ByBlock(512, 1), 177000, 1770);
  EXPECT_NEAR(kKernelWrite.ByExtent(1), 9000, 90);
  EXPECT_NEAR(kKernelRead.ByBlock(64, 1) / kKernelRead.ByExtent(1), 2.5, 0.05);
  EXPECT_NEAR(kKernelWrite.ByBlock(64, 1) / kKernelWrite.ByExtent(1), 3.3, 0.05);
  EXPECT_EQ(kKernelRead.ByBlock(1, 1), kKernelRead.ByExtent(1));
  EXPECT_NEAR(kKernelRead.ByBlock(512, 16) / kKernelRead.ByExtent(16), 9.5, 0.05);
  EXPECT_NEAR(kKernelWrite.ByBlock(512, 16) / kKernelWrite.ByExtent(16), 12.7, 0.05);
  EXPECT_EQ(kKernelWrite.ByBlock(512, 512), kKernelWrite.ByExtent(512));
}

TEST(SubmissionTiming, RefusesParametersOutOfRange) {
  TimingParameters p;
  p.blocks = 513;
  EXPECT_THROW(MeasureSubmission(SubmissionVariants()[0], p), Error);
  p = {};
  p.extents = 513;
  EXPECT_THROW(MeasureSubmission(SubmissionVariants()[0], p), Error);
}

}  // namespace
}  // namespace regress
