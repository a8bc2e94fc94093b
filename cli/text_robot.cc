// SPDX-License-Identifier: Apache-2.0
#include "cli/text_robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "cli/claim_block.h"
#include "cli/robot_view.h"
#include "stats/robot_claims.h"

namespace regress {
namespace {

constexpr size_t kMaxViews = 2;       // reports of one input shown with their tables
constexpr size_t kMaxStatements = 8;  // headlines and impacts shown of one input
constexpr size_t kMaxContradictions = 8;
constexpr size_t kMaxUncheckable = 6;  // places named of one reason
constexpr size_t kMaxRemembered = 100000;
constexpr size_t kBaseWidth = 11;
constexpr size_t kPatchedWidth = 13;
constexpr size_t kChangeWidth = 9;
constexpr size_t kQWidth = 9;
constexpr size_t kMaxNameWidth = kTextColumns - kBaseWidth - kPatchedWidth - kChangeWidth - kQWidth;

// A contradicted cell, with what a quoted copy may say otherwise.
struct WrongCell {
  Claim claim;
  std::string base;
  std::string change;
  std::string patched;
};

// Claims that cannot be checked, of one reason.
struct Folded {
  uint64_t count = 0;
  std::vector<std::string> places;
};

struct InputState {
  size_t index = 0;
  uint64_t reports = 0;  // messages with rows or statements of their own
  uint64_t rows = 0;     // rows that are no copies
  uint64_t tables = 0;
  uint64_t cells = 0;
  uint64_t confirmed_cells = 0;
  uint64_t copies = 0;     // rows, headlines and impacts repeated in quotes
  uint64_t confirmed = 0;  // all claims, known at the end of the input
  uint64_t contradicted = 0;
  uint64_t not_chosen = 0;
  std::vector<Claim> statements;
  uint64_t more_statements = 0;
  std::vector<WrongCell> wrong_cells;
  std::vector<Claim> wrong_statements;
  uint64_t more_wrong = 0;
  std::map<std::string, Folded> uncheckable;
  std::vector<RobotView> views;
  std::map<std::string, int32_t> seen;  // statements and their message, to know their copies
};

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

class RobotSection final : public TextSection {
 public:
  explicit RobotSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    const RobotReport& report = bundle.robot;
    if (report.empty()) return;
    InputState& state = StateOf(input.index);
    const uint64_t rows_before = state.rows;
    AddStatements(report, state);
    AddRows(report, state);
    const bool own = state.rows > rows_before;
    if (own) ++state.reports;
    const bool show = own && state.views.size() < kMaxViews && context_.options.only.empty() &&
                      context_.options.detail != Detail::kQuiet;
    if (show) state.views.push_back(MakeRobotView(report, context_.options));
  }

  void EndInput(const InputSummary& input) override {
    const auto found = states_.find(input.index);
    if (found == states_.end()) return;
    found->second.confirmed = input.claims.confirmed;
    found->second.contradicted = input.claims.contradicted;
    found->second.not_chosen = input.not_chosen;
  }

  std::string InputNote(const InputSummary& input) override {
    const auto found = states_.find(input.index);
    if (found == states_.end()) return "";
    const InputState& state = found->second;
    if (state.rows == 0 || state.contradicted > 0 || state.not_chosen > 0) return "";
    std::string note = Count(state.rows, "row");
    note += state.tables == 0 ? " outside a table" : " in " + Count(state.tables, "table");
    if (state.reports > 1) note += " of " + Count(state.reports, "report");
    if (state.copies > 0) {
      note += state.copies == 1
                  ? "; its quoted copy agrees and is left out"
                  : fmt::format("; their {} quoted copies agree and are left out", state.copies);
    }
    return Wrap(note, 2, 2);
  }

  std::string Print() override {
    std::string text;
    for (const auto& [index, state] : states_) {
      const std::string part = PrintInput(state);
      if (part.empty()) continue;
      if (!text.empty()) text += '\n';
      text += part;
    }
    return text;
  }

  std::string Closing(const Outcome& outcome) override {
    if (states_.size() != 1 || outcome.inputs != 1) return "";
    const InputState& state = states_.begin()->second;
    if (state.contradicted > 0 || state.views.empty()) return "";
    if (state.reports > state.views.size()) {
      return fmt::format(
          "The first {} of {} are shown; -v does not show more of a mailbox, a file "
          "of one report does.",
          state.views.size(), Count(state.reports, "report"));
    }
    return ViewSentence(state.views.front());
  }

 private:
  InputState& StateOf(size_t index) {
    InputState& state = states_[index];
    state.index = index;
    return state;
  }

  bool Wanted(ClaimVerdict verdict) const {
    return context_.options.only.empty() || context_.options.only == Name(verdict);
  }

