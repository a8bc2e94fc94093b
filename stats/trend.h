// SPDX-License-Identifier: Apache-2.0
// Trends over run order: M. G. Kendall's tau of value against order (H. B. Mann, Econometrica 13
// (1945) 245), and a least-squares line of drift through all rounds of a sandwich, y = b0 + b1
// order + b2 patched. Only a straight drift can be told from a change by A / P / A; curvature
// cannot.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

struct TrendTest {
  double concordant = 0;  // pairs that rise
  double tau = 0;         // tau-b
  double z = 0;           // of the normal approximation, 0 in the exact test
  double p = 1;           // two-sided
};
// Exact null distribution, without ties and for at most 50 rounds.
std::optional<TrendTest> MannKendallExact(Values rounds);
// Normal approximation with the variance corrected for ties, no continuity correction. At most 10^4
// rounds.
std::optional<TrendTest> MannKendallNormal(Values rounds);
// Exact where possible, else normal.
std::optional<TrendTest> MannKendall(Values rounds);

struct LinearDrift {
  // Intercept, drift per round, effect of the patched kernel.
  std::array<double, 3> coefficient{};
  std::array<double, 3> standard_error{};
  std::array<double, 3> t{};
  std::array<double, 3> p{};
  std::array<Interval, 3> interval{};
  double sigma = 0;  // residual standard deviation
  double df = 0;
  double r_squared = 0;
};
// Rounds are numbered 1 ... N through all three points. None for fewer than 4 rounds in all, an
// empty patched point, no control, order and patched not separable, or values that are not finite.
std::optional<LinearDrift> FitLinearDrift(Values control_a, Values patched, Values control_b,
                                          double confidence);

}  // namespace regress
