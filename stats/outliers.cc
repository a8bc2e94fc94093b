// SPDX-License-Identifier: Apache-2.0
#include "stats/outliers.h"

#include <algorithm>
#include <cmath>

#include "stats/student_t.h"
#include "stats/summary.h"

namespace regress {
namespace {

constexpr double kMadScale = 0.6744897501960817;  // upper quartile of the normal distribution

}  // namespace

std::optional<TukeyFences> FindTukeyOutliers(Values rounds) {
  const std::optional<double> q1 = Quantile(rounds, 0.25);
  const std::optional<double> q3 = Quantile(rounds, 0.75);
  if (!q1 || !q3) return std::nullopt;
  const double range = *q3 - *q1;
  TukeyFences fences;
  fences.q1 = *q1;
  fences.q3 = *q3;
  fences.mild_low = *q1 - 1.5 * range;
  fences.mild_high = *q3 + 1.5 * range;
  fences.severe_low = *q1 - 3 * range;
  fences.severe_high = *q3 + 3 * range;
  for (size_t i = 0; i < rounds.size(); ++i) {
    if (rounds[i] < fences.severe_low || rounds[i] > fences.severe_high) {
      fences.severe.push_back(i);
    } else if (rounds[i] < fences.mild_low || rounds[i] > fences.mild_high) {
      fences.mild.push_back(i);
    }
  }
  return fences;
}

std::optional<std::vector<double>> ModifiedZ(Values rounds) {
  const std::optional<double> median = Median(rounds);
  const std::optional<double> mad = MedianAbsoluteDeviation(rounds);
  if (!median || !mad || *mad == 0) return std::nullopt;
  std::vector<double> z;
  z.reserve(rounds.size());
  for (const double value : rounds) z.push_back(kMadScale * (value - *median) / *mad);
  return z;
}

std::vector<size_t> FindMadOutliers(Values rounds, double limit) {
  std::vector<size_t> outliers;
  const std::optional<std::vector<double>> z = ModifiedZ(rounds);
  for (size_t i = 0; z && i < z->size(); ++i) {
    if (std::abs((*z)[i]) > limit) outliers.push_back(i);
  }
  return outliers;
}

std::optional<GrubbsTest> TestFarthest(Values rounds, double alpha) {
  const std::optional<Summary> summary = Summarize(rounds);
  if (!summary || summary->n < 3 || !(summary->sum_squares > 0)) return std::nullopt;
  if (!(alpha > 0 && alpha < 1)) return std::nullopt;
  const double n = static_cast<double>(summary->n);
  GrubbsTest test;
  for (size_t i = 0; i < rounds.size(); ++i) {
    const double g = std::abs(rounds[i] - summary->mean) / *summary->SampleSd();
    if (g > test.g) {
      test.g = g;
      test.index = i;
    }
  }
  const double t = StudentTUpperQuantile(alpha / (2 * n), n - 2);
  test.critical = (n - 1) / std::sqrt(n) * std::sqrt(t * t / (n - 2 + t * t));
  // G cannot exceed (n - 1) / sqrt n; there t is infinite.
  const double rest = (n - 1) * (n - 1) - n * test.g * test.g;
  const double square = n * (n - 2) * test.g * test.g / std::max(rest, 1e-300);
  test.p = std::min(1.0, n * StudentTTwoSided(std::sqrt(square), n - 2));
  return test;
}

}  // namespace regress
