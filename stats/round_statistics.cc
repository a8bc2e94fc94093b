// SPDX-License-Identifier: Apache-2.0
#include "stats/round_statistics.h"

#include <algorithm>
#include <cmath>

#include "stats/equivalence.h"
#include "stats/intervals.h"
#include "stats/student_t.h"
#include "stats/summary.h"

namespace regress {
namespace {

constexpr size_t kLags = 5;
constexpr size_t kLeastLevelRounds = 10;  // for change points inside a point

using Roles = std::vector<Role>;

double MeanOf(Values rounds) {
  double sum = 0;
  for (const double value : rounds) sum += value;
  return sum / static_cast<double>(rounds.size());
}

// patched / control - 1, each the mean of the means of its points.
double Delta(std::span<const Values> points, const Roles& roles) {
  double sums[2] = {0, 0};
  double counts[2] = {0, 0};
  for (size_t i = 0; i < points.size(); ++i) {
    const size_t role = roles[i] == Role::kPatched ? 1 : 0;
    sums[role] += MeanOf(points[i]);
    ++counts[role];
  }
  return sums[1] / counts[1] / (sums[0] / counts[0]) - 1;
}

// The mean of the points of one role, each with the same weight.
std::optional<MeanEstimate> Estimate(std::span<const Values> points, const Roles& roles,
                                     Role role) {
  std::vector<MeanEstimate> estimates;
  for (size_t i = 0; i < points.size(); ++i) {
    if (roles[i] != role) continue;
    const std::optional<Summary> summary = Summarize(points[i]);
    const std::optional<MeanEstimate> estimate =
        summary ? EstimateMean(*summary) : std::optional<MeanEstimate>();
    if (!estimate) return std::nullopt;
    estimates.push_back(*estimate);
  }
  const std::vector<double> weights(estimates.size(), 1 / static_cast<double>(estimates.size()));
  return Combine(estimates, weights);
}

PointStatistics Describe(Values rounds) {
  PointStatistics point;
  point.n = rounds.size();
  point.correlation = Autocorrelation(rounds, 1);
  if (point.correlation)
    point.worth = EffectiveRounds(static_cast<double>(rounds.size()), *point.correlation);
  point.von_neumann = VonNeumannRatio(rounds);
  if (rounds.size() > 2) point.ljung_box = LjungBox(rounds, std::min(kLags, rounds.size() - 2));
  point.trend = MannKendall(rounds);
  point.first_round = TestFirstRound(rounds);
  point.warm_up = TruncateByMser(rounds);
  point.normality = ShapiroWilk(rounds);
  point.farthest = TestFarthest(rounds, 0.05);
  if (const std::optional<TukeyFences> fences = FindTukeyOutliers(rounds)) {
    point.flagged = fences->mild;
    point.flagged.insert(point.flagged.end(), fences->severe.begin(), fences->severe.end());
    point.severe = fences->severe.size();
  }
  for (const size_t index : FindMadOutliers(rounds)) point.flagged.push_back(index);
  std::sort(point.flagged.begin(), point.flagged.end());
  point.flagged.erase(std::unique(point.flagged.begin(), point.flagged.end()), point.flagged.end());
  if (rounds.size() >= kLeastLevelRounds && rounds.size() <= kMostResampledRounds)
    point.levels = FindChangePoints(rounds).value_or(std::vector<ChangePoint>());
  return point;
}

std::optional<double> WithoutFlagged(std::span<const Values> points, const Roles& roles,
                                     std::span<const PointStatistics> described) {
  std::vector<std::vector<double>> kept(points.size());
  bool any = false;
  for (size_t i = 0; i < points.size(); ++i) {
    const std::vector<size_t>& flagged = described[i].flagged;
    any |= !flagged.empty();
    for (size_t k = 0; k < points[i].size(); ++k) {
      if (!std::binary_search(flagged.begin(), flagged.end(), k)) kept[i].push_back(points[i][k]);
    }
    if (kept[i].empty()) return std::nullopt;
  }
  const double delta = any ? Delta(std::vector<Values>(kept.begin(), kept.end()), roles) : 0;
  return any && std::isfinite(delta) ? std::optional<double>(delta) : std::nullopt;
}

}  // namespace

std::optional<RoundStatistics> DescribeRounds(const Comparison& comparison, double alpha,
                                              double drift_margin) {
  std::vector<Values> points;
  Roles roles;
  std::vector<size_t> controls;
  std::vector<double> pooled_control;
  std::vector<double> pooled_patched;
  for (const Point& point : comparison.points) {
    if (point.rounds.empty() || !std::all_of(point.rounds.begin(), point.rounds.end(),
                                             [](double x) { return std::isfinite(x); }))
      return std::nullopt;
    std::vector<double>& pool = point.role == Role::kControl ? pooled_control : pooled_patched;
    pool.insert(pool.end(), point.rounds.begin(), point.rounds.end());
    if (point.role == Role::kControl) controls.push_back(points.size());
    points.emplace_back(point.rounds);
    roles.push_back(point.role);
  }
  if (pooled_control.empty() || pooled_patched.empty()) return std::nullopt;
  const bool sandwich = points.size() == 3 && controls == std::vector<size_t>{0, 2};
  RoundStatistics result;
  for (const Values rounds : points) result.points.push_back(Describe(rounds));
  result.first_rounds = CountFirstRounds(points);
  result.without_flagged = WithoutFlagged(points, roles, result.points);
  const std::optional<MeanEstimate> control = Estimate(points, roles, Role::kControl);
  const std::optional<MeanEstimate> patched = Estimate(points, roles, Role::kPatched);
  if (control && patched) {
    if (const double df = EffectiveDf(*patched, *control); df > 0)
      result.log_delta = LogDelta(*patched, *control, StudentTUpperQuantile(alpha / 2, df));
  }
  if (pooled_control.size() + pooled_patched.size() <= kMostResampledRounds) {
    result.bootstrap =
        Bootstrap(points, [&](std::span<const Values> drawn) { return Delta(drawn, roles); },
                  {.resamples = 10'000, .seed = 1, .alpha = alpha});
    result.permutation = sandwich ? PermuteSandwich(points[0], points[1], points[2])
                                  : PermuteMeans(pooled_patched, pooled_control);
  }
  result.ranks = MannWhitney(pooled_patched, pooled_control);
  result.least_rank_p = SmallestRankP(pooled_patched.size(), pooled_control.size());
  result.shift = HodgesLehmann(pooled_patched, pooled_control, 1 - alpha);
  result.brunner_munzel = BrunnerMunzel(pooled_control, pooled_patched);
  result.effect = StandardizedEffect(pooled_patched, pooled_control);
  result.cliffs_delta = CliffsDelta(pooled_patched, pooled_control);
  result.superiority = VarghaDelaneyA(pooled_patched, pooled_control);
  result.spread = BrownForsythe(pooled_patched, pooled_control);
  result.distribution = KolmogorovSmirnov(pooled_patched, pooled_control);
  if (sandwich) {
    result.line = FitLinearDrift(points[0], points[1], points[2], 1 - alpha);
    const std::optional<MeanEstimate> first =
        Estimate(std::span<const Values>(points).first(1), {Role::kControl}, Role::kControl);
    const std::optional<MeanEstimate> last =
        Estimate(std::span<const Values>(points).last(1), {Role::kControl}, Role::kControl);
    if (first && last && first->mean > 0) {
      const std::optional<EquivalenceTest> fixed =
          DifferenceEquivalence(*last, *first, drift_margin * first->mean);
      if (fixed) result.fixed_margin_p = fixed->p();
    }
  }
  return result;
}

}  // namespace regress
