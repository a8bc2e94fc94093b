// SPDX-License-Identifier: Apache-2.0
// A comparison of one metric between points: a row of a report, or measured rounds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/metric.h"
#include "models/data/printed_number.h"
#include "models/data/source_ref.h"
#include "models/data/verdict.h"

namespace regress {

enum class Role : uint8_t { kControl, kPatched };
enum class StddevKind : uint8_t { kNone, kSample, kPopulation, kPercentTruncated };
enum class Support : uint8_t { kNone, kSupported, kWithinBoot, kUnsupported };
enum class DriftState : uint8_t { kStable, kDrift, kUndecided };
enum class ComparisonVerdict : uint8_t { kBetter, kWorse, kSame, kInconclusive, kUnknown };

std::string_view Name(Role role);         // "control", "patched"
std::string_view Name(StddevKind kind);   // "sample", ...; "" for kNone
std::string_view Name(Support support);   // "supported", "within-boot", "unsupported"; "" for kNone
std::string_view Name(DriftState state);  // "stable", "drift", "undecided"
std::string_view Name(ComparisonVerdict verdict);  // "better", ...

// One kernel at one place of the run order: its rounds in that order, or a summary of them.
struct Point {
  Role role = Role::kControl;
  std::string label;
  std::vector<double> rounds;  // empty if only a summary is known
  std::optional<uint64_t> n;   // rounds behind the mean, if known
  std::optional<double> mean;
  std::optional<double> stddev;  // in the metric's unit
  StddevKind stddev_kind = StddevKind::kNone;
  std::string printed;  // the mean's token as printed, empty if computed
};

struct DeltaInterval {
  Interval bounds;  // percent, or the metric's unit for a difference
  double level = 0.95;
  std::string method;  // "fieller", "log-delta", "welch"
};

struct Drift {
  double value = 0;                // percent of the midpoint, (B - A) / midpoint
  std::optional<Interval> bounds;  // within-boot interval, percent
  DriftState state = DriftState::kUndecided;
};

struct DropFirst {
  double delta = 0;             // percent
  std::optional<double> drift;  // percent
};

struct Comparison {
  std::string metric;
  std::string unit;
  Direction better = Direction::kUnknown;
  std::string section;  // table or test the row belongs to
  InputRef source;
  uint16_t quote_depth = 0;
  std::optional<InputRef> duplicate_of;  // the original of a quoted copy
  std::vector<Point> points;             // in run order
  bool is_difference = false;            // change is in the metric's unit, not percent
  std::optional<double> change;          // percent or difference; none for a base of zero
  std::optional<Interval> reachable;     // all values that printed digits allow
  std::string printed_change;            // the token as printed, empty if computed
  std::optional<DeltaInterval> delta_ci;
  std::optional<Drift> drift;
  std::optional<DropFirst> drop_first;
  std::optional<double> p_within;
  std::optional<double> p_between;
  std::optional<double> q_value;
  std::optional<double> mde;           // percent
  std::optional<Interval> resolution;  // bound by quantised values, percent
  std::optional<uint64_t> assumed_n;
  Support support = Support::kNone;
  ComparisonVerdict verdict = ComparisonVerdict::kUnknown;
  std::vector<std::string> reasons;
};

}  // namespace regress
