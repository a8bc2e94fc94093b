// SPDX-License-Identifier: Apache-2.0
// Gates: METRIC:LIMIT rules and their decision on one comparison. A gate looks at the within-boot
// interval of the change (or at the estimate, if asked for): all of it beyond the limit fails, all
// of it inside passes, anything else is inconclusive, as is a comparison that its own data make
// doubtful.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/comparison.h"
#include "models/data/gate.h"
#include "stats/sandwich_analysis.h"

namespace regress {

enum class LimitSign : uint8_t { kNone, kIncrease, kDecrease, kBoth };

// One part of a limit: "+3%" or "+2us".
struct LimitPart {
  double value = 0;  // not negative
  bool percent = false;
  std::string unit;  // of an absolute part; empty is the metric's own
};

struct GateRule {
  std::string text;    // as given
  std::string metric;  // glob with * and ?
  LimitSign sign = LimitSign::kNone;
  std::vector<LimitPart> parts;  // all must be exceeded to fail
};

// "fio.write_iops:-5%", "x:+3%&+2us", "x:+/-1%", "x:±1%"; split at the last ':'. Throws
// Error(kUsage).
GateRule ParseGate(std::string_view text);

struct GatePolicy {
  bool on_estimate = false;   // --gate-on estimate
  bool need_support = false;  // --gate-support
  double max_drift_pct = 2;
  unsigned min_rounds = 3;
};

// Applies `rule` to a comparison that is filled in and decided. Throws Error(kUsage) if the sign of
// the limit is against the metric's direction, if the direction is unknown and the limit is not
// two-sided, or if an absolute limit has a unit that the metric's does not convert to.
GateResult ApplyGate(const GateRule& rule, const Comparison& comparison,
                     const SandwichAnalysis& analysis, const GatePolicy& policy);

// "+39.77%", "[+38.60, +40.96]": percents as the text output shows them, intervals rounded outward.
std::string PercentText(double percent, const std::optional<Interval>& interval);
std::string IntervalText(const Interval& percent);
// The same for a bound by the quantum of the rounds, which is no finer than a twentieth of its last
// digit.
std::string ResolutionText(const Interval& percent);
std::string DriftText(const Drift& drift);  // "drift +0.87% stable"

}  // namespace regress
