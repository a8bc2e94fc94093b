// SPDX-License-Identifier: Apache-2.0
#include "stats/change_points.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "stats/array_map.h"
#include "stats/intervals.h"
#include "stats/random.h"
#include "stats/summary.h"

namespace regress {
namespace {

// Buffers of the split search, kept between the permutations of a segment.
class SplitSearch {
 public:
  explicit SplitSearch(size_t size)
      : across_(Size(size) + 1), left_(Size(size) + 1), left_per_(Size(size) + 1) {
    taus_ = Eigen::ArrayXd::LinSpaced(Size(size) + 1, 0, static_cast<double>(size));
    // 1 / (n - 1) for sides of n values, the longest first; a side of one value has no pairs.
    inverse_ = (taus_.reverse() - 1).max(1.0).inverse();
  }

  // The sums over pairs grow by the distances of one value k at a time, which joins the right side
  // of every tau. With L and R the sums inside both sides and C across: Q = 2 (C - L n / (m - 1) -
  // R m / (n - 1)) / (m + n), and R is what L and C leave of the sum over all pairs.
  Split Best(Values x, size_t min_segment) {
    across_.setZero();
    left_[0] = 0;
    left_per_[0] = 0;
    Split best{0, 0, -HUGE_VAL};
    const Eigen::Index least = Size(min_segment);
    for (size_t k = 0; k < x.size(); ++k) {
      double before = 0;
      for (size_t i = 0; i < k; ++i) {
        before += std::abs(x[i] - x[k]);
        across_[Size(i) + 1] += before;
      }
      const Eigen::Index kappa = Size(k) + 1;
      left_[kappa] = left_[kappa - 1] + before;
      left_per_[kappa] = left_[kappa] * inverse_[inverse_.size() - 1 - kappa];
      across_[kappa] = 0;
      const Eigen::Index count = kappa - 2 * least + 1;
      if (count < 1) continue;
      const double total = static_cast<double>(kappa);
      const auto m = taus_.segment(least, count);
      const auto across = across_.segment(least, count);
      const auto left = left_.segment(least, count);
      const auto half_q = across - left_per_.segment(least, count) * (total - m) -
                          (left_[kappa] - left - across) * m *
                              inverse_.segment(inverse_.size() - 1 - kappa + least, count);
      if (2 * half_q.maxCoeff() / total <= best.q) continue;
      Eigen::Index at = 0;
      const double q = 2 * half_q.maxCoeff(&at) / total;
      best = {static_cast<size_t>(least + at), k + 1, q};
    }
    return best;
  }

 private:
  static Eigen::Index Size(size_t size) { return static_cast<Eigen::Index>(size); }

