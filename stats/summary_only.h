// SPDX-License-Identifier: Apache-2.0
// Rows of which only a mean and a relative deviation are printed, as the kernel test robot does:
// the deviation is the population coefficient of variation in percent, cut off to a whole number
// and left out up to 2; the number of runs is not printed. Coefficients of variation are ratios
// here: 0.91 for +/-91%.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/data/printed_number.h"
#include "stats/intervals.h"

namespace regress {

// What a printed deviation stands for: [c, c + 1) percent, or [0, 3) where none is printed.
Interval CvOfPrintedPercent(std::optional<double> printed_percent);

// The largest population cv that n non-negative values can have: sqrt(n - 1).
double MaxPopulationCv(size_t n);
// The least n for which a population cv of at least `cv` is possible, at least 2.
size_t LeastRounds(double cv);

// The n up to `n_max` for which n whole numbers can have a mean that prints as given, bounds
// included (GRIM: N. J. L. Brown and J. A. J. Heathers, Soc. Psychol. Personal. Sci. 8 (2017) 363).
std::vector<size_t> PossibleRounds(const PrintedNumber& mean, size_t n_max);

// The mean with the variance that follows from a population cv for n rounds: sd = cv |mean| sqrt(n
// / (n - 1)). None for n < 2 or a negative cv.
std::optional<MeanEstimate> EstimateFromCv(double mean, double population_cv, size_t n);

struct PrintedChangeTest {
  std::optional<double>
      p_low;          // at the least deviations that the row allows; none if those are zero
  double p_high = 1;  // at the largest: what a verdict must use
  std::optional<double>
      rounds_needed;  // each side, for this change at `power` and the largest deviations
};
// Welch's test of two printed means with n rounds each. None for n < 2 or without any deviation at
// the largest.
std::optional<PrintedChangeTest> TestPrintedMeans(double mean1, const Interval& cv1, double mean2,
                                                  const Interval& cv2, size_t n, double alpha,
                                                  double power);

}  // namespace regress
