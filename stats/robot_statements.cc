// SPDX-License-Identifier: Apache-2.0
#include "stats/robot_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "stats/robot_check.h"

namespace regress {
namespace {

using Kind = RobotStatement::Kind;

constexpr size_t kFewStatements = 6;   // for more the rows are indexed by metric
constexpr size_t kMaxMatches = 10000;  // rows of one metric that are looked at

struct Match {
  const RobotRow* row = nullptr;
  const RobotCell* cell = nullptr;
};

// The metric without a word in front ("TOTAL x").
std::string_view BareMetric(std::string_view metric) {
  const size_t blank = metric.rfind(' ');
  return blank == std::string_view::npos ? metric : metric.substr(blank + 1);
}

// A statement has the digits of its row; half a unit of its last digit is allowed.
bool SameSize(const RobotStatement& statement, const RobotCell& cell) {
  const Interval stated = ChangeInterval(statement.number);
  const double slack = (stated.high - stated.low) / 2 * (1 + 1e-6);
  if (std::abs(std::abs(statement.number.value) - std::abs(cell.change.value)) >
      slack + 1e-9 * std::abs(cell.change.value)) {
    return false;
  }
  return !statement.is_signed ||
         std::signbit(statement.number.value) == std::signbit(cell.change.value);
}

std::string PrintedChange(const RobotReport& report, const RobotCell& cell) {
  return std::string(report.Text(cell.change));
}

InputRef PlaceOf(const RobotReport& report, const RobotRow& row) {
  return {report.path, {report.message, row.part, row.line, row.column}};
}

// "1360660 -> 1530010 [58]"
std::string Cells(const RobotReport& report, const Match& match) {
  return fmt::format("{} -> {} {}", report.Text(match.row->base.number),
                     report.Text(match.cell->patched.number),
                     PlaceTag(PlaceOf(report, *match.row).at));
}

class Judge {
 public:
  Judge(RobotReport& report, const Directions& directions)
      : report_(report), directions_(directions) {}

  std::vector<Diagnostic> Run() {
    MergeSubjects();
    if (report_.statements.size() > kFewStatements) {
      for (uint32_t i = 0; i < report_.rows.size(); ++i) {
        by_metric_[BareMetric(report_.Metric(report_.rows[i]))].push_back(i);
      }
    }
    for (RobotStatement& statement : report_.statements) {
      if (statement.kind == Kind::kFailure) {
        JudgeFailure(statement);
      } else {
        JudgeChange(statement);
      }
    }
    return std::move(warnings_);
  }

 private:
  // The body's wording stands; the subject is a further place of it, or a hint.
  void MergeSubjects() {
    std::vector<RobotStatement>& all = report_.statements;
    const auto subject = std::find_if(all.begin(), all.end(), [](const RobotStatement& statement) {
      return statement.kind == Kind::kSubject;
    });
    if (subject == all.end()) return;
    bool merged = false;
    for (RobotStatement& headline : all) {
      if (headline.kind != Kind::kHeadline || headline.claim.metric != subject->claim.metric) {
        continue;
      }
      if (std::abs(headline.number.value) == std::abs(subject->number.value)) {
        headline.claim.also_at.push_back(subject->claim.source);
      } else {
        headline.claim.help.push_back(fmt::format("the subject {} says {}",
                                                  PlaceTag(subject->claim.source.at),
                                                  subject->claim.stated_text));
      }
      merged = true;
      break;
    }
    if (merged) all.erase(subject);
  }

  // The rows that bear on a statement, and the one that shows it.
  std::vector<Match> Rows(const RobotStatement& statement) const {
    std::vector<Match> rows;
    const auto add = [&](const RobotRow& row) {
      if (row.failure || rows.size() >= kMaxMatches) return;
      const std::string_view metric = report_.Metric(row);
      if (metric != statement.claim.metric && BareMetric(metric) != statement.claim.metric) return;
      for (size_t i = 0; i < row.cells; ++i) {
        rows.push_back({&row, &report_.cells[row.first_cell + i]});
      }
    };
    if (by_metric_.empty()) {
      for (const RobotRow& row : report_.rows) add(row);
    } else if (const auto found = by_metric_.find(statement.claim.metric);
               found != by_metric_.end()) {
      for (const uint32_t row : found->second) add(report_.rows[row]);
    }
    return rows;
  }

