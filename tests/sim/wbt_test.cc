// SPDX-License-Identifier: Apache-2.0
#include "models/sim/wbt.h"

#include <gtest/gtest.h>

#include "models/data/error.h"

namespace regress {
namespace {

struct DepthCase {
  int step;
  int64_t max;
  int64_t normal;
  int64_t background;
};

TEST(Wbt, DepthTableForAQueueOf1023) {
  const DepthCase cases[] = {
      {0, 16, 8, 4},      {-1, 31, 16, 8},     {-2, 61, 31, 16},    {-3, 121, 61, 31},
      {-4, 241, 121, 61}, {-5, 481, 241, 121}, {-6, 767, 384, 192}, {-7, 767, 384, 192},
      {1, 8, 4, 2},       {2, 4, 2, 1},        {3, 2, 2, 1},        {4, 1, 1, 1},
      {9, 1, 1, 1},
  };
  for (const DepthCase& row : cases) {
    const WbtDepth depth = WbtDepthAt(row.step, 1023);
    EXPECT_EQ(depth.max, row.max) << row.step;
    EXPECT_EQ(depth.normal, row.normal) << row.step;
    EXPECT_EQ(depth.background, row.background) << row.step;
    EXPECT_EQ(depth.at_cap, row.step <= -6) << row.step;
  }
  EXPECT_EQ(WbtDepthAt(0, 2).max, 2);
  EXPECT_EQ(WbtDepthAt(-3, 1).max, 1);
  EXPECT_EQ(WbtDepthAt(-1000000, 1023).max, 767);
  EXPECT_EQ(WbtDepthAt(1000000, 1023).max, 1);
}

constexpr int64_t kMs = 1'000'000;

TEST(Wbt, LimitDependsOnWhoWrites) {
  Wbt wbt({});
  WbtWrite background;
  background.background = true;
  WbtWrite priority;
  priority.priority = true;
  WbtWrite reclaim;
  reclaim.counter = WbtClass::kReclaim;
  EXPECT_EQ(wbt.LimitFor(0, background), 4);
  EXPECT_EQ(wbt.LimitFor(0, {}), 8);
  EXPECT_EQ(wbt.LimitFor(0, priority), 16);
  EXPECT_EQ(wbt.LimitFor(0, reclaim), 16);
  wbt.NoteOtherIo(0);
  EXPECT_EQ(wbt.LimitFor(100 * kMs - 1, {}), 4);
  EXPECT_EQ(wbt.LimitFor(100 * kMs, {}), 8);
  wbt.NoteDirtyStall(0);
  EXPECT_EQ(wbt.LimitFor(1000 * kMs - 1, background), 16);
  EXPECT_EQ(wbt.LimitFor(1000 * kMs, background), 4);
}

TEST(Wbt, AdmitsUpToTheLimitAndBehindNobody) {
  Wbt wbt({});
  const WbtWrite write;
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(wbt.MayAdmit(0, write, false));
    EXPECT_FALSE(wbt.MayAdmit(0, write, true));
    wbt.Admit(0, write);
  }
  EXPECT_FALSE(wbt.MayAdmit(0, write, false));
  WbtWrite discard;
  discard.counter = WbtClass::kDiscard;
  EXPECT_TRUE(wbt.MayAdmit(0, discard, false)) << "a counter of its own";
}

TEST(Wbt, VolatileCacheWakesOnlyWhenAllIsDone) {
  Wbt wbt({});
  WbtWrite write;
  write.background = true;
  for (int i = 0; i < 4; ++i) wbt.Admit(0, write);
  EXPECT_FALSE(wbt.Complete(0, write));
  EXPECT_FALSE(wbt.Complete(0, write));
  EXPECT_FALSE(wbt.Complete(0, write));
  EXPECT_TRUE(wbt.Complete(0, write));
  EXPECT_THROW(wbt.Complete(0, write), std::logic_error);
}

TEST(Wbt, WithoutAVolatileCacheItWakesBelowNormal) {
  WbtParameters parameters;
  parameters.volatile_cache = false;
  Wbt wbt(parameters);
  const WbtWrite write;
  for (int i = 0; i < 8; ++i) wbt.Admit(0, write);
  EXPECT_FALSE(wbt.Complete(0, write)) << "7 in flight: room for one, background / 2 is 2";
  EXPECT_TRUE(wbt.Complete(0, write));
}

TEST(Wbt, OnlyWritesStepDownToTheCapReadsSetItBack) {
  Wbt wbt({});
  const WbtWrite write;
  EXPECT_EQ(wbt.WindowEnd(), std::nullopt);
  wbt.Admit(0, write);
  for (int window = 1; window <= 8; ++window) {
    ASSERT_EQ(wbt.WindowEnd(), window * 100 * kMs);
    EXPECT_EQ(wbt.FinishWindow(window * 100 * kMs), window <= 6);
    EXPECT_EQ(wbt.step(), -std::min(window, 6));
  }
  // A slow read among enough writes: back to 0 at once, then up.
  const auto slow_window = [&](int64_t end) {
    wbt.StartRead(end - 10 * kMs);
    for (int i = 0; i < 3; ++i) {
      wbt.Admit(end - 5 * kMs, write);
      wbt.Complete(end - 4 * kMs, write);
    }
    wbt.FinishRead(end - 3 * kMs, end - 10 * kMs);
    wbt.FinishWindow(end);
  };
  slow_window(900 * kMs);
  EXPECT_EQ(wbt.step(), 0);
  slow_window(1000 * kMs);
  EXPECT_EQ(wbt.step(), 1);
  EXPECT_EQ(wbt.WindowEnd().value(), 1000 * kMs + 70'710'678) << "100 ms / sqrt(2)";
  for (int64_t i = 1; i < 9; ++i) slow_window((1000 + 100 * i) * kMs);
  EXPECT_EQ(wbt.step(), 4) << "one request in flight is the least";
}

TEST(Wbt, AnOldOutstandingReadCountsAsExceeded) {
  Wbt wbt({});
  wbt.Admit(0, {});
  wbt.StartRead(90 * kMs);
  EXPECT_TRUE(wbt.FinishWindow(100 * kMs));
  EXPECT_EQ(wbt.step(), 1);
}

TEST(Wbt, FastReadsGiveMoreDepth) {
  Wbt wbt({});
  for (int i = 0; i < 4; ++i) wbt.Admit(0, {});
  for (int i = 0; i < 3; ++i) wbt.Complete(kMs, {});
  wbt.StartRead(2 * kMs);
  wbt.FinishRead(3 * kMs, 2 * kMs);
  EXPECT_TRUE(wbt.FinishWindow(100 * kMs));
  EXPECT_EQ(wbt.step(), -1);
}

TEST(Wbt, WithoutKnowledgeTheStepGoesHome) {
  Wbt wbt({});
  wbt.Admit(0, {});
  wbt.FinishWindow(100 * kMs);
  ASSERT_EQ(wbt.step(), -1);
  wbt.Complete(150 * kMs, {});
  wbt.FinishWindow(200 * kMs);  // one write seen
  ASSERT_EQ(wbt.step(), -2);
  int64_t end = 200 * kMs;
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(wbt.FinishWindow(end += 100 * kMs));
  EXPECT_TRUE(wbt.FinishWindow(end += 100 * kMs));
  EXPECT_TRUE(wbt.FinishWindow(end += 100 * kMs));
  EXPECT_EQ(wbt.step(), 0);
  EXPECT_EQ(wbt.WindowEnd(), std::nullopt) << "nothing in flight, step 0: the timer rests";
}

TEST(Wbt, TargetZeroIsOff) {
  WbtParameters parameters;
  parameters.target_ns = 0;
  Wbt wbt(parameters);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(wbt.MayAdmit(0, {}, true));
    wbt.Admit(0, {});
  }
  EXPECT_EQ(wbt.WindowEnd(), std::nullopt);
  parameters.queue_depth = 0;
  EXPECT_THROW(Wbt{parameters}, Error);
}

}  // namespace
}  // namespace regress
