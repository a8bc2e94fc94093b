// SPDX-License-Identifier: Apache-2.0
// The second look at the rounds of one comparison, for a reader who doubts the first: the change by
// other methods (logarithms, resampling, ranks, a line of drift), effect sizes, and for each point
// whether its rounds look independent, level and free of outliers. All of it speaks of rounds
// inside their boots; no verdict rests on it. It takes milliseconds, the analysis of
// stats/sandwich_analysis.h microseconds. Controls are pooled where a method knows two samples.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/data/comparison.h"
#include "stats/bootstrap.h"
#include "stats/change_points.h"
#include "stats/diagnostics.h"
#include "stats/effect_size.h"
#include "stats/outliers.h"
#include "stats/permutation.h"
#include "stats/rank_tests.h"
#include "stats/shape_tests.h"
#include "stats/trend.h"
#include "stats/warm_up.h"

namespace regress {

// Of one point. A figure that its rounds do not give is absent.
struct PointStatistics {
  size_t n = 0;
  std::optional<double> correlation;      // of neighbours in run order
  std::optional<double> worth;            // independent rounds that these are worth
  std::optional<double> von_neumann;      // about 2 if independent
  std::optional<LjungBoxTest> ljung_box;  // over the first lags, at most 5
  std::optional<TrendTest> trend;
  std::optional<FirstRoundTest> first_round;
  std::optional<MserTruncation> warm_up;
  std::optional<NormalityTest> normality;
  std::optional<GrubbsTest> farthest;
  std::vector<size_t> flagged;  // by Tukey's fences or by the MAD, ascending; never dropped
  size_t severe = 0;            // of these, beyond 3 interquartile ranges
  std::vector<ChangePoint> levels;
};

struct RoundStatistics {
  std::optional<Interval> log_delta;  // of the change, symmetric on the ratio; ratios
  std::optional<BootstrapIntervals> bootstrap;
  std::optional<PermutationTest> permutation;
  std::optional<RankTest> ranks;
  double least_rank_p = 1;             // that so many rounds can reach
  std::optional<ShiftEstimate> shift;  // in the metric's unit
  std::optional<BrunnerMunzelTest> brunner_munzel;
  std::optional<EffectSizes> effect;
  std::optional<double> cliffs_delta;
  std::optional<double> superiority;  // A12
  std::optional<SpreadTest> spread;
  std::optional<DistributionTest> distribution;
  std::optional<LinearDrift> line;        // of sandwiches
  std::optional<double> fixed_margin_p;   // drift within a margin taken as a fixed difference
  std::optional<double> without_flagged;  // the delta without flagged rounds, if there are any
  FirstRoundSigns first_rounds;
  std::vector<PointStatistics> points;  // in run order
};

// Resampling is left out beyond this number of rounds in all.
inline constexpr size_t kMostResampledRounds = 2000;

// None unless every point has rounds that are finite and both roles are there. `drift_margin` is a
// ratio.
std::optional<RoundStatistics> DescribeRounds(const Comparison& comparison, double alpha,
                                              double drift_margin);

}  // namespace regress
