// SPDX-License-Identifier: Apache-2.0
#include "stats/student_t.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "stats/distributions.h"

namespace regress {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = 1e-16;
// From here on the distribution is normal to all digits, and the expansions would lose theirs.
constexpr double kNormalDf = 1e15;
constexpr double kNormalDfNoncentral = 1e11;
// From here on the normal part of (Z + noncentrality) / w does not matter.
constexpr double kLargeNoncentrality = 1e6;

// Gamma(a + 1/2) / Gamma(a) for a > 0, by the difference of two Stirling series (Bernoulli
// polynomials at 1/2 and 0) for a >= 10, reached by the recurrence. Direct differences of lgamma
// lose digits for large a.
double GammaHalfRatio(double a) {
  double factor = 1;
  while (a < 10) {
    factor *= a / (a + 0.5);
    a += 1;
  }
  const double r = 1 / a;
  const double r2 = r * r;
  const double series =
      r *
      (-1.0 / 8 +
       r2 * (1.0 / 192 +
             r2 * (-1.0 / 640 + r2 * (17.0 / 14336 + r2 * (-31.0 / 18432 + r2 * 691.0 / 180224)))));
  return factor * std::sqrt(a) * std::exp(series);
}

// (1 + t^2 / df)^(-power), safe for any size of t.
double KernelPower(double t, double df, double power) {
  const double square = t * t / df;
  const double log_base = square < 1e30 ? std::log1p(square) : 2 * std::log(t) - std::log(df);
  return std::exp(-power * log_base);
}

// Continued fraction of the incomplete beta function I_x(a, b) at b = 1/2 without its prefactor, in
// the form of A. R. DiDonato and A. H. Morris, Algorithm 708, ACM TOMS 18 (1992) 360, which takes y
// = 1 - x as well and so keeps its digits when x is nearly 1. Evaluated by the modified Lentz
// method.
double BetaContinuedFraction(double a, double x, double y) {
  const double b = 0.5;
  double value = a * (a * y - b * x + 1) / (a + 1);
  double c = value;
  double d = 0;
  for (int m = 1; m <= 20000; ++m) {
    const double before = a + 2 * m - 1;
    const double numerator =
        (a + m - 1) * (a + b + m - 1) * m * (b - m) * x * x / (before * before);
    const double denominator = m + m * (b - m) * x / before +
                               (a + m) * (a * y - b * x + 1 + m * (2 - x)) / (a + 2 * m + 1);
    d = 1 / (denominator + numerator * d);
    c = denominator + numerator / c;
    const double step = c * d;
    value *= step;
    if (std::abs(step - 1) < 3 * kEpsilon) break;
  }
  return 1 / value;
}

// P(|T| > t) for t >= 0: I_x(df / 2, 1 / 2) with x = df / (df + t^2). Power series in x in the
// tail, in 1 - x in the centre (where the complement loses no digits), continued fraction between
// them.
double TwoSidedTail(double t, double df) {
  const double square = t * t / df;
  const double x = 1 / (1 + square);
  const double y = square * x;
  const double a = df / 2;
  // x^a (1 - x)^(1/2) / B(a, 1/2), B = Gamma(a) sqrt(pi) / Gamma(a + 1/2)
  const double root = square < 1e30 ? std::sqrt(y) : 1;
  const double prefactor =
      KernelPower(t, df, a) * root * GammaHalfRatio(a) * std::numbers::inv_sqrtpi;
  if (x < 0.5) {
    double term = 1;
    double sum = 1;
    for (int n = 0; term > kEpsilon * sum; ++n) {
      term *= x * (a + 0.5 + n) / (a + 1 + n);
      sum += term;
    }
    return prefactor * sum / a;
  }
  if (t * t <= 6) {
    double term = 1;
    double sum = 1;
    for (int n = 0; term > kEpsilon * sum; ++n) {
      term *= y * (a + 0.5 + n) / (1.5 + n);
      sum += term;
    }
    return std::max(0.0, 1 - 2 * prefactor * sum);
  }
  return prefactor * BetaContinuedFraction(a, x, y);
}

double Density(double t, double df) {
  return KernelPower(t, df, (df + 1) / 2) * GammaHalfRatio(df / 2) /
         std::sqrt(df * std::numbers::pi);
}

// Start of the quantile search for P(|T| > t) = p: G. W. Hill, Algorithm 396, CACM 13 (1970) 619.
double HillStart(double p, double n) {
  const double a = 1 / (n - 0.5);
  const double b = 48 / (a * a);
  double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
  const double d = ((94.5 / (b + c) - 3) / b + 1) * std::sqrt(a * std::numbers::pi / 2) * n;
  double y = std::pow(d * p, 2 / n);
  if (y > 0.05 + a) {
    const double x = NormalQuantile(p / 2);
    y = x * x;
    if (n < 5) c += 0.3 * (n - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = std::expm1(a * y * y);
  } else {
    y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) *
            (n + 1) / (n + 2) +
        1 / y;
  }
  return std::sqrt(n * y);
}

// t >= 0 with P(T > t) = upper, 0 < upper < 1/2: Hill's start, then steps of third order.
double PositiveQuantile(double upper, double df) {
  if (df == 1) return 1 / std::tan(std::numbers::pi * upper);
  if (df == 2) return (1 - 2 * upper) / std::sqrt(2 * upper * (1 - upper));
  if (df >= 1) {
    double t = HillStart(2 * upper, df);
    for (int i = 0; i < 30 && std::isfinite(t) && t > 0; ++i) {
      const double step = (TwoSidedTail(t, df) / 2 - upper) / Density(t, df);
      t += step * (1 + step * t * (df + 1) / (2 * (t * t + df)));
      if (std::abs(step) < 1e-6 * t) return t;
    }
  }
  namespace policies = boost::math::policies;
  const boost::math::students_t_distribution<
      double, policies::policy<policies::overflow_error<policies::ignore_error>,
                               policies::evaluation_error<policies::ignore_error>>>
      distribution(df);
  return boost::math::quantile(boost::math::complement(distribution, upper));
}

// For t > 0 the integral over z > -noncentrality of the normal density times the probability that
// w = sqrt(chi2(df) / df) is below (upper tail) or above (lower tail) (z + noncentrality) / t. With
// z = exp(v) - noncentrality the integrand is a smooth bump that falls off on both sides, for which
// the trapezoidal rule converges geometrically; its step is a fraction of the narrowest feature.
double NoncentralIntegral(double t, double df, double noncentrality, bool upper) {
  if (noncentrality > kLargeNoncentrality) {
    const double ratio = noncentrality / t;
    const double chi_square = df * ratio * ratio;
    return upper ? ChiSquareLower(chi_square, df) : ChiSquareUpper(chi_square, df);
  }
  const auto integrand = [&](double v) {
    const double sum = std::exp(v);
    const double z = sum - noncentrality;
    const double ratio = sum / t;
    const double chi_square = df * ratio * ratio;
    const double chance = upper ? ChiSquareLower(chi_square, df) : ChiSquareUpper(chi_square, df);
    return sum * std::exp(-z * z / 2) * chance;
  };
  // The best of some starts between the two factors' centres, then up the hill to the mode; from
  // there outward until nothing is added.
  const double normal_centre = std::log(std::max(noncentrality, 0.0) + 1);
  double centre = normal_centre;
  double best = integrand(centre);
  const auto move_to = [&](double v) {
    const double value = integrand(v);
    if (!(value > best)) return false;
    best = value;
    centre = v;
    return true;
  };
  for (int i = 1; i <= 8; ++i) {
    const double share = i / 8.0;
    move_to(share * std::log(t) + (1 - share) * normal_centre);
  }
  const auto width = [&] { return 0.6 / std::sqrt(2 * df + std::exp(2 * centre)); };
  double stride = 8 * width();
  while (stride > width()) {
    for (const double direction : {-stride, stride}) {
      while (move_to(centre + direction)) {
      }
    }
    stride /= 2;
  }
  // The strip in which the integrand is analytic and bounded is pi / 4 on both sides.
  const double step = std::min(0.1, 2 * width() / 3);
  if (!(best > 0)) return 0;
  double sum = best;
  for (const double direction : {-step, step}) {
    for (int k = 1;; ++k) {
      const double term = integrand(centre + direction * k);
      sum += term;
      if (!(term > 1e-17 * sum)) break;
    }
  }
  return sum * step * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}

bool OutOfDomain(double t, double df) {
  return std::isnan(t) || !(df > 0);
}

}  // namespace

