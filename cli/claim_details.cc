// SPDX-License-Identifier: Apache-2.0
#include "cli/claim_details.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include "cli/claim_block.h"

namespace regress {
namespace {

constexpr size_t kMaxReadings = 24;
constexpr size_t kMaxShown = 3;  // pairs of figures that agree; the others are for --explain
constexpr size_t kMaxEvidence = 12;

// The bounds of a printed number in the unit that it was printed in.
std::string FigureWithBounds(const Figure& figure) {
  const PrintedNumber& number = figure.number;
  std::string text = number.text + figure.unit;
  if (number.rounding == Rounding::kExact || number.unit <= 0) return text;
  if (number.text.find('e') != std::string::npos) {
    const Interval bounds = number.interval();
    return fmt::format("{} [{:.4e}, {:.4e}]", text, bounds.low, bounds.high);
  }
  const size_t point = number.text.find('.');
  const size_t decimals = point == std::string::npos ? 0 : number.text.size() - point - 1;
  const double factor = number.unit * std::pow(10.0, static_cast<double>(decimals));
  const Interval bounds = number.interval();
  const bool whole = decimals == 0 && number.rounding == Rounding::kTruncated;
  const int digits = whole ? 0 : static_cast<int>(decimals) + 1;
  return fmt::format("{} [{:.{}f}, {:.{}f}]", text, bounds.low / factor, digits,
                     bounds.high / factor, digits);
}

// Percents have two decimals if they are known to five points, else one; what is known better has
// as many as its bounds need.
int DecimalsOf(const Interval& bounds, std::string_view unit) {
  const double span = std::max(std::abs(bounds.width()), 1e-12);
  const int needed = static_cast<int>(std::floor(std::log10(span)));
  if (unit != "%") return std::clamp(2 - needed, 1, 6);
  return std::clamp(1 - needed, span < 5 ? 2 : 1, 6);
}

// "92.19% [91.90, 92.47]", bounds rounded outward.
std::string BoundsText(double value, const Interval& bounds, const std::string& unit, bool sign) {
  // A count is exact.
  if (bounds.width() == 0 && value == std::floor(value) && std::abs(value) < 1e15) {
    return fmt::format("{:.0f}{}{}", value, unit.size() > 2 ? " " : "", unit);
  }
  const int decimals = DecimalsOf(bounds, unit);
  const double step = std::pow(10.0, decimals);
  const double low = std::floor(bounds.low * step) / step;
  const double high = std::ceil(bounds.high * step) / step;
  if (sign) {
    return fmt::format("{:+.{}f}{} [{:+.{}f}, {:+.{}f}]", value, decimals, unit, low, decimals,
                       high, decimals);
  }
  return fmt::format("{:.{}f}{} [{:.{}f}, {:.{}f}]", value, decimals, unit, low, decimals, high,
                     decimals);
}

constexpr std::string_view kFall = "(before - after) / before";

// "over 90%", "about 10%": the stated number with the words that bound it, as the line has them.
std::string_view BoundedText(const Claim& claim) {
  const std::string_view own = claim.shown.empty() ? claim.quote : claim.shown;
  const size_t at = own.find(claim.stated_text);
  if (at == std::string_view::npos) return claim.stated_text;
  std::string_view before = own.substr(0, at);
  size_t begin = at;
  for (bool longer = true; longer;) {
    longer = false;
    for (const std::string_view word : {"over ",          "more than ", "at least ",  "up to ",
                                        "upto ",          "under ",     "less than ", "below ",
                                        "above ",         "about ",     "around ",    "roughly ",
                                        "approximately ", "nearly ",    "almost ",    "some ",
                                        "close to ",      "~",          ">",          "<"}) {
      if (!before.ends_with(word)) continue;
      const size_t rest = before.size() - word.size();
      if (rest > 0 && before[rest - 1] != ' ' && before[rest - 1] != '(') continue;
      before = before.substr(0, rest);
      begin = rest;
      longer = true;
    }
  }
  return own.substr(begin, at - begin + claim.stated_text.size());
}

// What two figures give, with the bounds of their digits and where they stand:
// "-92.19% [-92.47, -91.90], 004.txt:52:1".
std::string AnswerWithBounds(const Claim& claim, const Reading& reading) {
  double value = reading.value;
  Interval bounds = reading.reachable;
  // A fall in words is a negative change.
  if (reading.convention == kFall && claim.kind != ClaimKind::kTableDelta) {
    value = -value;
    bounds = {-bounds.high, -bounds.low};
  }
  std::string text = BoundsText(value, bounds, reading.unit, reading.unit == "%");
  const InputRef& source = reading.figures.back().source;
  if (source.at.line == 0) return text;
  return fmt::format("{}, {}:{}:1", text, source.path.empty() ? claim.source.path : source.path,
                     source.at.line);
}

// The readings of a confirmed change or ratio that agree, one for each pair of figures.
std::vector<const Reading*> Agreeing(const Claim& claim) {
  std::vector<const Reading*> found;
  if (claim.verdict != ClaimVerdict::kConfirmed || !claim.recomputed) return found;
  std::vector<std::string> pairs;
  // The reading that the verdict rests on comes first.
  for (const bool own : {true, false}) {
    for (const Reading& reading : claim.readings) {
      const bool chosen = reading.value == claim.recomputed->value;
      if (!reading.agrees || reading.figures.size() < 2 || chosen != own) continue;
      if (reading.unit != "%" && reading.unit != "x") continue;
      std::string figures = FiguresText(reading);
      if (std::find(pairs.begin(), pairs.end(), figures) != pairs.end()) continue;
      pairs.push_back(std::move(figures));
      found.push_back(&reading);
    }
  }
  return found;
}

size_t CountPairs(const Claim& claim) {
  std::set<std::string> pairs;
  for (const Reading& reading : claim.readings) pairs.insert(FiguresText(reading));
  return pairs.size();
}

// Place and id, the line with carets, and the answer.
std::string Head(const Claim& claim, const TextContext& context,
                 const std::vector<const Reading*>& agreeing) {
  const std::string_view marked = BoundedText(claim);
  InputRef place = claim.source;
  const auto words =
      static_cast<uint32_t>(marked.size() - std::min(marked.size(), claim.stated_text.size()));
  place.at.column -= std::min(words, place.at.column - std::min(place.at.column, 1U));
  // The reader of --explain knows.
  const std::string_view hint = context.options.explain.empty() ? " (what --explain takes)" : "";
  std::string text =
      Printable(fmt::format("{}: {}, id {}{}", PlaceText(place), Name(claim.kind), claim.id, hint),
                context.utf8) +
      "\n" + QuoteLine(claim, context, marked);
  if (agreeing.empty()) return text + AnswerLine(claim, context) + HelpLines(claim, context);
  std::string answer;
  const bool all = claim.kind == ClaimKind::kThreshold || claim.kind == ClaimKind::kRange;
  for (size_t i = 0; i < agreeing.size() && i < (all ? kMaxShown : 1); ++i) {
    answer += (i > 0 ? "\n" : "") + AnswerWithBounds(claim, *agreeing[i]);
  }
  const std::string& stated = claim.stated_short.empty() ? claim.stated_text : claim.stated_short;
  return text + AnswerLines(context, claim.verdict, stated, answer, {});
}

}  // namespace

std::string DetailField(std::string_view name, std::string_view text) {
  constexpr size_t kColumn = 16;
  std::string lines = Wrap(text, kColumn, kColumn);
  if (lines.size() < kColumn) return "";
  return "    " + PadRight(name, kColumn - 4) + lines.substr(kColumn);
}

std::string FiguresText(const Reading& reading) {
  std::string text;
  for (size_t i = 0; i < reading.figures.size() && i < 8; ++i) {
    if (i > 0) text += reading.figures.size() == 2 ? " -> " : ", ";
    text += FigureWithBounds(reading.figures[i]);
  }
  if (reading.figures.size() > 8) text += ", ...";
  return text;
}

std::string PlaceText(const InputRef& source) {
  if (source.at.line == 0) return source.path;
  return fmt::format("{}:{}:{}", source.path, source.at.line, source.at.column);
}

std::string SignedWithBounds(const Recomputed& recomputed) {
  if (std::abs(recomputed.value) >= 1e6) {
    return fmt::format("{:+.4e}{} [{:+.4e}, {:+.4e}]", recomputed.value, recomputed.unit,
                       recomputed.reachable.low, recomputed.reachable.high);
  }
  if (recomputed.reachable.width() == 0) {
    return fmt::format("{:+.2f}{}", recomputed.value, recomputed.unit);
  }
  return fmt::format("{:+.2f}{} [{:+.2f}, {:+.2f}]", recomputed.value, recomputed.unit,
                     std::floor(recomputed.reachable.low * 100) / 100,
                     std::ceil(recomputed.reachable.high * 100) / 100);
}

std::string DetailedClaim(const Claim& claim, const TextContext& context) {
  const std::vector<const Reading*> agreeing = Agreeing(claim);
  std::string text = Head(claim, context, agreeing);
  if (claim.recomputed && agreeing.empty()) {
    text += DetailField("value", BoundsText(claim.recomputed->value, claim.recomputed->reachable,
                                            claim.recomputed->unit, false));
  }
  for (size_t i = 0; i < agreeing.size() && i < kMaxShown; ++i) {
    text +=
        DetailField(i == 0 ? "figures" : "", Printable(FiguresText(*agreeing[i]), context.utf8));
  }
  if (!claim.convention.empty()) {
    const bool fall = claim.convention == kFall && claim.kind != ClaimKind::kTableDelta;
    std::string convention = fall ? "(after - before) / before" : claim.convention;
    if (!agreeing.empty()) {
      convention += fmt::format("; candidates {}, agreeing {}", CountPairs(claim), agreeing.size());
    }
    text += DetailField("convention", convention);
  }
  // The answer of what agrees is its reason.
  if (agreeing.empty() || claim.reason_code != ReasonCode::kOk) {
    text += DetailField("reason", fmt::format("{} ({})", Printable(claim.reason, context.utf8),
                                              Name(claim.reason_code)));
  }
  if (!claim.would_decide.empty()) text += DetailField("decided by", claim.would_decide);
  for (const InputRef& also : claim.also_at) text += DetailField("also at", PlaceText(also));
  return text;
}

std::string ExplainedClaim(const Claim& claim, const TextContext& context) {
  std::string text = Head(claim, context, {});
  if (claim.quote != claim.shown) {
    text += DetailField("sentence", Printable(claim.quote, context.utf8));
  }
  if (!claim.metric.empty()) text += DetailField("about", Printable(claim.metric, context.utf8));
  text += DetailField("reason", fmt::format("{} ({})", Printable(claim.reason, context.utf8),
                                            Name(claim.reason_code)));
  if (claim.recomputed) {
    text +=
        DetailField("recomputed", BoundsText(claim.recomputed->value, claim.recomputed->reachable,
                                             claim.recomputed->unit, false));
  }
  if (!claim.convention.empty()) text += DetailField("convention", claim.convention);
  for (size_t i = 0; i < claim.readings.size() && i < kMaxReadings; ++i) {
    const Reading& reading = claim.readings[i];
    text +=
        DetailField(i == 0 ? "readings" : "",
                    fmt::format("{} {}: {}; {}", reading.agrees ? "agrees " : "differs",
                                BoundsText(reading.value, reading.reachable, reading.unit, false),
                                reading.convention, Printable(FiguresText(reading), context.utf8)));
  }
  if (claim.readings.empty())
    text += DetailField("readings", "none: nothing in this text bears on it");
  for (size_t i = 0; i < claim.evidence.size() && i < kMaxEvidence; ++i) {
    text += DetailField(i == 0 ? "figures at" : "",
                        Printable(PlaceText(claim.evidence[i]), context.utf8));
  }
  for (const InputRef& also : claim.also_at) text += DetailField("also at", PlaceText(also));
  if (claim.verdict == ClaimVerdict::kUncheckable) {
    text += DetailField("decided by",
                        claim.would_decide.empty() ? "the figures behind it" : claim.would_decide);
  }
  return text;
}

}  // namespace regress
