// SPDX-License-Identifier: Apache-2.0
#include "stats/bootstrap.h"

#include <algorithm>
#include <cmath>

#include "stats/array_map.h"
#include "stats/distributions.h"
#include "stats/random.h"
#include "stats/summary.h"

namespace regress {

double JackknifeAcceleration(std::span<const Values> points, const PointStatistic& statistic) {
  double squares = 0;
  double cubes = 0;
  std::vector<Values> changed(points.begin(), points.end());
  for (size_t p = 0; p < points.size(); ++p) {
    const size_t n = points[p].size();
    if (n < 2) continue;
    std::vector<double> left_out(n);
    for (size_t i = 0; i < n; ++i) {
      std::vector<double> rest(points[p].begin(), points[p].end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      changed[p] = rest;
      left_out[i] = statistic(changed);
    }
    changed[p] = points[p];
    const double mean = AsArray(left_out).mean();
    // Influence of a round, per round of its point.
    const double weight = static_cast<double>(n - 1) / static_cast<double>(n);
    for (const double value : left_out) {
      const double influence = weight * (mean - value);
      squares += influence * influence;
      cubes += influence * influence * influence;
    }
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

std::optional<BootstrapIntervals> IntervalsOfResamples(std::vector<double> resampled,
                                                       double estimate, double acceleration,
                                                       double alpha) {
  const std::optional<Summary> summary = Summarize(resampled);
  if (!summary || !std::isfinite(estimate) || !(alpha > 0 && alpha < 1)) return std::nullopt;
  std::sort(resampled.begin(), resampled.end());
  BootstrapIntervals result;
  result.estimate = estimate;
  result.mean = summary->mean;
  result.sd = *summary->PopulationSd();
  const auto quantile = [&](double p) { return SortedQuantile(resampled, p); };
  result.percentile = {quantile(alpha / 2), quantile(1 - alpha / 2)};
  result.basic = {2 * estimate - result.percentile.high, 2 * estimate - result.percentile.low};
  // Resamples that equal the estimate on paper differ from it by rounding only.
  const double slack = 1e-12 * std::max(std::abs(estimate), result.sd);
  const auto below = std::lower_bound(resampled.begin(), resampled.end(), estimate - slack);
  const auto above = std::upper_bound(resampled.begin(), resampled.end(), estimate + slack);
  const double share =
      (static_cast<double>(below - resampled.begin()) + static_cast<double>(above - below) / 2) /
      static_cast<double>(resampled.size());
  result.z0 = NormalQuantile(share);
  result.acceleration = acceleration;
  const auto level = [&](double p) {
    const double z = result.z0 + NormalQuantile(p);
    return NormalLower(result.z0 + z / (1 - acceleration * z));
  };
  result.bca_levels = {level(alpha / 2), level(1 - alpha / 2)};
  if (std::isnan(result.bca_levels.low) || std::isnan(result.bca_levels.high)) {
    // All resamples lie on one side of the estimate: no correction is defined.
    result.bca_levels = {alpha / 2, 1 - alpha / 2};
  }
  result.bca = {quantile(result.bca_levels.low), quantile(result.bca_levels.high)};
  return result;
}

std::optional<BootstrapIntervals> Bootstrap(std::span<const Values> points,
                                            const PointStatistic& statistic,
                                            const BootstrapOptions& options) {
  if (points.empty() || options.resamples == 0) return std::nullopt;
  for (const Values rounds : points) {
    if (rounds.size() < kMinBootstrapRounds) return std::nullopt;
  }
  const double estimate = statistic(points);
  if (!std::isfinite(estimate)) return std::nullopt;
  std::vector<std::vector<double>> drawn(points.size());
  std::vector<Values> views;
  for (size_t p = 0; p < points.size(); ++p) {
    drawn[p].resize(points[p].size());
    views.emplace_back(drawn[p]);
  }
  ResamplingRandom random(options.seed);
  std::vector<double> resampled(options.resamples);
  for (double& value : resampled) {
    for (size_t p = 0; p < points.size(); ++p) {
      for (double& round : drawn[p]) round = points[p][random.Below(points[p].size())];
    }
    value = statistic(views);
  }
  return IntervalsOfResamples(std::move(resampled), estimate,
                              JackknifeAcceleration(points, statistic), options.alpha);
}

}  // namespace regress
