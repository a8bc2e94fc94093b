// SPDX-License-Identifier: Apache-2.0
#include "stats/aggregate.h"

#include <cmath>

#include "stats/distributions.h"
#include "stats/student_t.h"
#include "stats/summary.h"

namespace regress {

std::optional<RatioAggregate> AggregateRatios(Values ratios, double confidence) {
  RatioAggregate aggregate;
  std::vector<double> matched;
  for (size_t i = 0; i < ratios.size(); ++i) {
    if (ratios[i] > 0 && std::isfinite(ratios[i])) {
      matched.push_back(ratios[i]);
    } else {
      aggregate.left_out.push_back(i);
    }
  }
  const std::optional<Summary> logs = SummarizeLogs(matched);
  if (!logs) return std::nullopt;
  aggregate.used = matched.size();
  aggregate.geometric_mean = std::exp(logs->mean);
  if (const std::optional<double> error = logs->StandardError()) {
    const double df = static_cast<double>(logs->n - 1);
    const double half = StudentTUpperQuantile((1 - confidence) / 2, df) * *error;
    aggregate.interval = Interval{std::exp(logs->mean - half), std::exp(logs->mean + half)};
  }
  return aggregate;
}

std::optional<CombinedP> CombineP(Values p) {
  if (p.empty()) return std::nullopt;
  CombinedP combined;
  for (const double value : p) {
    if (!(value > 0 && value < 1)) return std::nullopt;
    combined.fisher_statistic -= 2 * std::log(value);
    combined.stouffer_statistic -= NormalQuantile(value);
  }
  const double n = static_cast<double>(p.size());
  combined.stouffer_statistic /= std::sqrt(n);
  combined.fisher = ChiSquareUpper(combined.fisher_statistic, 2 * n);
  combined.stouffer = NormalUpper(combined.stouffer_statistic);
  return combined;
}

}  // namespace regress
