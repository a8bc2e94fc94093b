// SPDX-License-Identifier: Apache-2.0
// Effect sizes of two points: standardised differences of means and measures of overlap. Percents
// come first in reports; these are for comparisons across metrics. x is patched, y the control.
#pragma once

#include <optional>

#include "stats/values.h"

namespace regress {

struct EffectSizes {
  double pooled_sd = 0;
  double cohen_d = 0;
  double hedges_j = 0;  // exact small-sample correction by gamma functions (L. V. Hedges 1981)
  double hedges_g = 0;
  std::optional<double> glass_delta;  // by the control's sd; none if that is zero
};
// None unless both points have 2 rounds and some spread.
std::optional<EffectSizes> StandardizedEffect(Values x, Values y);

// Gamma(df / 2) / (sqrt(df / 2) Gamma((df - 1) / 2)); NaN for df <= 1.
double HedgesJ(double df);

// P(x > y) - P(x < y) over all pairs, in [-1, 1] (Cliff's delta), and P(x > y) + P(x = y) / 2
// (Vargha and Delaney's A12). None for an empty point or values that are not finite.
std::optional<double> CliffsDelta(Values x, Values y);
std::optional<double> VarghaDelaneyA(Values x, Values y);

}  // namespace regress
