// SPDX-License-Identifier: Apache-2.0
#include "stats/summary_only.h"

#include <cmath>
#include <cstdint>

#include "stats/power.h"

namespace regress {

Interval CvOfPrintedPercent(std::optional<double> printed_percent) {
  if (!printed_percent) return {0, 0.03};
  return {*printed_percent / 100, (*printed_percent + 1) / 100};
}

double MaxPopulationCv(size_t n) {
  return n == 0 ? 0 : std::sqrt(static_cast<double>(n - 1));
}

size_t LeastRounds(double cv) {
  if (!(cv > 1)) return 2;
  if (cv > 1e6) return SIZE_MAX;
  size_t n = static_cast<size_t>(std::floor(cv * cv));
  while (MaxPopulationCv(n) < cv) ++n;
  return n;
}

std::vector<size_t> PossibleRounds(const PrintedNumber& mean, size_t n_max) {
  std::vector<size_t> possible;
  // In whole units of half a last digit, so that nothing is rounded: k / n within [low, high] /
  // scale.
  const double last_digits = std::round(mean.value / mean.unit);
  const double per_one = std::round(1 / mean.unit);
  if (!(mean.unit >= 1e-15 && mean.unit <= 1e15) || !(std::abs(last_digits) < 1e15))
    return possible;
  const Interval interval = mean.interval();
  const auto half_units = [&](double bound) {
    return static_cast<int64_t>(2 * last_digits + std::round(2 * (bound - mean.value) / mean.unit));
  };
  __extension__ using Wide = __int128;
  const Wide low = half_units(interval.low);
  const Wide high = half_units(interval.high);
  const bool whole = mean.unit >= 1;
  const Wide scale = Wide{2} * (whole ? 1 : static_cast<int64_t>(per_one));
  const Wide factor = whole ? static_cast<int64_t>(std::round(mean.unit)) : 1;
  for (size_t n = 1; n <= n_max; ++n) {
    const Wide least = low * factor * static_cast<Wide>(n);
    const Wide most = high * factor * static_cast<Wide>(n);
    // The largest whole k with k scale <= most.
    Wide k = most / scale;
    if (k * scale > most) --k;
    if (k * scale >= least) possible.push_back(n);
  }
  return possible;
}

std::optional<MeanEstimate> EstimateFromCv(double mean, double population_cv, size_t n) {
  if (n < 2 || !(population_cv >= 0) || !std::isfinite(mean)) return std::nullopt;
  const double df = static_cast<double>(n - 1);
  const double population_sd = population_cv * std::abs(mean);
  return MeanEstimate{mean, population_sd * population_sd / df, population_sd > 0 ? df : 0};
}

std::optional<PrintedChangeTest> TestPrintedMeans(double mean1, const Interval& cv1, double mean2,
                                                  const Interval& cv2, size_t n, double alpha,
                                                  double power) {
  const auto p = [&](double c1, double c2) -> std::optional<double> {
    const std::optional<MeanEstimate> x = EstimateFromCv(mean1, c1, n);
    const std::optional<MeanEstimate> y = EstimateFromCv(mean2, c2, n);
    if (!x || !y) return std::nullopt;
    const std::optional<DifferenceTest> test = WelchTest(*x, *y);
    return test ? std::optional(test->p) : std::nullopt;
  };
  const std::optional<double> high = p(cv1.high, cv2.high);
  if (!high) return std::nullopt;
  PrintedChangeTest test;
  test.p_high = *high;
  test.p_low = p(cv1.low, cv2.low);
  test.rounds_needed =
      TwoSampleRounds(mean1 - mean2, cv1.high * std::abs(mean1), cv2.high * std::abs(mean2), alpha,
                      power, SdKind::kPopulation);
  return test;
}

}  // namespace regress
