// SPDX-License-Identifier: Apache-2.0
#include "stats/effect_size.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/array_map.h"
#include "stats/summary.h"

namespace regress {

double HedgesJ(double df) {
  if (!(df > 1)) return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(df)) return 1;
  return 1 / (boost::math::tgamma_delta_ratio((df - 1) / 2, 0.5) * std::sqrt(df / 2));
}

std::optional<EffectSizes> StandardizedEffect(Values x, Values y) {
  const std::optional<Summary> sx = Summarize(x);
  const std::optional<Summary> sy = Summarize(y);
  if (!sx || !sy || sx->n < 2 || sy->n < 2) return std::nullopt;
  const double df = static_cast<double>(sx->n + sy->n - 2);
  EffectSizes sizes;
  sizes.pooled_sd = std::sqrt((sx->sum_squares + sy->sum_squares) / df);
  if (!(sizes.pooled_sd > 0)) return std::nullopt;
  const double difference = sx->mean - sy->mean;
  sizes.cohen_d = difference / sizes.pooled_sd;
  sizes.hedges_j = HedgesJ(df);
  sizes.hedges_g = sizes.hedges_j * sizes.cohen_d;
  if (sy->sum_squares > 0) sizes.glass_delta = difference / *sy->SampleSd();
  return sizes;
}

std::optional<double> CliffsDelta(Values x, Values y) {
  if (x.empty() || y.empty() || !AsArray(x).allFinite() || !AsArray(y).allFinite()) {
    return std::nullopt;
  }
  std::vector<double> sorted(y.begin(), y.end());
  std::sort(sorted.begin(), sorted.end());
  double balance = 0;
  for (const double value : x) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), value);
    balance += static_cast<double>(low - sorted.begin()) - static_cast<double>(sorted.end() - high);
  }
  return balance / static_cast<double>(x.size()) / static_cast<double>(y.size());
}

std::optional<double> VarghaDelaneyA(Values x, Values y) {
  const std::optional<double> delta = CliffsDelta(x, y);
  return delta ? std::optional((*delta + 1) / 2) : std::nullopt;
}

}  // namespace regress
