// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison_detail.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "cli/text_layout.h"
#include "cli/text_numbers.h"
#include "models/data/table_words.h"
#include "stats/comparison_analysis.h"
#include "stats/gate.h"

namespace regress {
namespace {

SandwichAnalysis Analyze(const Comparison& comparison, const CheckOptions& options, double margin) {
  AnalysisOptions analysis;
  analysis.alpha = options.alpha;
  analysis.drop_first = options.drop_first;
  analysis.drift_margin = margin;
  return AnalyzePoints(comparison, SandwichAnalyzer(analysis));
}

size_t Controls(const Comparison& comparison) {
  return static_cast<size_t>(
      std::count_if(comparison.points.begin(), comparison.points.end(),
                    [](const Point& point) { return point.role == Role::kControl; }));
}

std::string DirectionText(Direction better) {
  return better == Direction::kHigher  ? "higher is better"
         : better == Direction::kLower ? "lower is better"
                                       : "direction unknown";
}

// "= 0.047", "< 1e-6"
std::string WithSign(double p) {
  const std::string text = ShortProbability(p);
  return text[0] == '<' ? "< " + text.substr(1) : "= " + text;
}

// "stable within +/-2% (p = 0.047), not within 1%"
std::string DriftLine(const Comparison& comparison, const SandwichAnalysis& analysis,
                      const CheckOptions& options) {
  const double margin = options.max_drift_pct;
  std::string text;
  switch (comparison.drift->state) {
    case DriftState::kStable:
      text = fmt::format("stable within +/-{:g}%", margin);
      break;
    case DriftState::kDrift:
      text = fmt::format("drift: beyond +/-{:g}% as a whole", margin);
      break;
    case DriftState::kUndecided:
      text = fmt::format("undecided: not shown to be within +/-{:g}%", margin);
      break;
  }
  if (analysis.drift && analysis.drift->p_stable)
    text += fmt::format(" (p {})", WithSign(*analysis.drift->p_stable));
  if (comparison.drift->state == DriftState::kStable && margin > 1) {
    const SandwichAnalysis narrow = Analyze(comparison, options, 0.01);
    if (narrow.drift && narrow.drift->state != DriftState::kStable) text += ", not within 1%";
  }
  return text;
}

std::string FirstRoundText(const Comparison& comparison, const SandwichAnalysis& analysis) {
  const size_t points = comparison.points.size();
  const bool low = analysis.first_lowest >= analysis.first_highest;
  const size_t count = low ? analysis.first_lowest : analysis.first_highest;
  if (count < 2) return "";
  return fmt::format("round 1 is {} {} times{}", low ? "lowest" : "highest", count,
                     count == points && points >= 3 ? ", cancels" : "");
}

// How many distinct values the points have: "2 or 3", "1 to 4".
std::string DistinctText(const Comparison& comparison) {
  size_t least = SIZE_MAX;
  size_t most = 0;
  for (const Point& point : comparison.points) {
    const std::set<double> distinct(point.rounds.begin(), point.rounds.end());
    least = std::min(least, distinct.size());
    most = std::max(most, distinct.size());
  }
  if (least == most) return fmt::format("{} distinct {}", most, most == 1 ? "value" : "values");
  return fmt::format("{} {} {} distinct values", least, most == least + 1 ? "or" : "to", most);
}

std::string SupportLine(const Comparison& comparison, const SandwichAnalysis& analysis) {
  std::string text =
      comparison.support == Support::kNone ? "none" : std::string(Name(comparison.support));
  std::string why;
  if (analysis.delta_over_drift)
    why = fmt::format("{:.1f} times the drift", *analysis.delta_over_drift);
  if (comparison.p_between)
    why += fmt::format("{}p {} between boots", why.empty() ? "" : ", ",
                       WithSign(*comparison.p_between));
  if (why.empty() && Controls(comparison) < 2)
    why = "no second control, spread between boots unknown";
  if (why.empty() && analysis.findings.Has(Finding::kEqualBoots))
    why = "equal controls, spread between boots unknown";
  return why.empty() ? text : text + ": " + why;
}

// "v6.12" of v6.12-a: what repeats of a point have in common, as it is printed.
std::string StemText(const std::string& label) {
  const TablePoint point = SplitRepeat(SplitWords(label));
  if (point.repeat < 0) return label;
  const size_t separator = label.find_last_of("-_. ");
  const std::string front = label.substr(0, separator);
  return separator != std::string::npos && JoinWords(SplitWords(front)) == point.stem ? front
                                                                                      : point.stem;
}

// "parents" of parent-a and parent-b
std::string ControlsWord(const Comparison& comparison) {
  for (const Point& point : comparison.points) {
    if (point.role != Role::kControl) continue;
    const std::string stem = StemText(point.label);
    if (stem.empty()) break;
    return Controls(comparison) > 1 ? stem + "s" : stem;
  }
  return Controls(comparison) > 1 ? "controls" : "control";
}

std::string PatchedWord(const Comparison& comparison) {
  for (const Point& point : comparison.points) {
    if (point.role == Role::kPatched) return StemText(point.label);
  }
  return "patched";
}

bool IsTime(std::string_view unit) {
  const std::string_view over = unit.substr(0, unit.find('/'));
  return over == "ns" || over == "us" || over == "ms" || over == "s";
}

}  // namespace

std::string DetailText(const Comparison& comparison, const CheckOptions& options) {
  const SandwichAnalysis analysis = Analyze(comparison, options, options.max_drift_pct / 100);
  const bool sandwich = Controls(comparison) > 1;
  std::string name = comparison.metric;
  if (!comparison.section.empty()) name += " " + comparison.section;
  std::string text =
      Wrap(fmt::format("{}, {}, delta vs {}", Printable(name, true),
                       DirectionText(comparison.better), sandwich ? "midpoint" : "control"),
           0, 2);
  constexpr size_t kLabel = 12;  // "  drop-first"
  std::vector<size_t> widths;
  std::string means = PadRight("  mean", kLabel);
  std::string deviations = PadRight("  stddev", kLabel);
  std::string heads = PadRight("", kLabel);
  bool any_deviation = false;
  bool first = true;
  const bool many = comparison.points.size() > 3;
  // Labels give way where the line would be too long.
  size_t label_width = 0;
  for (const Point& point : comparison.points)
    label_width += std::max<size_t>(8, DisplayWidth(Printable(point.label, true))) + 2;
  const size_t label_room = kLabel + label_width - 2 + 9 + 18 > kTextColumns ? 9 : 32;
  for (const Point& point : comparison.points) {
    if (many) break;
    const std::string label = CutMiddle(Printable(point.label, true), label_room);
    const std::string mean = point.mean ? MeanText(*point.mean) : "-";
    const std::string deviation = point.stddev ? MeanText(*point.stddev) : "-";
    any_deviation |= point.stddev.has_value();
    const size_t width = first ? std::max<size_t>({8, label.size(), mean.size()})
                               : std::max<size_t>({10, label.size() + 2, mean.size() + 2});
    heads += PadLeft(label, width);
    means += PadLeft(mean, width);
    deviations += PadLeft(deviation, width);
    first = false;
  }
  if (many) {
    for (const Role role : {Role::kControl, Role::kPatched}) {
      double sum = 0;
      double count = 0;
      for (const Point& point : comparison.points) {
        if (point.role != role || !point.mean) continue;
        sum += *point.mean;
        ++count;
      }
      heads += PadLeft(
          fmt::format("{:g} {}", count, role == Role::kControl ? "controls" : "patched"), 12);
      means += PadLeft(count > 0 ? MeanText(sum / count) : "-", 12);
      deviations += PadLeft("", 12);
    }
  }
  const std::string change = ChangeText(comparison);
  const size_t delta = std::max<size_t>(9, change.size() + 2);
  const std::optional<Interval> shown = comparison.delta_ci && !comparison.is_difference
                                            ? std::optional<Interval>(comparison.delta_ci->bounds)
                                            : std::nullopt;
  heads += PadLeft("delta", delta);
  means += PadLeft(change, delta);
  if (shown) {
    heads += fmt::format("  {:g}% interval", 100 * (1 - options.alpha));
    means += "  " + IntervalText(*shown);
    deviations += PadLeft("", delta) + "  within boot";
  } else if (comparison.resolution) {
    heads += "  by resolution";
    means += "  " + ResolutionText(*comparison.resolution);
    deviations += PadLeft("", delta) + "  no t interval";
  }
  text += heads + "\n" + means + "\n";
  if (any_deviation || shown) text += deviations + "\n";
  const auto line = [&](std::string_view label, const std::string& value, const std::string& rest) {
    // The label is longer than the figure's place only for drop-first.
    std::string row = PadRight(fmt::format("  {}", label), kLabel);
    row += PadLeft(value, first ? 8 : std::max<size_t>(8, value.size()));
    std::string broken = Wrap(row + (rest.empty() ? "" : "  " + rest), 0, 22);
    text += DisplayWidth(row) + 2 + DisplayWidth(rest) <= kTextColumns
                ? row + (rest.empty() ? "" : "  " + rest) + "\n"
                : broken;
  };
  if (comparison.drift)
    line("drift", PercentText(comparison.drift->value, comparison.drift->bounds),
         DriftLine(comparison, analysis, options));
  if (comparison.drop_first) {
    std::string rest;
    if (comparison.drop_first->drift)
      rest = "drift " + PercentText(*comparison.drop_first->drift, comparison.drift
                                                                       ? comparison.drift->bounds
                                                                       : std::optional<Interval>());
    const std::string rounds = FirstRoundText(comparison, analysis);
    if (!rounds.empty()) rest += (rest.empty() ? "" : "; ") + rounds;
    line("drop-first",
         PercentText(comparison.drop_first->delta, shown ? shown : comparison.resolution), rest);
  }
  if (comparison.mde) line("MDE", MdeText(*comparison.mde), "within boot, 80% power");
  const auto words = [&](std::string_view label, const std::string& value) {
    const size_t indent = label.size() + 2 < 14 ? 14 : label.size() + 4;
    const std::string lines = Wrap(value, indent, indent);
    text += PadRight(fmt::format("  {}", label), indent) +
            lines.substr(std::min<size_t>(indent, lines.size()));
  };
  words("support", SupportLine(comparison, analysis));
  if (comparison.resolution) {
    const std::string quantum =
        analysis.quantum == 1
            ? "whole " + (comparison.unit.empty()
                              ? "numbers"
                              : comparison.unit.substr(0, comparison.unit.find('/')))
            : fmt::format("steps of {:g}", analysis.quantum);
    words("resolution", fmt::format("{}, {}: {}% at worst", quantum, DistinctText(comparison),
                                    ResolutionText(*comparison.resolution)));
  }
  for (const std::string& reason : comparison.reasons) {
    if (reason.find("round 1 is") == 0 || reason.find("the controls drift") == 0 ||
        reason.find("the controls are equal") == 0 || reason.find("no second control") == 0)
      continue;  // said above
    if (reason.find("by time stamps") == 0 && options.detail != Detail::kVerbose) continue;
    words(comparison.verdict == ComparisonVerdict::kInconclusive ? "inconclusive" : "note",
          Printable(reason, true));
  }
  return text;
}

std::string ClosingSentence(const Comparison& comparison, uint64_t total, uint64_t inconclusive,
                            const CheckOptions& options) {
  const bool one_sided =
      Controls(comparison) == 0 || Controls(comparison) == comparison.points.size();
  if (!comparison.change && one_sided)
    return fmt::format("{} has no {} to compare with.", Printable(comparison.metric, true),
                       Controls(comparison) == 0 ? "control" : "patched point");
  if (!comparison.change || comparison.is_difference)
    return "No percent can be given: the control is zero or below, or no figure is finite.";
  const double change = *comparison.change;
  const bool narrow =
      std::abs(change) < 10 ||
      (comparison.delta_ci ? comparison.delta_ci->bounds.width() < 5 : std::abs(change) < 100);
  const auto digits = [&](double value) {
    return fmt::format("{:.{}f}%", std::abs(value), narrow || std::abs(value) < 10 ? 1 : 0);
  };
  const bool sandwich = Controls(comparison) > 1;
  std::string what;
  if (total > 1 || !IsTime(comparison.unit) || !narrow) {
    what = fmt::format("{} {} {} {} the {}",
                       total > 1 ? Printable(comparison.metric, true) + ":" : "The",
                       total > 1 ? "the patched rounds are" : "patched rounds are", digits(change),
                       change < 0 ? "below" : "above", sandwich ? "midpoint" : "control");
  } else {
    const size_t slash = comparison.unit.find('/');
    what =
        fmt::format("The {} takes {} {}{} than its {}", Printable(PatchedWord(comparison), true),
                    digits(change), change < 0 ? "less time" : "longer",
                    slash == std::string::npos ? "" : " per " + comparison.unit.substr(slash + 1),
                    Printable(ControlsWord(comparison), true));
  }
  const double drift = comparison.drift ? std::abs(comparison.drift->value) : 0;
  std::string end;
  if (comparison.drift && drift > options.max_drift_pct) {
    return fmt::format(
        "{}, but the controls differ by {} (limit {:g}%): a second sandwich is needed to tell.",
        what, digits(drift), options.max_drift_pct);
  }
  if (sandwich && comparison.drift && std::abs(change) <= drift) {
    return fmt::format(
        "{}, which is less than the controls differ ({}): inconclusive, more sandwiches are "
        "needed.",
        what, digits(drift));
  }
  if (sandwich && comparison.drift) {
    const bool own = total == 1 && IsTime(comparison.unit) && narrow;
    what += fmt::format("{} differ by {}", own ? ", which" : "; the controls", digits(drift));
  }
  switch (comparison.verdict) {
    case ComparisonVerdict::kSame:
      if (comparison.resolution && std::max(-comparison.resolution->low,
                                            comparison.resolution->high) > options.max_drift_pct)
        return fmt::format("No change at this resolution: a change of {} or more would show.",
                           MdeText(comparison.mde.value_or(std::max(-comparison.resolution->low,
                                                                    comparison.resolution->high))));
      return fmt::format("No change beyond {:g}%: a change of {} or more would show.",
                         options.max_drift_pct,
                         comparison.mde ? MdeText(*comparison.mde) : "one step of the resolution");
    case ComparisonVerdict::kInconclusive:
      if (comparison.support == Support::kUnsupported || comparison.support == Support::kNone) {
        end = comparison.mde ? fmt::format("inconclusive, only changes of {} or more would show.",
                                           MdeText(*comparison.mde))
                             : "inconclusive, it takes the rounds of each point.";
        return what + ": " + end;
      }
      end = "inconclusive";
      break;
    default:
      end = comparison.support == Support::kSupported    ? "the change is supported"
            : comparison.support == Support::kWithinBoot ? "supported within these boots only"
            : comparison.support == Support::kNone       ? "without spread nothing supports it"
                                                         : "the change is not supported";
  }
  if (total > 1 && inconclusive > 0)
    end += fmt::format("; {} of {} comparisons {} inconclusive", inconclusive, total,
                       inconclusive == 1 ? "is" : "are");
  return what + ": " + end + ".";
}

}  // namespace regress
