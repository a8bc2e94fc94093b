// SPDX-License-Identifier: Apache-2.0
#include "cli/text_rounds.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/text_layout.h"
#include "cli/text_numbers.h"
#include "stats/gate.h"
#include "stats/round_statistics.h"

namespace regress {
namespace {

constexpr size_t kLabel = 18;

std::string Line(std::string_view label, const std::string& value) {
  const std::string lines = Wrap(value, kLabel, kLabel);
  return PadRight(fmt::format("  {}", label), kLabel) +
         lines.substr(std::min<size_t>(kLabel, lines.size()));
}

// "p = 0.047", "p < 1e-6"
std::string P(double p) {
  const std::string text = ShortProbability(p);
  return text[0] == '<' ? "p < " + text.substr(1) : "p = " + text;
}

Interval Percents(const Interval& ratio) {
  return {100 * ratio.low, 100 * ratio.high};
}

std::string Change(double ratio, const Interval& bounds) {
  return PercentText(100 * ratio, Percents(bounds)) + " " + IntervalText(Percents(bounds));
}

// A figure with its sign in the metric's unit.
std::string Signed(double value) {
  return fmt::format("{}{}", value < 0 ? "-" : "+", MeanText(std::abs(value)));
}

std::string Bounds(const Interval& interval) {
  return fmt::format("[{}, {}]", Signed(interval.low), Signed(interval.high));
}

template <typename Member>
std::string List(const RoundStatistics& rounds, Member member) {
  std::string text;
  for (const PointStatistics& point : rounds.points) {
    const std::optional<std::string> one = member(point);
    text += (text.empty() ? "" : ", ") + one.value_or("-");
  }
  return text;
}

std::string Methods(const Comparison& comparison, const RoundStatistics& rounds) {
  std::string text;
  const double delta = comparison.change.value_or(0) / 100;
  const std::string unit = comparison.unit.empty() ? "" : " " + Printable(comparison.unit, true);
  if (rounds.log_delta && comparison.change && !comparison.is_difference)
    text +=
        Line("log-delta", Change(delta, {rounds.log_delta->low - 1, rounds.log_delta->high - 1}));
  if (rounds.bootstrap)
    text += Line("bootstrap, BCa", Change(rounds.bootstrap->estimate, rounds.bootstrap->bca) +
                                       ", 10000 draws, seed 1");
  if (rounds.permutation)
    text += Line("permutation",
                 fmt::format("{}, {} {}", P(rounds.permutation->p), rounds.permutation->assignments,
                             rounds.permutation->exact ? "orders, all" : "random orders, seed 1"));
  if (rounds.ranks) {
    std::string line =
        fmt::format("Mann-Whitney {}{}", P(rounds.ranks->p), rounds.ranks->ties ? " (ties)" : "");
    if (rounds.least_rank_p > 1e-4)
      line += fmt::format(", {} is the least that so many rounds can reach",
                          ShortProbability(rounds.least_rank_p));
    if (rounds.brunner_munzel)
      line += fmt::format("; Brunner-Munzel {}", P(rounds.brunner_munzel->p));
    text += Line("ranks", line);
  }
  if (rounds.shift) {
    std::string line = Signed(rounds.shift->shift);
    if (rounds.shift->interval)
      line += fmt::format(" {}{}, {:.1f}%", Bounds(*rounds.shift->interval), unit,
                          100 * rounds.shift->achieved_confidence);
    text += Line("Hodges-Lehmann", line);
  }
  if (rounds.effect && rounds.cliffs_delta && rounds.superiority)
    text +=
        Line("effect",
             fmt::format("Hedges g {:+.2f}, Cliff's delta {:+.2f}, a patched round is higher "
                         "with {:.0f}%",
                         rounds.effect->hedges_g, *rounds.cliffs_delta, 100 * *rounds.superiority));
  if (rounds.spread && rounds.distribution)
    text += Line("shape", fmt::format("spread (Brown-Forsythe) {}, distribution "
                                      "(Kolmogorov-Smirnov) {}",
                                      P(rounds.spread->p), P(rounds.distribution->p)));
  if (rounds.line)
    text +=
        Line("line of drift",
             fmt::format("patched {} {}{}; {}{} per round, {}", Signed(rounds.line->coefficient[2]),
                         Bounds(rounds.line->interval[2]), unit,
                         Signed(rounds.line->coefficient[1]), unit, P(rounds.line->p[1])));
  if (rounds.fixed_margin_p)
    text += Line("stable drift",
                 fmt::format("{} if the margin is a fixed difference", P(*rounds.fixed_margin_p)));
  if (rounds.first_rounds.points > 0)
    text += Line("first rounds", fmt::format("below the rest in {} of {} {}, sign test {}",
                                             rounds.first_rounds.below, rounds.first_rounds.points,
                                             rounds.first_rounds.points == 1 ? "point" : "points",
                                             P(rounds.first_rounds.p)));
  if (rounds.without_flagged)
    text += Line("without flagged",
                 PercentText(100 * *rounds.without_flagged, std::nullopt) +
                     ", rounds that stand apart left out; they count everywhere else");
  return text;
}

std::string Points(const Comparison& comparison, const RoundStatistics& rounds) {
  const auto number = [](const std::optional<double>& value, const char* form) {
    return value ? fmt::format(fmt::runtime(form), *value) : std::string("-");
  };
  std::string text = PadRight("  point", 14) + PadLeft("n", 6) + PadLeft("worth", 7) +
                     PadLeft("lag 1", 7) + PadLeft("trend p", 9) + PadLeft("t(1)", 8) +
                     PadLeft("skip", 6) + PadLeft("flagged", 9) + "\n";
  for (size_t i = 0; i < rounds.points.size(); ++i) {
    const PointStatistics& point = rounds.points[i];
    const std::string label = CutMiddle(Printable(comparison.points[i].label, true), 12);
    text += "  " + PadRight(label, 12) + PadLeft(fmt::format("{}", point.n), 6) +
            PadLeft(number(point.worth, "{:.1f}"), 7) +
            PadLeft(number(point.correlation, "{:+.2f}"), 7) +
            PadLeft(point.trend ? ShortProbability(point.trend->p) : "-", 9) +
            PadLeft(point.first_round ? fmt::format("{:+.2f}", point.first_round->t) : "-", 8) +
            PadLeft(point.warm_up ? fmt::format("{}", point.warm_up->d) : "-", 6) +
            PadLeft(fmt::format("{}", point.flagged.size()), 9) + "\n";
  }
  text += Wrap(
      "worth: independent rounds by the correlation of neighbours; t(1): round 1 against the "
      "rest; skip: warm-up by MSER; flagged: by Tukey's fences or the MAD, never dropped",
      4, 4);
  const auto p = [](const auto& test) {
    return test ? std::optional<std::string>(ShortProbability(test->p)) : std::nullopt;
  };
  text += Line("independence",
               "von Neumann " +
                   List(rounds,
                        [&](const PointStatistics& point) {
                          return std::optional<std::string>(number(point.von_neumann, "{:.2f}"));
                        }) +
                   "; Ljung-Box p " +
                   List(rounds, [&](const PointStatistics& point) { return p(point.ljung_box); }));
  text += Line("normality",
               "Shapiro-Wilk p " +
                   List(rounds, [&](const PointStatistics& point) { return p(point.normality); }) +
                   "; Grubbs p of the farthest round " +
                   List(rounds, [&](const PointStatistics& point) { return p(point.farthest); }));
  for (size_t i = 0; i < rounds.points.size(); ++i) {
    for (const ChangePoint& level : rounds.points[i].levels)
      text += Line("level", fmt::format("{} changes with round {}: {} before, {} after, {}",
                                        Printable(comparison.points[i].label, true),
                                        level.index + 1, MeanText(level.mean_before),
                                        MeanText(level.mean_after), P(level.p)));
  }
  return text;
}

}  // namespace

std::string RoundsText(const Comparison& comparison, const CheckOptions& options) {
  const std::optional<RoundStatistics> rounds =
      DescribeRounds(comparison, options.alpha, options.max_drift_pct / 100);
  if (!rounds) return "";
  std::string name = comparison.metric;
  if (!comparison.section.empty()) name += " " + comparison.section;
  return Wrap(Printable(name, true) + ", its rounds by other methods, all within boot", 0, 2) +
         Methods(comparison, *rounds) + Points(comparison, *rounds);
}

}  // namespace regress
