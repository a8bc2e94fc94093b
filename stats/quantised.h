// SPDX-License-Identifier: Apache-2.0
// Values that a clock or a producer has rounded to multiples of a quantum (whole nanoseconds). When
// the spread is of the quantum's size, t intervals claim a precision that the data do not have; the
// bound below holds whatever the unrounded values were.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

// Number of distinct values, counted up to `limit`, at most kDistinctLimit.
inline constexpr size_t kDistinctLimit = 16;
size_t DistinctValues(Values values, size_t limit);

// The quantum of all points together: the coarsest of 1, 0.1, ... 1e-9 that every value is a
// multiple of, or the greatest common divisor of all differences where that is larger and not
// likely by chance: with 6 distinct values, or with rounds that differ inside a point and repeat
// each value 4 times on average. None if a value has more decimals, is not finite or is beyond 2^53
// units.
std::optional<double> DetectQuantum(std::span<const Values> points);

// Standard deviation that rounding alone makes of a uniform value: q / sqrt 12.
double QuantumSdFloor(double quantum);
// W. F. Sheppard's correction, variance - q^2 / 12, not below 0.
double SheppardVariance(double variance, double quantum);
// Whether t-based figures of the point mean little: sd below the floor, or at most 3 distinct
// values, some of them repeated, that span no more than 3 quanta.
bool IsQuantised(Values values, double quantum);

// What the mean of the unrounded values may be.
Interval QuantumMeanBound(double mean, double quantum, Rounding rounding);
// Worst case of patched / control - 1 when both means are known up to the quantum. None if the
// control may be zero or negative.
std::optional<Interval> ResolutionBound(double control, double patched, double quantum,
                                        Rounding rounding = Rounding::kNearest);

}  // namespace regress
