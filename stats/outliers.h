// SPDX-License-Identifier: Apache-2.0
// Rounds that stand apart. They are flagged, never dropped: a slow round may be the very thing to
// know. None for no values or values that are not finite.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "stats/values.h"

namespace regress {

// J. W. Tukey's fences: quartiles (type 7) -+ 1.5 and 3 interquartile ranges. Indices are those of
// the rounds; `mild` does not repeat `severe`.
struct TukeyFences {
  double q1 = 0;
  double q3 = 0;
  double mild_low = 0;
  double mild_high = 0;
  double severe_low = 0;
  double severe_high = 0;
  std::vector<size_t> mild;
  std::vector<size_t> severe;
};
std::optional<TukeyFences> FindTukeyOutliers(Values rounds);

// (x - median) / (1.4826 x raw MAD): about standard normal. None if the MAD is zero (more than half
// of the rounds are equal): then nothing can be flagged.
std::optional<std::vector<double>> ModifiedZ(Values rounds);
// Indices with |modified z| beyond the limit; empty if there is none or no scale.
std::vector<size_t> FindMadOutliers(Values rounds, double limit = 3.5);

// F. E. Grubbs' test (Technometrics 11 (1969) 1) of the round farthest from the mean. None for
// fewer than 3 rounds or no spread.
struct GrubbsTest {
  double g = 0;
  double critical = 0;
  double p = 1;  // two-sided, Bonferroni bound
  size_t index = 0;
};
std::optional<GrubbsTest> TestFarthest(Values rounds, double alpha);

}  // namespace regress
