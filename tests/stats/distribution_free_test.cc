// SPDX-License-Identifier: Apache-2.0
// Ranks, permutations, resampling and shapes against brute force, and their answers outside the
// domain.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/bootstrap.h"
#include "stats/effect_size.h"
#include "stats/permutation.h"
#include "stats/rank_tests.h"
#include "stats/shape_tests.h"
#include "stats/summary.h"

namespace regress {
namespace {

using List = std::vector<double>;
const double kNan = std::numeric_limits<double>::quiet_NaN();

const List kBadLists[] = {{}, {1, kNan}, {std::numeric_limits<double>::infinity(), 2}};
const List kGood = {3, 1, 4, 1.5, 9};

// Share of all choices of n of the joined values for which `f(chosen, others)` holds.
template <typename Predicate>
double ShareOfAssignments(const List& x, const List& y, Predicate f) {
  List joined = x;
  joined.insert(joined.end(), y.begin(), y.end());
  std::vector<int> chosen(joined.size(), 0);
  std::fill(chosen.end() - static_cast<std::ptrdiff_t>(x.size()), chosen.end(), 1);
  double hits = 0;
  double all = 0;
  do {
    List left;
    List right;
    for (size_t i = 0; i < joined.size(); ++i) (chosen[i] != 0 ? left : right).push_back(joined[i]);
    hits += f(left, right) ? 1 : 0;
    all += 1;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return hits / all;
}

double PairsWon(const List& x, const List& y) {
  double won = 0;
  for (const double a : x) {
    for (const double b : y) won += a > b ? 1 : (a == b ? 0.5 : 0);
  }
  return won;
}

TEST(MannWhitneyTest, ExactIsTheShareOfAssignments) {
  const List x = {1, 5, 6.5, 7};
  const List y = {2, 3, 8, 9, 10};
  const RankTest test = MannWhitneyExact(x, y).value();
  EXPECT_EQ(test.u, PairsWon(x, y));
  const double less = ShareOfAssignments(
      x, y, [&](const List& a, const List& b) { return PairsWon(a, b) <= test.u; });
  EXPECT_NEAR(test.p_less, less, 1e-12);
  EXPECT_NEAR(test.p, 2 * less, 1e-12);
  // Without ties the conditional test is the same test.
  EXPECT_NEAR(MannWhitneyMidranks(x, y)->p, test.p, 1e-12);
}

TEST(MannWhitneyTest, TiesAreConditionedOn) {
  const List x = {1, 2, 2, 2, 5};
  const List y = {2, 3, 5, 5, 7, 7};
  const RankTest test = MannWhitneyMidranks(x, y).value();
  const double middle = static_cast<double>(x.size() * y.size()) / 2;
  const double both = ShareOfAssignments(x, y, [&](const List& a, const List& b) {
    return std::abs(PairsWon(a, b) - middle) >= std::abs(test.u - middle);
  });
  EXPECT_NEAR(test.p, both, 1e-12);
  EXPECT_TRUE(test.ties);
  EXPECT_FALSE(MannWhitneyExact(x, y));
  EXPECT_EQ(MannWhitney(x, y)->p, test.p);
}

TEST(MannWhitneyTest, ManyRoundsFallBackToTheNormalApproximation) {
  List x(60);
  List y(55);
  std::iota(x.begin(), x.end(), 0.25);
  std::iota(y.begin(), y.end(), 10.5);
  EXPECT_FALSE(MannWhitneyExact(x, y));
  EXPECT_FALSE(MannWhitneyMidranks(x, y));
  EXPECT_EQ(MannWhitney(x, y)->p, MannWhitneyNormal(x, y)->p);
  EXPECT_TRUE(std::isnan(MannWhitneyLower(3, 51, 2)));
  // The order-statistic interval changes over to the approximation without a jump.
  const List x50(x.begin(), x.begin() + 50);
  const List y50(y.begin(), y.begin() + 50);
  const ShiftEstimate exact = HodgesLehmann(x50, y50, 0.95).value();
  EXPECT_NEAR(exact.achieved_confidence, 0.95, 0.005);
  EXPECT_NEAR(HodgesLehmann(x, y, 0.95)->achieved_confidence, 0.95, 0.005);
}

TEST(MannWhitneyTest, TheExactDistributionAddsUpAtTheLargestSize) {
  EXPECT_NEAR(MannWhitneyLower(1249.5, 50, 50) * 2 +
                  (MannWhitneyLower(1250, 50, 50) - MannWhitneyLower(1249, 50, 50)),
              1, 1e-12);
  EXPECT_EQ(MannWhitneyLower(-1, 5, 5), 0);
  EXPECT_EQ(MannWhitneyLower(25, 5, 5), 1);
}

TEST(MannWhitneyTest, WhatAFewRoundsCanReach) {
  EXPECT_NEAR(SmallestRankP(4, 4), 2.0 / 70, 1e-15);
  EXPECT_NEAR(SmallestRankP(3, 3), 0.1, 1e-15);
  EXPECT_EQ(SmallestRankP(1, 1), 1);
  EXPECT_FALSE(HodgesLehmann(List{1, 2}, List{3, 4}, 0.95)->interval);
  EXPECT_NEAR(MannWhitneyExact(List{1, 2, 3}, List{4, 5, 6})->p, 0.1, 1e-12);
}

TEST(MannWhitneyTest, SwappingThePointsMirrorsTheTest) {
  const List x = {1, 5, 6, 7};
  const List y = {2, 3, 8, 9, 10};
  EXPECT_NEAR(MannWhitneyExact(x, y)->p, MannWhitneyExact(y, x)->p, 1e-15);
  EXPECT_EQ(HodgesLehmann(x, y, 0.9)->shift, -HodgesLehmann(y, x, 0.9)->shift);
  EXPECT_EQ(HodgesLehmann(x, y, 0.9)->interval->low, -HodgesLehmann(y, x, 0.9)->interval->high);
  EXPECT_NEAR(BrunnerMunzel(x, y)->statistic, -BrunnerMunzel(y, x)->statistic, 1e-12);
  EXPECT_EQ(*CliffsDelta(x, y), -*CliffsDelta(y, x));
}

TEST(RankTestsTest, NoAnswerForBadPoints) {
  for (const List& bad : kBadLists) {
    EXPECT_FALSE(MannWhitneyExact(bad, kGood));
    EXPECT_FALSE(MannWhitneyMidranks(kGood, bad));
    EXPECT_FALSE(MannWhitneyNormal(bad, kGood));
    EXPECT_FALSE(MannWhitney(bad, kGood));
    EXPECT_FALSE(HodgesLehmann(bad, kGood, 0.95));
    EXPECT_FALSE(BrunnerMunzel(bad, kGood));
    EXPECT_FALSE(PermuteMeans(bad, kGood));
    EXPECT_FALSE(PermuteSandwich(kGood, kGood, bad));
    EXPECT_FALSE(CliffsDelta(bad, kGood));
    EXPECT_FALSE(VarghaDelaneyA(kGood, bad));
    EXPECT_FALSE(StandardizedEffect(bad, kGood));
    EXPECT_FALSE(BrownForsythe(bad, kGood));
    EXPECT_FALSE(KolmogorovSmirnov(kGood, bad));
    EXPECT_FALSE(ShapiroWilk(bad));
  }
  const List same(5, 2);
  EXPECT_FALSE(MannWhitneyNormal(same, same));
  EXPECT_EQ(MannWhitneyMidranks(same, same)->p, 1);
  EXPECT_FALSE(BrunnerMunzel(List{1, 2}, List{3, 4}));  // no overlap
  EXPECT_FALSE(BrunnerMunzel(List{1}, List{3, 4}));
  EXPECT_FALSE(HodgesLehmann(kGood, kGood, 1));
  EXPECT_FALSE(HodgesLehmann(List(3000, 1), List(3000, 2), 0.95));  // too many pairs
  EXPECT_FALSE(StandardizedEffect(same, same));
  EXPECT_FALSE(StandardizedEffect(kGood, same)->glass_delta);
  EXPECT_FALSE(BrownForsythe(same, same));
  EXPECT_FALSE(ShapiroWilk(same));
  EXPECT_FALSE(ShapiroWilk(List{1, 2}));
  EXPECT_TRUE(std::isnan(HedgesJ(1)));
  EXPECT_NEAR(HedgesJ(1e6), 1 - 0.75e-6, 1e-9);
}

TEST(PermutationTest, ASampleAgreesWithAllAssignments) {
  const List a = {10.1, 10.3, 10.2, 10.8};
  const List p = {9.9, 10.5, 9.6, 10.0};
  const List b = {10.4, 10.2, 10.6, 10.1};
  const auto exact = PermuteSandwich(a, p, b).value();
  EXPECT_TRUE(exact.exact);
  EXPECT_EQ(exact.assignments, 34650u);
  PermutationOptions options;
  options.max_exact = 1000;
  const auto sampled = PermuteSandwich(a, p, b, options).value();
  EXPECT_FALSE(sampled.exact);
  EXPECT_EQ(sampled.assignments, 100000u);
  EXPECT_NEAR(sampled.p, exact.p, 0.005);
  EXPECT_EQ(PermuteSandwich(a, p, b, options)->p, sampled.p);  // the seed decides
  options.seed = 2;
  EXPECT_NE(PermuteSandwich(a, p, b, options)->p, sampled.p);
}

TEST(PermutationTest, ASampleNeverGivesZero) {
  List low(20);
  List high(20);
  std::iota(low.begin(), low.end(), 0);
  std::iota(high.begin(), high.end(), 1000);
  PermutationOptions options;
  options.samples = 99;
  EXPECT_EQ(PermuteMeans(low, high, options)->p, 0.01);
}

TEST(BootstrapTest, FewRoundsAreRefused) {
  const PointStatistic mean = [](std::span<const Values> p) { return *Mean(p[0]); };
  const List seven = {1, 2, 3, 4, 5, 6, 7};
  EXPECT_FALSE(Bootstrap(std::vector<Values>{seven}, mean));
  EXPECT_FALSE(Bootstrap({}, mean));
  EXPECT_FALSE(IntervalsOfResamples({}, 1, 0, 0.05));
  EXPECT_FALSE(IntervalsOfResamples({1, 2}, kNan, 0, 0.05));
  const PointStatistic undefined = [](std::span<const Values>) { return kNan; };
  EXPECT_FALSE(Bootstrap(std::vector<Values>{List(9, 1)}, undefined));
}

TEST(BootstrapTest, RoundsStayInTheirPointAndTheSeedDecides) {
  const List control = {100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100.1};
  const List patched = {140, 141, 139, 140.5, 139.5, 140.2, 139.8, 140.1};
  const std::vector<Values> points = {control, patched};
  const PointStatistic delta = [](std::span<const Values> p) {
    return *Mean(p[1]) / *Mean(p[0]) - 1;
  };
  BootstrapOptions options;
  options.resamples = 2000;
  const BootstrapIntervals first = Bootstrap(points, delta, options).value();
  EXPECT_NEAR(first.estimate, 0.4, 1e-3);
  // Mixed points could not stay this close.
  EXPECT_GT(first.percentile.low, 0.39);
  EXPECT_LT(first.bca.high, 0.41);
  EXPECT_EQ(Bootstrap(points, delta, options)->bca.low, first.bca.low);
  options.seed = 2;
  EXPECT_NE(Bootstrap(points, delta, options)->mean, first.mean);
}

// A Monte Carlo bootstrap must come close to the exact one: for the mean the exact sd is the
// population sd over root n.
TEST(BootstrapTest, ResamplesHaveTheExactMoments) {
  const List rounds = {10, 10.1, 10.2, 10.4, 14, 11, 12.5, 9};
  const std::vector<Values> points = {rounds};
  const PointStatistic mean = [](std::span<const Values> p) { return *Mean(p[0]); };
  BootstrapOptions options;
  options.resamples = 40000;
  const BootstrapIntervals result = Bootstrap(points, mean, options).value();
  const Summary summary = Summarize(rounds).value();
  EXPECT_NEAR(result.mean, summary.mean, 0.01);
  EXPECT_NEAR(result.sd, *summary.PopulationSd() / std::sqrt(8.0), 0.005);
}

TEST(BootstrapTest, AConstantStatisticHasAPointForAnInterval) {
  const List same(8, 5);
  const PointStatistic mean = [](std::span<const Values> p) { return *Mean(p[0]); };
  const BootstrapIntervals result = Bootstrap(std::vector<Values>{same}, mean).value();
  EXPECT_EQ(result.bca.low, 5);
  EXPECT_EQ(result.bca.high, 5);
  EXPECT_EQ(result.acceleration, 0);
}

TEST(KolmogorovSmirnovTest, ExactIsTheShareOfAssignments) {
  const List x = {1, 2, 6};
  const List y = {3, 4, 5, 7, 8};
  const auto distance = [](const List& a, const List& b) {
    double largest = 0;
    for (int i = 0; i < 9; ++i) {
      const double t = i + 0.5;
      const auto below = [t](const List& values) {
        return static_cast<double>(
                   std::count_if(values.begin(), values.end(), [t](double v) { return v < t; })) /
               static_cast<double>(values.size());
      };
      largest = std::max(largest, std::abs(below(a) - below(b)));
    }
    return largest;
  };
  const DistributionTest test = KolmogorovSmirnov(x, y).value();
  EXPECT_NEAR(test.d, distance(x, y), 1e-12);
  EXPECT_NEAR(
      test.p,
      ShareOfAssignments(
          x, y, [&](const List& a, const List& b) { return distance(a, b) >= test.d - 1e-12; }),
      1e-12);
  EXPECT_EQ(KolmogorovSmirnov(x, x)->p, 1);
}

TEST(ShapiroWilkTest, SmallSizes) {
  EXPECT_NEAR(ShapiroWilk(List{1, 2, 3})->w, 1, 1e-12);
  EXPECT_NEAR(ShapiroWilk(List{1, 2, 3})->p, 1, 1e-6);
  EXPECT_LT(ShapiroWilk(List{0, 0, 0, 0, 0, 0, 0, 50})->p, 1e-4);
  EXPECT_GT(ShapiroWilk(List{1, 2, 3, 4})->p, 0.8);
}

TEST(BrownForsytheTest, UnequalSpreadIsFound) {
  List narrow;
  List wide;
  for (int i = -10; i <= 10; ++i) {
    narrow.push_back(i * 0.1);
    wide.push_back(i);
  }
  EXPECT_LT(BrownForsythe(narrow, wide)->p, 1e-6);
}

}  // namespace
}  // namespace regress
