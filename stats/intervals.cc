// SPDX-License-Identifier: Apache-2.0
#include "stats/intervals.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/student_t.h"

namespace regress {

std::optional<MeanEstimate> EstimateMean(const Summary& summary) {
  if (summary.n < 2) return std::nullopt;
  const double n = static_cast<double>(summary.n);
  const double df = summary.sum_squares > 0 ? n - 1 : 0;
  return MeanEstimate{summary.mean, summary.sum_squares / (n * (n - 1)), df};
}

MeanEstimate Combine(std::span<const MeanEstimate> estimates, std::span<const double> weights) {
  MeanEstimate combined;
  double denominator = 0;
  for (size_t i = 0; i < std::min(estimates.size(), weights.size()); ++i) {
    const double variance = weights[i] * weights[i] * estimates[i].variance;
    combined.mean += weights[i] * estimates[i].mean;
    combined.variance += variance;
    if (estimates[i].df > 0) denominator += variance * variance / estimates[i].df;
  }
  if (denominator > 0) combined.df = combined.variance * combined.variance / denominator;
  return combined;
}

double EffectiveDf(const MeanEstimate& x, const MeanEstimate& y) {
  const double sum = x.variance + y.variance;
  if (!(sum > 0)) return 0;
  // Shares, so that tiny variances do not underflow when squared.
  const double share_x = x.variance / sum;
  const double share_y = y.variance / sum;
  const double denominator =
      (x.df > 0 ? share_x * share_x / x.df : 0) + (y.df > 0 ? share_y * share_y / y.df : 0);
  return denominator > 0 ? 1 / denominator : 0;
}

std::optional<DifferenceTest> WelchTest(const MeanEstimate& x, const MeanEstimate& y) {
  DifferenceTest test{.difference = x.mean - y.mean,
                      .standard_error = std::sqrt(x.variance + y.variance),
                      .df = EffectiveDf(x, y)};
  if (!(test.df > 0) || !std::isfinite(test.standard_error)) return std::nullopt;
  test.t = test.difference / test.standard_error;
  test.p = StudentTTwoSided(test.t, test.df);
  return test;
}

std::optional<DifferenceTest> StudentTest(const Summary& x, const Summary& y) {
  if (x.n < 2 || y.n < 2 || !(x.sum_squares + y.sum_squares > 0)) return std::nullopt;
  const double nx = static_cast<double>(x.n);
  const double ny = static_cast<double>(y.n);
  DifferenceTest test{.difference = x.mean - y.mean, .df = nx + ny - 2};
  test.standard_error = std::sqrt((x.sum_squares + y.sum_squares) / test.df * (1 / nx + 1 / ny));
  test.t = test.difference / test.standard_error;
  test.p = StudentTTwoSided(test.t, test.df);
  return test;
}

Interval DifferenceInterval(const DifferenceTest& test, double t_quantile) {
  const double half = t_quantile * test.standard_error;
  return {test.difference - half, test.difference + half};
}

std::optional<FiellerInterval> Fieller(const MeanEstimate& numerator,
                                       const MeanEstimate& denominator, double t_quantile) {
  if (denominator.mean == 0) return std::nullopt;
  const double ratio = numerator.mean / denominator.mean;
  const double relative = t_quantile / denominator.mean;
  const double g = relative * relative * denominator.variance;
  if (!(g < 1)) return std::nullopt;
  const double centre = ratio / (1 - g);
  const double half =
      std::abs(relative) / (1 - g) *
      std::sqrt(numerator.variance * (1 - g) + ratio * ratio * denominator.variance);
  if (!std::isfinite(centre) || !std::isfinite(half)) return std::nullopt;
  return FiellerInterval{{centre - half, centre + half}, g};
}

std::optional<double> RatioStandardError(const MeanEstimate& numerator,
                                         const MeanEstimate& denominator) {
  if (denominator.mean == 0) return std::nullopt;
  const double ratio = numerator.mean / denominator.mean;
  return std::sqrt(numerator.variance + ratio * ratio * denominator.variance) /
         std::abs(denominator.mean);
}

std::optional<double> LogRatioStandardError(const MeanEstimate& numerator,
                                            const MeanEstimate& denominator) {
  if (!(numerator.mean > 0 && denominator.mean > 0)) return std::nullopt;
  return std::sqrt(numerator.variance / (numerator.mean * numerator.mean) +
                   denominator.variance / (denominator.mean * denominator.mean));
}

std::optional<Interval> LogDelta(const MeanEstimate& numerator, const MeanEstimate& denominator,
                                 double t_quantile) {
  const std::optional<double> error = LogRatioStandardError(numerator, denominator);
  if (!error) return std::nullopt;
  const double ratio = numerator.mean / denominator.mean;
  const double factor = std::exp(t_quantile * *error);
  if (!std::isfinite(factor) || !std::isfinite(ratio * factor)) return std::nullopt;
  return Interval{ratio / factor, ratio * factor};
}

std::optional<VarianceRatioTest> CompareVariances(const Summary& x, const Summary& y,
                                                  double confidence) {
  const std::optional<double> variance_x = x.Variance();
  const std::optional<double> variance_y = y.Variance();
  if (!variance_x || !variance_y || !(*variance_x > 0 && *variance_y > 0)) return std::nullopt;
  if (!(confidence > 0 && confidence < 1)) return std::nullopt;
  const double df_x = static_cast<double>(x.n - 1);
  const double df_y = static_cast<double>(y.n - 1);
  VarianceRatioTest test{.f = *variance_x / *variance_y, .interval = {}};
  test.p = std::min(1.0, 2 * std::min(FLower(test.f, df_x, df_y), FUpper(test.f, df_x, df_y)));
  const double tail = (1 - confidence) / 2;
  test.interval = {test.f / FQuantile(1 - tail, df_x, df_y), test.f / FQuantile(tail, df_x, df_y)};
  return test;
}

}  // namespace regress
