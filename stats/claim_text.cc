// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace regress {
namespace {

// The lines of a side: "line 24" or "lines 67 and 68".
std::string SideLines(const std::vector<Figure>& figures) {
  std::vector<uint32_t> lines;
  for (const Figure& figure : figures) {
    const uint32_t line = figure.source.at.line;
    if (line > 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) {
      lines.push_back(line);
    }
  }
  if (lines.empty()) return "";
  if (lines.size() == 1) return fmt::format(" (line {})", lines.front());
  return fmt::format(" (lines {} to {})", *std::min_element(lines.begin(), lines.end()),
                     *std::max_element(lines.begin(), lines.end()));
}

bool IsMidpoint(const FigurePair& pair) {
  return pair.slot == 9 && pair.before.size() == 2;
}

std::string ValueText(const ClaimCandidate& candidate, const Reading& reading, bool sign) {
  return Fixed(reading.value, AnswerDecimals(candidate), sign && reading.unit == "%") +
         reading.unit;
}

}  // namespace

int AnswerDecimals(const ClaimCandidate& candidate) {
  const int own = DecimalsOf(candidate.stated);
  const bool wide =
      candidate.bound != Bound::kExact || candidate.stated.text.empty() ||
      !(candidate.stated.text.front() == '+' || candidate.stated.text.front() == '-' ||
        candidate.stated.text.front() == '.' ||
        (candidate.stated.text.front() >= '0' && candidate.stated.text.front() <= '9'));
  return std::min(own + (wide ? 1 : 0), 9);
}

std::string AnswerText(const ClaimCandidate& candidate, const FigurePair& pair,
                       const Reading& reading, Convention convention) {
  const uint32_t own = candidate.claim.source.at.line;
  const auto line_of = [&](const std::vector<Figure>& figures) -> std::string {
    const uint32_t line = figures.empty() ? 0 : figures.back().source.at.line;
    return line == 0 || line == own ? "" : fmt::format(" [{}]", line);
  };
  if (IsMidpoint(pair)) {
    const double factor = std::pow(10.0, DecimalsOf(pair.before[0].number));
    const double midpoint = std::round(MakeSide(pair.before).value * factor) / factor;
    return fmt::format("{} / midpoint {} - 1", SideText(pair.after),
                       Fixed(midpoint, DecimalsOf(pair.before[0].number)));
  }
  if (candidate.measure == Measure::kDrift) {
    return fmt::format("{} / {} - 1 (against A)", SideText(pair.after), SideText(pair.before));
  }
  if (candidate.claim.stated_unit == "x" &&
      pair.before.front().number.rounding == Rounding::kExact) {
    return fmt::format("{} / {}", SideText(pair.after), SideText(pair.before));
  }
  // A fall is shown as what the arrow means, the change from left to right.
  Reading shown = reading;
  if (convention == Convention::kFall) shown.value = -shown.value;
  std::string text = fmt::format("{} -> {} = {}", SideText(pair.before), SideText(pair.after),
                                 ValueText(candidate, shown, true));
  if (convention != Convention::kChange && convention != Convention::kFall &&
      convention != Convention::kRatio && convention != Convention::kInverse &&
      convention != Convention::kDifference && convention != Convention::kReverse) {
    text += fmt::format(", as {}", Name(convention));
  }
  return text + line_of(pair.after);
}

void SetOutcome(ClaimCandidate& candidate, const FigurePair& pair, const Reading& reading,
                Convention convention, ClaimVerdict verdict, ReasonCode code,
                const std::string& why) {
  Claim& claim = candidate.claim;
  claim.verdict = verdict;
  claim.reason_code = code;
  claim.recomputed = Recomputed{reading.value, reading.reachable, reading.unit};
  claim.convention = IsMidpoint(pair) ? "patched / midpoint - 1" : std::string(Name(convention));
  if (candidate.measure == Measure::kDrift) claim.convention = "drift against A";
  claim.evidence.clear();
  for (const std::vector<Figure>* side : {&pair.before, &pair.after}) {
    for (const Figure& figure : *side) {
      if (claim.evidence.size() < 32) claim.evidence.push_back(SourceOf(figure, claim));
    }
  }
  claim.answer = AnswerText(candidate, pair, reading, convention);
  const int decimals = std::min(AnswerDecimals(candidate) + 2, 9);
  const bool percent = reading.unit == "%";
  const std::string value = Fixed(reading.value, decimals, percent) + reading.unit;
  const std::string span = IntervalText(reading.reachable, decimals, percent);
  if (candidate.measure == Measure::kRatio) {
    claim.reason = fmt::format("{}{} and {}{} have the ratio {} {}, {}", SideText(pair.before),
                               SideLines(pair.before), SideText(pair.after), SideLines(pair.after),
                               value, span, why);
  } else if (IsMidpoint(pair)) {
    claim.reason = fmt::format("{}{} against the midpoint {} of the two controls is {} {}, {}",
                               SideText(pair.after), SideLines(pair.after), SideText(pair.before),
                               value, span, why);
  } else {
    const bool several = pair.before.size() > 1 || pair.after.size() > 1;
    claim.reason = fmt::format(
        "from {}{}{} to {}{}{}, {} gives {} {}, {}", several ? "the mean " : "",
        SideText(pair.before), SideLines(pair.before), several ? "the mean " : "",
        SideText(pair.after), SideLines(pair.after), claim.convention, value, span, why);
  }
  if (!pair.label.empty() && pair.step >= PairStep::kBlock) {
    claim.reason += fmt::format(" (row {})", pair.label.substr(0, 60));
  }
  claim.would_decide.clear();
}

void SetOpen(ClaimCandidate& candidate, ReasonCode code, std::string reason) {
  Claim& claim = candidate.claim;
  claim.verdict = ClaimVerdict::kUncheckable;
  claim.reason_code = code;
  claim.reason = std::move(reason);
  claim.would_decide = WouldDecide(candidate);
}

std::string WouldDecide(const ClaimCandidate& candidate) {
  if (candidate.claim.metric == "drop-first delta") return "the rounds of each point";
  switch (candidate.claim.kind) {
    case ClaimKind::kCount:
      return candidate.claim.stated_unit == "calls" ? "the trace of the patched run"
                                                    : "the result rows with their check columns";
    case ClaimKind::kFromTo:
      return "the rounds behind both values";
    case ClaimKind::kUpTo:
    case ClaimKind::kRange:
      return "all members of the set, with their values before and after";
    case ClaimKind::kRatio:
      return "the two values whose ratio it is";
    case ClaimKind::kRate:
    case ClaimKind::kUnitPair:
      return "the output of the tool as it was printed";
    case ClaimKind::kTableDelta:
      return "the columns that the change was taken from";
    case ClaimKind::kSum:
    case ClaimKind::kProduct:
      return "the terms";
    default:
      return "the values before and after, best as the rounds of each point";
  }
}

}  // namespace regress
