// SPDX-License-Identifier: Apache-2.0
// Whether the first rounds of a point differ from the rest, and how many to leave out.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

// Round 1 against the prediction interval of the rest: t = (x1 - mean) / (sd sqrt(1 + 1 / (n -
// 1))). None for fewer than 3 rounds or a rest without spread.
struct FirstRoundTest {
  double mean_of_rest = 0;
  double sd_of_rest = 0;
  double t = 0;
  double df = 0;
  double p = 1;
  size_t rank = 0;  // of round 1 among all, from 1, the least rank of equals
  size_t ties = 0;  // rounds equal to round 1, itself included
};
std::optional<FirstRoundTest> TestFirstRound(Values rounds);

// Over many points: a shift too small to see in one may have the same sign in all. Points whose
// rounds are all equal, or with fewer than 2 rounds, say nothing and do not count.
struct FirstRoundSigns {
  size_t points = 0;
  size_t below = 0;  // round 1 below the mean of the rest
  size_t above = 0;
  size_t lowest = 0;   // round 1 is the minimum of its point
  size_t highest = 0;  // or the maximum
  double p = 1;        // two-sided sign test of below against above
};
FirstRoundSigns CountFirstRounds(std::span<const Values> points);

// Exact two-sided binomial test of `successes` in `count` at one half; 1 for a count of zero.
double SignTest(size_t successes, size_t count);

// Rounds to leave out by MSER (K. P. White, Simulation 69 (1997) 323): the d <= n / 2 that
// minimises sum over later rounds of (x - mean)^2 / (n - d)^2; the least d of equals. criterion[d]
// for d = 0 ... n / 2. None for no rounds or rounds that are not finite.
struct MserTruncation {
  size_t d = 0;
  std::vector<double> criterion;
};
std::optional<MserTruncation> TruncateByMser(Values rounds);

// The first round that a mean of all n rounds and a mean without the first imply: n all - (n - 1)
// rest.
Interval ImpliedFirstRound(size_t n, const Interval& mean_of_all, const Interval& mean_of_rest);

}  // namespace regress
