// SPDX-License-Identifier: Apache-2.0
#include "stats/sandwich.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace regress {
namespace {

std::optional<double> Quotient(double numerator, double denominator) {
  const double quotient = numerator / denominator;
  if (denominator == 0 || !std::isfinite(quotient)) return std::nullopt;
  return quotient;
}

// The range of f over the corners of the box; none if f has no answer in one of them.
template <typename Function>
std::optional<Interval> OverCorners(std::array<Interval, 3> box, Function f) {
  Interval range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double x : {box[0].low, box[0].high}) {
    for (const double y : {box[1].low, box[1].high}) {
      for (const double z : {box[2].low, box[2].high}) {
        const std::optional<double> value = f(x, y, z);
        if (!value) return std::nullopt;
        range.low = std::min(range.low, *value);
        range.high = std::max(range.high, *value);
      }
    }
  }
  return range;
}

}  // namespace

double Midpoint(double control_a, double control_b) {
  return control_a / 2 + control_b / 2;
}

std::optional<double> RelativeChange(double reference, double value) {
  return Quotient(value - reference, reference);
}

std::optional<double> SandwichDelta(double control_a, double patched, double control_b) {
  return RelativeChange(Midpoint(control_a, control_b), patched);
}

std::optional<double> RelativeDrift(double control_a, double control_b,
                                    DriftConvention convention) {
  const double difference = control_b - control_a;
  switch (convention) {
    case DriftConvention::kSignedVsMidpoint:
      return Quotient(difference, Midpoint(control_a, control_b));
    case DriftConvention::kSignedVsFirst:
      return Quotient(difference, control_a);
    case DriftConvention::kAbsVsFirst:
      return Quotient(std::abs(difference), control_a);
    case DriftConvention::kAbsVsMidpoint:
      return Quotient(std::abs(difference), Midpoint(control_a, control_b));
    case DriftConvention::kAbsVsSmaller:
      return Quotient(std::abs(difference), std::min(control_a, control_b));
  }
  return std::nullopt;
}

std::optional<double> DeltaOverDrift(double control_a, double patched, double control_b) {
  return Quotient(std::abs(patched - Midpoint(control_a, control_b)),
                  std::abs(control_b - control_a));
}

std::optional<double> Recovery(double reference, double fixed, double best) {
  return Quotient(reference - fixed, reference - best);
}

std::optional<double> TimeWeight(double t_a, double t_p, double t_b) {
  if (!(t_a < t_b && t_a <= t_p && t_p <= t_b)) return std::nullopt;
  return Quotient(t_p - t_a, t_b - t_a);
}

double InterpolatedControl(double control_a, double control_b, double weight_b) {
  return (1 - weight_b) * control_a + weight_b * control_b;
}

Values WithoutFirstRounds(Values rounds, size_t count) {
  return rounds.subspan(std::min(count, rounds.size()));
}

std::optional<Interval> ReachableChange(const Interval& reference, const Interval& value) {
  if (reference.Contains(0)) return std::nullopt;
  return OverCorners({reference, value, Interval{}},
                     [](double r, double v, double) { return RelativeChange(r, v); });
}

std::optional<Interval> ReachableDelta(const Interval& control_a, const Interval& patched,
                                       const Interval& control_b) {
  if (!(Midpoint(control_a.low, control_b.low) > 0)) return std::nullopt;
  return OverCorners({control_a, patched, control_b}, SandwichDelta);
}

std::optional<Interval> ReachableDrift(const Interval& control_a, const Interval& control_b,
                                       DriftConvention convention) {
  if (!(control_a.low > 0 && control_b.low > 0)) return std::nullopt;
  std::optional<Interval> range =
      OverCorners({control_a, control_b, Interval{}},
                  [&](double a, double b, double) { return RelativeDrift(a, b, convention); });
  // An absolute drift reaches zero inside the box, not at a corner, when the controls may be equal.
  const bool absolute = convention != DriftConvention::kSignedVsMidpoint &&
                        convention != DriftConvention::kSignedVsFirst;
  if (range && absolute && control_a.low <= control_b.high && control_b.low <= control_a.high) {
    range->low = 0;
  }
  return range;
}

std::optional<Interval> ReachableRecovery(const Interval& reference, const Interval& fixed,
                                          const Interval& best) {
  if (reference.low <= best.high && best.low <= reference.high) return std::nullopt;
  return OverCorners({reference, fixed, best}, Recovery);
}

}  // namespace regress
