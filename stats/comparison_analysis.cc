// SPDX-License-Identifier: Apache-2.0
#include "stats/comparison_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/summary.h"

namespace regress {
namespace {

constexpr size_t kMostPoints = 64;  // of a role

Interval Percent(const Interval& ratio) {
  return {100 * ratio.low, 100 * ratio.high};
}

std::optional<double> Percent(const std::optional<double>& ratio) {
  return ratio ? std::optional<double>(100 * *ratio) : std::nullopt;
}

bool AllRounds(const Comparison& comparison) {
  return !comparison.points.empty() &&
         std::all_of(comparison.points.begin(), comparison.points.end(),
                     [](const Point& point) { return !point.rounds.empty(); });
}

size_t CountOf(const Comparison& comparison, Role role) {
  return static_cast<size_t>(std::count_if(comparison.points.begin(), comparison.points.end(),
                                           [&](const Point& point) { return point.role == role; }));
}

// A summary of a point as far as it is known: without deviation or n it is a mean without spread.
std::optional<Summary> SummaryOf(const Point& point) {
  if (!point.rounds.empty()) return Summarize(point.rounds);
  if (!point.mean || !std::isfinite(*point.mean)) return std::nullopt;
  const bool spread = point.n && *point.n >= 2 && point.stddev;
  return SummaryFromMoments(spread ? static_cast<size_t>(*point.n) : 1, *point.mean,
                            spread ? *point.stddev : 0);
}

}  // namespace

std::optional<uint64_t> FewestRounds(const Comparison& comparison) {
  std::optional<uint64_t> fewest;
  for (const Point& point : comparison.points) {
    const std::optional<uint64_t> n =
        point.rounds.empty() ? point.n : std::optional<uint64_t>(point.rounds.size());
    if (!n) return std::nullopt;
    if (!fewest || *n < *fewest) fewest = n;
  }
  return fewest;
}

SandwichAnalysis AnalyzePoints(const Comparison& comparison, const SandwichAnalyzer& analyzer) {
  if (AllRounds(comparison)) {
    std::vector<Values> controls;
    std::vector<Values> patched;
    for (const Point& point : comparison.points) {
      std::vector<Values>& list = point.role == Role::kControl ? controls : patched;
      if (list.size() < kMostPoints) list.emplace_back(point.rounds);
    }
    if (controls.empty() || patched.empty()) {
      SandwichAnalysis nothing;
      nothing.findings.Add(Finding::kNotFinite);
      return nothing;
    }
    return analyzer.Points(controls, patched);
  }
  std::vector<Summary> controls;
  std::vector<Summary> patched;
  for (const Point& point : comparison.points) {
    const std::optional<Summary> summary = SummaryOf(point);
    std::vector<Summary>& list = point.role == Role::kControl ? controls : patched;
    if (summary && list.size() < kMostPoints) list.push_back(*summary);
  }
  return analyzer.Summaries(controls, patched);
}

void FillComparison(Comparison& comparison, const SandwichAnalysis& analysis,
                    const AnalysisOptions& options) {
  for (Point& point : comparison.points) {
    if (point.rounds.empty()) continue;
    point.n = point.rounds.size();
    if (const std::optional<Summary> summary = Summarize(point.rounds)) {
      point.mean = summary->mean;
      point.stddev = summary->SampleSd();
      point.stddev_kind = point.stddev ? StddevKind::kSample : StddevKind::kNone;
    }
  }
  if (analysis.findings.Has(Finding::kNotFinite)) return;
  comparison.is_difference = !analysis.delta;
  comparison.change = analysis.delta ? Percent(analysis.delta) : analysis.difference;
  if (analysis.delta && analysis.interval) {
    comparison.delta_ci = DeltaInterval{Percent(*analysis.interval), 1 - options.alpha,
                                        std::string(Name(options.method))};
  } else if (!analysis.delta && analysis.difference_interval) {
    comparison.delta_ci = DeltaInterval{*analysis.difference_interval, 1 - options.alpha, "welch"};
  }
  if (analysis.drift) {
    Drift drift;
    drift.value = 100 * analysis.drift->value;
    if (analysis.drift->interval) drift.bounds = Percent(*analysis.drift->interval);
    drift.state = analysis.drift->state;
    comparison.drift = drift;
  }
  if (analysis.drop_first) {
    comparison.drop_first =
        DropFirst{100 * analysis.drop_first->delta, Percent(analysis.drop_first->drift)};
  }
  comparison.p_within = analysis.p_within;
  comparison.p_between = analysis.p_between;
  comparison.mde = Percent(analysis.mde);
  if (analysis.resolution) comparison.resolution = Percent(*analysis.resolution);
}

VerdictBasis BasisOf(const Comparison& comparison, const SandwichAnalysis& analysis,
                     const ComparisonRules& rules) {
  VerdictBasis basis;
  basis.no_test = !analysis.p_within && analysis.quantum > 0;
  basis.resolved = basis.no_test && std::abs(analysis.difference) > analysis.quantum;
  const double change = analysis.delta.value_or(analysis.difference);
  basis.changed = change != 0;
  const bool no_variance = analysis.findings.Has(Finding::kZeroVariance);
  basis.by_resolution = no_variance && basis.changed && (!analysis.resolution || basis.resolved);
  basis.same =
      (no_variance && !basis.changed) || (analysis.p_same && *analysis.p_same < rules.alpha);
  const std::optional<uint64_t> fewest = FewestRounds(comparison);
  const double drift = analysis.drift ? 100 * std::abs(analysis.drift->value) : 0;
  basis.doubtful = CountOf(comparison, Role::kControl) == 0 ||
                   CountOf(comparison, Role::kPatched) == 0 ||
                   analysis.findings.Has(Finding::kNotFinite) ||
                   (fewest && *fewest < rules.min_rounds) || drift > rules.max_drift_pct ||
                   (drift > 0 && (analysis.findings.Has(Finding::kBetweenControls) ||
                                  analysis.findings.Has(Finding::kWithinDrift))) ||
                   (analysis.findings.Has(Finding::kOneRound) && !analysis.p_between);
  return basis;
}

Support SupportOf(const VerdictBasis& basis, std::optional<double> q_within,
                  std::optional<double> q_between, double alpha) {
  // Quantised rounds have no test: what the quantum resolves stands in its place.
  if (!q_within && basis.no_test) q_within = basis.resolved ? 0.0 : 1.0;
  return DecideSupport(q_within, q_between, alpha);
}

bool IsInconclusive(const VerdictBasis& basis, Support support) {
  if (basis.doubtful) return true;
  const bool stands =
      support == Support::kSupported || support == Support::kWithinBoot || basis.by_resolution;
  return !(stands && basis.changed) && !basis.same;
}

void DecideComparison(Comparison& comparison, const SandwichAnalysis& analysis,
                      const ComparisonRules& rules, std::optional<double> q_within,
                      std::optional<double> q_between) {
  comparison.q_value = q_between ? q_between : q_within;
  const VerdictBasis basis = BasisOf(comparison, analysis, rules);
  comparison.support = SupportOf(basis, q_within, q_between, rules.alpha);
  const auto tell = [&](std::string reason) { comparison.reasons.push_back(std::move(reason)); };
  const size_t controls = CountOf(comparison, Role::kControl);
  const size_t patched = CountOf(comparison, Role::kPatched);
  const bool inconclusive = IsInconclusive(basis, comparison.support);
  if (inconclusive) comparison.verdict = ComparisonVerdict::kInconclusive;
  if (controls == 0 || patched == 0)
    return tell(controls == 0 ? "no control point" : "no patched point");
  if (analysis.findings.Has(Finding::kNotFinite)) return tell("a point has no finite figure");
  if (const std::optional<uint64_t> fewest = FewestRounds(comparison);
      fewest && *fewest < rules.min_rounds)
    tell(fmt::format("{} {}, --min-rounds is {}", *fewest, *fewest == 1 ? "round" : "rounds",
                     rules.min_rounds));
  const double drift = comparison.drift ? comparison.drift->value : 0;
  if (std::abs(drift) > rules.max_drift_pct)
    tell(fmt::format("the controls drift {:+.1f}%, limit {:g}%", drift, rules.max_drift_pct));
  if (drift != 0 && analysis.findings.Has(Finding::kBetweenControls)) {
    tell("the patched mean lies between the controls");
  } else if (drift != 0 && analysis.findings.Has(Finding::kWithinDrift)) {
    tell("the delta is smaller than the drift");
  }
  if (controls == 1) tell("no second control: drift and boot-to-boot spread are unknown");
  if (analysis.findings.Has(Finding::kZeroControl))
    tell("new from 0: no percent of a control of zero");
  if (analysis.findings.Has(Finding::kNegativeControl))
    tell("the control is negative: the difference is given, no percent");
  if (analysis.findings.Has(Finding::kUnboundedControl))
    tell("the control is not distinguishable from zero: no interval");
  if (analysis.findings.Has(Finding::kZeroVariance) && !analysis.resolution)
    tell("no round differs inside its point: no interval, no p");
  if (analysis.findings.Has(Finding::kEqualBoots))
    tell("the controls are equal: spread between boots cannot be told");
  if (analysis.findings.Has(Finding::kFirstRoundSystematic))
    tell(fmt::format("round 1 is {} in every point: systematic, cancels in the delta",
                     analysis.first_lowest >= analysis.first_highest ? "lowest" : "highest"));
  if (analysis.findings.Has(Finding::kOneRound) && !analysis.p_between)
    tell("means without spread: no interval, no support");
  if (inconclusive) {
    if (basis.doubtful) return;
    tell(comparison.mde ? fmt::format("no change is shown: changes of {:.2g}% or more would show",
                                      *comparison.mde)
                        : "the change is not supported");
    return;
  }
  const double change = comparison.change.value_or(0);
  const bool stands = comparison.support == Support::kSupported ||
                      comparison.support == Support::kWithinBoot || basis.by_resolution;
  if (!stands || !basis.changed) {
    comparison.verdict = ComparisonVerdict::kSame;
  } else if (comparison.better == Direction::kUnknown) {
    comparison.verdict = ComparisonVerdict::kUnknown;
  } else {
    comparison.verdict = (change > 0) == (comparison.better == Direction::kHigher)
                             ? ComparisonVerdict::kBetter
                             : ComparisonVerdict::kWorse;
  }
}

}  // namespace regress
