// SPDX-License-Identifier: Apache-2.0
#include "stats/trend.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "stats/array_map.h"
#include "stats/distributions.h"
#include "stats/student_t.h"

namespace regress {
namespace {

constexpr size_t kMaxExactTrend = 50;
constexpr size_t kMaxTrendRounds = 10'000;

struct Pairs {
  double rising = 0;
  double falling = 0;
  double tied = 0;
  double of_equals_2 = 0;  // sum of t (t - 1) (2 t + 5) over groups of equal values
};

Pairs CountPairs(Values rounds) {
  Pairs pairs;
  std::map<double, double> groups;
  for (size_t i = 0; i < rounds.size(); ++i) {
    groups[rounds[i]] += 1;
    for (size_t j = i + 1; j < rounds.size(); ++j) {
      pairs.rising += rounds[j] > rounds[i] ? 1 : 0;
      pairs.falling += rounds[j] < rounds[i] ? 1 : 0;
    }
  }
  for (const auto& [value, t] : groups) {
    pairs.tied += t * (t - 1) / 2;
    pairs.of_equals_2 += t * (t - 1) * (2 * t + 5);
  }
  return pairs;
}

// P(rising pairs = k) of n rounds in random order: the n-th round rises above 0 ... n - 1 others.
std::vector<double> RisingPairsDistribution(size_t n) {
  std::vector<double> chance = {1};
  for (size_t i = 2; i <= n; ++i) {
    std::vector<double> next(chance.size() + i - 1);
    for (size_t k = 0; k < chance.size(); ++k) {
      for (size_t above = 0; above < i; ++above) {
        next[k + above] += chance[k] / static_cast<double>(i);
      }
    }
    chance = std::move(next);
  }
  return chance;
}

bool Usable(Values rounds, size_t limit) {
  return rounds.size() >= 2 && rounds.size() <= limit && AsArray(rounds).allFinite();
}

}  // namespace

std::optional<TrendTest> MannKendallExact(Values rounds) {
  if (!Usable(rounds, kMaxExactTrend)) return std::nullopt;
  const Pairs pairs = CountPairs(rounds);
  if (pairs.tied > 0) return std::nullopt;
  TrendTest test;
  test.concordant = pairs.rising;
  test.tau = (pairs.rising - pairs.falling) / (pairs.rising + pairs.falling);
  const std::vector<double> chance = RisingPairsDistribution(rounds.size());
  const size_t least = static_cast<size_t>(std::min(pairs.rising, pairs.falling));
  double tail = 0;
  for (size_t k = 0; k <= least; ++k) tail += chance[k];
  test.p = std::min(1.0, 2 * tail);
  return test;
}

std::optional<TrendTest> MannKendallNormal(Values rounds) {
  if (!Usable(rounds, kMaxTrendRounds)) return std::nullopt;
  const Pairs pairs = CountPairs(rounds);
  const double n = static_cast<double>(rounds.size());
  const double all = n * (n - 1) / 2;
  if (!(pairs.tied < all)) return std::nullopt;
  TrendTest test;
  test.concordant = pairs.rising;
  const double score = pairs.rising - pairs.falling;
  test.tau = score / std::sqrt(all * (all - pairs.tied));
  const double variance = (n * (n - 1) * (2 * n + 5) - pairs.of_equals_2) / 18;
  test.z = score / std::sqrt(variance);
  test.p = 2 * NormalUpper(std::abs(test.z));
  return test;
}

std::optional<TrendTest> MannKendall(Values rounds) {
  std::optional<TrendTest> test = MannKendallExact(rounds);
  return test ? test : MannKendallNormal(rounds);
}

std::optional<LinearDrift> FitLinearDrift(Values control_a, Values patched, Values control_b,
                                          double confidence) {
  const Eigen::Index n_a = static_cast<Eigen::Index>(control_a.size());
  const Eigen::Index n_p = static_cast<Eigen::Index>(patched.size());
  const Eigen::Index n = n_a + n_p + static_cast<Eigen::Index>(control_b.size());
  if (n < 4 || n_p == 0 || n_p == n) return std::nullopt;
  Eigen::VectorXd y(n);
  y << AsArray(control_a).matrix(), AsArray(patched).matrix(), AsArray(control_b).matrix();
  // Run order is counted from its middle, so the columns are nearly orthogonal and X' X is well
  // conditioned.
  const double middle = (static_cast<double>(n) + 1) / 2;
  Eigen::Matrix<double, Eigen::Dynamic, 3> x(n, 3);
  x.col(0).setOnes();
  x.col(1) = Eigen::VectorXd::LinSpaced(n, 1 - middle, static_cast<double>(n) - middle);
  x.col(2).setZero();
  x.col(2).segment(n_a, n_p).setOnes();
  if (!y.allFinite() || !(confidence > 0 && confidence < 1)) return std::nullopt;
  Eigen::Matrix3d inverse;
  bool invertible = false;
  const Eigen::Matrix3d normal = x.transpose().lazyProduct(x);
  normal.computeInverseWithCheck(inverse, invertible);
  if (!invertible) return std::nullopt;  // a column follows from the others
  const Eigen::Vector3d at_middle = inverse * x.transpose().lazyProduct(y);
  const double residual = (y - x.lazyProduct(at_middle)).squaredNorm();
  const double total = (y.array() - y.mean()).matrix().squaredNorm();
  LinearDrift fit;
  fit.df = static_cast<double>(n - 3);
  fit.sigma = std::sqrt(residual / fit.df);
  fit.r_squared = total > 0 ? 1 - residual / total : 0;
  // Back to rounds counted from 0: the level there is that of the middle less `middle` steps.
  Eigen::Matrix3d from_middle = Eigen::Matrix3d::Identity();
  from_middle(0, 1) = -middle;
  const Eigen::Vector3d coefficient = from_middle * at_middle;
  const Eigen::Matrix3d covariance = from_middle * inverse * from_middle.transpose();
  const double quantile = StudentTUpperQuantile((1 - confidence) / 2, fit.df);
  for (size_t i = 0; i < 3; ++i) {
    const Eigen::Index k = static_cast<Eigen::Index>(i);
    fit.coefficient[i] = coefficient[k];
    fit.standard_error[i] = fit.sigma * std::sqrt(covariance(k, k));
    const double half = quantile * fit.standard_error[i];
    fit.interval[i] = {coefficient[k] - half, coefficient[k] + half};
    // An exact fit has no error: t is undefined for a coefficient of zero, else infinite.
    fit.t[i] = coefficient[k] == 0 ? 0 : coefficient[k] / fit.standard_error[i];
    fit.p[i] = StudentTTwoSided(fit.t[i], fit.df);
  }
  return fit;
}

}  // namespace regress
