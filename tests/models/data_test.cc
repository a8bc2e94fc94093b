// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/data/claim.h"
#include "models/data/metric.h"
#include "models/data/printed_number.h"
#include "models/data/verdict.h"

namespace regress {
namespace {

TEST(PrintedNumber, StandsForTheIntervalOfItsDigits) {
  EXPECT_EQ((PrintedNumber{12.5, 0.5, "", Rounding::kNearest}.interval()),
            (Interval{12.25, 12.75}));
  EXPECT_EQ((PrintedNumber{42, 1, "42", Rounding::kTruncated}.interval()), (Interval{42, 43}));
  EXPECT_EQ((PrintedNumber{-42, 1, "-42", Rounding::kTruncated}.interval()), (Interval{-43, -42}));
  EXPECT_EQ((PrintedNumber{42, 1, "42", Rounding::kExact}.interval()), (Interval{42, 42}));
}

TEST(Interval, ClosedIntervalsThatTouchMeet) {
  EXPECT_TRUE((Interval{0, 0.3}).Meets({0.1 + 0.2, 1}));
  EXPECT_FALSE((Interval{0, 1}).Meets({1.0001, 2}));
  EXPECT_DOUBLE_EQ((Interval{0, 1}).Gap({1.5, 2}), 0.5);
  EXPECT_DOUBLE_EQ((Interval{3, 4}).Gap({1.5, 2}), 1);
}

TEST(PercentChange, TakesTheExtremesOfAllCorners) {
  const Interval change = PercentChange({9, 11}, {18, 22});
  EXPECT_DOUBLE_EQ(change.low, 100 * (18.0 - 11) / 11);
  EXPECT_DOUBLE_EQ(change.high, 100 * (22.0 - 9) / 9);
}

TEST(GlobMatch, StarAndQuestionMark) {
  EXPECT_TRUE(GlobMatch("*_ns", "fio.write_clat_mean_ns"));
  EXPECT_TRUE(GlobMatch("fio.*_clat_??%_ns", "fio.write_clat_99%_ns"));
  EXPECT_TRUE(GlobMatch("*", ""));
  EXPECT_FALSE(GlobMatch("*_us", "fio.write_clat_mean_ns"));
  EXPECT_FALSE(GlobMatch("?", ""));
  EXPECT_TRUE(GlobMatch("a*b*c", "axxbyybc"));
}

TEST(Names, EveryWordOfTheContractOnce) {
  EXPECT_EQ(Name(ClaimKind::kHeadline), "headline");
  EXPECT_EQ(Name(ClaimKind::kModel), "model");
  EXPECT_EQ(Name(ReasonCode::kOk), "ok");
  EXPECT_EQ(Name(ReasonCode::kGeneratorQuirk), "generator-quirk");
  EXPECT_EQ(Name(ReasonCode::kFitted), "fitted");
  EXPECT_EQ(Name(Direction::kHigher), "higher");
}

}  // namespace
}  // namespace regress