  void Fold(const Claim& claim, std::string_view detail, InputState& state) const {
    if (!Wanted(ClaimVerdict::kUncheckable)) return;
    Folded& folded = state.uncheckable[std::string(FoldedReason(claim.reason_code))];
    ++folded.count;
    if (folded.places.size() >= kMaxUncheckable && !Verbose()) return;
    folded.places.push_back(fmt::format("{}{} {}", claim.stated_text, detail, PlaceTag(claim)));
  }

  bool Verbose() const { return context_.options.detail == Detail::kVerbose; }

  void AddStatements(const RobotReport& report, InputState& state) const {
    for (const RobotStatement& statement : report.statements) {
      if (!statement.chosen) continue;
      const Claim& claim = statement.claim;
      const std::string key = StatementKey(claim);
      const auto first = state.seen.find(key);
      const bool copy =
          first != state.seen.end() && (claim.quote_depth > 0 || first->second != report.message);
      if (copy) {
        if (statement.kind != RobotStatement::Kind::kSubject) ++state.copies;
        continue;
      }
      AddQuotedHint(statement, state);
      if (state.seen.size() < kMaxRemembered) state.seen.emplace(key, report.message);
      switch (claim.verdict) {
        case ClaimVerdict::kContradicted:
          if (state.wrong_statements.size() + state.wrong_cells.size() < kMaxContradictions) {
            state.wrong_statements.push_back(claim);
          } else {
            ++state.more_wrong;
          }
          break;
        case ClaimVerdict::kUncheckable:
          Fold(claim, IsNumberStatement(statement) ? " of " + claim.metric : "", state);
          break;
        case ClaimVerdict::kConfirmed:
          if (state.statements.size() < kMaxStatements) {
            state.statements.push_back(claim);
          } else {
            ++state.more_statements;
          }
          break;
      }
    }
  }

