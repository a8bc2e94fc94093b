// SPDX-License-Identifier: Apache-2.0
#include "stats/diagnostics.h"

#include <algorithm>
#include <cmath>

#include "stats/array_map.h"
#include "stats/distributions.h"
#include "stats/summary.h"

namespace regress {

std::optional<double> Autocorrelation(Values rounds, size_t lag) {
  const std::optional<Summary> summary = Summarize(rounds);
  if (!summary || lag < 1 || lag >= rounds.size() || !(summary->sum_squares > 0)) {
    return std::nullopt;
  }
  const Eigen::ArrayXd deviations = AsArray(rounds) - summary->mean;
  const Eigen::Index pairs = static_cast<Eigen::Index>(rounds.size() - lag);
  return (deviations.head(pairs) * deviations.tail(pairs)).sum() / summary->sum_squares;
}

std::optional<double> VonNeumannRatio(Values rounds) {
  const std::optional<Summary> summary = Summarize(rounds);
  if (!summary || !(summary->sum_squares > 0)) return std::nullopt;
  const ArrayMap x = AsArray(rounds);
  return (x.tail(x.size() - 1) - x.head(x.size() - 1)).square().sum() / summary->sum_squares;
}

std::optional<LjungBoxTest> LjungBox(Values rounds, size_t lags) {
  if (lags < 1 || lags >= rounds.size()) return std::nullopt;
  const double n = static_cast<double>(rounds.size());
  LjungBoxTest test;
  for (size_t lag = 1; lag <= lags; ++lag) {
    const std::optional<double> r = Autocorrelation(rounds, lag);
    if (!r) return std::nullopt;
    test.q += *r * *r / (n - static_cast<double>(lag));
  }
  test.q *= n * (n + 2);
  test.df = static_cast<double>(lags);
  test.p = ChiSquareUpper(test.q, test.df);
  return test;
}

double FirstOrderRounds(double n, double r) {
  return n * (1 - r) / (1 + r);
}

double EffectiveRounds(double n, double r) {
  return r > 0 ? std::max(1.0, FirstOrderRounds(n, r)) : n;
}

}  // namespace regress
