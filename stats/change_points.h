// SPDX-License-Identifier: Apache-2.0
// Change points in the history of a metric by E-divisive means (D. S. Matteson and N. A. James,
// JASA 109 (2014) 334): the split (tau, kappa) of a segment that maximises
//   Q = m n / (m + n) (2 mean |X - Y| - mean |X - X'| - mean |Y - Y'|),  X = [0, tau), Y = [tau,
//   kappa),
// is a change if fewer than alpha of the random orders of that segment have a larger maximum; then
// both parts are searched in turn. Tests are by permutation inside the segment, which takes the
// search for the best split into account, as a t test at the chosen split does not. A single odd
// value is no change: both sides need a minimum of rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "stats/values.h"

namespace regress {

struct ChangePointOptions {
  double alpha = 0.001;
  size_t permutations = 1000;  // at least; more if alpha needs them
  uint64_t seed = 1;
  size_t min_segment = 3;
  // Longer series are searched in windows of this length that overlap by half: the cost is
  // quadratic in it.
  size_t window = 512;
};

struct ChangePoint {
  size_t index = 0;  // first value of the new regime
  double q = 0;
  double p = 1;            // (1 + k) / (1 + N) by permutation
  double mean_before = 0;  // of the regimes on both sides
  double mean_after = 0;
  std::optional<double>
      p_student;  // pooled t test of both regimes, sample sd; not corrected for the search
};

// Ascending. None if a value is not finite or an option is out of its domain; empty if nothing
// changes.
std::optional<std::vector<ChangePoint>> FindChangePoints(Values series,
                                                         const ChangePointOptions& options = {});

struct Split {
  size_t tau = 0;
  size_t kappa = 0;
  double q = 0;
};
// The split with the largest Q whose sides have at least `min_segment` values; the first of equals.
// O(T^2) time and O(T) memory. None for fewer than 2 min_segment values.
std::optional<Split> BestSplit(Values series, size_t min_segment);
// Q of one split by its definition. 0 unless 0 < tau < kappa <= T.
double EnergyStatistic(Values series, size_t tau, size_t kappa);

}  // namespace regress
