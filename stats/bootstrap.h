// SPDX-License-Identifier: Apache-2.0
// Bootstrap intervals of any statistic of the points: percentile, basic, and BCa (B. Efron, JASA 82
// (1987) 171). Rounds are drawn within their point (stratified). Fewer than 8 rounds give intervals
// that are the extremes of the sample, so they are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

inline constexpr size_t kMinBootstrapRounds = 8;

struct BootstrapOptions {
  size_t resamples = 10'000;
  uint64_t seed = 1;
  double alpha = 0.05;
};

struct BootstrapIntervals {
  double estimate = 0;
  double mean = 0;  // of the resamples
  double sd = 0;    // population sd of the resamples
  Interval percentile;
  Interval basic;
  double z0 = 0;            // bias correction, equals counted by half
  double acceleration = 0;  // from the jackknife
  Interval bca_levels;
  Interval bca;
};

using PointStatistic = std::function<double(std::span<const Values> points)>;

// None for fewer than kMinBootstrapRounds in a point, no point, or a statistic that is not finite.
std::optional<BootstrapIntervals> Bootstrap(std::span<const Values> points,
                                            const PointStatistic& statistic,
                                            const BootstrapOptions& options = {});

// The intervals that belong to a set of resampled values. `acceleration` as from
// JackknifeAcceleration. None for no resamples or values that are not finite.
std::optional<BootstrapIntervals> IntervalsOfResamples(std::vector<double> resampled,
                                                       double estimate, double acceleration,
                                                       double alpha);
// Skewness of the influence of single rounds; 0 for a statistic that none of them moves.
double JackknifeAcceleration(std::span<const Values> points, const PointStatistic& statistic);

}  // namespace regress
