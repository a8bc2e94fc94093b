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

constexpr size_t kRowsPerPiece = 500;

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

}  // namespace

void StoreReport(EvidenceStore& store, const RobotReport& report, const Directions& directions,
                 const CheckOptions& options) {
  if (report.rows.empty()) return;
  const RobotStatistics statistics = TestRows(report, options.assume_n);
  DetectableChange detectable(statistics.assumed_n, options.alpha);
  EvidenceBundle piece;
  piece.tables = Tables(report);
  size_t rows = 0;
  for (const RobotRow& row : report.rows) {
    if (!row.chosen) continue;
    for (size_t i = 0; i < row.cells; ++i) {
      Claim claim = RowClaim(report, row, i);
      claim.id = ClaimId(claim);
      piece.claims.push_back(std::move(claim));
      piece.comparisons.push_back(
          RowComparison(report, row, i, directions, statistics, detectable));
    }
    if (++rows % kRowsPerPiece == 0) {
      store.Add(piece);
      piece.claims.clear();
      piece.comparisons.clear();
    }
  }
  store.Add(piece);
}

}  // namespace regress
