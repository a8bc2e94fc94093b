// SPDX-License-Identifier: Apache-2.0
#include "stats/robot_claims.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "stats/robot_check.h"

namespace regress {
namespace {

InputRef PlaceOf(const RobotReport& report, const RobotRow& row, const RobotNumber& number) {
  return {report.path, PlaceInRow(report, row, number)};
}

std::string FailureReason(const CellCheck& check) {
  switch (check.reason) {
    case ReasonCode::kOk:
      return "follows from the failures and runs of its columns";
    case ReasonCode::kGeneratorQuirk:
      return fmt::format("fits only the runs of the column before; the true rate is {:+.0f}%",
                         *check.value);
    case ReasonCode::kFractional:
      return fmt::format("fits only if the counts were fractions; whole ones give {:+.0f}%",
                         *check.value);
    case ReasonCode::kZeroBase:
      return "a column without runs has no rate";
    default:
      return fmt::format("its cells give {:+.1f}%", *check.value);
  }
}

std::string ChangeReason(const RobotCell& cell, const CellCheck& check) {
  if (check.reason == ReasonCode::kZeroBase) return "the base prints as zero: no change follows";
  if (check.verdict == ClaimVerdict::kConfirmed) return "follows from its printed cells";
  if (!check.value) return "its cells cannot give it, although the base prints as zero";
  const char* unit = cell.change.percent ? "%" : "";
  // Intervals are rounded outward.
  return fmt::format("its cells give {:+.1f}{} [{:+.2f}, {:+.2f}]", *check.value, unit,
                     std::floor(check.reachable->low * 100) / 100,
                     std::ceil(check.reachable->high * 100) / 100);
}

Point SidePoint(const RobotReport& report, const RobotRow& row, const RobotSide& side, Role role,
                size_t head) {
  const SideFigures figures = FiguresOf(row, side);
  Point point;
  point.role = role;
  point.label = HeadLabel(report, row, head);
  point.printed = report.Text(side.number);
  point.n = figures.n;
  point.mean = figures.mean;
  point.stddev = figures.stddev;
  point.stddev_kind = figures.stddev_kind;
  return point;
}

Figure CellFigure(const RobotReport& report, const RobotRow& row, const RobotSide& side,
                  std::string_view label) {
  Figure figure;
  figure.number.value = side.number.value;
  figure.number.text = report.Text(side.number);
  figure.number.unit = ValueInterval(side.number).width();
  figure.number.rounding = row.failure                                ? Rounding::kExact
                           : side.number.form == NumberForm::kInteger ? Rounding::kTruncated
                                                                      : Rounding::kNearest;
  figure.label = label;
  figure.source = PlaceOf(report, row, side.number);
  return figure;
}

ComparisonVerdict ChangeVerdict(Direction better, double change) {
  if (better == Direction::kUnknown) return ComparisonVerdict::kUnknown;
  if (change == 0) return ComparisonVerdict::kSame;
  return (change > 0) == (better == Direction::kHigher) ? ComparisonVerdict::kBetter
                                                        : ComparisonVerdict::kWorse;
}

}  // namespace

std::string TableName(const RobotReport& report, int32_t table) {
  if (table < 0) return "";
  std::string name = fmt::format("table {}", table + 1);
  for (const auto& [key, value] : report.tables[static_cast<size_t>(table)].parameters) {
    name += fmt::format(", {}={}", key, value);
  }
  return name;
}

std::string_view RowConvention(const RobotRow& row, const RobotCell& cell) {
  if (row.failure) return "points of failures per run";
  return cell.change.percent ? "(new - base) / base" : "new - base";
}

std::string RowReason(const RobotRow& row, const RobotCell& cell, const CellCheck& check) {
  return row.failure ? FailureReason(check) : ChangeReason(cell, check);
}

SourceRef PlaceInRow(const RobotReport& report, const RobotRow& row, const RobotNumber& number) {
  SourceRef at = {report.message, row.part, row.line, row.column};
  if (!row.wrapped) at.column += number.at - row.quote.at;
  return at;
}

std::string_view HeadLabel(const RobotReport& report, const RobotRow& row, size_t head) {
  if (row.table < 0) return "";
  const RobotTable& table = report.tables[static_cast<size_t>(row.table)];
  if (head < table.heads.size()) return table.heads[head];
  return head < table.commits.size() ? std::string_view(table.commits[head]) : "";
}

SideFigures FiguresOf(const RobotRow& row, const RobotSide& side) {
  SideFigures figures;
  if (row.failure) {
    figures.n = side.runs;
    if (side.runs > 0) figures.mean = side.number.value / side.runs;
    return figures;
  }
  figures.mean = side.number.value;
  if (side.deviation >= 0) {
    // Of a mean of zero the raw deviation is printed.
    const double share =
        side.number.value == 0 ? side.deviation : side.deviation / 100.0 * side.number.value;
    figures.stddev = std::abs(share);
    figures.stddev_kind = StddevKind::kPercentTruncated;
  }
  return figures;
}

RowOutcome OutcomeOf(const RobotReport& report, const RobotRow& row, size_t index,
                     const CellCheck& check, const Directions& directions,
                     const RobotStatistics& statistics, DetectableChange& detectable) {
  RowOutcome outcome;
  outcome.better = directions.Find(report.Metric(row));
  if (check.value) outcome.verdict = ChangeVerdict(outcome.better, *check.value);
  outcome.q = statistics.q[row.first_cell + index];
  if (!outcome.q) return outcome;
  outcome.p = statistics.p[row.first_cell + index];
  if (*outcome.q <= detectable.alpha()) {
    outcome.support = Support::kSupported;
    return outcome;
  }
  outcome.support = Support::kUnsupported;
  outcome.mde = detectable.Percent(row, report.cells[row.first_cell + index]);
  if (outcome.verdict != ComparisonVerdict::kUnknown) {
    outcome.verdict = ComparisonVerdict::kInconclusive;
  }
  return outcome;
}

Claim RowClaim(const RobotReport& report, const RobotRow& row, size_t index) {
  const RobotCell* cells = &report.cells[row.first_cell];
  const RobotCell& cell = cells[index];
  const CellCheck check = CheckCell(row, cells, index);
  Claim claim;
  claim.source = PlaceOf(report, row, cell.change);
  claim.quote = report.Text(row.quote);
  claim.quote_length = cell.change.length;
  claim.kind = row.failure ? ClaimKind::kFailRate : ClaimKind::kTableChange;
  claim.metric = report.Metric(row);
  claim.stated_text = report.Text(cell.change);
  claim.stated_value = cell.change.value;
  claim.stated_unit = std::string_view(cell.change.percent ? "%" : "");
  claim.quote_depth = row.quote_depth;
  claim.duplicate = row.duplicate;
  claim.verdict = check.verdict;
  claim.reason_code = check.reason;
  if (check.value && check.reachable) {
    claim.recomputed = Recomputed{*check.value, *check.reachable, claim.stated_unit};
  }
  claim.convention = RowConvention(row, cell);
  claim.reason = RowReason(row, cell, check);
  claim.answer = claim.reason;
  claim.evidence = {PlaceOf(report, row, row.base.number),
                    PlaceOf(report, row, cell.patched.number)};
  return claim;
}

Reading RowReading(const RobotReport& report, const RobotRow& row, size_t index) {
  const RobotCell* cells = &report.cells[row.first_cell];
  const CellCheck check = CheckCell(row, cells, index);
  Reading reading;
  reading.figures = {CellFigure(report, row, row.base, "base"),
                     CellFigure(report, row, cells[index].patched, "patched")};
  reading.convention = RowConvention(row, cells[index]);
  reading.value = check.value.value_or(0);
  reading.reachable = check.reachable.value_or(Interval{});
  reading.unit = cells[index].change.percent && !row.failure ? "%" : "";
  reading.agrees = check.verdict == ClaimVerdict::kConfirmed;
  return reading;
}

Comparison RowComparison(const RobotReport& report, const RobotRow& row, size_t index,
                         const Directions& directions, const RobotStatistics& statistics,
                         DetectableChange& detectable) {
  const RobotCell* cells = &report.cells[row.first_cell];
  const RobotCell& cell = cells[index];
  const CellCheck check = CheckCell(row, cells, index);
  Comparison comparison;
  comparison.metric = report.Text(row.label);
  comparison.section = TableName(report, row.table);
  comparison.source = PlaceOf(report, row, row.base.number);
  comparison.quote_depth = row.quote_depth;
  if (row.duplicate) comparison.duplicate_of = InputRef{report.path, row.duplicate_of};
  comparison.points.push_back(SidePoint(report, row, row.base, Role::kControl, 0));
  comparison.points.push_back(SidePoint(report, row, cell.patched, Role::kPatched, index + 1));
  comparison.is_difference = row.failure || !cell.change.percent;
  comparison.change = check.value;
  comparison.reachable = check.reachable;
  comparison.printed_change = report.Text(cell.change);
  const RowOutcome outcome =
      OutcomeOf(report, row, index, check, directions, statistics, detectable);
  comparison.better = outcome.better;
  comparison.verdict = outcome.verdict;
  comparison.support = outcome.support;
  comparison.p_between = outcome.p;
  comparison.q_value = outcome.q;
  comparison.mde = outcome.mde;
  if (outcome.q) comparison.assumed_n = statistics.assumed_n;
  if (outcome.support == Support::kUnsupported) {
    comparison.reasons.emplace_back("the change does not exceed the printed deviations");
  }
  return comparison;
}

}  // namespace regress
