// SPDX-License-Identifier: Apache-2.0
// CPU time of one comparison with all its figures (interval, drift, drop-first, both p, MDE,
// resolution) against a peer in the same run: only Welch's test and Fieller's interval, with t by
// Boost.Math.
#include <fmt/core.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <ctime>
#include <vector>

#include "stats/random.h"
#include "stats/sandwich_analysis.h"

namespace regress {
namespace {

constexpr int kComparisons = 100'000;
constexpr size_t kPoints = 3000;

double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

using Points = std::vector<std::vector<double>>;

// About 1 % of noise on 1000, in steps of `quantum` (0: none).
Points MakePoints(size_t rounds, double quantum) {
  ResamplingRandom random(rounds);
  Points points(kPoints, std::vector<double>(rounds));
  for (std::vector<double>& point : points) {
    for (double& round : point) {
      round = 980;
      for (int i = 0; i < 4; ++i)
        round += static_cast<double>(random.Next() >> 11) * 0x1.0p-53 * 10;
      if (quantum > 0) round = std::round(round / quantum) * quantum;
    }
  }
  return points;
}

double Peer(const std::vector<double>& a, const std::vector<double>& p,
            const std::vector<double>& b) {
  const auto estimate = [](const std::vector<double>& x) {
    return EstimateMean(*Summarize(x)).value();
  };
  const MeanEstimate controls[] = {estimate(a), estimate(b)};
  const double weights[] = {0.5, 0.5};
  const MeanEstimate control = Combine(controls, weights);
  const MeanEstimate patched = estimate(p);
  const boost::math::students_t t(EffectiveDf(patched, control));
  const double error = std::sqrt(patched.variance + control.variance);
  const double p_value = 2 * cdf(complement(t, std::abs(patched.mean - control.mean) / error));
  return p_value + Fieller(patched, control, quantile(complement(t, 0.025)))->ratio.low;
}

template <typename Function>
double NanosecondsEach(const Points& points, Function compare, double& sink) {
  const double start = CpuSeconds();
  for (size_t i = 0; i < kComparisons; ++i) {
    const size_t k = i % (kPoints - 2);
    sink += compare(points[k], points[k + 1], points[k + 2]);
  }
  return (CpuSeconds() - start) / kComparisons * 1e9;
}

int Run() {
  double sink = 0;
  const double start = CpuSeconds();
  const SandwichAnalyzer analyzer;
  fmt::print("analyzer with its tables  {:.1f} ms\n", (CpuSeconds() - start) * 1e3);
  fmt::print("CPU ns a comparison       all figures   t and interval by Boost   ratio\n");
  struct Case {
    const char* name;
    size_t rounds;
    double quantum;
  };
  for (const Case& test : {Case{"3 + 3 + 3 rounds", 3, 0}, Case{"10 + 10 + 10 rounds", 10, 0},
                           Case{"15 + 15 + 15 rounds", 15, 0}, Case{"15 each, quantised", 15, 5}}) {
    const Points points = MakePoints(test.rounds, test.quantum);
    const double ours = NanosecondsEach(
        points,
        [&](const auto& a, const auto& p, const auto& b) {
          return analyzer.Sandwich(a, p, b).delta.value_or(0);
        },
        sink);
    const double peer = NanosecondsEach(points, Peer, sink);
    fmt::print("{:25} {:11.0f} {:25.0f} {:7.2f}\n", test.name, ours, peer, peer / ours);
  }
  return std::isfinite(sink) ? 0 : 1;
}

}  // namespace
}  // namespace regress

int main() {
  return regress::Run();
}
