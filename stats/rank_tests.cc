// SPDX-License-Identifier: Apache-2.0
#include "stats/rank_tests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/array_map.h"
#include "stats/distributions.h"
#include "stats/student_t.h"
#include "stats/summary.h"

namespace regress {
namespace {

constexpr size_t kMaxPairs = 4'000'000;

// Midranks of the joined values, x first.
struct Ranks {
  std::vector<double> rank;
  double tie_term = 0;  // sum of t^3 - t over groups of equal values
};

Ranks RankTogether(Values x, Values y) {
  std::vector<double> values(x.begin(), x.end());
  values.insert(values.end(), y.begin(), y.end());
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  Ranks ranks{std::vector<double>(values.size()), 0};
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    const double group = static_cast<double>(end - i);
    for (size_t k = i; k < end; ++k) {
      ranks.rank[order[k]] = static_cast<double>(i + end + 1) / 2;
    }
    ranks.tie_term += group * group * group - group;
    i = end;
  }
  return ranks;
}

bool Usable(Values x, Values y) {
  return !x.empty() && !y.empty() && AsArray(x).allFinite() && AsArray(y).allFinite();
}

RankTest Statistic(const Ranks& ranks, size_t n) {
  RankTest test;
  for (size_t i = 0; i < n; ++i) test.rank_sum += ranks.rank[i];
  test.u = test.rank_sum - static_cast<double>(n) * static_cast<double>(n + 1) / 2;
  test.ties = ranks.tie_term > 0;
  return test;
}

// probability[u] of U = u for n and m rounds, by the recurrence on who holds the largest value:
// with probability n / (n + m) it is an x, which beats m.
std::vector<double> NullDistribution(size_t n, size_t m) {
  std::vector<std::vector<double>> row(n + 1);  // for the current number of y
  for (size_t i = 0; i <= n; ++i) row[i] = {1};
  for (size_t j = 1; j <= m; ++j) {
    for (size_t i = 1; i <= n; ++i) {
      std::vector<double> next(i * j + 1);
      const double share = static_cast<double>(i) / static_cast<double>(i + j);
      const std::vector<double>& largest_is_x = row[i - 1];  // already for j
      const std::vector<double>& largest_is_y = row[i];      // still for j - 1
      for (size_t u = 0; u < largest_is_x.size(); ++u) next[u + j] += share * largest_is_x[u];
      for (size_t u = 0; u < largest_is_y.size(); ++u) next[u] += (1 - share) * largest_is_y[u];
      row[i] = std::move(next);
    }
  }
  return row[n];
}

// The largest q with P(U < q) <= tail, as order statistics count from 1.
size_t LowerOrderStatistic(size_t n, size_t m, double tail, double& below) {
  if (n <= kMaxExactRounds && m <= kMaxExactRounds) {
    const std::vector<double> null = NullDistribution(n, m);
    size_t q = 0;
    double sum = 0;
    while (q < null.size() && sum + null[q] <= tail) sum += null[q++];
    below = sum;
    return q;
  }
  const double mean = static_cast<double>(n) * static_cast<double>(m) / 2;
  const double sd = std::sqrt(mean * static_cast<double>(n + m + 1) / 6);
  const double q = std::floor(mean + NormalQuantile(tail) * sd);
  below = NormalLower((q - 0.5 - mean) / sd);
  return q > 0 ? static_cast<size_t>(q) : 0;
}

}  // namespace

double MannWhitneyLower(double u, size_t n, size_t m) {
  if (std::isnan(u) || n > kMaxExactRounds || m > kMaxExactRounds) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (u < 0) return 0;
  if (u >= static_cast<double>(n * m)) return 1;
  const std::vector<double> null = NullDistribution(n, m);
  const auto end = null.begin() + static_cast<std::ptrdiff_t>(u) + 1;
  return std::accumulate(null.begin(), end, 0.0);
}

double SmallestRankP(size_t n, size_t m) {
  double p = 2;
  for (size_t k = 1; k <= std::min(n, m); ++k) {
    p *= static_cast<double>(k) / static_cast<double>(std::max(n, m) + k);
  }
  return std::min(p, 1.0);
}

std::optional<RankTest> MannWhitneyExact(Values x, Values y) {
  if (!Usable(x, y) || x.size() > kMaxExactRounds || y.size() > kMaxExactRounds) {
    return std::nullopt;
  }
  RankTest test = Statistic(RankTogether(x, y), x.size());
  if (test.ties) return std::nullopt;
  const double pairs = static_cast<double>(x.size() * y.size());
  test.p_less = MannWhitneyLower(test.u, x.size(), y.size());
  const double least = std::min(test.u, pairs - test.u);
  test.p = std::min(1.0, 2 * MannWhitneyLower(least, x.size(), y.size()));
  return test;
}

