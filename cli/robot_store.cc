// SPDX-License-Identifier: Apache-2.0
#include "cli/robot_store.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/check_options.h"
#include "cli/judge.h"
#include "stats/robot_claims.h"
#include "stats/robot_statistics.h"

namespace regress {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string Value(const Pairs& pairs, std::string_view name) {
  const auto found = std::find_if(pairs.begin(), pairs.end(),
                                  [name](const auto& pair) { return pair.first == name; });
  return found == pairs.end() ? "" : found->second;
}

std::string FirstOf(const std::string& a, const std::string& b) {
  return a.empty() ? b : a;
}

std::vector<ReportTable> Tables(const RobotReport& report) {
  std::vector<ReportTable> tables;
  for (size_t i = 0; i < report.tables.size(); ++i) {
    const RobotTable& from = report.tables[i];
    ReportTable table;
    table.at = {report.message, 0, from.line, 1};
    table.name = TableName(report, static_cast<int32_t>(i));
    table.suite = FirstOf(Value(from.parameters, "testcase"), Value(report.facts, "testcase"));
    table.machine =
        FirstOf(Value(from.parameters, "tbox_group"), Value(report.facts, "test machine"));
    for (const auto& [name, value] : from.parameters) {
      if (!table.parameters.empty()) table.parameters += ", ";
      table.parameters += name;
      table.parameters += '=';
      table.parameters += value;
    }
    table.commits = from.commits.empty() ? from.heads : from.commits;
    tables.push_back(std::move(table));
  }
  return tables;
}

// The kernels of the columns of a table, made known to the database once.
class Columns {
 public:
  Columns(EvidenceStore& store, const RobotReport& report, const std::vector<ReportTable>& tables)
      : store_(store), report_(report), tables_(tables), runs_(tables.size() + 1) {}

  // The run of head `head` (the base is 0) of the table of `row`.
  int64_t Run(const RobotRow& row, size_t head) {
    std::vector<std::optional<int64_t>>& known = runs_[static_cast<size_t>(row.table) + 1];
    if (known.size() <= head) known.resize(head + 1);
    if (known[head]) return *known[head];
    ColumnRun run;
    run.message = report_.message;
    run.place = head;
    run.role = head == 0 ? Role::kControl : Role::kPatched;
    run.label = HeadLabel(report_, row, head);
    if (row.table >= 0) {
      const ReportTable& table = tables_[static_cast<size_t>(row.table)];
      run.table = table.name;
      run.machine = table.machine;
      if (head < table.commits.size()) run.commit = table.commits[head];
    }
    known[head] = store_.AddColumn(run);
    return *known[head];
  }

 private:
  EvidenceStore& store_;
  const RobotReport& report_;
  const std::vector<ReportTable>& tables_;
  std::vector<std::vector<std::optional<int64_t>>> runs_;  // by table, those of none first
};

PointRow PointOf(const RobotRow& row, const RobotSide& side, int64_t run) {
  const SideFigures figures = FiguresOf(row, side);
  PointRow point;
  point.run = run;
  point.n = figures.n;
  point.mean = figures.mean;
  point.stddev = figures.stddev;
  point.stddev_kind = figures.stddev_kind;
  return point;
}

SeriesKey SeriesOf(const RobotReport& report, const RobotRow& row,
                   const std::vector<ReportTable>& tables) {
  SeriesKey key;
  key.metric = report.Text(row.label);
  if (row.table < 0) {
    key.suite = key.metric.substr(0, key.metric.find('.'));
    return key;
  }
  const ReportTable& table = tables[static_cast<size_t>(row.table)];
  key.suite = table.suite;
  key.test = table.name;
  key.params = table.parameters;
  return key;
}

}  // namespace

void RobotStore::Add(const RobotReport& report) {
  if (report.rows.empty()) return;
  const RobotStatistics statistics = TestRows(report, options_.assume_n);
  DetectableChange& detectable =
      detectable_.try_emplace(statistics.assumed_n, statistics.assumed_n, options_.alpha)
          .first->second;
  EvidenceBundle head;
  head.tables = Tables(report);
  store_.Add(head);
  Columns columns(store_, report, head.tables);
  for (const RobotRow& row : report.rows) {
    if (!row.chosen) continue;
    const RobotCell* cells = &report.cells[row.first_cell];
    for (size_t i = 0; i < row.cells; ++i) {
      const RobotCell& cell = cells[i];
      const CellCheck check = CheckCell(row, cells, i);
      ClaimRow claim;
      claim.at = PlaceInRow(report, row, cell.change);
      claim.kind = row.failure ? ClaimKind::kFailRate : ClaimKind::kTableChange;
      claim.verdict = check.verdict;
      claim.reason_code = check.reason;
      claim.duplicate = row.duplicate;
      claim.metric = report.Metric(row);
      claim.stated = report.Text(cell.change);
      claim.unit = cell.change.percent ? "%" : "";
      claim.convention = RowConvention(row, cell);
      const std::string reason = RowReason(row, cell, check);
      claim.reason = reason;
      claim.quote = report.Text(row.quote);
      claim.value = cell.change.value;
      if (check.reachable) {
        claim.recomputed = check.value;
        claim.reachable = *check.reachable;
      }
      const std::string id = ClaimId(claim.kind, claim.metric, claim.stated, claim.quote, claim.at);
      claim.id = id;
      if (row.duplicate) {
        store_.AddReportRow(claim, nullptr);
        continue;
      }
      const RowOutcome outcome =
          OutcomeOf(report, row, i, check, directions_, statistics, detectable);
      const PointRow points[] = {PointOf(row, row.base, columns.Run(row, 0)),
                                 PointOf(row, cell.patched, columns.Run(row, i + 1))};
      VerdictRow verdict;
      verdict.series = SeriesOf(report, row, head.tables);
      verdict.points = points;
      verdict.patched = 1;
      verdict.rule = "report";
      verdict.line = row.line;
      verdict.is_difference = row.failure || !cell.change.percent;
      verdict.printed = claim.stated;
      verdict.better = outcome.better;
      verdict.verdict = outcome.verdict;
      verdict.support = outcome.support;
      verdict.change = check.value;
      verdict.p = outcome.p;
      verdict.q = outcome.q;
      verdict.mde = outcome.mde;
      store_.AddReportRow(claim, &verdict);
    }
  }
}

}  // namespace regress
