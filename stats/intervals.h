// SPDX-License-Identifier: Apache-2.0
// Tests and intervals for differences and ratios of means whose variances are unequal and
// estimated. A mean with its variance and degrees of freedom is a MeanEstimate; sums of them keep
// the effective df of F. E. Satterthwaite (Biometrics Bulletin 2 (1946) 110), so that a difference
// is B. L. Welch's (Biometrika 34 (1947) 28). Intervals here speak of the rounds only: they know
// nothing of boot-to-boot spread, for which see stats/boot_level.h.
#pragma once

#include <optional>
#include <span>

#include "models/data/printed_number.h"
#include "stats/summary.h"

namespace regress {

struct MeanEstimate {
  double mean = 0;
  double variance = 0;  // of the mean: s^2 / n
  double df = 0;        // 0 if the variance is zero or unknown
};

// None for fewer than 2 rounds.
std::optional<MeanEstimate> EstimateMean(const Summary& summary);
// Sum of weight x mean, independent points. As many weights as estimates.
MeanEstimate Combine(std::span<const MeanEstimate> estimates, std::span<const double> weights);

struct DifferenceTest {
  double difference = 0;  // x - y
  double standard_error = 0;
  double df = 0;
  double t = 0;
  double p = 1;  // two-sided
};
// None if both variances are zero: then there is no test, only the difference itself.
std::optional<DifferenceTest> WelchTest(const MeanEstimate& x, const MeanEstimate& y);
// Common variance; each side needs 2 values.
std::optional<DifferenceTest> StudentTest(const Summary& x, const Summary& y);
// difference +- t standard errors.
Interval DifferenceInterval(const DifferenceTest& test, double t_quantile);

// Satterthwaite df of x - y, 0 if both variances are zero.
double EffectiveDf(const MeanEstimate& x, const MeanEstimate& y);

// Interval of numerator / denominator by E. C. Fieller (JRSS B 16 (1954) 175) for independent
// means: g = t^2 v_d / d^2; centre r / (1 - g); half width t / (d (1 - g)) sqrt(v_n (1 - g) + r^2
// v_d). None for g >= 1 (the denominator is not distinguishable from zero: the set is unbounded) or
// a zero denominator.
struct FiellerInterval {
  Interval ratio;
  double g = 0;
};
std::optional<FiellerInterval> Fieller(const MeanEstimate& numerator,
                                       const MeanEstimate& denominator, double t_quantile);

// Standard error of numerator / denominator by the delta method, and of its logarithm.
std::optional<double> RatioStandardError(const MeanEstimate& numerator,
                                         const MeanEstimate& denominator);
std::optional<double> LogRatioStandardError(const MeanEstimate& numerator,
                                            const MeanEstimate& denominator);
// Interval of the ratio, symmetric in its logarithm. None unless both means are positive.
std::optional<Interval> LogDelta(const MeanEstimate& numerator, const MeanEstimate& denominator,
                                 double t_quantile);

// F test of equal variances with the interval of var x / var y.
struct VarianceRatioTest {
  double f = 0;
  double p = 1;
  Interval interval;
};
std::optional<VarianceRatioTest> CompareVariances(const Summary& x, const Summary& y,
                                                  double confidence);

}  // namespace regress
