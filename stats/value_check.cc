// SPDX-License-Identifier: Apache-2.0
#include "stats/value_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "stats/claim_reading.h"
#include "stats/claim_text.h"

namespace regress {
namespace {

Interval WithQuirk(const PrintedNumber& number, bool quirk) {
  Interval interval = number.interval();
  if (!quirk || !number.text.ends_with(".0")) return interval;
  // The carry is lost: 16.97 prints as 16.0.
  const double one = number.unit * 10;
  interval.high = std::max(interval.high, number.value + one);
  return interval;
}

void JudgeValue(ClaimCandidate& c, double value, const Interval& reachable, std::string how,
                std::string answer) {
  Claim& claim = c.claim;
  const double factor = PrintedFactor(c.stated);
  const Interval stated = WithQuirk(c.stated, c.carry_quirk);
  const double gap = stated.Gap(reachable);
  const int decimals = DecimalsOf(c.stated);
  const Interval printed{reachable.low / factor, reachable.high / factor};
  claim.recomputed = Recomputed{value / factor, printed, claim.stated_unit};
  claim.convention = std::move(how);
  for (const Figure& figure : c.operands) {
    if (claim.evidence.size() < 64) claim.evidence.push_back(SourceOf(figure, claim));
  }
  Reading reading;
  reading.figures.assign(
      c.operands.begin(),
      c.operands.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(c.operands.size(), 16)));
  reading.convention = claim.convention;
  reading.value = value / factor;
  reading.reachable = printed;
  reading.unit = claim.stated_unit;
  const std::string gives =
      fmt::format("{} gives {}{} {}", answer, Fixed(value / factor, decimals + 1),
                  claim.stated_unit, IntervalText(printed, decimals + 1));
  claim.answer = std::move(answer);
  const double u = c.stated.unit;
  const bool by_quirk = gap == 0 && !c.stated.interval().Meets(reachable);
  if (gap <= 1e-9 * std::max(1.0, std::abs(value))) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = by_quirk ? ReasonCode::kGeneratorQuirk : ReasonCode::kOk;
    claim.reason = gives + (by_quirk ? ", which prints as " + claim.stated_text +
                                           " where the producer loses the carry of x.95 and above"
                                     : ", which prints as " + claim.stated_text);
    reading.agrees = true;
  } else if (c.stated.rounding != Rounding::kExact && gap <= u / 4 * (1 + 1e-9)) {
    SetOpen(c, ReasonCode::kLastPlace,
            gives + ", which misses the printed digits by less than a quarter of the last one");
  } else if (c.binding && !c.in_changelog && !c.repeated_runs &&
             gap > c.tolerance * std::abs(c.stated.value) &&
             (c.stated.rounding == Rounding::kExact || gap > u)) {
    claim.verdict = ClaimVerdict::kContradicted;
    claim.reason_code = ReasonCode::kNoOverlap;
    claim.reason =
        fmt::format("{}, {}{} from the stated {}", gives, Fixed(gap / factor, decimals + 1),
                    claim.stated_unit, claim.stated_text);
    claim.answer += fmt::format(" = {}{}", Fixed(value / factor, decimals), claim.stated_unit);
    claim.help.push_back(
        fmt::format("off by {}{}", Fixed(gap / factor, decimals + 1), claim.stated_unit));
  } else {
    SetOpen(c, ReasonCode::kGrey,
            gives +
                ", near the stated number but not within its digits; tools derive such "
                "figures from unrounded ones");
  }
  claim.readings.push_back(std::move(reading));
}

}  // namespace

double PrintedFactor(const PrintedNumber& number) {
  const double step = std::pow(10.0, -DecimalsOf(number));
  return number.unit > 0 ? number.unit / step : 1;
}

void JudgeConversion(ClaimCandidate& c) {
  const Figure& left = c.operands.front();
  const Interval reachable = WithQuirk(left.number, c.carry_quirk);
  JudgeValue(c, left.number.value, reachable, "the same quantity in the other unit",
             FigureText(left));
  if (c.claim.verdict == ClaimVerdict::kConfirmed) {
    c.claim.answer = fmt::format("{} = {}{}", FigureText(left),
                                 Fixed(c.claim.recomputed->value, DecimalsOf(c.stated) + 1),
                                 c.claim.stated_unit);
  }
}

void JudgeQuotient(ClaimCandidate& c) {
  const Interval a = c.operands[0].number.interval();
  const Interval b = c.operands[1].number.interval();
  if (b.low <= 0) {
    SetOpen(c, ReasonCode::kZeroBase, "its divisor may be zero by the printed digits");
    return;
  }
  const Interval reachable = Corners(a, b, [&](double x, double y) { return c.scale * x / y; });
  const double value = c.scale * c.operands[0].number.value / c.operands[1].number.value;
  JudgeValue(c, value, reachable, c.operation,
             fmt::format("{} / {}", FigureText(c.operands[0]), FigureText(c.operands[1])));
}

void JudgeTotal(ClaimCandidate& c) {
  const bool product = c.measure == Measure::kProduct;
  double value = product ? 1 : 0;
  Interval reachable{value, value};
  for (const Figure& figure : c.operands) {
    const bool exact = c.stated.rounding == Rounding::kExact;
    const Interval term =
        exact ? Interval{figure.number.value, figure.number.value} : figure.number.interval();
    if (product) {
      value *= figure.number.value;
      reachable = Corners(reachable, term, [](double x, double y) { return x * y; });
    } else {
      value += figure.number.value;
      reachable = {reachable.low + term.low, reachable.high + term.high};
    }
  }
  JudgeValue(c, value, reachable, product ? "product of the factors" : "sum of the terms",
             c.operation);
}

