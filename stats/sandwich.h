// SPDX-License-Identifier: Apache-2.0
// Arithmetic of a control - patched - control sandwich on the means of its points: midpoint, delta,
// drift in the conventions found in published evidence, recovery, and the same with only the
// interval of each printed figure known. It knows no direction, no spread and passes no judgement.
// Ratios, not percents: -0.27 is 27 % below. None where a divisor is zero or a figure is not
// finite.
#pragma once

#include <array>
#include <optional>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

enum class DriftConvention {
  kSignedVsMidpoint,  // (B - A) / ((A + B) / 2): ours
  kSignedVsFirst,     // (B - A) / A
  kAbsVsFirst,        // |B - A| / A
  kAbsVsMidpoint,     // |B - A| / ((A + B) / 2)
  kAbsVsSmaller,      // |B - A| / min(A, B)
};
inline constexpr std::array kDriftConventions = {
    DriftConvention::kSignedVsMidpoint, DriftConvention::kSignedVsFirst,
    DriftConvention::kAbsVsFirst, DriftConvention::kAbsVsMidpoint, DriftConvention::kAbsVsSmaller};

// The mean of the two means, also when the points have different numbers of rounds.
double Midpoint(double control_a, double control_b);
// (value - reference) / reference.
std::optional<double> RelativeChange(double reference, double value);
// patched against the midpoint of both controls.
std::optional<double> SandwichDelta(double control_a, double patched, double control_b);
std::optional<double> RelativeDrift(double control_a, double control_b, DriftConvention convention);
// |delta| / |drift|, drift against the midpoint; none without drift.
std::optional<double> DeltaOverDrift(double control_a, double patched, double control_b);
// Share of the way from `reference` to `best` that `fixed` covers: (reference - fixed) / (reference
// - best).
std::optional<double> Recovery(double reference, double fixed, double best);

// Weight of control B when the controls are interpolated in time: (t_p - t_a) / (t_b - t_a). None
// unless t_a < t_b and the patched point lies between them.
std::optional<double> TimeWeight(double t_a, double t_p, double t_b);
// (1 - weight_b) A + weight_b B.
double InterpolatedControl(double control_a, double control_b, double weight_b);

// Rounds after the first `count`; empty if there are no more.
Values WithoutFirstRounds(Values rounds, size_t count);

// All values that figures known only as intervals can give. Every formula above is monotone in each
// argument for positive figures, so that the corners bound it. None if an interval of a divisor
// touches zero.
std::optional<Interval> ReachableChange(const Interval& reference, const Interval& value);
std::optional<Interval> ReachableDelta(const Interval& control_a, const Interval& patched,
                                       const Interval& control_b);
std::optional<Interval> ReachableDrift(const Interval& control_a, const Interval& control_b,
                                       DriftConvention convention);
std::optional<Interval> ReachableRecovery(const Interval& reference, const Interval& fixed,
                                          const Interval& best);

}  // namespace regress