std::optional<RankTest> MannWhitneyMidranks(Values x, Values y) {
  if (!Usable(x, y) || x.size() > kMaxExactRounds || y.size() > kMaxExactRounds) {
    return std::nullopt;
  }
  const Ranks ranks = RankTogether(x, y);
  RankTest test = Statistic(ranks, x.size());
  // chance[k][s]: share of the k-subsets of the midranks seen so far with doubled rank sum s, as a
  // probability over all assignments: the i-th midrank joins with the chance that sampling without
  // replacement gives it.
  const size_t n = x.size();
  const size_t total = ranks.rank.size();
  size_t largest_sum = 0;
  std::vector<size_t> doubled(total);
  for (size_t i = 0; i < total; ++i) {
    doubled[i] = static_cast<size_t>(2 * ranks.rank[i]);
    largest_sum += doubled[i];
  }
  std::vector<std::vector<double>> chance(n + 1, std::vector<double>(largest_sum + 1));
  chance[0][0] = 1;
  for (size_t i = 0; i < total; ++i) {
    const double left = static_cast<double>(total - i);
    for (size_t k = std::min(i + 1, n) + 1; k-- > 0;) {
      for (size_t s = largest_sum + 1; s-- > 0;) {
        const double stays = chance[k][s] * (1 - static_cast<double>(n - k) / left);
        const double joins = k > 0 && s >= doubled[i] ? chance[k - 1][s - doubled[i]] *
                                                            static_cast<double>(n - k + 1) / left
                                                      : 0;
        chance[k][s] = stays + joins;
      }
    }
  }
  const double observed = 2 * test.rank_sum;
  const double expected = static_cast<double>(n) * static_cast<double>(total + 1);
  test.p = 0;
  test.p_less = 0;
  for (size_t s = 0; s <= largest_sum; ++s) {
    const double sum = static_cast<double>(s);
    if (sum <= observed) test.p_less += chance[n][s];
    if (std::abs(sum - expected) >= std::abs(observed - expected)) test.p += chance[n][s];
  }
  test.p = std::min(test.p, 1.0);
  test.p_less = std::min(test.p_less, 1.0);
  return test;
}

std::optional<RankTest> MannWhitneyNormal(Values x, Values y, bool continuity) {
  if (!Usable(x, y)) return std::nullopt;
  const Ranks ranks = RankTogether(x, y);
  RankTest test = Statistic(ranks, x.size());
  const double n = static_cast<double>(x.size());
  const double m = static_cast<double>(y.size());
  const double total = n + m;
  const double variance = n * m / 12 * (total + 1 - ranks.tie_term / (total * (total - 1)));
  if (!(variance > 0)) return std::nullopt;
  const double excess = test.u - n * m / 2;
  const double correction = continuity ? 0.5 : 0;
  const double z = std::max(0.0, std::abs(excess) - correction) / std::sqrt(variance);
  test.p = std::min(1.0, 2 * NormalUpper(z));
  test.p_less = NormalLower((excess + correction) / std::sqrt(variance));
  return test;
}

std::optional<RankTest> MannWhitney(Values x, Values y) {
  std::optional<RankTest> test = MannWhitneyExact(x, y);
  if (!test) test = MannWhitneyMidranks(x, y);
  return test ? test : MannWhitneyNormal(x, y);
}

std::optional<ShiftEstimate> HodgesLehmann(Values x, Values y, double confidence) {
  if (!Usable(x, y) || x.size() > kMaxPairs / y.size()) return std::nullopt;
  if (!(confidence > 0 && confidence < 1)) return std::nullopt;
  std::vector<double> differences;
  differences.reserve(x.size() * y.size());
  for (const double a : x) {
    for (const double b : y) differences.push_back(a - b);
  }
  std::sort(differences.begin(), differences.end());
  ShiftEstimate estimate;
  estimate.shift = SortedQuantile(differences, 0.5);
  double below = 0;
  const size_t q = LowerOrderStatistic(x.size(), y.size(), (1 - confidence) / 2, below);
  if (q > 0 && 2 * q <= differences.size()) {
    estimate.interval = Interval{differences[q - 1], differences[differences.size() - q]};
    estimate.achieved_confidence = 1 - 2 * below;
  }
  return estimate;
}

std::optional<BrunnerMunzelTest> BrunnerMunzel(Values x, Values y) {
  if (x.size() < 2 || y.size() < 2 || !Usable(x, y)) return std::nullopt;
  const Ranks together = RankTogether(x, y);
  const auto variance_of_placements = [](Values all, const std::vector<double>& own) {
    std::vector<double> placements(all.size());
    for (size_t i = 0; i < all.size(); ++i) placements[i] = all[i] - own[i];
    return *Summarize(placements)->Variance();
  };
  const Values joined(together.rank);
  const double n = static_cast<double>(x.size());
  const double m = static_cast<double>(y.size());
  const double share_x =
      n * variance_of_placements(joined.first(x.size()), RankTogether(x, {}).rank);
  const double share_y =
      m * variance_of_placements(joined.last(y.size()), RankTogether(y, {}).rank);
  if (!(share_x + share_y > 0)) return std::nullopt;
  BrunnerMunzelTest test;
  const double mean_x = *Mean(joined.first(x.size()));
  const double mean_y = *Mean(joined.last(y.size()));
  test.statistic = n * m * (mean_y - mean_x) / ((n + m) * std::sqrt(share_x + share_y));
  test.df = (share_x + share_y) * (share_x + share_y) /
            (share_x * share_x / (n - 1) + share_y * share_y / (m - 1));
  test.p = StudentTTwoSided(test.statistic, test.df);
  return test;
}

}  // namespace regress
