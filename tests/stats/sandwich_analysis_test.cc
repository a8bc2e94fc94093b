// SPDX-License-Identifier: Apache-2.0
#include "stats/sandwich_analysis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "models/data/error.h"

namespace regress {
namespace {

using List = std::vector<double>;
const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

// Rounds in whole nanoseconds: a clear change, quantised, the first round lowest in every point.
const List kParentA = {37, 38, 38, 38, 39, 37, 39, 37, 38, 39, 38, 38, 39, 39, 38};
const List kChild = {53, 53, 54, 53, 53, 54, 54, 54, 53, 54, 53, 53, 54, 54, 54};
const List kParentB = {37, 39, 38, 39, 38, 39, 38, 39, 38, 39, 39, 39, 38, 39, 38};

// Rounds that are not quantised.
const List kSlowA = {2943.11, 2951.72, 2938.05, 2960.44, 2929.87, 2947.93, 2955.18};
const List kFast = {2191.46, 2158.02, 2149.73, 2163.3, 2151.95, 2144.61};
const List kSlowB = {2970.9, 2981.36, 2962.47, 2975.58, 2988.02, 2966.19, 2979.75, 2959.33};

AnalysisOptions Margin(double margin) {
  AnalysisOptions options;
  options.drift_margin = margin;
  return options;
}

TEST(SandwichAnalysisTest, QuantisedSandwichWithAClearChange) {
  const SandwichAnalysis result = SandwichAnalyzer().Sandwich(kParentA, kChild, kParentB);
  EXPECT_NEAR(*result.delta, 0.3977371627502176, 1e-12);
  EXPECT_NEAR(result.interval->low, 0.3860635842176015, 1e-11);
  EXPECT_NEAR(result.interval->high, 0.4095364682710456, 1e-11);
  EXPECT_NEAR(result.df, 35.76989356310187, 1e-9);
  EXPECT_NEAR(*result.p_within / 1.7820230661412955e-42, 1, 1e-8);
  EXPECT_NEAR(*result.p_between, 0.0143268, 2e-6);  // log form
  EXPECT_EQ(result.between_df, 1);
  EXPECT_NEAR(*result.delta_over_drift, 45.7, 1e-10);
  EXPECT_EQ(result.support, Support::kSupported);
  EXPECT_NEAR(*result.mde, 0.0138, 0.0001);
  EXPECT_EQ(result.quantum, 1);
  EXPECT_NEAR(result.resolution->low, 53.0333333333 / 38.8 - 1, 1e-9);
  EXPECT_NEAR(result.resolution->high, 54.0333333333 / 37.8 - 1, 1e-9);
  EXPECT_NEAR(result.drop_first->delta, 0.3953488372093023, 1e-12);
  EXPECT_NEAR(*result.drop_first->drift, 0.009302325581395349, 1e-12);
  EXPECT_NEAR(result.drop_first->shift, -0.0023883255409152326, 1e-12);
  EXPECT_EQ(result.first_lowest, 3u);
  EXPECT_EQ(result.first_highest, 0u);
  EXPECT_TRUE(result.findings.Has(Finding::kFirstRoundSystematic));
  EXPECT_TRUE(result.findings.Has(Finding::kQuantised));
  EXPECT_FALSE(result.findings.Has(Finding::kBetweenControls));
  EXPECT_FALSE(result.findings.Has(Finding::kWithinDrift));
  EXPECT_NEAR(*result.delta_vs_first_control, 0.4038461538461539, 1e-12);
  EXPECT_NEAR(*result.delta_vs_last_control, 0.39168110918544194, 1e-12);
}

TEST(SandwichAnalysisTest, DriftIsStableWithinTwoPercentButNotWithinOne) {
  const auto drift = [](double margin) {
    return *SandwichAnalyzer(Margin(margin)).Sandwich(kParentA, kChild, kParentB).drift;
  };
  EXPECT_NEAR(drift(0.02).value, 0.008703220191470844, 1e-12);
  EXPECT_NEAR(*drift(0.02).p_stable, 0.0468951283226945, 1e-10);
  EXPECT_EQ(drift(0.02).state, DriftState::kStable);
  EXPECT_NEAR(*drift(0.01).p_stable, 0.4200969302644848, 1e-10);
  EXPECT_EQ(drift(0.01).state, DriftState::kUndecided);
  EXPECT_NEAR(*drift(0.02).p_difference, 0.19897731694947152, 1e-10);
  EXPECT_TRUE(drift(0.02).interval->Contains(0));
  // The second sandwich drifts by 0.89 % [0.50, 1.28].
  const SandwichAnalysis fast = SandwichAnalyzer(Margin(0.004)).Sandwich(kSlowA, kFast, kSlowB);
  EXPECT_EQ(fast.drift->state, DriftState::kDrift);
  EXPECT_GT(fast.drift->interval->low, 0.004);
}

TEST(SandwichAnalysisTest, ResolutionReplacesAnIntervalBuiltOnRoundingOnly) {
  const List constant(15, 23);
  const List patched = {38, 39, 38, 38, 39, 38, 38, 38, 38, 38, 38, 38, 38, 38, 38};
  const SandwichAnalysis result = SandwichAnalyzer().Sandwich(constant, patched, constant);
  EXPECT_NEAR(*result.delta, 0.6579710144927535, 1e-12);
  EXPECT_FALSE(result.interval);
  EXPECT_FALSE(result.p_within);
  EXPECT_FALSE(result.p_between);
  EXPECT_NEAR(*result.mde, 1 / 23.0, 1e-12);
  EXPECT_NEAR(result.resolution->low, 0.60141843971631204, 1e-12);
  EXPECT_NEAR(result.resolution->high, 0.717037037037037, 1e-12);
  EXPECT_EQ(DecisionInterval(result)->low, result.resolution->low);
  EXPECT_TRUE(result.findings.Has(Finding::kEqualBoots));
  EXPECT_EQ(result.support, Support::kWithinBoot);
  // Whole nanoseconds at 23 ns cannot show that the controls agree within 2 %.
  EXPECT_EQ(result.drift->value, 0);
  EXPECT_FALSE(result.drift->p_stable);
  EXPECT_EQ(result.drift->state, DriftState::kUndecided);
  EXPECT_NEAR(result.drift->interval->high, 1 / 23.0, 1e-12);
}

// Three rounds can have no more than three values: that alone says nothing about a clock.
TEST(SandwichAnalysisTest, ThreeRoundsAreNotTakenForQuantised) {
  const SandwichAnalysis result = SandwichAnalyzer().Sandwich(
      List{9146.25, 9151.5, 9140.75}, List{20036.5, 20011.25, 20050}, List{9155, 9149.5, 9160.25});
  EXPECT_FALSE(result.findings.Has(Finding::kQuantised));
  EXPECT_FALSE(result.resolution);
  EXPECT_TRUE(result.interval);
}

TEST(SandwichAnalysisTest, ConstantCountsAreStableByTheirResolution) {
  const List calls(5, 7473);
  const List more(5, 9473);
  const SandwichAnalysis result = SandwichAnalyzer().Sandwich(calls, more, calls);
  EXPECT_TRUE(result.findings.Has(Finding::kZeroVariance));
  EXPECT_FALSE(result.p_within);
  EXPECT_EQ(result.drift->state, DriftState::kStable);
  EXPECT_EQ(result.support, Support::kWithinBoot);
  const SandwichAnalysis same = SandwichAnalyzer().Sandwich(calls, calls, calls);
  EXPECT_EQ(same.delta, 0);
  EXPECT_EQ(same.support, Support::kUnsupported);
  EXPECT_TRUE(same.resolution->Contains(0));
}

TEST(SandwichAnalysisTest, AgainstOneControlTheBootsAreUnknown) {
  const SandwichAnalysis result = SandwichAnalyzer().AgainstControl(kSlowA, kFast);
  EXPECT_TRUE(result.findings.Has(Finding::kNoRepeatedPoint));
  EXPECT_FALSE(result.drift);
  EXPECT_FALSE(result.p_between);
  EXPECT_FALSE(result.drop_first->drift);
  EXPECT_FALSE(result.delta_vs_first_control);
  EXPECT_TRUE(result.interval);
  EXPECT_EQ(result.support, Support::kWithinBoot);
}

TEST(SandwichAnalysisTest, ASpreadKnownFromHistoryDecidesOnBoots) {
  AnalysisOptions options;
  options.boot_spread = BootSpread{0.01, 12};
  const SandwichAnalysis ab = SandwichAnalyzer(options).AgainstControl(kSlowA, kFast);
  EXPECT_EQ(ab.between_df, 12);
  EXPECT_EQ(ab.support, Support::kSupported);
  options.boot_spread = BootSpread{0.2, 12};
  EXPECT_EQ(SandwichAnalyzer(options).AgainstControl(kSlowA, kFast).support, Support::kWithinBoot);
}

TEST(SandwichAnalysisTest, LongerPalindromesPoolTheirRepeats) {
  // A P A P A: controls 100, 102, 101, patched 90, 92; 3 df between boots.
  const List a1 = {99, 100, 101};
  const List a2 = {101.5, 102, 102.5};
  const List a3 = {100, 101.25, 101.75};
  const List p1 = {89, 90, 91};
  const List p2 = {91, 92.5, 92.5};
  const SandwichAnalysis result =
      SandwichAnalyzer().Points(std::vector<Values>{a1, a2, a3}, std::vector<Values>{p1, p2});
  EXPECT_DOUBLE_EQ(result.control, 101);
  EXPECT_DOUBLE_EQ(result.patched, 91);
  EXPECT_EQ(result.between_df, 3);
  const double log_c[] = {std::log(100), std::log(102), std::log(101)};
  const double log_p[] = {std::log(90), std::log(92)};
  const double mean_c = (log_c[0] + log_c[1] + log_c[2]) / 3;
  double squares = (log_p[0] - log_p[1]) * (log_p[0] - log_p[1]) / 2;
  for (const double value : log_c) squares += (value - mean_c) * (value - mean_c);
  const double t = ((log_p[0] + log_p[1]) / 2 - mean_c) / std::sqrt(squares / 3 * (1 / 3.0 + 0.5));
  // Student's t with 3 df has a closed form.
  const double x = std::abs(t) / std::sqrt(3.0);
  EXPECT_NEAR(*result.p_between, 1 - 2 / M_PI * (x / (1 + x * x) + std::atan(x)), 1e-12);
  EXPECT_NEAR(result.drift->value, 1 / 100.5, 1e-12);
}

TEST(SandwichAnalysisTest, TimeWeightsMoveTheControl) {
  AnalysisOptions options;
  options.weight_b = 283.0 / 643;
  const SandwichAnalysis result = SandwichAnalyzer(options).Sandwich(kSlowA, kFast, kSlowB);
  EXPECT_EQ(SandwichAnalyzer().WithTimeWeight(283.0 / 643).Sandwich(kSlowA, kFast, kSlowB).interval,
            result.interval);
  EXPECT_NEAR(result.control, 2958.2052766051993, 1e-9);
  EXPECT_NEAR(result.interval->low, -0.27565227973446838, 1e-11);
}

TEST(SandwichAnalysisTest, LogDeltaIntervals) {
  AnalysisOptions options;
  options.method = RatioMethod::kLogDelta;
  const SandwichAnalysis result = SandwichAnalyzer(options).Sandwich(kSlowA, kFast, kSlowB);
  EXPECT_NEAR(result.interval->low, -0.27602084837996077, 1e-11);
  EXPECT_EQ(Name(RatioMethod::kLogDelta), "log-delta");
  EXPECT_EQ(Name(RatioMethod::kFieller), "fieller");
}

TEST(SandwichAnalysisTest, PatchedBetweenTheControlsIsSaid) {
  const SandwichAnalysis result =
      SandwichAnalyzer().Sandwich(List{10, 11, 12.5}, List{12, 12.25, 12.75}, List{13, 14.5, 15});
  EXPECT_TRUE(result.findings.Has(Finding::kBetweenControls));
  EXPECT_TRUE(result.findings.Has(Finding::kWithinDrift));
  EXPECT_EQ(result.support, Support::kUnsupported);
}

struct BadInput {
  const char* name;
  List a, p, b;
  Finding finding;
  bool has_delta;
  bool has_interval;
};

TEST(SandwichAnalysisTest, EveryBadInputHasItsAnswer) {
  const List good = {10, 11, 12.5, 13};
  const BadInput cases[] = {
      {"no rounds", {}, good, good, Finding::kNotFinite, false, false},
      {"no patched rounds", good, {}, good, Finding::kNotFinite, false, false},
      {"not a number", good, {1, kNan}, good, Finding::kNotFinite, false, false},
      {"infinite", good, good, {1, kInfinity}, Finding::kNotFinite, false, false},
      {"one round each", {10}, {12}, {11}, Finding::kOneRound, true, false},
      {"one round in a control", good, good, {11}, Finding::kOneRound, true, false},
      {"zero controls", {0, 0, 0}, good, {0, 0, 0}, Finding::kZeroControl, false, false},
      {"controls around zero", {-1, 1, 2}, good, {-2, -1, 1}, Finding::kZeroControl, false, false},
      {"negative controls",
       {-9, -8.5, -7},
       good,
       {-9, -8, -6},
       Finding::kNegativeControl,
       false,
       false},
      {"noisy control",
       {0.1, 9, -8, 0.3},
       good,
       {5, -4.5, 0.2, 0.4},
       Finding::kUnboundedControl,
       true,
       false},
      {"no spread", {10, 10}, {12, 12}, {11, 11}, Finding::kZeroVariance, true, false},
  };
  for (const BadInput& bad : cases) {
    SCOPED_TRACE(bad.name);
    const SandwichAnalysis result = SandwichAnalyzer().Sandwich(bad.a, bad.p, bad.b);
    EXPECT_TRUE(result.findings.Has(bad.finding));
    EXPECT_EQ(result.delta.has_value(), bad.has_delta);
    EXPECT_EQ(result.interval.has_value(), bad.has_interval);
    for (const auto& figure : {result.delta, result.p_within, result.p_between, result.mde}) {
      if (figure) {
        EXPECT_TRUE(std::isfinite(*figure));
      }
    }
  }
}

TEST(SandwichAnalysisTest, ZeroPatchedIsADeltaOfMinusOne) {
  const SandwichAnalysis result =
      SandwichAnalyzer().Sandwich(List{10, 11, 12.5, 13}, List{0, 0, 0, 0}, List{11, 12, 14.5, 13});
  EXPECT_EQ(result.delta, -1);
  EXPECT_TRUE(result.p_between);  // raw form: logarithms do not exist
}

TEST(SandwichAnalysisTest, FifteenAgainstThreeRounds) {
  const List three(kFast.begin(), kFast.begin() + 3);
  const SandwichAnalysis result = SandwichAnalyzer().Sandwich(kSlowA, three, kSlowB);
  EXPECT_TRUE(result.interval);
  EXPECT_GT(result.df, 2);
  EXPECT_LT(result.df, 3);  // the three patched rounds dominate
}

TEST(SandwichAnalysisTest, SummariesGiveTheSameWithinBootFigures) {
  const SandwichAnalyzer analyzer;
  const SandwichAnalysis rounds = analyzer.Sandwich(kSlowA, kFast, kSlowB);
  const auto moments = [](const List& values) {
    const Summary summary = Summarize(values).value();
    return SummaryFromMoments(summary.n, summary.mean, summary.SampleSd().value());
  };
  const SandwichAnalysis summaries = analyzer.Summaries(
      std::vector<Summary>{moments(kSlowA), moments(kSlowB)}, std::vector<Summary>{moments(kFast)});
  EXPECT_NEAR(*summaries.delta, *rounds.delta, 1e-14);
  EXPECT_NEAR(summaries.interval->low, rounds.interval->low, 1e-12);
  EXPECT_NEAR(*summaries.p_between, *rounds.p_between, 1e-12);
  EXPECT_FALSE(summaries.drop_first);
  EXPECT_TRUE(analyzer.Summaries({}, {}).findings.Has(Finding::kNotFinite));
}

TEST(SandwichAnalysisTest, MeansAloneStillHaveABootLevelVerdict) {
  const std::vector<Summary> controls = {SummaryFromMoments(1, 2943.79, 0),
                                         SummaryFromMoments(1, 2970.446, 0)};
  const std::vector<Summary> patched = {SummaryFromMoments(1, 2159.123, 0)};
  const SandwichAnalysis result = SandwichAnalyzer().Summaries(controls, patched);
  EXPECT_NEAR(*result.delta, -0.26985564999435258, 1e-12);
  EXPECT_NEAR(*result.p_between, 0.01579887783311273, 1e-12);
  EXPECT_FALSE(result.interval);
  EXPECT_EQ(result.support, Support::kSupported);
  EXPECT_EQ(result.drift->state, DriftState::kUndecided);
}

// Properties of the whole analysis.
TEST(SandwichAnalysisTest, TheUnitDoesNotMatter) {
  const auto scaled = [](const List& values) {
    List result;
    for (const double value : values) result.push_back(value * 4096);
    return result;
  };
  const SandwichAnalyzer analyzer;
  const SandwichAnalysis ns = analyzer.Sandwich(kSlowA, kFast, kSlowB);
  const SandwichAnalysis other = analyzer.Sandwich(scaled(kSlowA), scaled(kFast), scaled(kSlowB));
  EXPECT_DOUBLE_EQ(*ns.delta, *other.delta);
  EXPECT_DOUBLE_EQ(ns.interval->high, other.interval->high);
  EXPECT_DOUBLE_EQ(*ns.p_within, *other.p_within);
  EXPECT_DOUBLE_EQ(*ns.p_between, *other.p_between);
  EXPECT_DOUBLE_EQ(*ns.mde, *other.mde);
  EXPECT_DOUBLE_EQ(ns.drift->interval->low, other.drift->interval->low);
  EXPECT_DOUBLE_EQ(*ns.drift->p_stable, *other.drift->p_stable);
}

TEST(SandwichAnalysisTest, SwappingTheControlsFlipsTheDriftAndKeepsTheDelta) {
  const SandwichAnalyzer analyzer;
  const SandwichAnalysis forward = analyzer.Sandwich(kSlowA, kFast, kSlowB);
  const SandwichAnalysis backward = analyzer.Sandwich(kSlowB, kFast, kSlowA);
  EXPECT_DOUBLE_EQ(*forward.delta, *backward.delta);
  EXPECT_DOUBLE_EQ(forward.interval->low, backward.interval->low);
  EXPECT_DOUBLE_EQ(forward.drift->value, -backward.drift->value);
  EXPECT_NEAR(forward.drift->interval->low, -backward.drift->interval->high, 1e-15);
  EXPECT_NEAR(*forward.drift->p_stable, *backward.drift->p_stable, 1e-15);
  EXPECT_NEAR(*forward.p_between, *backward.p_between, 1e-15);
}

TEST(SandwichAnalysisTest, EqualPointsGiveNoChange) {
  const SandwichAnalysis result = SandwichAnalyzer().Sandwich(kSlowA, kSlowA, kSlowA);
  EXPECT_EQ(*result.delta, 0);
  EXPECT_EQ(*result.p_within, 1);
  EXPECT_EQ(result.drift->value, 0);
  EXPECT_LT(*result.p_same, 0.05);
  EXPECT_EQ(result.support, Support::kUnsupported);
}

TEST(SandwichAnalysisTest, OptionsOutsideTheirDomainAreWrongUsage) {
  AnalysisOptions level;
  level.alpha = 0;
  EXPECT_THROW(SandwichAnalyzer{level}, Error);
  level.alpha = 0.9;
  EXPECT_THROW(SandwichAnalyzer{level}, Error);
  EXPECT_THROW(SandwichAnalyzer{Margin(0)}, Error);
  EXPECT_THROW(SandwichAnalyzer().WithTimeWeight(1.01), Error);
  EXPECT_THROW(SandwichAnalyzer().WithTimeWeight(kNan), Error);
  EXPECT_THROW(SandwichAnalyzer{Margin(1)}, Error);
}

TEST(DecideSupportTest, Table) {
  constexpr double kSmall = 0.01;
  constexpr double kLarge = 0.5;
  EXPECT_EQ(DecideSupport({}, {}, 0.05), Support::kNone);
  EXPECT_EQ(DecideSupport(kSmall, {}, 0.05), Support::kWithinBoot);
  EXPECT_EQ(DecideSupport(kLarge, {}, 0.05), Support::kUnsupported);
  EXPECT_EQ(DecideSupport({}, kSmall, 0.05), Support::kSupported);
  EXPECT_EQ(DecideSupport({}, kLarge, 0.05), Support::kUnsupported);
  EXPECT_EQ(DecideSupport(kSmall, kSmall, 0.05), Support::kSupported);
  EXPECT_EQ(DecideSupport(kSmall, kLarge, 0.05), Support::kWithinBoot);
  EXPECT_EQ(DecideSupport(kLarge, kSmall, 0.05), Support::kUnsupported);
}

}  // namespace
}  // namespace regress
