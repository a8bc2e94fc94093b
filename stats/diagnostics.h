// SPDX-License-Identifier: Apache-2.0
// Whether the rounds of a point look independent: autocorrelation, J. von Neumann's ratio (Ann.
// Math. Statist. 12 (1941) 367), G. M. Ljung and G. E. P. Box's test (Biometrika 65 (1978) 297),
// and the number of independent rounds that correlated ones are worth. None for too few rounds, no
// spread, or values that are not finite.
#pragma once

#include <cstddef>
#include <optional>

#include "stats/values.h"

namespace regress {

// Of rounds `lag` apart, 1 <= lag < n.
std::optional<double> Autocorrelation(Values rounds, size_t lag);
// Sum of squared successive differences over sum of squared deviations; about 2 for independent
// rounds.
std::optional<double> VonNeumannRatio(Values rounds);

struct LjungBoxTest {
  double q = 0;
  double df = 0;
  double p = 1;
};
std::optional<LjungBoxTest> LjungBox(Values rounds, size_t lags);

// n (1 - r) / (1 + r) for a first-order process with lag-1 correlation r.
double FirstOrderRounds(double n, double r);
// The same, but never more than n: a negative correlation is not taken for extra rounds. 1 at
// least.
double EffectiveRounds(double n, double r);

}  // namespace regress
