// SPDX-License-Identifier: Apache-2.0
#include "cli/claim_details.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/claim_block.h"

namespace regress {
namespace {

constexpr size_t kMaxReadings = 24;
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

std::string BoundsText(double value, const Interval& bounds, const std::string& unit) {
  // A count is exact.
  if (bounds.width() == 0 && value == std::floor(value) && std::abs(value) < 1e15) {
    return fmt::format("{:.0f}{}{}", value, unit.size() > 2 ? " " : "", unit);
  }
  const double span = std::max(std::abs(bounds.width()), 1e-12);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(span))), 1, 6);
  const double step = std::pow(10.0, decimals);
  return fmt::format("{:.{}f}{} [{:.{}f}, {:.{}f}]", value, decimals, unit,
                     std::floor(bounds.low * step) / step, decimals,
                     std::ceil(bounds.high * step) / step, decimals);
}

std::string Head(const Claim& claim, const TextContext& context) {
  std::string text =
      Printable(fmt::format("{}: {}, id {}", PlaceText(claim.source), Name(claim.kind), claim.id),
                context.utf8) +
      "\n";
  return text + QuoteLine(claim, context, true) + AnswerLine(claim, context) +
         HelpLines(claim, context);
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
  std::string text = Head(claim, context);
  const auto agreeing = std::find_if(claim.readings.begin(), claim.readings.end(),
                                     [](const Reading& reading) { return reading.agrees; });
  size_t count =
      static_cast<size_t>(std::count_if(claim.readings.begin(), claim.readings.end(),
                                        [](const Reading& reading) { return reading.agrees; }));
  if (claim.recomputed) {
    text += DetailField("value", BoundsText(claim.recomputed->value, claim.recomputed->reachable,
                                            claim.recomputed->unit));
  }
  // One line for each pair that agrees; other readings of it are for --explain.
  std::vector<std::string> shown;
  for (auto reading = agreeing; reading != claim.readings.end() && shown.size() < 3; ++reading) {
    if (!reading->agrees) continue;
    std::string figures = Printable(FiguresText(*reading), context.utf8);
    if (std::find(shown.begin(), shown.end(), figures) != shown.end()) continue;
    text += DetailField(shown.empty() ? "figures" : "", figures);
    shown.push_back(std::move(figures));
  }
  if (!claim.convention.empty()) {
    std::string convention = claim.convention;
    if (!claim.readings.empty()) {
      convention += fmt::format("; readings {}, agreeing {}", claim.readings.size(), count);
    }
    text += DetailField("convention", convention);
  }
  text += DetailField("reason", fmt::format("{} ({})", Printable(claim.reason, context.utf8),
                                            Name(claim.reason_code)));
  if (!claim.would_decide.empty()) text += DetailField("decided by", claim.would_decide);
  for (const InputRef& also : claim.also_at) text += DetailField("also at", PlaceText(also));
  return text;
}

std::string ExplainedClaim(const Claim& claim, const TextContext& context) {
  std::string text = Head(claim, context);
  if (claim.quote != claim.shown) {
    text += DetailField("sentence", Printable(claim.quote, context.utf8));
  }
  if (!claim.metric.empty()) text += DetailField("about", Printable(claim.metric, context.utf8));
  text += DetailField("reason", fmt::format("{} ({})", Printable(claim.reason, context.utf8),
                                            Name(claim.reason_code)));
  if (claim.recomputed) {
    text += DetailField(
        "recomputed",
        BoundsText(claim.recomputed->value, claim.recomputed->reachable, claim.recomputed->unit));
  }
  if (!claim.convention.empty()) text += DetailField("convention", claim.convention);
  for (size_t i = 0; i < claim.readings.size() && i < kMaxReadings; ++i) {
    const Reading& reading = claim.readings[i];
    text +=
        DetailField(i == 0 ? "readings" : "",
                    fmt::format("{} {}: {}; {}", reading.agrees ? "agrees " : "differs",
                                BoundsText(reading.value, reading.reachable, reading.unit),
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