  void JudgeChange(RobotStatement& statement) {
    const std::vector<Match> rows = Rows(statement);
    const auto shown = std::find_if(rows.begin(), rows.end(), [&](const Match& match) {
      return SameSize(statement, *match.cell);
    });
    if (shown != rows.end()) {
      Confirm(statement, *shown);
    } else if (!rows.empty() && MustShow(statement, rows)) {
      Contradict(statement, rows);
    } else {
      NotShown(statement, rows);
    }
  }

  // A headline tells the direction of its metric; an impact need not repeat it.
  bool TellsDirection(const RobotStatement& statement) const {
    return std::none_of(report_.statements.begin(), report_.statements.end(),
                        [&](const RobotStatement& other) {
                          return statement.kind == Kind::kImpact && other.kind == Kind::kHeadline &&
                                 other.claim.metric == statement.claim.metric;
                        });
  }

  void Confirm(RobotStatement& statement, const Match& match) {
    Claim& claim = statement.claim;
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = ReasonCode::kOk;
    claim.evidence = {PlaceOf(report_, *match.row)};
    const CellCheck check = CheckMatch(match);
    if (check.value && check.reachable) {
      claim.recomputed =
          Recomputed{*check.value, *check.reachable, match.cell->change.percent ? "%" : ""};
    }
    claim.convention = match.cell->change.percent ? "(new - base) / base" : "new - base";
    const Direction better = directions_.Find(claim.metric);
    claim.answer = Cells(report_, match);
    if (better != Direction::kUnknown && TellsDirection(statement)) {
      claim.answer += fmt::format(", {} is better", Name(better));
    }
    claim.reason =
        fmt::format("the table shows {}: {}", PrintedChange(report_, *match.cell), claim.answer);
    CheckWord(statement, match, better);
  }

  CellCheck CheckMatch(const Match& match) const {
    const RobotCell* cells = &report_.cells[match.row->first_cell];
    return CheckCell(*match.row, cells, static_cast<size_t>(match.cell - cells));
  }

  void CheckWord(RobotStatement& statement, const Match& match, Direction better) {
    const double change = match.cell->change.value;
    const bool known = statement.word == "regression" || statement.word == "improvement";
    if (better == Direction::kUnknown || !known || change == 0) return;
    const bool improves = (change > 0) == (better == Direction::kHigher);
    const std::string_view fitting = improves ? "improvement" : "regression";
    if (statement.word == fitting) return;
    Claim& claim = statement.claim;
    claim.reason_code = ReasonCode::kWrongWord;
    claim.reason += fmt::format("; the word should be {}", fitting);
    Diagnostic warning;
    warning.source = claim.source;
    warning.message = fmt::format("{} of {} is called {}, but {} is better: it is {} {}",
                                  PrintedChange(report_, *match.cell), claim.metric, statement.word,
                                  Name(better), improves ? "an" : "a", fitting);
    warnings_.push_back(std::move(warning));
  }

  // True if the message must show the statement: an original's headline, and an impact whose
  // parameters name exactly one of its tables.
  bool MustShow(const RobotStatement& statement, const std::vector<Match>& rows) const {
    if (statement.reply) return false;
    if (statement.kind == Kind::kHeadline) return true;
    if (statement.kind != Kind::kImpact || statement.parameters.empty()) return false;
    int32_t table = -1;
    for (size_t i = 0; i < report_.tables.size(); ++i) {
      if (!HasParameters(report_.tables[i], statement)) continue;
      if (table >= 0) return false;
      table = static_cast<int32_t>(i);
    }
    return table >= 0 && std::any_of(rows.begin(), rows.end(), [table](const Match& match) {
             return match.row->table == table;
           });
  }

