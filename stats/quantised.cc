// SPDX-License-Identifier: Apache-2.0
#include "stats/quantised.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "stats/summary.h"

namespace regress {
namespace {

constexpr int kMaxDecimals = 9;
constexpr double kMaxUnits = 9007199254740992.0;  // 2^53
constexpr size_t kDistinctForDivisor = 6;
constexpr size_t kRepeatsForDivisor = 4;
constexpr std::array<double, kMaxDecimals + 1> kPowersOfTen = {1,   1e1, 1e2, 1e3, 1e4,
                                                               1e5, 1e6, 1e7, 1e8, 1e9};

// The value in units of 10^-decimals if it is a whole number of them: the nearest whole number must
// print back to the same double.
std::optional<int64_t> InUnits(double value, size_t decimals) {
  const double scaled = std::round(value * kPowersOfTen[decimals]);
  if (!(std::abs(scaled) <= kMaxUnits) || scaled / kPowersOfTen[decimals] != value) {
    return std::nullopt;
  }
  return static_cast<int64_t>(scaled);
}

}  // namespace

size_t DistinctValues(Values values, size_t limit) {
  std::array<double, kDistinctLimit> seen{};
  limit = std::min(limit, kDistinctLimit);
  size_t count = 0;
  for (const double value : values) {
    if (count >= limit) break;
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::find(seen.begin(), end, value) == end) seen[count++] = value;
  }
  return count;
}

std::optional<double> DetectQuantum(std::span<const Values> points) {
  size_t decimals = 0;
  bool any = false;
  for (const Values point : points) {
    for (const double value : point) {
      any = true;
      while (!InUnits(value, decimals)) {
        if (++decimals > kMaxDecimals) return std::nullopt;
      }
    }
  }
  if (!any) return std::nullopt;
  // Decimals may have grown after a value was looked at: whole numbers of a coarse unit are whole
  // numbers of a fine one, unless they grow beyond what a double holds.
  std::array<int64_t, kDistinctForDivisor> seen{};
  size_t distinct = 0;
  int64_t divisor = 0;
  std::optional<int64_t> first;
  bool varies = false;  // inside a point
  size_t rounds = 0;
  for (const Values point : points) {
    rounds += point.size();
    for (const double value : point) {
      const std::optional<int64_t> units = InUnits(value, decimals);
      if (!units) return std::nullopt;
      if (!first) first = units;
      varies = varies || value != point.front();
      divisor = std::gcd(divisor, *units - *first);
      const auto end = seen.begin() + static_cast<std::ptrdiff_t>(distinct);
      if (distinct < seen.size() && std::find(seen.begin(), end, *units) == end) {
        seen[distinct++] = *units;
      }
    }
  }
  const bool divisor_counts =
      distinct >= kDistinctForDivisor || (varies && rounds >= kRepeatsForDivisor * distinct);
  return (divisor_counts && divisor > 1 ? static_cast<double>(divisor) : 1) /
         kPowersOfTen[decimals];
}

double QuantumSdFloor(double quantum) {
  return quantum / std::sqrt(12.0);
}

double SheppardVariance(double variance, double quantum) {
  return std::max(0.0, variance - quantum * quantum / 12);
}

bool IsQuantised(Values values, double quantum) {
  const std::optional<Summary> summary = Summarize(values);
  if (!summary) return false;
  if (summary->SampleSd().value_or(0) < QuantumSdFloor(quantum)) return true;
  const size_t distinct = DistinctValues(values, 4);
  return distinct <= 3 && distinct < values.size() && summary->max - summary->min <= 3.5 * quantum;
}

Interval QuantumMeanBound(double mean, double quantum, Rounding rounding) {
  return PrintedNumber{.value = mean, .unit = quantum, .text = {}, .rounding = rounding}.interval();
}

std::optional<Interval> ResolutionBound(double control, double patched, double quantum,
                                        Rounding rounding) {
  const Interval base = QuantumMeanBound(control, quantum, rounding);
  const Interval value = QuantumMeanBound(patched, quantum, rounding);
  if (!(base.low > 0)) return std::nullopt;
  return Corners(base, value, [](double b, double v) { return v / b - 1; });
}

}  // namespace regress
