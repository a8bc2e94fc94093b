// SPDX-License-Identifier: Apache-2.0
// What a comparison says of awkward rounds: every case has a defined answer.
#include "stats/comparison_analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace regress {
namespace {

using Rounds = std::vector<double>;

Comparison Compared(const std::vector<std::pair<Role, Rounds>>& points,
                    Direction better = Direction::kLower) {
  Comparison comparison;
  comparison.metric = "x";
  comparison.better = better;
  for (const auto& [role, rounds] : points) {
    Point point;
    point.role = role;
    point.rounds = rounds;
    comparison.points.push_back(std::move(point));
  }
  const SandwichAnalyzer analyzer{AnalysisOptions{}};
  const SandwichAnalysis analysis = AnalyzePoints(comparison, analyzer);
  FillComparison(comparison, analysis, analyzer.options());
  DecideComparison(comparison, analysis, {}, analysis.p_within, analysis.p_between);
  return comparison;
}

constexpr Role kC = Role::kControl;
constexpr Role kP = Role::kPatched;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct AwkwardCase {
  const char* name;
  std::vector<std::pair<Role, Rounds>> points;
  ComparisonVerdict verdict;
  std::vector<std::string> reasons;
};

class Awkward : public testing::TestWithParam<AwkwardCase> {};

TEST_P(Awkward, HasADefinedAnswer) {
  const Comparison comparison = Compared(GetParam().points);
  EXPECT_EQ(Name(comparison.verdict), Name(GetParam().verdict));
  EXPECT_THAT(comparison.reasons, testing::ElementsAreArray(GetParam().reasons));
  EXPECT_TRUE(std::isfinite(comparison.change.value_or(0)));
  const Interval interval = comparison.delta_ci ? comparison.delta_ci->bounds : Interval{};
  EXPECT_LE(interval.low, interval.high);
}

constexpr const char* kOneControl = "no second control: drift and boot-to-boot spread are unknown";

INSTANTIATE_TEST_SUITE_P(
    All, Awkward,
    testing::Values(
        AwkwardCase{"no_rounds",
                    {{kC, {}}, {kP, {1, 2, 3}}},
                    ComparisonVerdict::kInconclusive,
                    {"a point has no finite figure"}},
        AwkwardCase{"no_control",
                    {{kP, {1, 2, 3}}},
                    ComparisonVerdict::kInconclusive,
                    {"no control point"}},
        AwkwardCase{"no_patched",
                    {{kC, {1, 2, 3}}, {kC, {1, 2, 3}}},
                    ComparisonVerdict::kInconclusive,
                    {"no patched point"}},
        AwkwardCase{"one_round",
                    {{kC, {10}}, {kP, {12}}},
                    ComparisonVerdict::kInconclusive,
                    {"1 round, --min-rounds is 3", kOneControl,
                     "means without spread: no interval, no support"}},
        AwkwardCase{"two_rounds",
                    {{kC, {10.1, 10.2}}, {kP, {12.1, 12.3}}},
                    ComparisonVerdict::kInconclusive,
                    {"2 rounds, --min-rounds is 3", kOneControl}},
        AwkwardCase{"no_variance_at_all",
                    {{kC, {10, 10, 10}}, {kP, {12, 12, 12}}},
                    ComparisonVerdict::kWorse,
                    {kOneControl}},
        AwkwardCase{"no_variance_and_equal",
                    {{kC, {10, 10, 10}}, {kP, {10, 10, 10}}},
                    ComparisonVerdict::kSame,
                    {kOneControl}},
        AwkwardCase{"no_variance_on_one_side",
                    {{kC, {10, 10, 10, 10}}, {kP, {12.31, 12.52, 12.13, 12.44}}},
                    ComparisonVerdict::kWorse,
                    {kOneControl}},
        AwkwardCase{"control_of_zero",
                    {{kC, {0, 0, 0}}, {kP, {1.5, 1.7, 1.6}}},
                    ComparisonVerdict::kWorse,
                    {kOneControl, "new from 0: no percent of a control of zero"}},
        AwkwardCase{"negative_control",
                    {{kC, {-5.1, -5.2, -5.3}}, {kP, {-1.5, -1.7, -1.6}}},
                    ComparisonVerdict::kWorse,
                    {kOneControl, "the control is negative: the difference is given, no percent"}},
        AwkwardCase{"not_a_number",
                    {{kC, {1, kNan, 3}}, {kP, {1, 2, 3}}},
                    ComparisonVerdict::kInconclusive,
                    {"a point has no finite figure"}},
        AwkwardCase{"infinite",
                    {{kC, {1, 2, 3}}, {kP, {1, INFINITY, 3}}},
                    ComparisonVerdict::kInconclusive,
                    {"a point has no finite figure"}},
        AwkwardCase{"drift_beyond_the_limit",
                    {{kC, {10.1, 10.3, 10.2}}, {kP, {15.1, 15.3, 15.2}}, {kC, {11.1, 11.3, 11.2}}},
                    ComparisonVerdict::kInconclusive,
                    {"the controls drift +9.3%, limit 2%",
                     "round 1 is lowest in every point: systematic, cancels in the delta"}},
        AwkwardCase{
            "between_the_controls",
            {{kC, {10.11, 10.13, 10.12}}, {kP, {10.15, 10.18, 10.16}}, {kC, {10.21, 10.23, 10.22}}},
            ComparisonVerdict::kInconclusive,
            {"the patched mean lies between the controls",
             "round 1 is lowest in every point: systematic, cancels in the delta"}}),
    [](const auto& param) { return param.param.name; });

TEST(ComparisonAnalysis, UnequalNumbersOfRoundsAreFine) {
  const Comparison comparison = Compared(
      {{kC,
        {10.1, 10.3, 10.2, 10.0, 10.4, 10.2, 10.1, 10.3, 10.2, 10.1, 10.2, 10.3, 10.0, 10.4, 10.2}},
       {kP, {12.1, 12.4, 12.2}}});
  EXPECT_EQ(comparison.points[0].n, 15u);
  EXPECT_EQ(comparison.points[1].n, 3u);
  ASSERT_TRUE(comparison.delta_ci);
  EXPECT_TRUE(comparison.delta_ci->bounds.Contains(*comparison.change));
  EXPECT_EQ(comparison.verdict, ComparisonVerdict::kWorse);
}

TEST(ComparisonAnalysis, AnUnknownDirectionIsNeverARegression) {
  EXPECT_EQ(
      Compared({{kC, {10.1, 10.3, 10.2}}, {kP, {12.1, 12.4, 12.2}}}, Direction::kUnknown).verdict,
      ComparisonVerdict::kUnknown);
  EXPECT_EQ(
      Compared({{kC, {10.1, 10.3, 10.2}}, {kP, {12.1, 12.4, 12.2}}}, Direction::kHigher).verdict,
      ComparisonVerdict::kBetter);
}

TEST(ComparisonAnalysis, NoChangeComesWithTheSmallestThatWouldShow) {
  const Comparison comparison = Compared({{kC, {10, 14, 9, 13.5}}, {kP, {11, 13, 10, 12.6}}});
  ASSERT_TRUE(comparison.mde);
  ASSERT_EQ(comparison.reasons.size(), 2u);
  EXPECT_EQ(comparison.reasons[1].find("no change is shown: changes of "), 0u);
}

TEST(ComparisonAnalysis, SwappingTheControlsFlipsTheDriftAndKeepsTheDelta) {
  const Rounds a = {10.1, 10.4, 10.2};
  const Rounds b = {10.2, 10.3, 10.5};
  const Comparison one = Compared({{kC, a}, {kP, {12, 12.1, 12.3}}, {kC, b}});
  const Comparison two = Compared({{kC, b}, {kP, {12, 12.1, 12.3}}, {kC, a}});
  EXPECT_DOUBLE_EQ(*one.change, *two.change);
  EXPECT_DOUBLE_EQ(one.drift->value, -two.drift->value);
}

}  // namespace
}  // namespace regress