  // A quoted headline that says otherwise than a contradicted one of the same metric.
  static void AddQuotedHint(const RobotStatement& statement, InputState& state) {
    const Claim& claim = statement.claim;
    if (!statement.reply) return;
    for (Claim& wrong : state.wrong_statements) {
      if (wrong.metric != claim.metric || wrong.kind != claim.kind) continue;
      const std::string place = fmt::format("the quoted copy [{}]", claim.source.at.line);
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

  void AddRows(const RobotReport& report, InputState& state) const {
    std::vector<bool> tables(report.tables.size(), false);
    for (const RobotRow& row : report.rows) {
      if (!row.chosen) continue;
      if (row.duplicate) {
        ++state.copies;
        continue;
      }
      ++state.rows;
      if (row.table >= 0) tables[static_cast<size_t>(row.table)] = true;
      if (row.quote_depth > 0 && !state.wrong_cells.empty()) AddQuotedRow(report, row, state);
      state.cells += row.cells;
      for (size_t i = 0; i < row.cells; ++i) {
        const ClaimVerdict verdict = report.cells[row.first_cell + i].verdict;
        if (verdict == ClaimVerdict::kConfirmed) {
          ++state.confirmed_cells;
        } else if (verdict == ClaimVerdict::kContradicted) {
          AddWrongCell(report, row, i, state);
        } else {
          const Claim claim = RowClaim(report, row, i);
          const bool rate = claim.reason_code == ReasonCode::kGeneratorQuirk && claim.recomputed;
          Fold(claim, rate ? fmt::format(" (true {:+.0f}%)", claim.recomputed->value) : "", state);
        }
      }
    }
    state.tables += static_cast<uint64_t>(std::count(tables.begin(), tables.end(), true));
  }

  static void AddWrongCell(const RobotReport& report, const RobotRow& row, size_t index,
                           InputState& state) {
    if (state.wrong_statements.size() + state.wrong_cells.size() >= kMaxContradictions) {
      ++state.more_wrong;
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
    state.wrong_cells.push_back(std::move(wrong));
  }

  // A quoted row of the same metric that differs from a contradicted one in one figure.
  static void AddQuotedRow(const RobotReport& report, const RobotRow& row, InputState& state) {
    for (WrongCell& wrong : state.wrong_cells) {
      if (wrong.claim.metric != report.Metric(row)) continue;
      for (size_t i = 0; i < row.cells; ++i) {
        const RobotCell& cell = report.cells[row.first_cell + i];
        const std::string_view base = report.Text(row.base.number);
        const std::string_view change = report.Text(cell.change);
        const std::string_view patched = report.Text(cell.patched.number);
        const int same =
            (base == wrong.base) + (change == wrong.change) + (patched == wrong.patched);
        if (same != 2 || cell.verdict != ClaimVerdict::kConfirmed) continue;
        const std::string_view other = base != wrong.base       ? base
                                       : change != wrong.change ? change
                                                                : patched;
        const Claim claim = RowClaim(report, row, i);
        const std::string given =
            claim.recomputed
                ? fmt::format("{:+.1f}{}", claim.recomputed->value, claim.recomputed->unit)
                : std::string(change);
        wrong.claim.help.push_back(
            fmt::format("the quoted copy [{}] has {}, which gives {}", row.line, other, given));
        return;
      }
    }
  }

  std::string PrintInput(const InputState& state) const {
    std::string text = Contradictions(state);
    if (context_.options.detail == Detail::kQuiet) return text;
    if (state.contradicted > 0 && !Verbose()) {
      if (text.empty()) return text;
      text += '\n';
      if (state.confirmed > 0) {
        text += AnswerLines(context_, ClaimVerdict::kConfirmed, std::to_string(state.confirmed),
                            "other claims (-v lists them)", "");
      }
      return text;
    }
    const auto block = [&text](const std::string& part) {
      if (part.empty()) return;
      if (!text.empty()) text += '\n';
      text += part;
    };
    block(Statements(state));
    for (const RobotView& view : state.views) block(Table(view));
    block(Uncheckable(state));
    return text;
  }

  std::string Block(const Claim& claim) const {
    const bool mark = claim.verdict == ClaimVerdict::kContradicted;
    std::string text = QuoteLine(claim, context_, mark) + AnswerLine(claim, context_);
    return mark ? text + HelpLines(claim, context_) : text;
  }

  std::string Contradictions(const InputState& state) const {
    if (!Wanted(ClaimVerdict::kContradicted)) return "";
    std::vector<const Claim*> claims;
    for (const Claim& claim : state.wrong_statements) claims.push_back(&claim);
    for (const WrongCell& wrong : state.wrong_cells) claims.push_back(&wrong.claim);
    std::stable_sort(claims.begin(), claims.end(),
                     [](const Claim* a, const Claim* b) { return a->source.at < b->source.at; });
    std::string text;
    for (const Claim* claim : claims) text += Block(*claim);
    if (state.more_wrong > 0) {
      text += fmt::format("  {} more contradicted (--format json lists them)\n", state.more_wrong);
    }
    return text;
  }

  std::string Statements(const InputState& state) const {
    if (!Wanted(ClaimVerdict::kConfirmed)) return "";
    std::string text;
    for (const Claim& claim : state.statements) text += Block(claim);
    if (state.more_statements > 0) {
      text += fmt::format("  {} more headlines and impacts confirmed\n", state.more_statements);
    }
    if (state.cells > 0 && state.not_chosen == 0 && context_.options.only.empty()) {
      text += AnswerLines(context_, ClaimVerdict::kConfirmed,
                          fmt::format("{} of {}", state.confirmed_cells, state.cells),
                          "changes follow from their printed cells", "");
    }
    return text;
  }

  std::string TableHead(const RobotView& view) const {
    std::string head = "change vs " + (view.base_label.empty() ? "base" : view.base_label);
    if (view.columns > 1) {
      head += view.all_rows ? fmt::format(", {} columns", view.columns)
                            : fmt::format(", column {} of {}", view.column + 1, view.columns);
    }
    if (view.tested > 0) {
      head += fmt::format("; n = {} assumed (", view.assumed_n);
      head += view.n_given             ? "as given)"
              : view.n_from_deviations ? fmt::format("the deviations need n >= {})", view.assumed_n)
                                       : "the robot compares no fewer)";
    }
    return Wrap(head);
  }

  std::string Table(const RobotView& view) const {
    std::string text = TableHead(view);
    size_t name_width = 0;
    for (const RobotRowView& row : view.rows) {
      name_width = std::max(name_width, DisplayWidth(Printable(row.name, context_.utf8)));
    }
    name_width = std::min(name_width, kMaxNameWidth + (view.tested > 0 ? 0 : kQWidth));
    if (!view.rows.empty()) {
      text += std::string(name_width, ' ') + PadLeft("base", kBaseWidth) +
              PadLeft("patched", kPatchedWidth) + PadLeft("change", kChangeWidth);
      if (view.tested > 0) text += PadLeft("q", kQWidth);
      text += '\n';
    }
    for (const RobotRowView& row : view.rows) text += Row(row, name_width, view.all_rows);
    if (view.all_rows && !Verbose()) return text + Needed(view);
    return text + Noise(view);
  }

  std::string Row(const RobotRowView& row, size_t name_width, bool deviations) const {
    const std::string name = Printable(row.name, context_.utf8);
    std::string text;
    if (Verbose() && DisplayWidth(name) > name_width) {
      text = name + "\n" + std::string(name_width, ' ');
    } else {
      text = PadRight(CutMiddle(name, name_width), name_width);
    }
    std::string change = PadLeft(row.change, kChangeWidth);
    if (row.stands) change = context_.paint(Paint::kBold, change);
    text += PadLeft(row.base, kBaseWidth) + PadLeft(row.patched, kPatchedWidth) + change;
    if (row.q) text += PadLeft(ProbabilityText(*row.q), kQWidth);
    text += '\n';
    if (!deviations || (row.base_deviation.empty() && !Verbose())) return text;
    std::string below = std::string(name_width, ' ') + PadLeft(row.base_deviation, kBaseWidth) +
                        PadLeft(row.patched_deviation, kPatchedWidth);
    if (Verbose()) below += PadLeft(fmt::format("[{}]", row.line), kTextColumns - below.size());
    return text + below + '\n';
  }

  // "unsupported, unsupported: it takes 29 and 38 runs (MDE, 80% power)"
  static std::string Needed(const RobotView& view) {
    std::vector<std::string> words;
    std::vector<std::string> runs;
    size_t unsupported = 0;
    for (const RobotRowView& row : view.rows) {
      if (!row.q) continue;
      words.emplace_back(row.stands ? "supported" : "unsupported");
      if (!row.stands) ++unsupported;
      if (row.runs_needed) runs.push_back(fmt::format("{:.0f}", std::ceil(*row.runs_needed)));
    }
    if (words.empty()) return "";
    if (words.size() > kFewRows) {
      return Wrap(
          fmt::format("{} supported, {} unsupported", words.size() - unsupported, unsupported), 2,
          2);
    }
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    for (size_t i = 0; i < runs.size(); ++i) {
      text += i == 0 ? ": it takes " : i + 1 == runs.size() ? " and " : ", ";
      text += runs[i];
    }
    if (!runs.empty()) text += " runs (MDE, 80% power)";
    return Wrap(text, 2, 2);
  }

  std::string Noise(const RobotView& view) const {
    if (view.tested == 0) return "";
    const std::string level = fmt::format("q <= {:g}", context_.options.alpha);
    const size_t noise = view.tested - view.standing;
    std::string text;
    if (noise == 0) {
      text = fmt::format("all {} rows stand at {}", view.tested, level);
      if (view.tested == 1) text = "the row stands at " + level;
      return Wrap(text, 2, 2);
    }
    text = fmt::format("{} of {} stand at {}; {} {} not: ", view.standing,
                       Count(view.tested, "row"), level, noise, noise == 1 ? "does" : "do");
    if (view.noise_profile > 0) text += fmt::format("{} of perf-profile", view.noise_profile);
    if (view.noise_other > 0) {
      text += view.noise_profile > 0 ? fmt::format(", {} others", view.noise_other) : "";
      if (!view.noise_example.empty()) {
        text += fmt::format("{}{}{}", view.noise_profile > 0 ? " " : "",
                            noise > 1 ? "such as " : "", view.noise_example);
      }
    }
    if (text.ends_with(": ")) text.resize(text.size() - 2);
    if (!Verbose() && noise > 1) text += " (-v lists them)";
    return Wrap(Printable(text, context_.utf8), 2, 2);
  }

  std::string Uncheckable(const InputState& state) const {
    std::string text;
    for (const auto& [reason, folded] : state.uncheckable) {
      std::string line = fmt::format("uncheckable, {}, {}:", folded.count, reason);
      for (size_t i = 0; i < folded.places.size(); ++i) {
        line += (i == 0 ? " " : ", ") + folded.places[i];
      }
      if (folded.count > folded.places.size()) {
        line += fmt::format(" and {} more", folded.count - folded.places.size());
      }
      text += Wrap(Printable(line, context_.utf8), 0, 2);
    }
    return text;
  }

  static std::string ViewSentence(const RobotView& view) {
    if (view.tested == 0) {
      return view.failures > 0 ? "The failure rates are counts; no deviation bears on them." : "";
    }
    const size_t noise = view.tested - view.standing;
    if (view.all_rows && view.standing == 0) {
      return "The changes follow from their cells but do not exceed the deviations.";
    }
    if (!view.headline_stands) {
      return fmt::format("{} of {} changes exceed their deviations.", view.standing, view.tested);
    }
    std::string text = *view.headline_stands ? "The headline exceeds its deviations"
                                             : "The headline does not exceed its deviations";
    const size_t others = view.tested - 1;
    const size_t other_noise = noise - (*view.headline_stands ? 0 : 1);
    if (others == 0) return text + ".";
    const double share = static_cast<double>(other_noise) / static_cast<double>(others);
    if (other_noise == 0) return text + "; all of the other rows do.";
    if (other_noise == others) return text + "; none of the other rows does.";
    if (share < 0.4) return text + "; most of the other rows do.";
    if (share <= 0.6) return text + "; half of the other rows do not.";
    return text + "; most of the other rows do not.";
  }

  TextContext context_;
  std::map<size_t, InputState> states_;
};

}  // namespace

std::unique_ptr<TextSection> MakeRobotSection(const TextContext& context) {
  return std::make_unique<RobotSection>(context);
}

}  // namespace regress
