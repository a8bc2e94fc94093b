// SPDX-License-Identifier: Apache-2.0
// Families of p values, outliers, trends, warm-up, change points and printed summaries: properties
// and answers outside the domain.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/aggregate.h"
#include "stats/change_points.h"
#include "stats/diagnostics.h"
#include "stats/multiplicity.h"
#include "stats/outliers.h"
#include "stats/random.h"
#include "stats/summary_only.h"
#include "stats/trend.h"
#include "stats/warm_up.h"

namespace regress {
namespace {

using List = std::vector<double>;
const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();
const List kBadLists[] = {{}, {1, 2, kNan, 4, 5}, {kInfinity, 2, 3, 4, 5}};

constexpr PAdjustment kMethods[] = {PAdjustment::kBenjaminiHochberg,
                                    PAdjustment::kBenjaminiYekutieli, PAdjustment::kHolm,
                                    PAdjustment::kHochberg, PAdjustment::kBonferroni};

TEST(MultiplicityTest, FamiliesOfNoneAndOne) {
  for (const PAdjustment method : kMethods) {
    EXPECT_TRUE(AdjustP({}, method).empty());
    const auto one = AdjustP(std::vector<std::optional<double>>{0.03}, method);
    EXPECT_EQ(one[0], 0.03);
    const auto bad =
        AdjustP(std::vector<std::optional<double>>{kNan, -0.1, 1.5, std::nullopt, 0.5}, method);
    for (size_t i = 0; i < 4; ++i) EXPECT_FALSE(bad[i]);
    EXPECT_EQ(bad[4], 0.5);
  }
}

TEST(MultiplicityTest, AdjustedValuesKeepTheOrderAndAreNotSmaller) {
  const std::vector<std::optional<double>> p = {0.2, 0.01, 0.01, 0.9, 0.04, 0.0, 1.0, 0.039};
  for (const PAdjustment method : kMethods) {
    const auto adjusted = AdjustP(p, method);
    for (size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(*adjusted[i], *p[i]);
      EXPECT_LE(*adjusted[i], 1);
      for (size_t j = 0; j < p.size(); ++j) {
        if (*p[i] < *p[j]) {
          EXPECT_LE(*adjusted[i], *adjusted[j]);
        }
      }
    }
  }
}

TEST(OutliersTest, NothingToFlag) {
  for (const List& bad : kBadLists) {
    EXPECT_FALSE(FindTukeyOutliers(bad));
    EXPECT_FALSE(ModifiedZ(bad));
    EXPECT_TRUE(FindMadOutliers(bad).empty());
    EXPECT_FALSE(TestFarthest(bad, 0.05));
  }
  // Most rounds equal: the MAD is zero and no scale exists.
  EXPECT_FALSE(ModifiedZ(List{5, 5, 5, 5, 9}));
  EXPECT_TRUE(FindMadOutliers(List{5, 5, 5, 5, 9}).empty());
  EXPECT_FALSE(TestFarthest(List{1, 2}, 0.05));
  EXPECT_FALSE(TestFarthest(List{2, 2, 2}, 0.05));
  EXPECT_FALSE(TestFarthest(List{1, 2, 3}, 0));
}

TEST(OutliersTest, FarRoundsAreFlagged) {
  const List rounds = {10, 11, 12, 10.5, 11.5, 90, 11};
  EXPECT_EQ(FindTukeyOutliers(rounds)->severe, std::vector<size_t>{5});
  EXPECT_TRUE(FindTukeyOutliers(rounds)->mild.empty());
  EXPECT_EQ(FindMadOutliers(rounds), std::vector<size_t>{5});
  EXPECT_EQ(TestFarthest(rounds, 0.05)->index, 5u);
  EXPECT_LT(TestFarthest(rounds, 0.05)->p, 1e-6);
  // The largest possible G: all others equal.
  EXPECT_GE(TestFarthest(List{1, 1, 1, 1, 7}, 0.05)->p, 0);
}

TEST(AggregateTest, RowsWithoutARatioAreLeftOutAndListed) {
  const RatioAggregate aggregate =
      AggregateRatios(List{2, 0, 8, -1, kNan, kInfinity}, 0.95).value();
  EXPECT_DOUBLE_EQ(aggregate.geometric_mean, 4);
  EXPECT_EQ(aggregate.used, 2u);
  EXPECT_EQ(aggregate.left_out, (std::vector<size_t>{1, 3, 4, 5}));
  EXPECT_FALSE(AggregateRatios(List{2}, 0.95)->interval);
  EXPECT_FALSE(AggregateRatios(List{0}, 0.95));
  EXPECT_FALSE(AggregateRatios({}, 0.95));
  // The inverse ratios have the inverse mean.
  EXPECT_DOUBLE_EQ(AggregateRatios(List{1.25, 0.5, 3}, 0.95)->geometric_mean,
                   1 / AggregateRatios(List{0.8, 2, 1 / 3.0}, 0.95)->geometric_mean);
}

TEST(AggregateTest, CombinedPNeedsProbabilities) {
  EXPECT_FALSE(CombineP({}));
  EXPECT_FALSE(CombineP(List{0, 0.5}));
  EXPECT_FALSE(CombineP(List{1, 0.5}));
  EXPECT_FALSE(CombineP(List{kNan}));
  EXPECT_NEAR(CombineP(List{0.03})->fisher, 0.03, 1e-12);
  EXPECT_NEAR(CombineP(List{0.03})->stouffer, 0.03, 1e-12);
}

TEST(DiagnosticsTest, NoAnswerWithoutSpreadOrRounds) {
  for (const List& bad : kBadLists) {
    EXPECT_FALSE(Autocorrelation(bad, 1));
    EXPECT_FALSE(VonNeumannRatio(bad));
    EXPECT_FALSE(LjungBox(bad, 1));
  }
  EXPECT_FALSE(Autocorrelation(List{2, 2, 2}, 1));
  EXPECT_FALSE(VonNeumannRatio(List{2, 2, 2}));
  EXPECT_FALSE(Autocorrelation(List{1, 2, 3}, 0));
  EXPECT_FALSE(Autocorrelation(List{1, 2, 3}, 3));
  EXPECT_FALSE(LjungBox(List{1, 2, 3}, 0));
  EXPECT_FALSE(LjungBox(List{1, 2, 3}, 3));
}

TEST(DiagnosticsTest, CorrelatedRoundsAreWorthLessAndNeverMore) {
  EXPECT_DOUBLE_EQ(EffectiveRounds(15, 0.5), 5);
  EXPECT_EQ(EffectiveRounds(15, -0.5), 15);
  EXPECT_EQ(EffectiveRounds(15, 0), 15);
  EXPECT_EQ(EffectiveRounds(15, 0.99), 1);
  EXPECT_EQ(EffectiveRounds(15, 1), 1);
}

TEST(TrendTest, RisingAndFallingAreMirrored) {
  const List rounds = {1, 3, 2, 5, 4, 6};
  List falling(rounds.rbegin(), rounds.rend());
  EXPECT_EQ(MannKendallExact(rounds)->tau, -MannKendallExact(falling)->tau);
  EXPECT_NEAR(MannKendallExact(rounds)->p, MannKendallExact(falling)->p, 1e-15);
  EXPECT_EQ(MannKendallNormal(rounds)->z, -MannKendallNormal(falling)->z);
  // Strictly rising: 1 of n! orders on each side.
  EXPECT_NEAR(MannKendallExact(List{1, 2, 3, 4, 5})->p, 2.0 / 120, 1e-15);
}

TEST(TrendTest, NoAnswerOutsideTheDomain) {
  for (const List& bad : kBadLists) EXPECT_FALSE(MannKendall(bad));
  EXPECT_FALSE(MannKendall(List{1}));
  EXPECT_FALSE(MannKendall(List{2, 2, 2}));
  EXPECT_FALSE(MannKendallExact(List{1, 1, 2}));
  EXPECT_TRUE(MannKendall(List{1, 1, 2}));
  EXPECT_FALSE(MannKendallExact(List(51, 1)));
  EXPECT_FALSE(MannKendallNormal(List(10001, 1)));
  EXPECT_FALSE(FitLinearDrift({}, List{1, 2, 3, 4}, {}, 0.95));
  EXPECT_FALSE(FitLinearDrift(List{1, 2, 3, 4}, {}, List{1}, 0.95));
  EXPECT_FALSE(FitLinearDrift(List{1}, List{2}, List{3}, 0.95));
  EXPECT_FALSE(FitLinearDrift(List{1, kNan}, List{2, 3}, List{3}, 0.95));
}

TEST(TrendTest, AStraightDriftIsTakenOutOfTheChange) {
  // y = 100 + order, patched 20 less, and a little noise.
  const List a = {101.1, 101.9, 103.1};
  const List p = {83.9, 85.1, 85.9};
  const List b = {107.1, 107.9, 109.1};
  const LinearDrift fit = FitLinearDrift(a, p, b, 0.95).value();
  EXPECT_NEAR(fit.coefficient[1], 1, 0.05);
  EXPECT_NEAR(fit.coefficient[2], -20, 0.2);
  EXPECT_TRUE(fit.interval[2].Contains(-20));
  EXPECT_EQ(fit.df, 6);
}

TEST(WarmUpTest, NoAnswerWithoutRest) {
  for (const List& bad : kBadLists) {
    EXPECT_FALSE(TestFirstRound(bad));
    EXPECT_FALSE(TruncateByMser(bad));
  }
  EXPECT_FALSE(TestFirstRound(List{1, 2}));
  EXPECT_FALSE(TestFirstRound(List{1, 2, 2}));
  EXPECT_EQ(TruncateByMser(List{5})->d, 0u);
  EXPECT_EQ(TruncateByMser(List{5, 5, 5, 5})->d, 0u);
  EXPECT_EQ(TruncateByMser(List{9, 9, 1, 1, 1, 1})->d, 2u);
}

TEST(WarmUpTest, SignsOverPoints) {
  EXPECT_EQ(SignTest(0, 0), 1);
  EXPECT_EQ(SignTest(5, 10), 1);
  EXPECT_NEAR(SignTest(0, 5), 2.0 / 32, 1e-15);
  const List low = {1, 2, 3};
  const List high = {9, 2, 3};
  const List flat = {4, 4, 4};
  const List bad = {1, kNan};
  const List single = {1};
  const FirstRoundSigns signs =
      CountFirstRounds(std::vector<Values>{low, low, high, flat, bad, single});
  EXPECT_EQ(signs.points, 3u);
  EXPECT_EQ(signs.below, 2u);
  EXPECT_EQ(signs.above, 1u);
  EXPECT_EQ(signs.lowest, 2u);
  EXPECT_EQ(signs.highest, 1u);
  EXPECT_EQ(signs.p, 1);
}

TEST(WarmUpTest, FirstRoundOfPublishedMeans) {
  // Rounds 12, 10, 10 with means printed to three digits.
  const Interval first = ImpliedFirstRound(3, {10.6665, 10.6675}, {9.9995, 10.0005});
  EXPECT_TRUE(first.Contains(12));
  EXPECT_LT(first.high - first.low, 0.01);
}

TEST(SummaryOnlyTest, PrintedDeviations) {
  EXPECT_EQ(CvOfPrintedPercent(std::nullopt), (Interval{0, 0.03}));
  EXPECT_EQ(CvOfPrintedPercent(91), (Interval{0.91, 0.92}));
  EXPECT_EQ(LeastRounds(0), 2u);
  EXPECT_EQ(LeastRounds(kNan), 2u);
  EXPECT_EQ(LeastRounds(1), 2u);
  EXPECT_EQ(LeastRounds(1.0001), 3u);
  EXPECT_EQ(LeastRounds(1e9), SIZE_MAX);
  EXPECT_EQ(MaxPopulationCv(0), 0);
  EXPECT_FALSE(EstimateFromCv(10, 0.1, 1));
  EXPECT_FALSE(EstimateFromCv(10, -0.1, 5));
  EXPECT_FALSE(EstimateFromCv(kNan, 0.1, 5));
  EXPECT_EQ(EstimateFromCv(10, 0, 5)->df, 0);
}

TEST(SummaryOnlyTest, PossibleRoundsOfAMean) {
  const auto possible = [](double value, double unit, Rounding rounding = Rounding::kNearest) {
    return PossibleRounds({value, unit, "", rounding}, 6);
  };
  EXPECT_EQ(possible(10.5, 0.1), (std::vector<size_t>{2, 4, 6}));
  EXPECT_EQ(possible(-10.5, 0.1), (std::vector<size_t>{2, 4, 6}));
  EXPECT_EQ(possible(7, 1), (std::vector<size_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(possible(7, 1, Rounding::kExact), (std::vector<size_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(possible(1300, 100), (std::vector<size_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(possible(0.33, 0.01, Rounding::kTruncated), (std::vector<size_t>{3, 6}));
  EXPECT_TRUE(possible(1, 0).empty());
  EXPECT_TRUE(possible(1e-300, 1e-300).empty());
  EXPECT_TRUE(possible(1e300, 1e300).empty());
  EXPECT_TRUE(possible(kNan, 0.1).empty());
  EXPECT_TRUE(possible(1e300, 0.1).empty());
}

TEST(SummaryOnlyTest, VerdictsUseTheLargestDeviations) {
  const Interval wide = CvOfPrintedPercent(91);
  const Interval wider = CvOfPrintedPercent(184);
  const PrintedChangeTest noisy =
      TestPrintedMeans(556943, wide, 207326, wider, 6, 0.05, 0.8).value();
  EXPECT_GT(noisy.p_high, *noisy.p_low);
  EXPECT_NEAR(noisy.p_high, 0.25, 0.01);
  EXPECT_EQ(std::ceil(*noisy.rounds_needed), 29);
  const Interval blank = CvOfPrintedPercent(std::nullopt);
  const PrintedChangeTest quiet = TestPrintedMeans(1.48, blank, 1.51, blank, 6, 0.05, 0.8).value();
  EXPECT_FALSE(quiet.p_low);
  EXPECT_EQ(std::ceil(*quiet.rounds_needed), 38);
  EXPECT_FALSE(TestPrintedMeans(1, blank, 2, blank, 1, 0.05, 0.8));
  EXPECT_FALSE(TestPrintedMeans(1, {0, 0}, 2, {0, 0}, 6, 0.05, 0.8));
}

// Deterministic noise: a shuffle of evenly spread values.
List Noise(size_t count, uint64_t seed) {
  List values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = static_cast<double>(i) / static_cast<double>(count) - 0.5;
  }
  ResamplingRandom random(seed);
  random.Shuffle(std::span(values));
  return values;
}

TEST(ChangePointsTest, TheFastSearchIsTheDefinition) {
  const List series = Noise(23, 5);
  for (const size_t min_segment : {1, 3, 7}) {
    const Split split = BestSplit(series, min_segment).value();
    double best = -HUGE_VAL;
    for (size_t kappa = 2 * min_segment; kappa <= series.size(); ++kappa) {
      for (size_t tau = min_segment; tau + min_segment <= kappa; ++tau) {
        best = std::max(best, EnergyStatistic(series, tau, kappa));
      }
    }
    EXPECT_NEAR(split.q, best, 1e-12);
    EXPECT_NEAR(EnergyStatistic(series, split.tau, split.kappa), best, 1e-12);
  }
  EXPECT_FALSE(BestSplit(series, 12));
  EXPECT_FALSE(BestSplit(series, 0));
  EXPECT_EQ(EnergyStatistic(series, 0, 5), 0);
  EXPECT_EQ(EnergyStatistic(series, 5, 5), 0);
  EXPECT_EQ(EnergyStatistic(series, 5, 24), 0);
}

TEST(ChangePointsTest, TwoStepsAreFoundAndOneSpikeIsNot) {
  List series = Noise(60, 1);
  for (size_t i = 20; i < 40; ++i) series[i] += 5;
  const std::vector<ChangePoint> changes = FindChangePoints(series).value();
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].index, 20u);
  EXPECT_EQ(changes[1].index, 40u);
  EXPECT_NEAR(changes[0].mean_after - changes[0].mean_before, 5, 0.3);
  EXPECT_NEAR(changes[1].mean_after - changes[1].mean_before, -5, 0.3);
  EXPECT_LT(changes[0].p, 0.001);
  EXPECT_LT(*changes[0].p_student, 1e-10);

  List spike = Noise(60, 1);
  spike[30] += 50;
  EXPECT_TRUE(FindChangePoints(spike)->empty());
}

TEST(ChangePointsTest, ShortConstantAndBadSeries) {
  EXPECT_TRUE(FindChangePoints({})->empty());
  EXPECT_TRUE(FindChangePoints(List{1})->empty());
  EXPECT_TRUE(FindChangePoints(List{1, 1, 1, 9, 9})->empty());
  EXPECT_TRUE(FindChangePoints(List(100, 4))->empty());
  EXPECT_FALSE(FindChangePoints(List{1, kNan, 3}));
  ChangePointOptions options;
  options.alpha = 0;
  EXPECT_FALSE(FindChangePoints(List{1, 2, 3}, options));
  options.alpha = 0.001;
  options.min_segment = 0;
  EXPECT_FALSE(FindChangePoints(List{1, 2, 3}, options));
  options.min_segment = 3;
  options.window = 4;
  EXPECT_FALSE(FindChangePoints(List{1, 2, 3}, options));
}

// An exact step without any noise: no t test is defined, the change is found all the same.
TEST(ChangePointsTest, AStepOfConstantValues) {
  List series(20, 7);
  std::fill(series.begin() + 10, series.end(), 8);
  const std::vector<ChangePoint> changes = FindChangePoints(series).value();
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].index, 10u);
  EXPECT_FALSE(changes[0].p_student);
}

TEST(ChangePointsTest, LongSeriesAreSearchedInWindows) {
  List series = Noise(700, 2);
  for (size_t i = 150; i < 420; ++i) series[i] += 2;
  ChangePointOptions options;
  options.window = 200;
  const std::vector<ChangePoint> changes = FindChangePoints(series, options).value();
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].index, 150u);
  EXPECT_EQ(changes[1].index, 420u);
}

TEST(ChangePointsTest, AWeakChangeInTwoWindowsIsOneChange) {
  for (const uint64_t seed : {1, 2, 3}) {
    List series = Noise(300, seed);
    for (size_t i = 130; i < 300; ++i) series[i] += 0.45;
    ChangePointOptions options;
    options.window = 200;
    const std::vector<ChangePoint> changes = FindChangePoints(series, options).value();
    ASSERT_EQ(changes.size(), 1u) << "seed " << seed;
    EXPECT_NEAR(static_cast<double>(changes[0].index), 130, 5) << "seed " << seed;
  }
}

TEST(ChangePointsTest, NeitherUnitNorSignNorShiftMatters) {
  List series = Noise(40, 9);
  for (size_t i = 17; i < 40; ++i) series[i] += 1.2;
  List other;
  for (const double value : series) other.push_back(-1024 * value + 4096);
  const auto changes = FindChangePoints(series).value();
  const auto scaled = FindChangePoints(other).value();
  ASSERT_EQ(changes.size(), 1u);
  ASSERT_EQ(scaled.size(), 1u);
  EXPECT_EQ(changes[0].index, scaled[0].index);
  EXPECT_EQ(changes[0].p, scaled[0].p);
}

}  // namespace
}  // namespace regress
