// SPDX-License-Identifier: Apache-2.0
// Rows of the large tables as they are handed to the database. They borrow all texts, so that a row
// of a report costs no copy of what its report holds; valid for one call.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/data/claim.h"
#include "models/data/comparison.h"
#include "models/data/source_ref.h"
#include "models/data/verdict.h"

namespace regress {

struct ClaimRow {
  std::string_view id;  // Claim::id
  SourceRef at;
  ClaimKind kind = ClaimKind::kPercentChange;
  ClaimVerdict verdict = ClaimVerdict::kUncheckable;
  ReasonCode reason_code = ReasonCode::kNoFigures;
  Origin origin = Origin::kMeasured;
  bool duplicate = false;
  std::string_view metric;
  std::string_view stated;
  std::string_view unit;
  std::string_view convention;
  std::string_view reason;
  std::string_view quote;
  std::optional<double> value;       // stated
  std::optional<double> recomputed;  // with what the printed digits allow
  Interval reachable;
};

// A series with what tells it from others.
struct SeriesKey {
  std::string_view suite;
  std::string_view test;
  std::string_view params;
  std::string_view metric;
  std::string_view unit;
};

struct PointRow {
  int64_t run = 0;
  std::optional<uint64_t> n;
  std::optional<double> mean;
  std::optional<double> stddev;
  StddevKind stddev_kind = StddevKind::kNone;
  std::span<const double> rounds;
};

// A comparison: its points in run order, base first.
struct VerdictRow {
  SeriesKey series;
  std::span<const PointRow> points;
  size_t patched = 0;  // which of the points is judged against the first; their number if none
  std::string_view rule;
  uint32_t line = 0;
  bool is_difference = false;  // change is in the metric's unit, not percent
  std::string_view printed;
  Direction better = Direction::kUnknown;
  ComparisonVerdict verdict = ComparisonVerdict::kUnknown;
  Support support = Support::kNone;
  std::optional<double> change;
  std::optional<double> drift;
  std::optional<double> p;
  std::optional<double> q;
  std::optional<double> mde;
};

// One kernel's column of a table of a report.
struct ColumnRun {
  int32_t message = -1;
  std::string_view table;  // its name
  size_t place = 0;        // of the column, base first
  Role role = Role::kControl;
  std::string_view label;
  std::string_view commit;
  std::string_view machine;
};

}  // namespace regress
