// SPDX-License-Identifier: Apache-2.0
// The other distributions: probabilities of both tails and quantiles. Accurate in the tails down to
// 1e-300. Answers outside a distribution's domain are NaN. Student's t is in stats/student_t.h.
#pragma once

#include <cstdint>

namespace regress {

double NormalLower(double z);         // P(Z <= z)
double NormalUpper(double z);         // P(Z > z)
double NormalQuantile(double lower);  // z with P(Z <= z) = lower; +-infinity at 0 and 1
double ChiSquareLower(double x, double df);
double ChiSquareUpper(double x, double df);
double FUpper(double f, double df1, double df2);
double FLower(double f, double df1, double df2);
double FQuantile(double lower, double df1, double df2);
double BetaLower(double x, double a, double b);          // regularised incomplete beta function
double BinomialLower(uint64_t k, uint64_t n, double p);  // P(K <= k)

}  // namespace regress