  static bool HasParameters(const RobotTable& table, const RobotStatement& statement) {
    return std::all_of(
        statement.parameters.begin(), statement.parameters.end(), [&](const auto& parameter) {
          return std::find(table.parameters.begin(), table.parameters.end(), parameter) !=
                 table.parameters.end();
        });
  }

  // "+12.4% [58], +10.9% [152]"
  std::string Changes(const std::vector<Match>& rows) const {
    constexpr size_t kShown = 3;
    std::string text;
    size_t shown = 0;
    for (const Match& match : rows) {
      if (match.row->duplicate) continue;
      if (++shown > kShown) break;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", PrintedChange(report_, *match.cell),
                          PlaceTag(PlaceOf(report_, *match.row).at));
    }
    return text;
  }

  void Contradict(RobotStatement& statement, const std::vector<Match>& rows) {
    Claim& claim = statement.claim;
    claim.verdict = ClaimVerdict::kContradicted;
    claim.reason_code = ReasonCode::kNoOverlap;
    claim.answer = fmt::format("{}: {}", claim.metric, Changes(rows));
    claim.reason = fmt::format("no row of this message shows it: {}", claim.answer);
    // The row that comes nearest.
    const auto nearest =
        std::min_element(rows.begin(), rows.end(), [&](const Match& a, const Match& b) {
          const double size = std::abs(statement.number.value);
          return std::abs(std::abs(a.cell->change.value) - size) <
                 std::abs(std::abs(b.cell->change.value) - size);
        });
    claim.evidence = {PlaceOf(report_, *nearest->row)};
    const CellCheck check = CheckMatch(*nearest);
    if (check.value && check.reachable) {
      claim.recomputed =
          Recomputed{*check.value, *check.reachable, nearest->cell->change.percent ? "%" : ""};
    }
    claim.convention = nearest->cell->change.percent ? "(new - base) / base" : "new - base";
  }

  void NotShown(RobotStatement& statement, const std::vector<Match>& rows) {
    Claim& claim = statement.claim;
    claim.verdict = ClaimVerdict::kUncheckable;
    claim.reason_code = ReasonCode::kNotInMessage;
    claim.reason = "no row in this message shows it";
    if (!rows.empty()) claim.reason += fmt::format(": {} has {}", claim.metric, Changes(rows));
    claim.answer = claim.reason;
    claim.would_decide = "the original report with its table";
  }

  // A failure by name: some failure row ends with it.
  void JudgeFailure(RobotStatement& statement) {
    Claim& claim = statement.claim;
    for (const RobotRow& row : report_.rows) {
      if (!row.failure || !report_.Metric(row).ends_with(claim.metric)) continue;
      const Match match = {&row, &report_.cells[row.first_cell]};
      claim.verdict = ClaimVerdict::kConfirmed;
      claim.reason_code = ReasonCode::kOk;
      claim.evidence = {PlaceOf(report_, row)};
      claim.answer = Cells(report_, match);
      claim.reason = fmt::format("the table has its failures: {}", claim.answer);
      return;
    }
    claim.verdict = ClaimVerdict::kUncheckable;
    claim.reason_code = ReasonCode::kNotInMessage;
    claim.reason = "no failure row in this message has the name";
    claim.answer = claim.reason;
    claim.would_decide = "the original report with its table";
  }

  RobotReport& report_;
  const Directions& directions_;
  std::unordered_map<std::string_view, std::vector<uint32_t>> by_metric_;  // never iterated
  std::vector<Diagnostic> warnings_;
};

}  // namespace

std::vector<Diagnostic> JudgeStatements(RobotReport& report, const Directions& directions) {
  return Judge(report, directions).Run();
}

}  // namespace regress
