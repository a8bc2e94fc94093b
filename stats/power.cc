// SPDX-License-Identifier: Apache-2.0
#include "stats/power.h"

#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "stats/student_t.h"

namespace regress {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The zero of the increasing function f between low and high, f(low) < 0 < f(high).
template <typename Function>
double Solve(Function f, double low, double high) {
  std::uintmax_t evaluations = 200;
  const auto close = [](double a, double b) { return std::abs(b - a) <= 1e-13 * std::abs(b); };
  const auto [a, b] = boost::math::tools::toms748_solve(f, low, high, close, evaluations);
  return a / 2 + b / 2;
}

bool InDomain(double alpha, double power) {
  return alpha > 0 && alpha < power && power < 1;
}

// Welch's df for n rounds on both sides.
double TwoSampleDf(double n, double sd1, double sd2) {
  const double v1 = sd1 * sd1;
  const double v2 = sd2 * sd2;
  return (n - 1) * (v1 + v2) * (v1 + v2) / (v1 * v1 + v2 * v2);
}

}  // namespace

double ApproximateNoncentrality(double df, double alpha, double power) {
  if (!InDomain(alpha, power) || !(df > 0)) return kNan;
  return StudentTUpperQuantile(alpha / 2, df) + StudentTUpperQuantile(1 - power, df);
}

double NoncentralityForPower(double df, double alpha, double power) {
  const double start = ApproximateNoncentrality(df, alpha, power);
  if (std::isnan(start)) return kNan;
  const double critical = StudentTUpperQuantile(alpha / 2, df);
  const auto excess = [&](double noncentrality) {
    return NoncentralTUpper(critical, df, noncentrality) +
           NoncentralTLower(-critical, df, noncentrality) - power;
  };
  double low = 0.9 * start;
  double high = 1.1 * start;
  for (int i = 0; i < 60 && excess(low) > 0; ++i) low /= 2;
  for (int i = 0; i < 60 && excess(high) < 0; ++i) high *= 2;
  return Solve(excess, low, high);
}

double SandwichStandardError(double cv, double rounds, double between_boot_cv) {
  if (!(rounds > 0)) return kNan;
  return std::sqrt(1.5 * (cv * cv / rounds + between_boot_cv * between_boot_cv));
}

double TwoSamplePower(double rounds, double difference, double sd, double alpha, bool strict) {
  if (!(rounds > 1) || !(sd > 0) || !(alpha > 0 && alpha < 1)) return kNan;
  const double df = 2 * (rounds - 1);
  const double critical = StudentTUpperQuantile(alpha / 2, df);
  const double noncentrality = std::abs(difference) / sd * std::sqrt(rounds / 2);
  double power = NoncentralTUpper(critical, df, noncentrality);
  if (strict) power += NoncentralTLower(-critical, df, noncentrality);
  return power;
}

std::optional<double> TwoSampleDetectableDifference(double rounds, double sd, double alpha,
                                                    double power) {
  if (!(rounds > 1) || !(sd > 0) || !InDomain(alpha, power)) return std::nullopt;
  const auto excess = [&](double difference) {
    return TwoSamplePower(rounds, difference, sd, alpha) - power;
  };
  double high = sd;
  for (int i = 0; i < 100 && excess(high) < 0; ++i) high *= 2;
  return Solve(excess, 0, high);
}

std::optional<double> TwoSampleRounds(double difference, double sd1, double sd2, double alpha,
                                      double power, SdKind kind) {
  if (!InDomain(alpha, power) || !(sd1 >= 0 && sd2 >= 0 && sd1 + sd2 > 0)) return std::nullopt;
  if (!(std::abs(difference) > 0)) return std::nullopt;
  const double sum_of_variances = sd1 * sd1 + sd2 * sd2;
  const auto excess = [&](double rounds) {
    const double df = TwoSampleDf(rounds, sd1, sd2);
    const double critical = StudentTUpperQuantile(alpha / 2, df);
    const double divisor = kind == SdKind::kSample ? rounds : rounds - 1;
    const double noncentrality = std::abs(difference) / std::sqrt(sum_of_variances / divisor);
    return NoncentralTUpper(critical, df, noncentrality) - power;
  };
  double low = 2;
  if (excess(low) >= 0) return 2;
  double high = 4;
  while (excess(high) < 0) {
    low = high;
    high *= 2;
    if (high > 1e7) return std::nullopt;
  }
  return Solve(excess, low, high);
}

}  // namespace regress
