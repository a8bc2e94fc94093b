// SPDX-License-Identifier: Apache-2.0
// Student's t distribution with real degrees of freedom, central and noncentral, written for speed
// (about 0.1 us a call) and for tails: relative error below 1e-11 down to probabilities of 1e-300.
// Answers outside the domain: df <= 0 or any NaN gives NaN; infinite df is the normal distribution.
#pragma once

namespace regress {

double StudentTUpper(double t, double df);     // P(T > t)
double StudentTLower(double t, double df);     // P(T <= t)
double StudentTTwoSided(double t, double df);  // P(|T| > |t|)

// The t with P(T > t) = upper; +-infinity at 0 and 1, NaN outside [0, 1].
double StudentTUpperQuantile(double upper, double df);
// The t with P(T <= t) = lower.
double StudentTQuantile(double lower, double df);

// T = (Z + noncentrality) / sqrt(chi2(df) / df): P(T <= t) and P(T > t), each a sum of positive
// terms, so that both tails keep their relative accuracy.
double NoncentralTLower(double t, double df, double noncentrality);
double NoncentralTUpper(double t, double df, double noncentrality);

}  // namespace regress
