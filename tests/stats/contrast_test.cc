// SPDX-License-Identifier: Apache-2.0
// What the vectors do not reach: answers outside the domain and properties of contrasts of means.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "stats/boot_level.h"
#include "stats/equivalence.h"
#include "stats/intervals.h"
#include "stats/quantised.h"
#include "stats/sandwich.h"

namespace regress {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();
using List = std::vector<double>;

TEST(SandwichArithmeticTest, ZeroAndUnboundedFiguresHaveNoRatio) {
  EXPECT_FALSE(RelativeChange(0, 5));
  EXPECT_FALSE(RelativeChange(kNan, 5));
  EXPECT_FALSE(RelativeChange(2, kInfinity));
  EXPECT_FALSE(SandwichDelta(-1, 5, 1));
  EXPECT_FALSE(Recovery(2, 1, 2));
  EXPECT_FALSE(DeltaOverDrift(2, 3, 2));
  for (const DriftConvention convention : kDriftConventions) {
    EXPECT_FALSE(RelativeDrift(0, 0, convention));
    EXPECT_EQ(RelativeDrift(7, 7, convention), 0);
  }
  EXPECT_EQ(Midpoint(1.7e308, 1.7e308), 1.7e308);
}

TEST(SandwichArithmeticTest, SwappingTheControlsFlipsTheDriftAndKeepsTheDelta) {
  EXPECT_EQ(SandwichDelta(10, 14, 11), SandwichDelta(11, 14, 10));
  const auto convention = DriftConvention::kSignedVsMidpoint;
  EXPECT_EQ(RelativeDrift(10, 11, convention), -*RelativeDrift(11, 10, convention));
}

TEST(SandwichArithmeticTest, TimeWeights) {
  EXPECT_DOUBLE_EQ(TimeWeight(0, 283, 643).value(), 283.0 / 643);
  EXPECT_FALSE(TimeWeight(5, 5, 5));
  EXPECT_FALSE(TimeWeight(0, 9, 5));
  EXPECT_FALSE(TimeWeight(3, 1, 5));
  EXPECT_FALSE(TimeWeight(0, kNan, 5));
  // A straight line through the controls is removed exactly.
  EXPECT_DOUBLE_EQ(InterpolatedControl(100, 110, 0.3), 103);
}

TEST(SandwichArithmeticTest, FirstRoundsLeftOut) {
  const List rounds = {1, 2, 3};
  EXPECT_EQ(WithoutFirstRounds(rounds, 1).size(), 2u);
  EXPECT_EQ(WithoutFirstRounds(rounds, 1).front(), 2);
  EXPECT_TRUE(WithoutFirstRounds(rounds, 3).empty());
  EXPECT_TRUE(WithoutFirstRounds(rounds, 99).empty());
}

TEST(SandwichArithmeticTest, ReachableIntervals) {
  EXPECT_FALSE(ReachableChange({-1, 1}, {2, 3}));
  EXPECT_FALSE(ReachableDelta({-0.5, 0.5}, {2, 3}, {-0.5, 0.5}));
  EXPECT_FALSE(ReachableDrift({0, 1}, {2, 3}, DriftConvention::kAbsVsFirst));
  EXPECT_FALSE(ReachableRecovery({1, 2}, {1, 2}, {1.5, 3}));
  // Controls that may be equal may have no drift at all.
  EXPECT_EQ(ReachableDrift({9, 11}, {10, 12}, DriftConvention::kAbsVsFirst)->low, 0);
  EXPECT_LT(ReachableDrift({9, 11}, {10, 12}, DriftConvention::kSignedVsFirst)->low, 0);
}

MeanEstimate Estimate(const List& rounds) {
  return EstimateMean(Summarize(rounds).value()).value();
}

TEST(IntervalsTest, NoTestWithoutSpread) {
  const MeanEstimate constant = Estimate({5, 5, 5});
  EXPECT_EQ(constant.df, 0);
  EXPECT_FALSE(WelchTest(constant, constant));
  EXPECT_FALSE(RatioEquivalence(constant, constant, 0.02));
  EXPECT_FALSE(EstimateMean(Summarize(List{5}).value()));
  EXPECT_FALSE(StudentTest(Summarize(List{5, 5}).value(), Summarize(List{6, 6}).value()));
  EXPECT_FALSE(
      CompareVariances(Summarize(List{5, 5}).value(), Summarize(List{6, 7}).value(), 0.95));
  EXPECT_FALSE(CompareVariances(Summarize(List{5}).value(), Summarize(List{6, 7}).value(), 0.95));
}

TEST(IntervalsTest, SpreadOnOneSideIsEnough) {
  const DifferenceTest test = WelchTest(Estimate({5, 6, 7, 9}), Estimate({5, 5, 5})).value();
  EXPECT_DOUBLE_EQ(test.df, 3);
  EXPECT_GT(test.p, 0);
}

TEST(IntervalsTest, RatioOfAnUncertainDenominatorIsUnbounded) {
  const MeanEstimate steady{10, 0.01, 10};
  EXPECT_FALSE(Fieller(steady, {1, 1, 10}, 2));     // g = 4
  EXPECT_FALSE(Fieller(steady, {1, 0.25, 10}, 2));  // g = 1
  EXPECT_TRUE(Fieller(steady, {1, 0.2, 10}, 2));
  EXPECT_FALSE(Fieller(steady, {0, 0, 0}, 2));
  EXPECT_FALSE(Fieller({kNan, 1, 3}, steady, 2));
  EXPECT_FALSE(RatioStandardError(steady, {0, 1, 10}));
  EXPECT_FALSE(LogDelta(steady, {-1, 1, 10}, 2));
  EXPECT_FALSE(LogDelta(steady, {1, 1e8, 10}, 2));
}

// Fieller's interval of R excludes 1 exactly when the t test of the difference rejects at its
// quantile.
TEST(IntervalsTest, FiellerAgreesWithTheTest) {
  const MeanEstimate control{10, 0.04, 12};
  for (const double mean : {9.0, 9.3, 9.39, 9.41, 10.0, 10.59, 10.61, 11.0}) {
    const MeanEstimate patched{mean, 0.05, 12};
    const double t = std::abs(mean - 10) / 0.3;
    EXPECT_EQ(!Fieller(patched, control, 2)->ratio.Contains(1), t > 2) << mean;
  }
}

TEST(IntervalsTest, RatiosDoNotDependOnTheUnit) {
  const MeanEstimate x{11, 0.3, 7};
  const MeanEstimate y{10, 0.2, 8};
  const MeanEstimate x_ns{11e9, 0.3e18, 7};
  const MeanEstimate y_ns{10e9, 0.2e18, 8};
  EXPECT_DOUBLE_EQ(Fieller(x, y, 2)->ratio.low, Fieller(x_ns, y_ns, 2)->ratio.low);
  EXPECT_DOUBLE_EQ(LogDelta(x, y, 2)->high, LogDelta(x_ns, y_ns, 2)->high);
  EXPECT_NEAR(RatioEquivalence(x, y, 0.2)->p(), RatioEquivalence(x_ns, y_ns, 0.2)->p(), 1e-14);
  // The log interval of the inverse ratio is the inverse interval.
  EXPECT_DOUBLE_EQ(LogDelta(x, y, 2)->low, 1 / LogDelta(y, x, 2)->high);
}

TEST(EquivalenceTest, MarginsOutsideTheDomain) {
  const MeanEstimate x{11, 0.3, 7};
  EXPECT_FALSE(RatioEquivalence(x, x, 0));
  EXPECT_FALSE(RatioEquivalence(x, x, 1));
  EXPECT_FALSE(RatioEquivalence(x, x, kNan));
  EXPECT_FALSE(RatioEquivalence(x, {-1, 1, 5}, 0.1));
  EXPECT_FALSE(DifferenceEquivalence(x, x, -1));
  // Far apart: the p value is near 1, not a refusal.
  EXPECT_GT(RatioEquivalence({20, 0.3, 7}, x, 0.02)->p(), 0.99);
}

TEST(BootLevelTest, NoSpreadNoTest) {
  EXPECT_FALSE(SandwichBootTest(23, 38, 23));
  EXPECT_FALSE(SandwichBootTestLog(23, 38, 23));
  EXPECT_FALSE(SandwichBootTestLog(23, 0, 24));
  EXPECT_FALSE(SandwichBootTestLog(-23, 1, 24));
  EXPECT_FALSE(SandwichBootTest(kNan, 1, 24));
  EXPECT_FALSE(PooledBootSpread(std::vector<List>{{1}, {2}}));
  EXPECT_FALSE(PooledBootSpread(std::vector<List>{}));
  EXPECT_FALSE(PooledBootSpread(std::vector<List>{{1, kNan}}));
  EXPECT_FALSE(TestBoots(1, 0, 2, 2, {1, 1}));
  EXPECT_FALSE(TestBoots(1, 1, 2, 2, {1, 0}));
}

TEST(BootLevelTest, SpreadOfManyBootsMakesSmallDeltasStandOut) {
  // The same standard deviation, known from 20 boots instead of 2.
  const BootSpread few{0.01, 1};
  const BootSpread many{0.01, 20};
  const BootTest weak = TestBoots(0.04, 1, 0, 2, few).value();
  const BootTest strong = TestBoots(0.04, 1, 0, 2, many).value();
  EXPECT_EQ(weak.t, strong.t);
  EXPECT_GT(weak.p, 0.15);
  EXPECT_LT(strong.p, 0.005);
}

TEST(BootLevelTest, NestedBootsNeedEqualRoundsAndRepeatedKernels) {
  const List two = {1, 2};
  const List three = {1, 2, 3};
  const List one = {1};
  EXPECT_FALSE(AnalyzeNestedBoots(std::vector<Values>{two, three}, std::vector<int>{0, 0}));
  EXPECT_FALSE(AnalyzeNestedBoots(std::vector<Values>{two, two}, std::vector<int>{0, 1}));
  EXPECT_FALSE(AnalyzeNestedBoots(std::vector<Values>{one, one}, std::vector<int>{0, 0}));
  EXPECT_FALSE(AnalyzeNestedBoots(std::vector<Values>{two}, std::vector<int>{0, 0}));
  EXPECT_FALSE(AnalyzeNestedBoots({}, {}));
}

std::optional<double> Quantum(const List& values) {
  return DetectQuantum(std::vector<Values>{values});
}

TEST(QuantisedTest, QuantumOfValues) {
  EXPECT_EQ(Quantum({37, 38, 38, 39}), 1);
  EXPECT_EQ(Quantum({23, 23, 23}), 1);
  EXPECT_EQ(Quantum({20, 30, 20}), 1);  // too few distinct values to believe in tens
  EXPECT_EQ(Quantum({1230, 1240, 1260, 1270, 1310, 1290}), 10);
  EXPECT_EQ(Quantum({1235, 1245, 1265, 1275, 1315, 1295}), 10);
  EXPECT_EQ(Quantum({100, 200, 200, 100, 300, 100, 200, 200, 300, 100, 200, 100}), 100);
  EXPECT_EQ(DetectQuantum(std::vector<Values>{List(9, 20), List(9, 30)}), 1);  // no spread inside
  EXPECT_EQ(Quantum({0.25, 0.5, 0.31}), 0.01);
  EXPECT_EQ(Quantum({-3, 0, 4}), 1);
  EXPECT_FALSE(Quantum({1.0 / 3}));
  EXPECT_FALSE(Quantum({1e300}));
  EXPECT_FALSE(Quantum({kNan}));
  EXPECT_FALSE(Quantum({}));
}

TEST(QuantisedTest, WhenTheQuantumMatters) {
  EXPECT_TRUE(IsQuantised(List{37, 38, 38, 39}, 1));
  EXPECT_FALSE(IsQuantised(List{37, 38, 39}, 1));             // no value is repeated
  EXPECT_FALSE(IsQuantised(List{1000, 1200, 1200, 900}, 1));  // far more than the quantum apart
  EXPECT_FALSE(IsQuantised(List{37, 38, 40, 44}, 1));
  List nearly_constant(100, 50);
  for (size_t i = 0; i < 3; ++i) nearly_constant[i] = 51 + static_cast<double>(i % 2);
  EXPECT_TRUE(IsQuantised(nearly_constant, 1));
  EXPECT_FALSE(IsQuantised(List{}, 1));
  EXPECT_FALSE(ResolutionBound(0.5, 3, 1));
  EXPECT_EQ(DistinctValues(List{1, 2, 3, 4, 5}, 4), 4u);
  EXPECT_EQ(DistinctValues(List(40, 1), 99), 1u);
}

TEST(QuantisedTest, CutOffValuesLieAboveTheirFigure) {
  const Interval bound = ResolutionBound(10, 20, 1, Rounding::kTruncated).value();
  EXPECT_DOUBLE_EQ(bound.low, 20.0 / 11 - 1);
  EXPECT_DOUBLE_EQ(bound.high, 21.0 / 10 - 1);
}

}  // namespace
}  // namespace regress
