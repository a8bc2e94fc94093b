// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/array_map.h"
#include "stats/distributions.h"

namespace regress {
namespace {

std::optional<double> Root(std::optional<double> square) {
  return square ? std::optional(std::sqrt(*square)) : std::nullopt;
}

std::optional<double> Relative(std::optional<double> deviation, double mean) {
  if (!deviation || mean == 0) return std::nullopt;
  return *deviation / std::abs(mean);
}

// Sorted copy, empty if a value is not finite.
std::vector<double> Sorted(Values values) {
  if (!AsArray(values).allFinite()) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace

std::optional<double> Summary::Variance() const {
  if (n < 2) return std::nullopt;
  return sum_squares / static_cast<double>(n - 1);
}

std::optional<double> Summary::PopulationVariance() const {
  if (n < 1) return std::nullopt;
  return sum_squares / static_cast<double>(n);
}

std::optional<double> Summary::SampleSd() const {
  return Root(Variance());
}

std::optional<double> Summary::PopulationSd() const {
  return Root(PopulationVariance());
}

std::optional<double> Summary::StandardError() const {
  if (n < 2) return std::nullopt;
  return std::sqrt(sum_squares / (static_cast<double>(n) * static_cast<double>(n - 1)));
}

std::optional<double> Summary::SampleCv() const {
  return Relative(SampleSd(), mean);
}

std::optional<double> Summary::PopulationCv() const {
  return Relative(PopulationSd(), mean);
}

std::optional<Summary> Summarize(Values values) {
  if (values.empty()) return std::nullopt;
  const ArrayMap x = AsArray(values);
  const double n = static_cast<double>(values.size());
  Summary summary{.n = values.size(), .mean = x.sum() / n, .min = x[0], .max = x[0]};
  for (const double value : values) {
    summary.min = std::min(summary.min, value);
    summary.max = std::max(summary.max, value);
  }
  // A sum that is not finite may come from huge finite values; the mean of their shares is finite.
  if (!std::isfinite(summary.mean)) {
    if (!x.allFinite()) return std::nullopt;
    summary.mean = (x / n).sum();
  }
  if (summary.min == summary.max) {
    summary.mean = summary.min;
    return summary;
  }
  double sum = 0;
  double squares = 0;
  for (const double value : values) {
    const double deviation = value - summary.mean;
    sum += deviation;
    squares += deviation * deviation;
  }
  summary.mean += sum / n;
  summary.sum_squares = std::max(0.0, squares - sum * sum / n);
  return summary;
}

std::optional<Summary> SummarizeLogs(Values values) {
  for (const double value : values) {
    if (!(value > 0) || std::isinf(value)) return std::nullopt;
  }
  const Eigen::ArrayXd logs = AsArray(values).log();
  return Summarize({logs.data(), values.size()});
}

Summary SummaryFromMoments(size_t n, double mean, double sample_sd) {
  if (!(sample_sd >= 0 && std::isfinite(sample_sd))) n = std::min<size_t>(n, 1);
  if (n < 2) return {.n = n, .mean = mean, .sum_squares = 0, .min = mean, .max = mean};
  const double df = static_cast<double>(n - 1);
  return {
      .n = n, .mean = mean, .sum_squares = sample_sd * sample_sd * df, .min = mean, .max = mean};
}

std::optional<double> Mean(Values values) {
  const std::optional<Summary> summary = Summarize(values);
  return summary ? std::optional(summary->mean) : std::nullopt;
}

std::optional<double> Median(Values values) {
  return Quantile(values, 0.5);
}

std::optional<double> Quantile(Values values, double p, QuantileType type) {
  const std::vector<double> sorted = Sorted(values);
  if (sorted.empty() || !(p >= 0 && p <= 1)) return std::nullopt;
  return SortedQuantile(sorted, p, type);
}

double SortedQuantile(Values sorted, double p, QuantileType type) {
  const double n = static_cast<double>(sorted.size());
  // 0-based position among the order statistics.
  double position = type == QuantileType::kType7 ? (n - 1) * p : (n + 1) * p - 1;
  position = std::clamp(position, 0.0, n - 1);
  const double whole = std::floor(position + 4e-16 * n);
  const double fraction = std::max(0.0, position - whole);
  const size_t low = static_cast<size_t>(whole);
  if (fraction == 0 || low + 1 >= sorted.size()) return sorted[std::min(low, sorted.size() - 1)];
  if (sorted[low] == sorted[low + 1]) return sorted[low];
  return (1 - fraction) * sorted[low] + fraction * sorted[low + 1];
}

std::optional<double> MedianAbsoluteDeviation(Values values) {
  const std::optional<double> median = Median(values);
  if (!median) return std::nullopt;
  const Eigen::ArrayXd deviations = (AsArray(values) - *median).abs();
  return Median({deviations.data(), values.size()});
}

std::optional<std::array<double, 5>> TukeyHinges(Values values) {
  const std::vector<double> sorted = Sorted(values);
  if (sorted.empty()) return std::nullopt;
  // Hinges are medians of the halves, the median belonging to both when n is odd.
  const Values all(sorted);
  const size_t half = (sorted.size() + 1) / 2;
  return std::array<double, 5>{sorted.front(), SortedQuantile(all.first(half), 0.5),
                               SortedQuantile(all, 0.5), SortedQuantile(all.last(half), 0.5),
                               sorted.back()};
}

std::optional<double> GeometricMean(Values values) {
  const std::optional<Summary> logs = SummarizeLogs(values);
  return logs ? std::optional(std::exp(logs->mean)) : std::nullopt;
}

std::optional<double> HarmonicMean(Values values) {
  const ArrayMap x = AsArray(values);
  if (values.empty() || !x.allFinite() || !(x > 0).all()) return std::nullopt;
  return static_cast<double>(values.size()) / x.inverse().sum();
}

std::optional<double> TrimmedMean(Values values, double fraction) {
  const std::vector<double> sorted = Sorted(values);
  if (sorted.empty() || !(fraction >= 0 && fraction < 0.5)) return std::nullopt;
  const size_t cut = static_cast<size_t>(static_cast<double>(sorted.size()) * fraction);
  return Mean(Values(sorted).subspan(cut, sorted.size() - 2 * cut));
}

MedianRanks MedianIntervalRanks(size_t n, double confidence) {
  MedianRanks ranks;
  for (size_t k = 1; 2 * k <= n; ++k) {
    const double coverage = 1 - 2 * BinomialLower(k - 1, n, 0.5);
    if (coverage < confidence) break;
    ranks = {k, coverage};
  }
  return ranks;
}

}  // namespace regress
