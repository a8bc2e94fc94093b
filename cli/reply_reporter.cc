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
  }
  void EndInput(const InputSummary&) override {}
  void AddGate(const GateResult& gate) override { gates_.push_back(gate); }

  void Finish(const Outcome& outcome) override {
    const size_t contradicted = CountOf(ClaimVerdict::kContradicted);
    const size_t open = CountOf(ClaimVerdict::kUncheckable);
    const size_t confirmed = CountOf(ClaimVerdict::kConfirmed);
    out_ << Opening(contradicted, open, confirmed);
    Quote(ClaimVerdict::kContradicted);
    Ask();
    Quote(ClaimVerdict::kConfirmed);
    for (const GateResult& gate : gates_) {
      if (gate.verdict == GateVerdict::kPass) continue;
      out_ << "\n"
           << Wrap(fmt::format("Gate {} ({}): {}", Printable(gate.gate, true), Name(gate.verdict),
                               Printable(gate.reason, true)));
    }
    out_ << fmt::format(
        "\nverdict: {}, status {} ({} contradicted, {} confirmed, {} uncheckable)\n",
        outcome.verdict, static_cast<int>(outcome.status), contradicted, confirmed, open);
  }

 private:
  size_t CountOf(ClaimVerdict verdict) const {
    return static_cast<size_t>(
        std::count_if(claims_.begin(), claims_.end(),
                      [&](const Claim& claim) { return claim.verdict == verdict; }));
  }

  static std::string Opening(size_t contradicted, size_t open, size_t confirmed) {
    if (contradicted + open + confirmed == 0) return "I found no claim to recompute.\n";
    std::string text = fmt::format("I recomputed the numbers of this mail from its own figures. ");
    if (contradicted > 0) {
      text += fmt::format("{} {} not follow from {}; could you check {}?",
                          contradicted == 1 ? "One" : std::to_string(contradicted),
                          contradicted == 1 ? "does" : "do",
                          contradicted == 1 ? "its figures" : "their figures",
                          contradicted == 1 ? "it" : "them");
    } else if (confirmed > 0) {
      text += fmt::format("{} of {} can be recomputed and {}.", confirmed, confirmed + open,
                          confirmed == 1 ? "follows" : "all follow");
    } else {
      text += "None of them can be recomputed from what the mail shows.";
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
};

}  // namespace

std::unique_ptr<Reporter> MakeReplyReporter(const CheckOptions& options, std::ostream& out) {
  return std::make_unique<ReplyReporter>(options, out);
}

}  // namespace regress
