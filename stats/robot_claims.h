// SPDX-License-Identifier: Apache-2.0
// Makes full claims and comparisons of the compact rows of a kernel test robot report, for outputs
// that list them, one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/data/claim.h"
#include "models/data/comparison.h"
#include "models/data/robot_report.h"
#include "stats/directions.h"
#include "stats/robot_check.h"
#include "stats/robot_statistics.h"

namespace regress {

// "table 2, bs=4k, rw=read": how the outputs name a table of a report; empty for index -1.
std::string TableName(const RobotReport& report, int32_t table);

// What column `index` of a row says, piece by piece, for outputs that need no owner of its texts.
std::string_view RowConvention(const RobotRow& row, const RobotCell& cell);
std::string RowReason(const RobotRow& row, const RobotCell& cell, const CellCheck& check);
SourceRef PlaceInRow(const RobotReport& report, const RobotRow& row, const RobotNumber& number);
// Head 0 is the base; empty if the table does not name it.
std::string_view HeadLabel(const RobotReport& report, const RobotRow& row, size_t head);

// The figures of one kernel's cell; of failures the mean is the rate.
struct SideFigures {
  std::optional<uint64_t> n;
  std::optional<double> mean;
  std::optional<double> stddev;
  StddevKind stddev_kind = StddevKind::kNone;
};
SideFigures FiguresOf(const RobotRow& row, const RobotSide& side);

// Is the change one for the better, and does it exceed its deviations? Decided on the q of
// `statistics`, made of the same report, at the level of `detectable`, made for its n.
struct RowOutcome {
  Direction better = Direction::kUnknown;
  ComparisonVerdict verdict = ComparisonVerdict::kUnknown;
  Support support = Support::kNone;
  std::optional<double> p;
  std::optional<double> q;
  std::optional<double> mde;  // percent, only of what is not supported
};
RowOutcome OutcomeOf(const RobotReport& report, const RobotRow& row, size_t index,
                     const CellCheck& check, const Directions& directions,
                     const RobotStatistics& statistics, DetectableChange& detectable);

// The printed change of column `index` of a row as a claim (table-change or fail-rate), judged.
Claim RowClaim(const RobotReport& report, const RobotRow& row, size_t index);
// How such a claim is read: its two cells with what their digits stand for.
Reading RowReading(const RobotReport& report, const RobotRow& row, size_t index);
// Column `index` of a row as a comparison of two points, with its outcome.
Comparison RowComparison(const RobotReport& report, const RobotRow& row, size_t index,
                         const Directions& directions, const RobotStatistics& statistics,
                         DetectableChange& detectable);

}  // namespace regress
