// SPDX-License-Identifier: Apache-2.0
#include "stats/warm_up.h"

#include <algorithm>
#include <cmath>

#include "stats/array_map.h"
#include "stats/distributions.h"
#include "stats/sandwich.h"
#include "stats/student_t.h"
#include "stats/summary.h"

namespace regress {

std::optional<FirstRoundTest> TestFirstRound(Values rounds) {
  if (rounds.size() < 3) return std::nullopt;
  const std::optional<Summary> rest = Summarize(WithoutFirstRounds(rounds, 1));
  const double first = rounds.front();
  if (!rest || !(rest->sum_squares > 0) || !std::isfinite(first)) return std::nullopt;
  FirstRoundTest test;
  test.mean_of_rest = rest->mean;
  test.sd_of_rest = *rest->SampleSd();
  const double n_rest = static_cast<double>(rest->n);
  test.t = (first - rest->mean) / (test.sd_of_rest * std::sqrt(1 + 1 / n_rest));
  test.df = n_rest - 1;
  test.p = StudentTTwoSided(test.t, test.df);
  test.rank = 1 + static_cast<size_t>((AsArray(rounds) < first).count());
  test.ties = static_cast<size_t>((AsArray(rounds) == first).count());
  return test;
}

FirstRoundSigns CountFirstRounds(std::span<const Values> points) {
  FirstRoundSigns signs;
  for (const Values rounds : points) {
    const std::optional<Summary> all = Summarize(rounds);
    if (!all || all->n < 2 || all->min == all->max) continue;
    const double first = rounds.front();
    const double rest = *Mean(WithoutFirstRounds(rounds, 1));
    ++signs.points;
    signs.below += first < rest ? 1 : 0;
    signs.above += first > rest ? 1 : 0;
    signs.lowest += first == all->min ? 1 : 0;
    signs.highest += first == all->max ? 1 : 0;
  }
  signs.p = SignTest(signs.below, signs.below + signs.above);
  return signs;
}

double SignTest(size_t successes, size_t count) {
  if (count == 0) return 1;
  const size_t fewer = std::min(successes, count - successes);
  return std::min(1.0, 2 * BinomialLower(fewer, count, 0.5));
}

std::optional<MserTruncation> TruncateByMser(Values rounds) {
  if (rounds.empty() || !AsArray(rounds).allFinite()) return std::nullopt;
  // Welford's recurrence from the last round backward gives the sums of squares of all tails in one
  // pass.
  const size_t last_d = rounds.size() / 2;
  MserTruncation truncation;
  truncation.criterion.resize(last_d + 1);
  double mean = 0;
  double squares = 0;
  for (size_t d = rounds.size(); d-- > 0;) {
    const double n = static_cast<double>(rounds.size() - d);
    const double deviation = rounds[d] - mean;
    mean += deviation / n;
    squares += deviation * (rounds[d] - mean);
    if (d <= last_d) truncation.criterion[d] = squares / (n * n);
  }
  const auto least = std::min_element(truncation.criterion.begin(), truncation.criterion.end());
  truncation.d = static_cast<size_t>(least - truncation.criterion.begin());
  return truncation;
}

Interval ImpliedFirstRound(size_t n, const Interval& mean_of_all, const Interval& mean_of_rest) {
  const double count = static_cast<double>(n);
  return {count * mean_of_all.low - (count - 1) * mean_of_rest.high,
          count * mean_of_all.high - (count - 1) * mean_of_rest.low};
}

}  // namespace regress