  Eigen::ArrayXd across_;
  Eigen::ArrayXd left_;
  Eigen::ArrayXd left_per_;  // per value of the side and partner: L / (m - 1)
  Eigen::ArrayXd taus_;
  Eigen::ArrayXd inverse_;
};

// p of the best split among random orders of the segment; none as soon as it cannot fall below
// alpha.
std::optional<double> PermutationP(Values segment, const Split& split,
                                   const ChangePointOptions& options, ResamplingRandom& random) {
  const double least = std::ceil(1 / options.alpha);
  const size_t count = std::max(options.permutations, static_cast<size_t>(least));
  const double limit = options.alpha * static_cast<double>(1 + count);
  std::vector<double> shuffled(segment.begin(), segment.end());
  SplitSearch search(segment.size());
  size_t as_large = 0;
  for (size_t i = 0; i < count; ++i) {
    random.Shuffle(std::span(shuffled));
    if (search.Best(shuffled, options.min_segment).q >= split.q * (1 - 1e-12)) ++as_large;
    if (static_cast<double>(1 + as_large) >= limit) return std::nullopt;
  }
  return static_cast<double>(1 + as_large) / static_cast<double>(1 + count);
}

// Change points of one window, indices relative to `offset`.
void Search(Values series, size_t offset, const ChangePointOptions& options,
            std::vector<ChangePoint>& found) {
  ResamplingRandom random(options.seed);
  struct Segment {
    size_t begin, end;
  };
  std::vector<Segment> open = {{0, series.size()}};
  while (!open.empty()) {
    const Segment segment = open.back();
    open.pop_back();
    const Values values = series.subspan(segment.begin, segment.end - segment.begin);
    const std::optional<Split> split = BestSplit(values, options.min_segment);
    if (!split || !(split->q > 0)) continue;
    const std::optional<double> p = PermutationP(values, *split, options, random);
    if (!p) continue;
    const size_t index = segment.begin + split->tau;
    ChangePoint change;
    change.index = offset + index;
    change.q = split->q;
    change.p = *p;
    found.push_back(change);
    open.push_back({segment.begin, index});
    open.push_back({index, segment.end});
  }
}

// Windows that overlap see the same change, perhaps a value apart: the one with the larger Q stays.
void Unite(std::vector<ChangePoint>& found, size_t min_segment) {
  std::sort(found.begin(), found.end(), [](const ChangePoint& a, const ChangePoint& b) {
    return a.index != b.index ? a.index < b.index : a.q > b.q;
  });
  std::vector<ChangePoint> united;
  for (const ChangePoint& change : found) {
    if (united.empty() || change.index >= united.back().index + min_segment) {
      united.push_back(change);
    } else if (change.q > united.back().q) {
      united.back() = change;
    }
  }
  found = std::move(united);
}

// Windows may place one change a few values apart. Keeps the changes that stand between the regimes
// of their neighbours, looking at half a window on each side at most, and places them there.
void Confirm(Values series, const ChangePointOptions& options, std::vector<ChangePoint>& found) {
  ResamplingRandom random(options.seed);
  const size_t reach = options.window / 2;
  for (size_t i = 0; i < found.size();) {
    ChangePoint& change = found[i];
    const size_t previous = i > 0 ? found[i - 1].index : 0;
    const size_t next = i + 1 < found.size() ? found[i + 1].index : series.size();
    const size_t begin = std::max(previous, change.index - std::min(change.index, reach));
    const size_t end = std::min(next, change.index + reach);
    const Values values = series.subspan(begin, end - begin);
    const std::optional<Split> split = BestSplit(values, options.min_segment);
    const std::optional<double> p =
        split ? PermutationP(values, *split, options, random) : std::nullopt;
    if (p) {
      change.index = begin + split->tau;
      change.q = split->q;
      change.p = *p;
      ++i;
      continue;
    }
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
    if (i > 0) --i;  // the regime of the change before has grown
  }
}

}  // namespace

std::optional<Split> BestSplit(Values series, size_t min_segment) {
  if (min_segment < 1 || series.size() / 2 < min_segment) return std::nullopt;
  return SplitSearch(series.size()).Best(series, min_segment);
}

double EnergyStatistic(Values series, size_t tau, size_t kappa) {
  if (tau == 0 || tau >= kappa || kappa > series.size()) return 0;
  const auto mean_distance = [&](size_t begin, size_t end) {
    double sum = 0;
    for (size_t i = begin; i < end; ++i) {
      for (size_t j = i + 1; j < end; ++j) sum += std::abs(series[i] - series[j]);
    }
    const double n = static_cast<double>(end - begin);
    return n > 1 ? sum / (n * (n - 1) / 2) : 0;
  };
  double across = 0;
  for (size_t i = 0; i < tau; ++i) {
    for (size_t j = tau; j < kappa; ++j) across += std::abs(series[i] - series[j]);
  }
  const double m = static_cast<double>(tau);
  const double n = static_cast<double>(kappa - tau);
  return m * n / (m + n) *
         (2 * across / (m * n) - mean_distance(0, tau) - mean_distance(tau, kappa));
}

std::optional<std::vector<ChangePoint>> FindChangePoints(Values series,
                                                         const ChangePointOptions& options) {
  if (!AsArray(series).allFinite() || !(options.alpha > 1e-6 && options.alpha < 1) ||
      options.min_segment < 1 || options.window < 4 * options.min_segment) {
    return std::nullopt;
  }
  std::vector<ChangePoint> found;
  const size_t step = options.window / 2;
  for (size_t begin = 0;; begin += step) {
    const size_t length = std::min(options.window, series.size() - begin);
    Search(series.subspan(begin, length), begin, options, found);
    if (begin + length == series.size()) break;
  }
  Unite(found, options.min_segment);
  if (series.size() > options.window) Confirm(series, options, found);
  size_t begin = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const size_t end = i + 1 < found.size() ? found[i + 1].index : series.size();
    const auto before = Summarize(series.subspan(begin, found[i].index - begin));
    const auto after = Summarize(series.subspan(found[i].index, end - found[i].index));
    if (before && after) {
      found[i].mean_before = before->mean;
      found[i].mean_after = after->mean;
      if (const auto test = StudentTest(*after, *before)) found[i].p_student = test->p;
    }
    begin = found[i].index;
  }
  return found;
}

}  // namespace regress
