// SPDX-License-Identifier: Apache-2.0
#include "cli/text_robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "cli/claim_block.h"
#include "cli/claim_details.h"
#include "cli/judge.h"
#include "cli/robot_findings.h"
#include "cli/text_robot_table.h"

namespace regress {
namespace {

constexpr size_t kMaxViews = 2;  // reports of one input shown with their tables

class RobotSection final : public TextSection {
 public:
  explicit RobotSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    const RobotReport& report = bundle.robot;
    if (report.empty()) return;
    RobotFindings& state = states_[input.index];
    const uint64_t rows_before = state.rows;
    collector_.Add(report, state);
    const bool own = state.rows > rows_before;
    if (own) ++state.reports;
    const bool show = own && state.shown.size() < kMaxViews && context_.options.only.empty() &&
                      context_.options.detail != Detail::kQuiet;
    if (!show) return;
    RobotView view = MakeRobotView(report, context_.options);
    std::string table = RobotTableText(report, view, context_);
    view.rows = {};
    state.shown.push_back({std::move(view), std::move(table)});
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
    const RobotFindings& state = found->second;
    if (state.rows == 0 || state.not_chosen > 0) return "";
    if (state.contradicted > 0) return Verbose() ? Copies(state) : "";
    std::string note = Count(state.rows, "row");
    note += state.tables == 0 ? " outside a table" : " in " + Count(state.tables, "table");
    if (state.reports > 1) note += " of " + Count(state.reports, "report");
    if (Verbose()) return Wrap(note, 2, 2) + Copies(state);
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
    const RobotFindings& state = states_.begin()->second;
    if (state.contradicted > 0 || state.shown.empty()) return "";
    if (state.reports > state.shown.size()) {
      return fmt::format(
          "The first {} of {} are shown; -v does not show more of a mailbox, a file "
          "of one report does.",
          state.shown.size(), Count(state.reports, "report"));
    }
    return RobotSentence(state.shown.front().view);
  }

 private:
  bool Wanted(ClaimVerdict verdict) const {
    return context_.options.only.empty() || context_.options.only == Name(verdict);
  }
  bool Verbose() const { return context_.options.detail == Detail::kVerbose; }

  // "98 quoted copies in lines 190, 215, 259-352"
  static std::string Copies(const RobotFindings& state) {
    if (state.copies == 0) return "";
    std::string text = state.copies == 1 ? "1 quoted copy in line"
                                         : fmt::format("{} quoted copies in lines", state.copies);
    for (size_t i = 0; i < state.copy_lines.size(); ++i) {
      const auto [first, last] = state.copy_lines[i];
      text += fmt::format("{}{}", i == 0 ? " " : ", ", first);
      if (last > first) text += fmt::format("-{}", last);
    }
    return Wrap(text, 2, 2);
  }

  std::string PrintInput(const RobotFindings& state) const {
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
    for (const ShownReport& report : state.shown) block(report.table);
    block(Uncheckable(state));
    return text;
  }

  // Blocks of -v are long: a blank line goes between them.
  void AddBlock(const Claim& claim, std::string& text) const {
    if (Verbose() && !text.empty()) text += '\n';
    text += Block(claim);
  }

  std::string Block(const Claim& claim) const {
    if (Verbose()) {
      Claim whole = claim;
      whole.id = ClaimId(claim);
      return DetailedClaim(whole, context_);
    }
    const bool mark = claim.verdict == ClaimVerdict::kContradicted;
    std::string text = QuoteLine(claim, context_,
                                 mark ? std::string_view(claim.stated_text) : std::string_view()) +
                       AnswerLine(claim, context_);
    return mark ? text + HelpLines(claim, context_) : text;
  }

  std::string Contradictions(const RobotFindings& state) const {
    if (!Wanted(ClaimVerdict::kContradicted)) return "";
    std::vector<const Claim*> claims;
    for (const Claim& claim : state.wrong_statements) claims.push_back(&claim);
    for (const WrongCell& wrong : state.wrong_cells) claims.push_back(&wrong.claim);
    std::stable_sort(claims.begin(), claims.end(),
                     [](const Claim* a, const Claim* b) { return a->source.at < b->source.at; });
    std::string text;
    for (const Claim* claim : claims) AddBlock(*claim, text);
    if (state.more_wrong > 0) {
      text += fmt::format("  {} more contradicted (--format json lists them)\n", state.more_wrong);
    }
    return text;
  }

  std::string Statements(const RobotFindings& state) const {
    if (!Wanted(ClaimVerdict::kConfirmed)) return "";
    std::string text;
    for (const Claim& claim : state.statements) AddBlock(claim, text);
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

  std::string Uncheckable(const RobotFindings& state) const {
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

  TextContext context_;
  RobotCollector collector_{context_};
  std::map<size_t, RobotFindings> states_;  // by input
};

}  // namespace

std::unique_ptr<TextSection> MakeRobotSection(const TextContext& context) {
  return std::make_unique<RobotSection>(context);
}

}  // namespace regress
