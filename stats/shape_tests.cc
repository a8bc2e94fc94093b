// SPDX-License-Identifier: Apache-2.0
#include "stats/shape_tests.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "stats/array_map.h"
#include "stats/distributions.h"
#include "stats/summary.h"

namespace regress {
namespace {

constexpr size_t kMaxShapiroRounds = 5000;
constexpr size_t kMaxKolmogorovRounds = 10'000;

double Polynomial(std::span<const double> coefficients, double x) {
  double value = 0;
  for (size_t i = coefficients.size(); i-- > 0;) value = value * x + coefficients[i];
  return value;
}

// Royston's weights of the order statistics of the upper half, largest first.
std::vector<double> ShapiroWeights(size_t rounds) {
  constexpr double kLargest[] = {0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056};
  constexpr double kSecond[] = {0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633};
  const size_t half = rounds / 2;
  const double n = static_cast<double>(rounds);
  if (rounds == 3) return {std::numbers::sqrt2 / 2};
  std::vector<double> score(half);
  double squares = 0;
  for (size_t i = 0; i < half; ++i) {
    score[i] = -NormalQuantile((static_cast<double>(i) + 0.625) / (n + 0.25));
    squares += 2 * score[i] * score[i];
  }
  const double root = std::sqrt(squares);
  std::vector<double> weight(half);
  weight[0] = Polynomial(kLargest, 1 / std::sqrt(n)) + score[0] / root;
  double left_scores = squares - 2 * score[0] * score[0];
  double left_weights = 1 - 2 * weight[0] * weight[0];
  size_t first = 1;
  if (rounds > 5) {
    weight[1] = Polynomial(kSecond, 1 / std::sqrt(n)) + score[1] / root;
    left_scores -= 2 * score[1] * score[1];
    left_weights -= 2 * weight[1] * weight[1];
    first = 2;
  }
  const double factor = std::sqrt(left_scores / left_weights);
  for (size_t i = first; i < half; ++i) weight[i] = score[i] / factor;
  return weight;
}

double ShapiroP(double w, size_t rounds) {
  constexpr double kGamma[] = {-2.273, 0.459};
  constexpr double kSmallMean[] = {0.544, -0.39978, 0.025054, -6.714e-4};
  constexpr double kSmallSd[] = {1.3822, -0.77857, 0.062767, -0.0020322};
  constexpr double kMean[] = {-1.5861, -0.31082, -0.083751, 0.0038915};
  constexpr double kSd[] = {-0.4803, -0.082676, 0.0030302};
  const double n = static_cast<double>(rounds);
  if (rounds == 3) {
    const double p = 6 / std::numbers::pi * (std::asin(std::sqrt(w)) - std::asin(std::sqrt(0.75)));
    return std::clamp(p, 0.0, 1.0);
  }
  double y = std::log1p(-w);
  if (rounds <= 11) {
    const double gamma = Polynomial(kGamma, n);
    if (y >= gamma) return 1e-99;
    y = -std::log(gamma - y);
    return NormalUpper((y - Polynomial(kSmallMean, n)) / std::exp(Polynomial(kSmallSd, n)));
  }
  const double log_n = std::log(n);
  return NormalUpper((y - Polynomial(kMean, log_n)) / std::exp(Polynomial(kSd, log_n)));
}

std::optional<std::vector<double>> DistancesFromMedian(Values rounds) {
  const std::optional<double> median = Median(rounds);
  if (!median) return std::nullopt;
  std::vector<double> distances;
  for (const double value : rounds) distances.push_back(std::abs(value - *median));
  return distances;
}

}  // namespace

std::optional<NormalityTest> ShapiroWilk(Values rounds) {
  const std::optional<Summary> summary = Summarize(rounds);
  if (!summary || summary->n < 3 || summary->n > kMaxShapiroRounds) return std::nullopt;
  if (!(summary->sum_squares > 0)) return std::nullopt;
  std::vector<double> sorted(rounds.begin(), rounds.end());
  std::sort(sorted.begin(), sorted.end());
  const std::vector<double> weight = ShapiroWeights(sorted.size());
  double contrast = 0;
  double weight_squares = 0;
  for (size_t i = 0; i < weight.size(); ++i) {
    contrast += weight[i] * (sorted[sorted.size() - 1 - i] - sorted[i]);
    weight_squares += 2 * weight[i] * weight[i];
  }
  NormalityTest test;
  test.w = std::min(1.0, contrast * contrast / (weight_squares * summary->sum_squares));
  test.p = ShapiroP(test.w, sorted.size());
  return test;
}

std::optional<SpreadTest> BrownForsythe(Values x, Values y) {
  const auto distances_x = DistancesFromMedian(x);
  const auto distances_y = DistancesFromMedian(y);
  if (!distances_x || !distances_y || x.size() < 2 || y.size() < 2) return std::nullopt;
  const Summary sx = *Summarize(*distances_x);
  const Summary sy = *Summarize(*distances_y);
  const double n = static_cast<double>(sx.n);
  const double m = static_cast<double>(sy.n);
  const double within = (sx.sum_squares + sy.sum_squares) / (n + m - 2);
  if (!(within > 0)) return std::nullopt;
  const double difference = sx.mean - sy.mean;
  SpreadTest test;
  test.f = difference * difference * n * m / (n + m) / within;
  test.p = FUpper(test.f, 1, n + m - 2);
  return test;
}

std::optional<DistributionTest> KolmogorovSmirnov(Values x, Values y) {
  if (x.empty() || y.empty() || x.size() > kMaxKolmogorovRounds ||
      y.size() > kMaxKolmogorovRounds || !AsArray(x).allFinite() || !AsArray(y).allFinite()) {
    return std::nullopt;
  }
  std::vector<double> a(x.begin(), x.end());
  std::vector<double> b(y.begin(), y.end());
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const int64_t n = static_cast<int64_t>(a.size());
  const int64_t m = static_cast<int64_t>(b.size());
  // Distances in units of 1 / (n m), so that equal ones compare equal.
  int64_t largest = 0;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const double next = i == a.size() ? b[j] : (j == b.size() ? a[i] : std::min(a[i], b[j]));
    while (i < a.size() && a[i] == next) ++i;
    while (j < b.size() && b[j] == next) ++j;
    largest =
        std::max(largest, std::abs(static_cast<int64_t>(i) * m - static_cast<int64_t>(j) * n));
  }
  DistributionTest test;
  test.d = static_cast<double>(largest) / static_cast<double>(n * m);
  // Share of the lattice paths from (0, 0) to (n, m) that stay below that distance.
  std::vector<double> inside(static_cast<size_t>(m) + 1);
  for (int64_t i = 0; i <= n; ++i) {
    for (int64_t j = 0; j <= m; ++j) {
      double& here = inside[static_cast<size_t>(j)];
      if (i == 0 && j == 0) {
        here = 1;
        continue;
      }
      // A random path comes to (i, j) by the last x with probability i / (i + j).
      const double total = static_cast<double>(i + j);
      const double by_x = i > 0 ? here * static_cast<double>(i) / total : 0;
      const double by_y =
          j > 0 ? inside[static_cast<size_t>(j - 1)] * static_cast<double>(j) / total : 0;
      here = std::abs(i * m - j * n) < largest ? by_x + by_y : 0;
    }
  }
  test.p = largest == 0 ? 1 : std::clamp(1 - inside.back(), 0.0, 1.0);
  return test;
}

}  // namespace regress
