// SPDX-License-Identifier: Apache-2.0
#include "cli/text_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "cli/claim_block.h"
#include "cli/claim_details.h"
#include "cli/mail_rounds.h"
#include "cli/text_sandwich.h"

namespace regress {
namespace {

constexpr size_t kMaxBlocks = 40;     // quoted lines of one input
constexpr size_t kMaxRows = 8;        // rows of a group
constexpr size_t kMaxOpenBlocks = 3;  // open claims with figures shown in full
constexpr size_t kMaxKept = 100000;   // claims kept per run
constexpr char kJoint = '\x1f';       // between a number and its place: no line ends there

bool IsOwnKind(const Claim& claim) {
  switch (claim.kind) {
    case ClaimKind::kHeadline:
    case ClaimKind::kImpact:
    case ClaimKind::kTableChange:
    case ClaimKind::kFailRate:
      return false;
    default:
      return true;
  }
}

bool IsMail(const InputSummary& input) {
  return input.format == "mail" || input.format == "lkp";
}

// Outputs of tools have many claims of their own making: only what is wrong with them is worth a
// block, the rest is for -v.
bool IsToolOutput(const InputSummary& input) {
  return input.format == "fio";
}

bool IsChosen(const TextContext& context, const Claim& claim) {
  return context.options.only.empty() || context.options.only == Name(claim.verdict);
}

// Why open claims stay open, for the folded lines.
std::string_view FoldReason(const Claim& claim) {
  switch (claim.reason_code) {
    case ReasonCode::kNoFigures:
      return claim.kind == ClaimKind::kFromTo ? "nothing derived" : "no figures in this text";
    case ReasonCode::kAmbiguousPair:
      return "several figures could be meant";
    case ReasonCode::kGrey:
      return "figures near, but not surely meant";
    case ReasonCode::kLastPlace:
      return "misses by a fraction of the last digit";
    case ReasonCode::kSign:
      return "size follows, sign does not";
    case ReasonCode::kZeroBase:
      return "base may be zero";
    case ReasonCode::kFitted:
      return "the simulator was fitted to them";
    case ReasonCode::kSimulated:
      return "simulated only";
    default:
      return "not decided";
  }
}

class ContradictionSection final : public TextSection {
 public:
  explicit ContradictionSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    if (!IsMail(input) && !IsToolOutput(input)) return;
    for (const Claim& claim : bundle.claims) {
      if (claim.verdict != ClaimVerdict::kContradicted || !IsOwnKind(claim) || claim.duplicate ||
          !IsChosen(context_, claim)) {
        continue;
      }
      if (++count_ > kMaxBlocks && context_.options.detail != Detail::kVerbose) continue;
      if (!text_.empty() && context_.options.detail == Detail::kVerbose) text_ += "\n";
      if (context_.options.detail == Detail::kVerbose) {
        text_ += DetailedClaim(claim, context_);
        continue;
      }
      text_ += QuoteLine(claim, context_, claim.stated_text);
      text_ += AnswerLine(claim, context_);
      text_ += HelpLines(claim, context_);
    }
  }

  std::string Print() override {
    if (count_ > kMaxBlocks && context_.options.detail != Detail::kVerbose) {
      text_ += fmt::format("  {} more contradicted (-v lists them)\n", count_ - kMaxBlocks);
    }
    return text_;
  }

 private:
  const TextContext& context_;
  std::string text_;
  size_t count_ = 0;
};

class ClaimSection final : public TextSection {
 public:
  explicit ClaimSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    if (!IsMail(input)) others_ |= !bundle.comparisons.empty();
    const bool wanted =
        IsMail(input) || (IsToolOutput(input) && context_.options.detail == Detail::kVerbose);
    if (!wanted || context_.options.detail == Detail::kQuiet) return;
    for (const Comparison& comparison : bundle.comparisons) {
      const bool sandwich = IsMail(input) && comparison.points.size() == 3 &&
                            !comparison.printed_change.empty() &&
                            comparison.points[0].rounds.empty() && bundle.robot.empty();
      if (sandwich && sandwiches_of_text_.size() < 64) sandwiches_of_text_.push_back(comparison);
      if (IsMail(input) && HasRounds(comparison)) KeepRounds(comparison);
    }
    for (const Claim& claim : bundle.claims) {
      if (!IsOwnKind(claim) || claim.duplicate || !IsChosen(context_, claim)) continue;
      if (claim.verdict == ClaimVerdict::kContradicted) continue;
      Remember(input, claim);
      Keep(claim);
    }
  }

