// SPDX-License-Identifier: Apache-2.0
// Tests of the shape of points: normality (S. S. Shapiro and M. B. Wilk, by P. Royston's algorithm
// AS R94, Appl. Statist. 44 (1995) 547), equal spread (M. B. Brown and A. B. Forsythe, JASA 69
// (1974) 364), equal distributions (Kolmogorov and Smirnov, exact). None for too few rounds, no
// spread, or values not finite.
#pragma once

#include <optional>

#include "stats/values.h"

namespace regress {

struct NormalityTest {
  double w = 0;
  double p = 1;
};
// 3 to 5000 rounds.
std::optional<NormalityTest> ShapiroWilk(Values rounds);

struct SpreadTest {
  double f = 0;
  double p = 1;
};
// Analysis of variance of the distances from the medians.
std::optional<SpreadTest> BrownForsythe(Values x, Values y);

struct DistributionTest {
  double d = 0;
  double p = 1;
};
// Exact null distribution for values without ties; with ties p is too large, which errs on the safe
// side. At most 10^4 rounds on each side.
std::optional<DistributionTest> KolmogorovSmirnov(Values x, Values y);

}  // namespace regress
