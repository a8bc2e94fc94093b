// SPDX-License-Identifier: Apache-2.0
// Descriptive statistics of the rounds of a point. Values are in the metric's unit; variation is
// relative to the mean as a ratio. Answers: nothing (std::nullopt) for no values, for a value that
// is not finite, and where a formula has no meaning (variance of one value, variation about a mean
// of zero, logarithms of values that are not positive). Equal values have a variance of exactly
// zero.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "stats/values.h"

namespace regress {

struct Summary {
  size_t n = 0;
  double mean = 0;
  double sum_squares = 0;  // of deviations from the mean
  double min = 0;
  double max = 0;

  std::optional<double> Variance() const;            // n - 1
  std::optional<double> PopulationVariance() const;  // n
  std::optional<double> SampleSd() const;
  std::optional<double> PopulationSd() const;
  std::optional<double> StandardError() const;  // of the mean
  std::optional<double> SampleCv() const;       // sd / |mean|
  std::optional<double> PopulationCv() const;
};

// Two passes with correction (Chan, Golub and LeVeque, American Statistician 37 (1983) 242).
std::optional<Summary> Summarize(Values values);
// Of the natural logarithms.
std::optional<Summary> SummarizeLogs(Values values);
// What n, mean and sample standard deviation alone tell; min and max are the mean. A deviation that
// is negative or not finite leaves one round: a mean without spread.
Summary SummaryFromMoments(size_t n, double mean, double sample_sd);

std::optional<double> Mean(Values values);
std::optional<double> Median(Values values);
// Type 7 (the default of R and numpy) interpolates between (n - 1) p + 1 order statistics, type 6
// (Weibull, Minitab) between (n + 1) p. None unless 0 <= p <= 1.
enum class QuantileType { kType6, kType7 };
std::optional<double> Quantile(Values values, double p, QuantileType type = QuantileType::kType7);
// The same of values that are sorted already and not empty.
double SortedQuantile(Values sorted, double p, QuantileType type = QuantileType::kType7);

std::optional<double> MedianAbsoluteDeviation(Values values);  // raw: about the median, not scaled
// Minimum, lower hinge, median, upper hinge, maximum.
std::optional<std::array<double, 5>> TukeyHinges(Values values);
std::optional<double> GeometricMean(Values values);
std::optional<double> HarmonicMean(Values values);
// Mean without floor(n fraction) values at each end; fraction in [0, 0.5).
std::optional<double> TrimmedMean(Values values, double fraction);

// Distribution-free interval of the median between order statistics k and n + 1 - k (from 1): the
// largest k whose coverage reaches `confidence`; k = 0, coverage 0 if no k does.
struct MedianRanks {
  size_t k = 0;
  double coverage = 0;
};
MedianRanks MedianIntervalRanks(size_t n, double confidence);

}  // namespace regress
