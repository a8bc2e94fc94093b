// SPDX-License-Identifier: Apache-2.0
#include "stats/round_statistics.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

namespace regress {
namespace {

Comparison Of(const std::vector<std::pair<Role, std::vector<double>>>& points) {
  Comparison comparison;
  comparison.metric = "lookup_ns";
  for (const auto& [role, rounds] : points) {
    Point point;
    point.role = role;
    point.rounds = rounds;
    comparison.points.push_back(point);
  }
  return comparison;
}

const std::vector<double> kFirst = {204.1, 206.3, 205.2, 207.9, 203.8, 205.5, 206.6, 204.9, 205.8};
const std::vector<double> kPatched = {190.2, 191.7, 189.9, 190.8, 226.0,
                                      191.1, 190.4, 192.0, 189.5};
const std::vector<double> kLast = {205.0, 206.9, 205.7, 207.2, 204.6, 206.1, 207.0, 205.3, 206.4};

TEST(RoundStatisticsTest, ASandwichWithOneRoundApart) {
  const Comparison sandwich =
      Of({{Role::kControl, kFirst}, {Role::kPatched, kPatched}, {Role::kControl, kLast}});
  const std::optional<RoundStatistics> rounds = DescribeRounds(sandwich, 0.05, 0.02);
  ASSERT_TRUE(rounds);
  ASSERT_EQ(rounds->points.size(), 3u);
  EXPECT_EQ(rounds->points[0].flagged, std::vector<size_t>{});
  EXPECT_EQ(rounds->points[1].flagged, std::vector<size_t>{4});
  EXPECT_EQ(rounds->points[1].severe, 1u);
  // The flagged round counts in the change and is left out beside it.
  const double midpoint = (205.5666666666667 + 206.0222222222222) / 2;
  ASSERT_TRUE(rounds->bootstrap);
  EXPECT_NEAR(rounds->bootstrap->estimate, 194.6222222222222 / midpoint - 1, 1e-12);
  ASSERT_TRUE(rounds->without_flagged);
  EXPECT_NEAR(*rounds->without_flagged, 190.7 / midpoint - 1, 1e-12);
  ASSERT_TRUE(rounds->log_delta);
  EXPECT_LT(rounds->log_delta->low, 194.6222222222222 / midpoint);
  EXPECT_GT(rounds->log_delta->high, 194.6222222222222 / midpoint);
  ASSERT_TRUE(rounds->permutation);
  EXPECT_FALSE(rounds->permutation->exact);
  EXPECT_NEAR(rounds->permutation->observed, 194.6222222222222 - midpoint, 1e-9);
  ASSERT_TRUE(rounds->shift);
  EXPECT_NEAR(rounds->shift->shift, -15.0, 0.2);  // ranks hardly see the round apart
  EXPECT_NEAR(*rounds->cliffs_delta, -7.0 / 9, 1e-12);
  EXPECT_TRUE(rounds->line);
  EXPECT_TRUE(rounds->fixed_margin_p);
  EXPECT_EQ(rounds->first_rounds.points, 3u);
  EXPECT_EQ(rounds->first_rounds.below, 3u);
}

TEST(RoundStatisticsTest, TwoPointsOfFewRoundsAreCountedThrough) {
  const std::optional<RoundStatistics> rounds = DescribeRounds(
      Of({{Role::kControl, {10, 11, 12}}, {Role::kPatched, {13, 14, 15}}}), 0.05, 0.02);
  ASSERT_TRUE(rounds);
  EXPECT_FALSE(rounds->bootstrap);  // needs 8 rounds
  EXPECT_FALSE(rounds->line);
  ASSERT_TRUE(rounds->permutation);
  EXPECT_TRUE(rounds->permutation->exact);
  EXPECT_EQ(rounds->permutation->assignments, 20u);
  EXPECT_NEAR(rounds->permutation->p, 0.1, 1e-12);
  EXPECT_NEAR(rounds->least_rank_p, 0.1, 1e-12);
  EXPECT_NEAR(rounds->ranks->p, 0.1, 1e-12);
  EXPECT_FALSE(rounds->without_flagged);
}

TEST(RoundStatisticsTest, ALevelChangesInsideAPoint) {
  std::vector<double> shifted;
  for (int i = 0; i < 24; ++i) shifted.push_back((i < 12 ? 100 : 130) + 0.1 * (i * 7 % 5));
  const std::optional<RoundStatistics> rounds =
      DescribeRounds(Of({{Role::kControl, shifted}, {Role::kPatched, kPatched}}), 0.05, 0.02);
  ASSERT_TRUE(rounds);
  ASSERT_EQ(rounds->points[0].levels.size(), 1u);
  EXPECT_EQ(rounds->points[0].levels[0].index, 12u);
  EXPECT_GT(*rounds->points[0].correlation, 0.8);
  EXPECT_LT(*rounds->points[0].worth, 3);
}

TEST(RoundStatisticsTest, NothingWithoutRoundsOfBothRoles) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(DescribeRounds(Of({{Role::kControl, kFirst}}), 0.05, 0.02));
  EXPECT_FALSE(DescribeRounds(Of({{Role::kControl, kFirst}, {Role::kPatched, {}}}), 0.05, 0.02));
  EXPECT_FALSE(
      DescribeRounds(Of({{Role::kControl, kFirst}, {Role::kPatched, {1, nan}}}), 0.05, 0.02));
  const std::optional<RoundStatistics> equal =
      DescribeRounds(Of({{Role::kControl, {5, 5}}, {Role::kPatched, {5, 5}}}), 0.05, 0.02);
  ASSERT_TRUE(equal);
  EXPECT_FALSE(equal->log_delta);
  EXPECT_FALSE(equal->effect);
}

}  // namespace
}  // namespace regress