double StudentTTwoSided(double t, double df) {
  if (OutOfDomain(t, df)) return kNan;
  if (std::isinf(t)) return 0;
  t = std::abs(t);
  if (df >= kNormalDf) return 2 * NormalUpper(t);
  return t == 0 ? 1 : TwoSidedTail(t, df);
}

double StudentTUpper(double t, double df) {
  const double tail = StudentTTwoSided(t, df) / 2;
  return t < 0 ? 1 - tail : tail;
}

double StudentTLower(double t, double df) {
  return StudentTUpper(-t, df);
}

double StudentTUpperQuantile(double upper, double df) {
  if (OutOfDomain(upper, df) || upper < 0 || upper > 1) return kNan;
  if (upper == 0) return kInfinity;
  if (upper == 1) return -kInfinity;
  if (upper == 0.5) return 0;
  if (df >= kNormalDf) return -NormalQuantile(upper);
  return upper < 0.5 ? PositiveQuantile(upper, df) : -PositiveQuantile(1 - upper, df);
}

double StudentTQuantile(double lower, double df) {
  if (lower < 0.5) return -StudentTUpperQuantile(lower, df);
  return StudentTUpperQuantile(1 - lower, df);
}

double NoncentralTLower(double t, double df, double noncentrality) {
  return NoncentralTUpper(-t, df, -noncentrality);
}

double NoncentralTUpper(double t, double df, double noncentrality) {
  if (OutOfDomain(t, df) || std::isnan(noncentrality)) return kNan;
  if (std::isinf(t)) return t < 0 ? 1 : 0;
  if (std::isinf(noncentrality)) return noncentrality < 0 ? 0 : 1;
  if (df >= kNormalDfNoncentral) return NormalUpper(t - noncentrality);
  if (t == 0) return NormalLower(noncentrality);
  if (t > 0) return std::min(1.0, NoncentralIntegral(t, df, noncentrality, true));
  // P(T > t) = P(T' <= -t) of the mirrored distribution.
  return std::min(1.0,
                  NormalLower(noncentrality) + NoncentralIntegral(-t, df, -noncentrality, false));
}

}  // namespace regress
