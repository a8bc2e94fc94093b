// SPDX-License-Identifier: Apache-2.0
// Distribution-free comparisons of two points by ranks: Mann and Whitney's test, the Hodges-Lehmann
// shift, and E. Brunner and U. Munzel's test (Biometrical J. 42 (2000) 17) for unequal spread. They
// treat rounds as independent, which rounds of one boot are not (stats/boot_level.h). None for an
// empty point, values that are not finite, or where a method needs more.
#pragma once

#include <cstddef>
#include <optional>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

inline constexpr size_t kMaxExactRounds = 50;  // on each side

// Null distribution of U for n and m rounds without ties: P(U <= u). NaN beyond kMaxExactRounds.
double MannWhitneyLower(double u, size_t n, size_t m);
// The smallest two-sided p that n and m rounds can reach, 2 / C(n + m, n): below it nothing can be
// shown.
double SmallestRankP(size_t n, size_t m);

struct RankTest {
  double u = 0;         // pairs with x > y, equals counted by half
  double rank_sum = 0;  // of x
  double p = 1;         // two-sided
  double p_less = 1;    // x tends to be smaller
  bool ties = false;
};
// Exact without ties by counting, n and m at most kMaxExactRounds.
std::optional<RankTest> MannWhitneyExact(Values x, Values y);
// Exact given the ties: all assignments of the midranks, n and m at most kMaxExactRounds.
std::optional<RankTest> MannWhitneyMidranks(Values x, Values y);
// Normal approximation, variance corrected for ties, with or without continuity correction of 1/2.
// None if all values are equal.
std::optional<RankTest> MannWhitneyNormal(Values x, Values y, bool continuity = true);
// The best of these: exact, exact given ties, or normal by size.
std::optional<RankTest> MannWhitney(Values x, Values y);

// Median of all x - y with an interval between order statistics of the differences.
struct ShiftEstimate {
  double shift = 0;
  std::optional<Interval> interval;  // none if no pair of order statistics reaches the confidence
  double achieved_confidence = 0;    // without ties
};
std::optional<ShiftEstimate> HodgesLehmann(Values x, Values y, double confidence);

struct BrunnerMunzelTest {
  double statistic = 0;  // positive if y tends to be larger
  double df = 0;
  double p = 1;
};
// None if the points do not overlap: the variance of the placements is zero.
std::optional<BrunnerMunzelTest> BrunnerMunzel(Values x, Values y);

}  // namespace regress
