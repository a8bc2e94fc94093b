// SPDX-License-Identifier: Apache-2.0
#include "cli/robot_judge.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/check_options.h"
#include "models/data/metric.h"
#include "parsers/byte_stream.h"
#include "parsers/directions_file.h"
#include "stats/robot_check.h"
#include "stats/robot_statements.h"

namespace regress {
namespace {

constexpr size_t kMaxLeftOut = 10000;

}  // namespace
Directions LoadDirections(const CheckOptions& options) {
  if (options.directions_file.empty()) return Directions();
  ByteStream stream = ByteStream::Open(options.directions_file);
  return Directions(ReadDirections(stream));
}

RobotJudge::RobotJudge(const CheckOptions& options)
    : metrics_(options.metrics), directions_(LoadDirections(options)) {}

void RobotJudge::BeginInput() {
  memory_ = RowMemory();
  left_out_.clear();
}

bool RobotJudge::Chosen(std::string_view metric) const {
  return metrics_.empty() ||
         std::any_of(metrics_.begin(), metrics_.end(),
                     [metric](const std::string& glob) { return GlobMatch(glob, metric); });
}

void RobotJudge::Judge(EvidenceBundle& bundle) {
  RobotReport& report = bundle.robot;
  if (report.empty()) return;
  CheckCells(report);
  memory_.MarkDuplicates(report);
  std::vector<Diagnostic> warnings = JudgeStatements(report, directions_);
  bundle.diagnostics.insert(bundle.diagnostics.end(), std::make_move_iterator(warnings.begin()),
                            std::make_move_iterator(warnings.end()));
  if (!metrics_.empty()) {
    for (RobotRow& row : report.rows) {
      row.chosen = Chosen(report.Metric(row));
      if (!row.chosen && !row.duplicate) bundle.not_chosen += row.cells;
    }
  }
  for (RobotStatement& statement : report.statements) {
    statement.chosen = Chosen(statement.claim.metric);
    if (statement.chosen) {
      bundle.claims.push_back(statement.claim);
    } else if (left_out_.size() < kMaxLeftOut &&
               left_out_.insert(statement.claim.metric + " " + statement.claim.stated_text)
                   .second) {
      ++bundle.not_chosen;
    }
  }
}

}  // namespace regress
