// SPDX-License-Identifier: Apache-2.0
// One figure for many rows: the geometric mean of ratios, and p values of repeats of the same claim
// combined.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

// Over matched rows only: a row without a positive finite ratio is left out and listed.
struct RatioAggregate {
  double geometric_mean = 0;
  size_t used = 0;
  std::vector<size_t> left_out;      // indices of the rows
  std::optional<Interval> interval;  // t interval of the mean logarithm; none for fewer than 2 rows
};
// None if no row is left.
std::optional<RatioAggregate> AggregateRatios(Values ratios, double confidence);

struct CombinedP {
  double fisher_statistic = 0;
  double fisher = 1;
  double stouffer_statistic = 0;
  double stouffer = 1;
};
// Independent one-sided p values. None for an empty list or a p outside (0, 1).
std::optional<CombinedP> CombineP(Values p);

}  // namespace regress