void JudgeDiffstat(ClaimCandidate& c) {
  if (c.operands.empty()) {
    SetOpen(c, ReasonCode::kNoFigures,
            "the list of files above it is cut, not there, or counts bytes");
    return;
  }
  const size_t files = c.operands.size();
  double total = 0;
  std::string list;
  for (size_t i = 0; i < files; ++i) {
    total += c.operands[i].number.value;
    if (i < 5) list += (i == 0 ? "" : " + ") + c.operands[i].number.text;
  }
  if (files > 5) list += " + ...";
  Claim& claim = c.claim;
  claim.recomputed = Recomputed{total, {total, total}, "lines"};
  claim.convention = "insertions + deletions = lines of the files";
  for (const Figure& figure : c.operands) {
    if (claim.evidence.size() < 64) claim.evidence.push_back(SourceOf(figure, claim));
  }
  const std::string what = fmt::format("{} = {} lines in {} file{}", Fixed(total, 0), list, files,
                                       files == 1 ? "" : "s");
  claim.answer = "= " + what;
  if (static_cast<double>(files) != c.scale) {
    SetOpen(c, ReasonCode::kGrey,
            fmt::format("{} files are listed above it and it says {}", files, Fixed(c.scale, 0)));
    return;
  }
  if (total == c.stated.value) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = ReasonCode::kOk;
    claim.reason =
        fmt::format("the files above it add up to {}, the insertions and deletions too", what);
    return;
  }
  claim.verdict = ClaimVerdict::kContradicted;
  claim.reason_code = ReasonCode::kNoOverlap;
  claim.reason = fmt::format("the files above it add up to {}, but it says {} = {}", what,
                             c.stated.text, Fixed(c.stated.value, 0));
  claim.help.push_back(fmt::format("{} lines are {}", Fixed(std::abs(total - c.stated.value), 0),
                                   total > c.stated.value ? "not counted" : "too many"));
}

void JudgeWord(ClaimCandidate& c) {
  const bool recovers = c.operation == "recovers";
  const Interval own = c.operands[0].number.interval();
  const Interval worst = c.operands[1].number.interval();
  const Interval best = c.operands[2].number.interval();
  const auto share = [&](double v, double w, double b) {
    return 100 * (recovers ? w - v : v - b) / (w - b);
  };
  const double value =
      share(c.operands[0].number.value, c.operands[1].number.value, c.operands[2].number.value);
  Interval reachable{value, value};
  for (const double v : {own.low, own.high}) {
    for (const double w : {worst.low, worst.high}) {
      for (const double b : {best.low, best.high}) {
        if (w <= b) return SetOpen(c, ReasonCode::kZeroBase, "the figures do not differ");
        reachable.low = std::min(reachable.low, share(v, w, b));
        reachable.high = std::max(reachable.high, share(v, w, b));
      }
    }
  }
  Claim& claim = c.claim;
  claim.recomputed = Recomputed{value, reachable, "%"};
  claim.convention = recovers ? "(worst - own) / (worst - best)" : "(own - best) / (worst - best)";
  for (const Figure& figure : c.operands) claim.evidence.push_back(SourceOf(figure, claim));
  Reading reading;
  reading.figures = c.operands;
  reading.convention = claim.convention;
  reading.value = value;
  reading.reachable = reachable;
  reading.unit = "%";
  const std::string figure = fmt::format("{}% {}", Fixed(value, 1), IntervalText(reachable, 1));
  if (claim.stated_text == "most" && reachable.low > 50) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = ReasonCode::kOk;
    claim.answer = fmt::format("{} {} of {} - {}", c.operation, figure, c.operands[1].number.text,
                               c.operands[2].number.text);
    claim.reason = claim.answer + ", more than half";
    reading.agrees = true;
  } else if (claim.stated_text == "most") {
    const bool less = reachable.high < 50;
    const std::string answer =
        fmt::format("{} {} of {} - {}: {}", c.operation, figure, c.operands[1].number.text,
                    c.operands[2].number.text,
                    less ? "less than half" : "the digits do not say if it is over half");
    SetOpen(c, less ? ReasonCode::kWrongWord : ReasonCode::kGrey, answer);
    claim.answer = answer;
    claim.would_decide = "the values with one more digit";
  } else {
    SetOpen(
        c, ReasonCode::kGrey,
        fmt::format("it {} {}; how near that is to all is a matter of words", c.operation, figure));
    claim.answer = figure + "; a word";
    claim.would_decide = "a number in place of the word";
  }
  claim.readings.push_back(std::move(reading));
}

void JudgeOrder(ClaimCandidate& c) {
  const Figure& first = c.operands[0];
  const Figure& second = c.operands[1];
  const Interval a = first.number.interval();
  const Interval b = second.number.interval();
  const bool agrees = c.direction < 0 ? a.high < b.low : a.low > b.high;
  if (!agrees) {
    SetOpen(
        c, ReasonCode::kWrongWord,
        fmt::format("{} is not surely the {} one by its digits", FigureText(first), c.operation));
    return;
  }
  Claim& claim = c.claim;
  claim.verdict = ClaimVerdict::kConfirmed;
  claim.reason_code = ReasonCode::kOk;
  claim.convention = "order of the two values";
  for (const Figure& figure : c.operands) claim.evidence.push_back(SourceOf(figure, claim));
  claim.answer =
      fmt::format("{} {} {}", FigureText(first), c.direction < 0 ? "<" : ">", FigureText(second));
  claim.reason = fmt::format("{} is {} than {} whatever their last digits were", FigureText(first),
                             c.operation, FigureText(second));
}

}  // namespace regress
