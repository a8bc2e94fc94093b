// SPDX-License-Identifier: Apache-2.0
#include "cli/robot_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/claim_block.h"
#include "stats/robot_claims.h"

namespace regress {
namespace {

constexpr size_t kMaxStatements = 8;  // headlines and impacts shown of one input
constexpr size_t kMaxContradictions = 8;
constexpr size_t kMaxUncheckable = 6;  // places named of one reason
constexpr size_t kMaxRemembered = 100000;
constexpr size_t kMaxCopyRanges = 1000;

bool IsNumberStatement(const RobotStatement& statement) {
  return statement.kind != RobotStatement::Kind::kFailure;
}

std::string StatementKey(const Claim& claim) {
  return fmt::format("{}\n{}\n{}", Name(claim.kind), claim.metric, claim.stated_text);
}

std::string_view FoldedReason(ReasonCode reason) {
  switch (reason) {
    case ReasonCode::kZeroBase:
      return "the base prints as zero";
    case ReasonCode::kGeneratorQuirk:
      return "fits only the runs of the column before, a fault of the robot";
    case ReasonCode::kFractional:
      return "fits only if the counts were fractions";
    case ReasonCode::kNotInMessage:
      return "no row of the message shows it";
    default:
      return "nothing to check it with";
  }
}

// A quoted headline that says otherwise than a contradicted one of the same metric.
void AddQuotedHint(const RobotStatement& statement, RobotFindings& findings) {
  const Claim& claim = statement.claim;
  if (!statement.reply) return;
  for (Claim& wrong : findings.wrong_statements) {
    if (wrong.metric != claim.metric || wrong.kind != claim.kind) continue;
    const std::string place = "the quoted copy " + PlaceTag(claim.source.at);
    // One line for what the subject and the copy agree on.
    if (!wrong.help.empty() && wrong.help.front().starts_with("the subject") &&
        wrong.help.front().ends_with(" says " + claim.stated_text)) {
      const size_t says = wrong.help.front().rfind(" says ");
      wrong.help.front() = fmt::format("{} and {} say {}", wrong.help.front().substr(0, says),
                                       place, claim.stated_text);
    } else {
      wrong.help.push_back(fmt::format("{} says {}", place, claim.stated_text));
    }
  }
}

void AddWrongCell(const RobotReport& report, const RobotRow& row, size_t index,
                  RobotFindings& findings) {
  if (findings.wrong_statements.size() + findings.wrong_cells.size() >= kMaxContradictions) {
    ++findings.more_wrong;
    return;
  }
  const RobotCell& cell = report.cells[row.first_cell + index];
  WrongCell wrong;
  wrong.claim = RowClaim(report, row, index);
  wrong.base = report.Text(row.base.number);
  wrong.change = report.Text(cell.change);
  wrong.patched = report.Text(cell.patched.number);
  if (wrong.claim.recomputed && !row.failure) {
    const double distance = std::abs(wrong.claim.recomputed->value - cell.change.value);
    wrong.claim.help.push_back(
        fmt::format("nearest is {}, {:.1f} points away", wrong.claim.convention, distance));
  }
  findings.wrong_cells.push_back(std::move(wrong));
}

// A quoted row of the same metric that differs from a contradicted one in one figure.
void AddQuotedRow(const RobotReport& report, const RobotRow& row, RobotFindings& findings) {
  for (WrongCell& wrong : findings.wrong_cells) {
    if (wrong.claim.metric != report.Metric(row)) continue;
    for (size_t i = 0; i < row.cells; ++i) {
      const RobotCell& cell = report.cells[row.first_cell + i];
      const std::string_view base = report.Text(row.base.number);
      const std::string_view change = report.Text(cell.change);
      const std::string_view patched = report.Text(cell.patched.number);
      const int same = (base == wrong.base) + (change == wrong.change) + (patched == wrong.patched);
      if (same != 2 || cell.verdict != ClaimVerdict::kConfirmed) continue;
      const std::string_view other = base != wrong.base       ? base
                                     : change != wrong.change ? change
                                                              : patched;
      const Claim claim = RowClaim(report, row, i);
      const std::string given = claim.recomputed ? fmt::format("{:+.1f}{}", claim.recomputed->value,
                                                               claim.recomputed->unit)
                                                 : std::string(change);
      wrong.claim.help.push_back(fmt::format("the quoted copy {} has {}, which gives {}",
                                             PlaceTag({0, 0, row.line, row.column}), other, given));
      return;
    }
  }
}

}  // namespace

void RobotCollector::Add(const RobotReport& report, RobotFindings& findings) const {
  AddStatements(report, findings);
  AddRows(report, findings);
}

bool RobotCollector::Wanted(ClaimVerdict verdict) const {
  return context_.options.only.empty() || context_.options.only == Name(verdict);
}

void RobotCollector::Fold(const Claim& claim, std::string_view detail,
                          RobotFindings& findings) const {
  if (!Wanted(ClaimVerdict::kUncheckable)) return;
  FoldedClaims& folded = findings.uncheckable[std::string(FoldedReason(claim.reason_code))];
  ++folded.count;
  if (folded.places.size() >= kMaxUncheckable && !Verbose()) return;
  folded.places.push_back(
      fmt::format("{}{} {}", claim.stated_text, detail, PlaceTag(claim.source.at)));
}

void RobotCollector::AddStatements(const RobotReport& report, RobotFindings& findings) const {
  for (const RobotStatement& statement : report.statements) {
    if (!statement.chosen) continue;
    const Claim& claim = statement.claim;
    const std::string key = StatementKey(claim);
    const auto first = findings.seen.find(key);
    const bool copy =
        first != findings.seen.end() && (claim.quote_depth > 0 || first->second != report.message);
    if (copy) {
      if (statement.kind != RobotStatement::Kind::kSubject)
        NoteCopy(claim.source.at.line, findings);
      continue;
    }
    AddQuotedHint(statement, findings);
    if (findings.seen.size() < kMaxRemembered) findings.seen.emplace(key, report.message);
    switch (claim.verdict) {
      case ClaimVerdict::kContradicted:
        if (findings.wrong_statements.size() + findings.wrong_cells.size() < kMaxContradictions) {
          findings.wrong_statements.push_back(claim);
        } else {
          ++findings.more_wrong;
        }
        break;
      case ClaimVerdict::kUncheckable:
        Fold(claim, IsNumberStatement(statement) ? " of " + claim.metric : "", findings);
        break;
      case ClaimVerdict::kConfirmed:
        if (findings.statements.size() < kMaxStatements) {
          findings.statements.push_back(claim);
        } else {
          ++findings.more_statements;
        }
        break;
    }
  }
}

void RobotCollector::AddRows(const RobotReport& report, RobotFindings& findings) const {
  std::vector<bool> tables(report.tables.size(), false);
  for (const RobotRow& row : report.rows) {
    if (!row.chosen) continue;
    if (row.duplicate) {
      NoteCopy(row.line, findings);
      continue;
    }
    ++findings.rows;
    if (row.table >= 0) tables[static_cast<size_t>(row.table)] = true;
    if (row.quote_depth > 0 && !findings.wrong_cells.empty()) AddQuotedRow(report, row, findings);
    findings.cells += row.cells;
    for (size_t i = 0; i < row.cells; ++i) {
      const ClaimVerdict verdict = report.cells[row.first_cell + i].verdict;
      if (verdict == ClaimVerdict::kConfirmed) {
        ++findings.confirmed_cells;
      } else if (verdict == ClaimVerdict::kContradicted) {
        AddWrongCell(report, row, i, findings);
      } else {
        const Claim claim = RowClaim(report, row, i);
        const bool rate = claim.reason_code == ReasonCode::kGeneratorQuirk && claim.recomputed;
        Fold(claim, rate ? fmt::format(" (true {:+.0f}%)", claim.recomputed->value) : "", findings);
      }
    }
  }
  findings.tables += static_cast<uint64_t>(std::count(tables.begin(), tables.end(), true));
}

// Lines that follow each other are one range.
void RobotCollector::NoteCopy(uint32_t line, RobotFindings& findings) const {
  ++findings.copies;
  if (!Verbose()) return;
  auto& ranges = findings.copy_lines;
  if (!ranges.empty() && (ranges.back().second == line || ranges.back().second + 1 == line)) {
    ranges.back().second = line;
  } else if (ranges.size() < kMaxCopyRanges) {
    ranges.emplace_back(line, line);
  }
}

}  // namespace regress
