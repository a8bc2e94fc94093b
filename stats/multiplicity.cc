// SPDX-License-Identifier: Apache-2.0
#include "stats/multiplicity.h"

#include <algorithm>
#include <cstddef>

namespace regress {
namespace {

// Factor of the p value with rank `rank` (from 1, ascending) among `count`.
double Factor(PAdjustment method, size_t rank, size_t count, double harmonic) {
  const double n = static_cast<double>(count);
  const double k = static_cast<double>(rank);
  switch (method) {
    case PAdjustment::kBenjaminiHochberg:
      return n / k;
    case PAdjustment::kBenjaminiYekutieli:
      return harmonic * n / k;
    case PAdjustment::kHolm:
    case PAdjustment::kHochberg:
      return n - k + 1;
    case PAdjustment::kBonferroni:
      break;
  }
  return n;
}

}  // namespace

std::vector<std::optional<double>> AdjustP(std::span<const std::optional<double>> p,
                                           PAdjustment method) {
  std::vector<size_t> order;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p[i] && *p[i] >= 0 && *p[i] <= 1) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return *p[a] < *p[b]; });
  const size_t count = order.size();
  double harmonic = 0;
  for (size_t k = 1; k <= count; ++k) harmonic += 1 / static_cast<double>(k);

  std::vector<std::optional<double>> adjusted(p.size());
  // Holm steps down from the smallest p and never falls; the others step up from the largest.
  const bool step_down = method == PAdjustment::kHolm;
  double bound = step_down ? 0 : 1;
  for (size_t step = 0; step < count; ++step) {
    const size_t k = step_down ? step : count - 1 - step;
    const double value = std::min(1.0, *p[order[k]] * Factor(method, k + 1, count, harmonic));
    if (step_down) {
      bound = std::max(bound, value);
    } else if (method == PAdjustment::kBonferroni) {
      bound = value;
    } else {
      bound = std::min(bound, value);
    }
    adjusted[order[k]] = bound;
  }
  return adjusted;
}

}  // namespace regress