  void EndInput(const InputSummary& input) override {
    if (kept_.empty()) return;
    SortKept();
    if (context_.options.detail == Detail::kVerbose) {
      inputs_[input.index] = Verbose();
    } else {
      inputs_[input.index] = Blocks();
      inputs_[input.index] += Folded();
    }
    if (not_kept_ > 0) {
      inputs_[input.index] +=
          fmt::format("\n{} further claims are not listed (--format json lists them)\n", not_kept_);
    }
    kept_.clear();
    not_kept_ = 0;
  }

  std::string Print() override {
    std::string text;
    // Measured points tell more than the means of a text.
    if (!others_) {
      text = SandwichTable(context_, sandwiches_of_text_);
      const std::string rounds = RoundsTable(context_, rounds_of_text_);
      if (!text.empty() && !rounds.empty()) text += "\n";
      text += rounds;
    }
    for (const auto& [index, part] : inputs_) {
      if (part.empty()) continue;
      if (!text.empty()) text += "\n";
      text += part;
    }
    return text;
  }

  std::string Closing(const Outcome& outcome) override {
    if (outcome.claims.contradicted > 0 || path_.empty()) return "";
    if (variants_ >= 2 && simulated_ == 0) {
      return "The table can be simulated: regress-sim --tracker LIST --format table";
    }
    if (outside_ > 0 && missing_ == 0 && open_ == 0) {
      return fmt::format("Every figure of the mail follows from {}.",
                         bundle_ ? "the bundle" : "the other inputs");
    }
    const bool exceed =
        !sandwiches_of_text_.empty() &&
        std::all_of(
            sandwiches_of_text_.begin(), sandwiches_of_text_.end(), [](const Comparison& row) {
              return row.change && row.drift && std::abs(*row.change) > std::abs(row.drift->value);
            });
    if (sandwiches_ > 0 && missing_ > 0) {
      return fmt::format(
          "{} follow{}{}. The other {} need{} the evidence: regress-check {} bundle/",
          sandwiches_ == 1   ? "The delta"
          : sandwiches_ == 2 ? "Both deltas"
                             : fmt::format("All {} deltas", sandwiches_),
          sandwiches_ == 1 ? "s" : "",
          !exceed            ? ""
          : sandwiches_ == 1 ? " and exceeds the drift, on one repeated control"
                             : " and exceed the drift, on one repeated control",
          Count(missing_, "claim"), missing_ == 1 ? "s" : "", Printable(path_, context_.utf8));
    }
    if (!rounds_of_text_.empty() && !others_) {
      std::string sentence = RoundsSentence(rounds_of_text_);
      if (unfounded_.size() == 1) {
        sentence += fmt::format("; \"{}\" has no figures here",
                                Printable(CutEnd(unfounded_.front(), 20), context_.utf8));
      } else if (unfounded_.size() > 1) {
        sentence += fmt::format("; {} have no figures here", Count(unfounded_.size(), "claim"));
      }
      return sentence + ".";
    }
    return "";
  }

 private:
  static bool HasRounds(const Comparison& comparison) {
    return comparison.points.size() == 2 && !comparison.points[0].rounds.empty() &&
           !comparison.points[1].rounds.empty() && !comparison.duplicate_of;
  }

  // Without -v only what a block shows.
  void Keep(const Claim& claim) {
    if (kept_.size() >= kMaxKept) {
      ++not_kept_;
    } else if (context_.options.detail == Detail::kVerbose) {
      kept_.push_back(claim);
    } else {
      Claim& shown = kept_.emplace_back();
      shown.source.at = claim.source.at;
      shown.quote = claim.quote;
      shown.shown = claim.shown;
      shown.kind = claim.kind;
      shown.stated_text = claim.stated_text;
      shown.stated_short = claim.stated_short;
      shown.verdict = claim.verdict;
      shown.reason_code = claim.reason_code;
      shown.answer = claim.answer;
      if (claim.answer.empty()) shown.reason = claim.reason;
    }
  }

