// SPDX-License-Identifier: Apache-2.0
#include "stats/distributions.h"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <numbers>

namespace regress {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Plain double arithmetic: the default promotes to long double at several times the cost. No
// exceptions: an overflow inside a formula gives the limit.
namespace policies = boost::math::policies;
using Policy = policies::policy<policies::promote_double<false>,
                                policies::overflow_error<policies::ignore_error>,
                                policies::evaluation_error<policies::ignore_error>>;
using FisherF = boost::math::fisher_f_distribution<double, Policy>;

bool Positive(double x) {
  return x > 0 && std::isfinite(x);
}

}  // namespace

double NormalLower(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

double NormalUpper(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

double NormalQuantile(double lower) {
  if (!(lower >= 0 && lower <= 1)) return kNan;
  if (lower == 0) return -kInfinity;
  if (lower == 1) return kInfinity;
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * lower, Policy());
}

double ChiSquareLower(double x, double df) {
  if (std::isnan(x) || !Positive(df)) return kNan;
  if (x <= 0) return 0;
  return std::isinf(x) ? 1 : boost::math::gamma_p(df / 2, x / 2, Policy());
}

double ChiSquareUpper(double x, double df) {
  if (std::isnan(x) || !Positive(df)) return kNan;
  if (x <= 0) return 1;
  return std::isinf(x) ? 0 : boost::math::gamma_q(df / 2, x / 2, Policy());
}

double FUpper(double f, double df1, double df2) {
  if (std::isnan(f) || !Positive(df1) || !Positive(df2)) return kNan;
  if (f <= 0) return 1;
  if (std::isinf(f)) return 0;
  return boost::math::cdf(boost::math::complement(FisherF(df1, df2), f));
}

double FLower(double f, double df1, double df2) {
  if (std::isnan(f) || !Positive(df1) || !Positive(df2)) return kNan;
  if (f <= 0) return 0;
  if (std::isinf(f)) return 1;
  return boost::math::cdf(FisherF(df1, df2), f);
}

double FQuantile(double lower, double df1, double df2) {
  if (!(lower >= 0 && lower < 1) || !Positive(df1) || !Positive(df2)) return kNan;
  return boost::math::quantile(FisherF(df1, df2), lower);
}

double BetaLower(double x, double a, double b) {
  if (!(x >= 0 && x <= 1) || !Positive(a) || !Positive(b)) return kNan;
  return boost::math::ibeta(a, b, x, Policy());
}

double BinomialLower(uint64_t k, uint64_t n, double p) {
  if (!(p >= 0 && p <= 1)) return kNan;
  if (k >= n || p == 0) return 1;
  if (p == 1) return 0;
  return boost::math::ibetac(static_cast<double>(k) + 1, static_cast<double>(n - k), p, Policy());
}

}  // namespace regress
