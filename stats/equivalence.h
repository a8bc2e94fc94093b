// SPDX-License-Identifier: Apache-2.0
// Two one-sided tests (TOST): evidence that two means differ by less than a margin, which a t test
// that finds no difference is not. D. J. Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) 657. The
// ratio form (S. Sasabuchi, Biometrika 67 (1980) 429) does not take the reference mean for a
// constant; verdicts use it.
#pragma once

#include <optional>

#include "stats/intervals.h"

namespace regress {

struct EquivalenceTest {
  double t_lower = 0;  // against "too small"
  double t_upper = 0;  // against "too large"
  double df_lower = 0;
  double df_upper = 0;
  double p_lower = 1;
  double p_upper = 1;
  double p() const { return p_lower > p_upper ? p_lower : p_upper; }
};

// H0: value / reference <= 1 - margin or >= 1 / (1 - margin). None unless 0 < margin < 1, the
// reference mean is positive and some variance is.
std::optional<EquivalenceTest> RatioEquivalence(const MeanEstimate& value,
                                                const MeanEstimate& reference, double margin);
// H0: |value - reference| >= margin, margin in the metric's unit and taken for a constant.
std::optional<EquivalenceTest> DifferenceEquivalence(const MeanEstimate& value,
                                                     const MeanEstimate& reference, double margin);

}  // namespace regress