  // In text order; the claims are large, so their places are sorted, not they.
  void SortKept() {
    const auto before = [](const Claim& a, const Claim& b) { return a.source.at < b.source.at; };
    if (std::is_sorted(kept_.begin(), kept_.end(), before)) return;
    std::vector<uint32_t> order(kept_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return before(kept_[a], kept_[b]); });
    std::vector<Claim> sorted;
    sorted.reserve(kept_.size());
    for (const uint32_t index : order) sorted.push_back(std::move(kept_[index]));
    kept_ = std::move(sorted);
  }

  // Rounds that a reply quotes are shown once.
  void KeepRounds(const Comparison& comparison) {
    const auto same = [&](const Comparison& known) {
      return known.metric == comparison.metric &&
             known.points[0].rounds == comparison.points[0].rounds &&
             known.points[1].rounds == comparison.points[1].rounds;
    };
    const bool known = std::any_of(rounds_of_text_.begin(), rounds_of_text_.end(), same);
    if (!known && rounds_of_text_.size() < 64) rounds_of_text_.push_back(comparison);
  }

  void Remember(const InputSummary& input, const Claim& claim) {
    path_ = input.path;
    if (claim.verdict == ClaimVerdict::kUncheckable) ++open_;
    if (claim.verdict == ClaimVerdict::kUncheckable && claim.stated_unit == "%" &&
        unfounded_.size() < 1000) {
      unfounded_.push_back(claim.stated_text);
    }
    for (const InputRef& source : claim.evidence) {
      if (source.path == input.path || claim.origin == Origin::kSimulated) continue;
      ++outside_;
      bundle_ |= source.path.find('/') != std::string::npos;
    }
    if (claim.convention == "patched / midpoint - 1" && claim.kind == ClaimKind::kTableDelta &&
        claim.verdict == ClaimVerdict::kConfirmed) {
      ++sandwiches_;
    }
    if (claim.verdict == ClaimVerdict::kUncheckable &&
        claim.reason_code == ReasonCode::kNoFigures && claim.kind != ClaimKind::kFromTo) {
      ++missing_;
    }
    // Rows of a table by variant that the simulator knows.
    if (claim.kind == ClaimKind::kFromTo && claim.quote.find("array") != std::string::npos &&
        claim.metric.find("COW") != std::string::npos) {
      ++variants_;
    }
    if (claim.origin == Origin::kSimulated) ++simulated_;
  }

  // Open claims that show figures are quoted like the others, up to three.
  bool IsShownOpen(const Claim& claim) const {
    return claim.verdict == ClaimVerdict::kUncheckable && !claim.answer.empty() &&
           claim.reason_code != ReasonCode::kNoFigures;
  }

  std::string Verbose() const {
    std::string text;
    for (const Claim& claim : kept_) {
      if (!text.empty()) text += "\n";
      text += DetailedClaim(claim, context_);
    }
    return text;
  }

  // A run of the tool's own pairs or rates is one answer.
  struct Group {
    size_t count = 0;
    uint32_t first_line = 0;
    uint32_t last_line = 0;
    uint64_t lines = 0;
  };

  Group CountKind(ClaimKind kind) const {
    Group group;
    for (const Claim& claim : kept_) {
      if (claim.kind != kind || claim.verdict != ClaimVerdict::kConfirmed) continue;
      if (group.count++ == 0) group.first_line = claim.source.at.line;
      if (group.lines == 0 || claim.source.at.line != group.last_line) ++group.lines;
      group.last_line = claim.source.at.line;
    }
    return group;
  }

  size_t CountAll(ClaimKind kind) const {
    return static_cast<size_t>(std::count_if(
        kept_.begin(), kept_.end(), [&](const Claim& claim) { return claim.kind == kind; }));
  }

  std::string Blocks() {
    std::string text;
    const Group pairs = CountKind(ClaimKind::kUnitPair);
    const Group rates = CountKind(ClaimKind::kRate);
    bool pairs_shown = false;
    bool rates_shown = false;
    const Claim* previous = nullptr;
    size_t blocks = 0;
    size_t open = 0;
    size_t rows = 0;
    size_t hidden_rows = 0;
    const auto flush_rows = [&] {
      if (hidden_rows > 0) {
        text += fmt::format("  confirmed{:>13}  more rows follow (-v lists them)\n", hidden_rows);
      }
      hidden_rows = 0;
      rows = 0;
    };
    for (const Claim& claim : kept_) {
      if (claim.verdict == ClaimVerdict::kUncheckable) {
        if (!IsShownOpen(claim) || open >= kMaxOpenBlocks) continue;
        ++open;
        folded_out_.push_back(&claim);
      }
      const bool pair = claim.kind == ClaimKind::kUnitPair && pairs.lines >= 2 &&
                        claim.verdict == ClaimVerdict::kConfirmed;
      const bool rate = claim.kind == ClaimKind::kRate && rates.lines >= 2 &&
                        claim.verdict == ClaimVerdict::kConfirmed;
      if ((pair && pairs_shown) || (rate && rates_shown)) continue;
      const bool row = claim.kind == ClaimKind::kTableDelta;
      if (!row) flush_rows();
      if (row && ++rows > kMaxRows) {
        ++hidden_rows;
        continue;
      }
      const bool joined = previous != nullptr && JoinsBlock(*previous, claim);
      if (!joined) {
        if (++blocks > kMaxBlocks) break;
        text += QuoteLine(claim, context_, {});
      }
      previous = &claim;
      if (pair || rate) {
        const Group& group = pair ? pairs : rates;
        const std::string tag = fmt::format("[{}-{}]", group.first_line, group.last_line);
        text += AnswerLines(
            context_, claim.verdict, fmt::format("{} of {}", group.count, CountAll(claim.kind)),
            pair ? fmt::format("MiB/s and MB/s agree, {}", Count(group.lines, "line"))
                 : fmt::format("bw follows from io and run, {}", Count(group.lines, "line")),
            tag);
        (pair ? pairs_shown : rates_shown) = true;
        continue;
      }
      text += AnswerLine(claim, context_);
    }
    flush_rows();
    if (blocks > kMaxBlocks) text += "  more claims (-v lists them)\n";
    return text;
  }

  // Same line, or the next line of the same sentence that begins with the number.
  static bool JoinsBlock(const Claim& previous, const Claim& claim) {
    if (previous.source.at.line == claim.source.at.line) {
      return previous.shown == claim.shown;
    }
    return previous.quote == claim.quote && claim.source.at.line == previous.source.at.line + 1 &&
           claim.shown.starts_with(claim.stated_text);
  }

  std::string Folded() {
    std::map<std::string_view, std::vector<const Claim*>> by_reason;
    for (const Claim& claim : kept_) {
      if (claim.verdict != ClaimVerdict::kUncheckable) continue;
      if (std::find(folded_out_.begin(), folded_out_.end(), &claim) != folded_out_.end()) continue;
      by_reason[FoldReason(claim)].push_back(&claim);
    }
    folded_out_.clear();
    // Numbers without figures and pairs without a number are one thing to the reader.
    const auto none = by_reason.find("no figures in this text");
    const auto stated = by_reason.find("nothing derived");
    if (none != by_reason.end() && stated != by_reason.end()) {
      std::vector<const Claim*> both = std::move(none->second);
      both.insert(both.end(), stated->second.begin(), stated->second.end());
      std::stable_sort(both.begin(), both.end(),
                       [](const Claim* a, const Claim* b) { return a->source.at < b->source.at; });
      by_reason.erase("no figures in this text");
      by_reason.erase("nothing derived");
      by_reason["nothing to recompute"] = std::move(both);
    }
    std::string text;
    for (const auto& [reason, claims] : by_reason) {
      std::string line = fmt::format("uncheckable, {}, {}: ", claims.size(), reason);
      const size_t budget = 3 * kTextColumns - 30;
      for (size_t i = 0; i < claims.size(); ++i) {
        const std::string& stated_text =
            claims[i]->kind == ClaimKind::kFromTo || claims[i]->stated_short.empty()
                ? claims[i]->stated_text
                : claims[i]->stated_short;
        std::string item = Printable(CutEnd(stated_text, 40), context_.utf8) + kJoint +
                           PlaceTag(claims[i]->source.at);
        if (line.size() + item.size() > budget) {
          line += fmt::format("and {} more (-v)", claims.size() - i);
          break;
        }
        line += item;
        if (i + 1 < claims.size()) line += ", ";
      }
      line = Wrap(line, 0, 2);
      std::replace(line.begin(), line.end(), kJoint, ' ');
      text += "\n" + line;
    }
    if (kept_.size() == CountFolded() && text.starts_with('\n')) text.erase(0, 1);
    return text;
  }

  size_t CountFolded() const {
    return static_cast<size_t>(std::count_if(kept_.begin(), kept_.end(), [&](const Claim& claim) {
      return claim.verdict == ClaimVerdict::kUncheckable && !IsShownOpen(claim);
    }));
  }

  const TextContext& context_;
  std::vector<Claim> kept_;  // of the input that is being read
  size_t not_kept_ = 0;      // further ones of it
  std::vector<const Claim*> folded_out_;
  std::map<size_t, std::string> inputs_;
  std::string path_;
  std::vector<Comparison> sandwiches_of_text_;
  std::vector<Comparison> rounds_of_text_;
  std::vector<std::string> unfounded_;  // percents that stay open
  bool others_ = false;                 // other inputs compare measured points
  bool bundle_ = false;
  size_t outside_ = 0;  // figures of other inputs that claims rest on
  size_t open_ = 0;
  size_t sandwiches_ = 0;
  size_t missing_ = 0;
  size_t variants_ = 0;
  size_t simulated_ = 0;
};

}  // namespace

std::unique_ptr<TextSection> MakeContradictionSection(const TextContext& context) {
  return std::make_unique<ContradictionSection>(context);
}

std::unique_ptr<TextSection> MakeClaimSection(const TextContext& context) {
  return std::make_unique<ClaimSection>(context);
}

}  // namespace regress
