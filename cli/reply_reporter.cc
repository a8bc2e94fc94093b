// SPDX-License-Identifier: Apache-2.0
// --format reply: the mail that a reviewer would send. Claims that do not follow come first with
// their recomputation, then what would decide the open ones, then what was checked and follows.
// Nothing but the text's own lines names anyone.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "cli/check_options.h"
#include "cli/claim_block.h"
#include "cli/reporter.h"
#include "cli/text_layout.h"
#include "cli/verdict_line.h"
#include "stats/robot_claims.h"

namespace regress {
namespace {

constexpr size_t kMaxClaims = 100000;
constexpr size_t kMaxQuoted = 30;

class ReplyReporter final : public Reporter {
 public:
  ReplyReporter(const CheckOptions& options, std::ostream& out)
      : context_{options, Painter(false), true}, out_(out) {}

  void Add(const InputSummary&, const EvidenceBundle& bundle) override {
    for (const Claim& claim : bundle.claims) {
      if (claim.duplicate || claims_.size() >= kMaxClaims) continue;
      if (!context_.options.only.empty() && context_.options.only != Name(claim.verdict)) continue;
      claims_.push_back(claim);
      claims_.back().readings.clear();
    }
    AddRows(bundle.robot);
  }
  // Rows come beside the claims of the prose: the order of the text is restored.
  void EndInput(const InputSummary&) override {
    std::stable_sort(claims_.begin() + static_cast<std::ptrdiff_t>(ended_), claims_.end(),
                     [](const Claim& a, const Claim& b) { return a.source.at < b.source.at; });
    ended_ = claims_.size();
  }
  void AddGate(const GateResult& gate) override { gates_.push_back(gate); }

  void Finish(const Outcome& outcome) override {
    out_ << Opening(outcome);
    Quote(ClaimVerdict::kContradicted);
    Ask();
    Quote(ClaimVerdict::kConfirmed);
    if (rows_ > 0) {
      out_ << "\n"
           << Wrap(fmt::format("{} of the tables {} from {} cells.", Count(rows_, "change"),
                               rows_ == 1 ? "follows" : "follow", rows_ == 1 ? "its" : "their"));
    }
    for (const GateResult& gate : gates_) {
      if (gate.verdict == GateVerdict::kPass) continue;
      out_ << "\n"
           << Wrap(fmt::format("Gate {} ({}): {}", Printable(gate.gate, true), Name(gate.verdict),
                               Printable(gate.reason, true)));
    }
    out_ << "\n" << VerdictLine(outcome, !context_.options.metrics.empty()) << "\n";
  }

 private:
  // Rows of robot reports that do not follow are quoted, the others counted. Copies are left out.
  void AddRows(const RobotReport& report) {
    for (const RobotRow& row : report.rows) {
      if (row.duplicate || !row.chosen) continue;
      for (size_t i = 0; i < row.cells; ++i) {
        const ClaimVerdict verdict = report.cells[row.first_cell + i].verdict;
        if (!context_.options.only.empty() && context_.options.only != Name(verdict)) continue;
        if (verdict == ClaimVerdict::kConfirmed) {
          ++rows_;
        } else if (claims_.size() < kMaxClaims) {
          claims_.push_back(RowClaim(report, row, i));
        }
      }
    }
  }

  std::string Opening(const Outcome& outcome) const {
    const Tally& claims = outcome.claims;
    if (claims.total() == 0) {
      if (gates_.empty()) return "I found no claim to recompute.\n";
      const auto passed = std::count_if(gates_.begin(), gates_.end(), [](const GateResult& gate) {
        return gate.verdict == GateVerdict::kPass;
      });
      return Wrap(fmt::format("I compared the rounds: {} of {} passed.", passed,
                              Count(gates_.size(), "gate")));
    }
    std::string text = outcome.texts == 1
                           ? "I recomputed the numbers of this mail from its own figures. "
                       : outcome.texts > 1 ? "I recomputed the numbers of these mails. "
                                           : "I recomputed the derived figures of the tables. ";
    if (outcome.texts == 1 && outcome.inputs > 1) {
      text = "I recomputed the numbers of this mail from its own and the other given figures. ";
    }
    if (claims.contradicted > 0) {
      text += fmt::format("{} {} not follow from {}; could you check {}?",
                          claims.contradicted == 1 ? "One" : std::to_string(claims.contradicted),
                          claims.contradicted == 1 ? "does" : "do",
                          claims.contradicted == 1 ? "its figures" : "their figures",
                          claims.contradicted == 1 ? "it" : "them");
    } else if (claims.confirmed > 0) {
      text += fmt::format("{} of {} can be recomputed and {}.", claims.confirmed,
                          claims.confirmed + claims.uncheckable,
                          claims.confirmed == 1 ? "follows" : "all follow");
    } else {
      text += "None of them can be recomputed from what is shown.";
    }
    return Wrap(text);
  }

  void Quote(ClaimVerdict verdict) {
    const Claim* previous = nullptr;
    size_t shown = 0;
    size_t left = 0;
    for (const Claim& claim : claims_) {
      if (claim.verdict != verdict) continue;
      if (++shown > kMaxQuoted) {
        ++left;
        continue;
      }
      const bool joined = previous != nullptr && previous->source.path == claim.source.path &&
                          previous->source.at.line == claim.source.at.line &&
                          previous->source.at.message == claim.source.at.message;
      if (!joined)
        out_ << "\n"
             << QuoteLine(claim, context_,
                          verdict == ClaimVerdict::kContradicted
                              ? std::string_view(claim.stated_text)
                              : std::string_view());
      out_ << AnswerLine(claim, context_);
      if (verdict == ClaimVerdict::kContradicted) out_ << HelpLines(claim, context_);
      previous = &claim;
    }
    if (left > 0) {
      out_ << "\n" << Wrap(fmt::format("{} more are {}.", left, Name(verdict)));
    }
  }

  // Open claims by what would decide them.
  void Ask() {
    std::map<std::string, std::vector<const Claim*>> wanted;
    for (const Claim& claim : claims_) {
      if (claim.verdict != ClaimVerdict::kUncheckable) continue;
      wanted[claim.would_decide.empty() ? "the figures behind it" : claim.would_decide].push_back(
          &claim);
    }
    for (const auto& [what, claims] : wanted) {
      std::string text = fmt::format("Could you attach {}? {} ", what,
                                     claims.size() == 1 ? "It would decide" : "They would decide");
      for (size_t i = 0; i < claims.size() && i < 8; ++i) {
        text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                            Printable(CutEnd(claims[i]->stated_text, 40), true),
                            PlaceTag(claims[i]->source.at));
      }
      if (claims.size() > 8) text += fmt::format(" and {} more", claims.size() - 8);
      out_ << "\n" << Wrap(text + ".");
    }
  }

  TextContext context_;
  std::ostream& out_;
  std::vector<Claim> claims_;
  std::vector<GateResult> gates_;
  size_t ended_ = 0;   // claims of the inputs that have ended
  uint64_t rows_ = 0;  // confirmed changes of robot reports
};

}  // namespace

std::unique_ptr<Reporter> MakeReplyReporter(const CheckOptions& options, std::ostream& out) {
  return std::make_unique<ReplyReporter>(options, out);
}

}  // namespace regress
