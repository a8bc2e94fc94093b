// SPDX-License-Identifier: Apache-2.0
#include "stats/sandwich_analysis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "models/data/error.h"
#include "stats/equivalence.h"
#include "stats/power.h"
#include "stats/quantised.h"
#include "stats/sandwich.h"
#include "stats/student_t.h"

namespace regress {
namespace {

AnalysisOptions Checked(AnalysisOptions options) {
  if (!(options.alpha > 0 && options.alpha < options.power && options.power < 1)) {
    throw Error(ErrorKind::kUsage, "the level must lie between 0 and the power, both below 1");
  }
  if (!(options.drift_margin > 0 && options.drift_margin < 1)) {
    throw Error(ErrorKind::kUsage, "the drift margin must lie between 0 and 100%");
  }
  if (options.weight_b && !(*options.weight_b >= 0 && *options.weight_b <= 1)) {
    throw Error(ErrorKind::kUsage, "the weight of the last control must lie between 0 and 1");
  }
  return options;
}

// The drift against the midpoint that belongs to a ratio of last to first control.
double DriftOfRatio(double ratio) {
  return 2 * (ratio - 1) / (ratio + 1);
}

// Outside the margin as a whole, inside it as a whole, or neither.
DriftState StateOfRatio(const Interval& ratio, double margin) {
  const Interval stable{1 - margin, 1 / (1 - margin)};
  if (ratio.low >= stable.high || ratio.high <= stable.low) return DriftState::kDrift;
  if (ratio.low > stable.low && ratio.high < stable.high) return DriftState::kStable;
  return DriftState::kUndecided;
}

}  // namespace

std::string_view Name(RatioMethod method) {
  return method == RatioMethod::kFieller ? "fieller" : "log-delta";
}

Support DecideSupport(std::optional<double> within, std::optional<double> between, double alpha) {
  if (!within && !between) return Support::kNone;
  if (within && !(*within < alpha)) return Support::kUnsupported;
  if (between && *between < alpha) return Support::kSupported;
  return within ? Support::kWithinBoot : Support::kUnsupported;
}

SandwichAnalyzer::SandwichAnalyzer(AnalysisOptions options)
    : options_(Checked(options)),
      t_quantile_(
          [alpha = options_.alpha](double df) { return StudentTUpperQuantile(alpha / 2, df); }),
      noncentrality_([alpha = options_.alpha, power = options_.power](double df) {
        return NoncentralityForPower(df, alpha, power);
      }) {}

double SandwichAnalyzer::ControlWeight(size_t index, size_t count) const {
  if (options_.weight_b && count == 2)
    return index == 0 ? 1 - *options_.weight_b : *options_.weight_b;
  return 1 / static_cast<double>(count);
}

SandwichAnalyzer SandwichAnalyzer::WithTimeWeight(double weight_b) const {
  SandwichAnalyzer analyzer = *this;
  analyzer.options_.weight_b = weight_b;
  analyzer.options_ = Checked(analyzer.options_);
  return analyzer;
}

SandwichAnalysis SandwichAnalyzer::Sandwich(Values control_a, Values patched,
                                            Values control_b) const {
  return Points(std::array{control_a, control_b}, std::array{patched});
}

SandwichAnalysis SandwichAnalyzer::AgainstControl(Values control, Values patched) const {
  return Points(std::array{control}, std::array{patched});
}

SandwichAnalysis SandwichAnalyzer::Points(std::span<const Values> controls,
                                          std::span<const Values> patched) const {
  std::vector<Summary> summaries;
  summaries.reserve(controls.size() + patched.size());
  for (const std::span<const Values> points : {controls, patched}) {
    for (const Values rounds : points) {
      const std::optional<Summary> summary = Summarize(rounds);
      if (!summary) {
        SandwichAnalysis nothing;
        nothing.findings.Add(Finding::kNotFinite);
        return nothing;
      }
      summaries.push_back(*summary);
    }
  }
  const std::span<const Summary> all(summaries);
  SandwichAnalysis result = Summaries(all.first(controls.size()), all.last(patched.size()));
  if (result.findings.Has(Finding::kNotFinite)) return result;
  AddResolution(controls, patched, all, result);
  AddFirstRounds(controls, patched, all, result);
  return result;
}

SandwichAnalysis SandwichAnalyzer::Summaries(std::span<const Summary> controls,
                                             std::span<const Summary> patched) const {
  SandwichAnalysis result;
  if (controls.empty() || patched.empty()) {
    result.findings.Add(Finding::kNotFinite);
    return result;
  }
  // The weighted means of both roles with their variance, as stats/intervals.h Combine does.
  bool spread_known = true;
  std::array<MeanEstimate, 2> roles;
  for (const bool is_patched : {false, true}) {
    const std::span<const Summary> points = is_patched ? patched : controls;
    MeanEstimate& role = roles[is_patched ? 1 : 0];
    double denominator = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      const double weight =
          is_patched ? 1 / static_cast<double>(points.size()) : ControlWeight(i, points.size());
      role.mean += weight * points[i].mean;
      const std::optional<MeanEstimate> estimate = EstimateMean(points[i]);
      spread_known = spread_known && estimate;
      if (!estimate || estimate->df == 0) continue;
      const double variance = weight * weight * estimate->variance;
      role.variance += variance;
      denominator += variance * variance / estimate->df;
    }
    if (denominator > 0) role.df = role.variance * role.variance / denominator;
  }
  const MeanEstimate& control = roles[0];
  result.control = control.mean;
  result.patched = roles[1].mean;
  result.difference = result.patched - result.control;
  if (!std::isfinite(result.difference) || !std::isfinite(control.variance + roles[1].variance)) {
    result.findings.Add(Finding::kNotFinite);
    return result;
  }
  if (control.mean > 0) {
    result.delta = RelativeChange(control.mean, result.patched);
  } else {
    result.findings.Add(control.mean == 0 ? Finding::kZeroControl : Finding::kNegativeControl);
  }
  if (!spread_known) {
    result.findings.Add(Finding::kOneRound);
  } else if (control.variance + roles[1].variance > 0) {
    AddWithinBoot(control, roles[1], result);
  } else {
    result.findings.Add(Finding::kZeroVariance);
  }
  if (controls.size() > 1) AddDrift(controls.front(), controls.back(), result);
  AddBetweenBoots(controls, patched, result);
  result.support = DecideSupport(result.p_within, result.p_between, options_.alpha);
  return result;
}

void SandwichAnalyzer::AddWithinBoot(const MeanEstimate& control, const MeanEstimate& patched,
                                     SandwichAnalysis& result) const {
  const std::optional<DifferenceTest> test = WelchTest(patched, control);
  if (!test) return;
  const double t = t_quantile_(test->df);
  result.df = test->df;
  result.p_within = test->p;
  result.difference_interval = DifferenceInterval(*test, t);
  if (!result.delta) return;
  result.delta_error = test->standard_error / control.mean;
  result.mde = noncentrality_(test->df) * *result.delta_error;
  std::optional<Interval> ratio;
  if (options_.method == RatioMethod::kLogDelta) {
    ratio = LogDelta(patched, control, t);
  } else if (const auto fieller = Fieller(patched, control, t)) {
    ratio = fieller->ratio;
  }
  if (ratio) {
    result.interval = Interval{ratio->low - 1, ratio->high - 1};
  } else {
    result.findings.Add(Finding::kUnboundedControl);
  }
  if (const auto same = RatioEquivalence(patched, control, options_.drift_margin)) {
    result.p_same = same->p();
  }
}

void SandwichAnalyzer::AddDrift(const Summary& first, const Summary& last,
                                SandwichAnalysis& result) const {
  const double low = std::min(first.mean, last.mean);
  const double high = std::max(first.mean, last.mean);
  if (result.patched >= low && result.patched <= high) {
    result.findings.Add(Finding::kBetweenControls);
  }
  if (std::abs(result.difference) <= high - low) result.findings.Add(Finding::kWithinDrift);
  if (!(low > 0)) return;
  result.delta_vs_first_control = RelativeChange(first.mean, result.patched);
  result.delta_vs_last_control = RelativeChange(last.mean, result.patched);
  DriftAnalysis drift;
  drift.value = (last.mean - first.mean) / Midpoint(first.mean, last.mean);
  if (result.delta && drift.value != 0) {
    result.delta_over_drift = std::abs(*result.delta / drift.value);
  }
  const std::optional<MeanEstimate> a = EstimateMean(first);
  const std::optional<MeanEstimate> b = EstimateMean(last);
  if (const auto test = a && b ? WelchTest(*b, *a) : std::nullopt) {
    drift.p_difference = test->p;
    const std::optional<FiellerInterval> ratio = Fieller(*b, *a, t_quantile_(test->df));
    if (ratio && ratio->ratio.low > -1) {
      drift.interval = Interval{DriftOfRatio(ratio->ratio.low), DriftOfRatio(ratio->ratio.high)};
      if (StateOfRatio(ratio->ratio, options_.drift_margin) == DriftState::kDrift) {
        drift.state = DriftState::kDrift;
      }
    }
    if (const auto stable = RatioEquivalence(*b, *a, options_.drift_margin)) {
      drift.p_stable = stable->p();
      if (*drift.p_stable < options_.alpha) drift.state = DriftState::kStable;
    }
  }
  result.drift = drift;
}

void SandwichAnalyzer::AddBetweenBoots(std::span<const Summary> controls,
                                       std::span<const Summary> patched,
                                       SandwichAnalysis& result) const {
  const auto positive = [](const Summary& point) { return point.mean > 0; };
  const bool logs = std::all_of(controls.begin(), controls.end(), positive) &&
                    std::all_of(patched.begin(), patched.end(), positive);
  // Logarithms relative to the control, so that close figures do not cancel.
  const auto scale = [&](const Summary& point) {
    return logs ? std::log(point.mean / result.control) : point.mean - result.control;
  };
  double contrast = 0;
  double squared_weights = 0;
  double squares = 0;  // within the points of a role
  for (const bool is_patched : {false, true}) {
    const std::span<const Summary> points = is_patched ? patched : controls;
    const double n = static_cast<double>(points.size());
    double sum = 0;
    double sum_of_squares = 0;
    const double base = scale(points.front());
    for (size_t i = 0; i < points.size(); ++i) {
      const double value = i == 0 ? base : scale(points[i]);
      const double weight = is_patched ? 1 / n : -ControlWeight(i, points.size());
      contrast += weight * value;
      squared_weights += weight * weight;
      const double shifted = value - base;
      sum += shifted;
      sum_of_squares += shifted * shifted;
    }
    squares += std::max(0.0, sum_of_squares - sum * sum / n);
  }
  BootSpread spread{0, static_cast<double>(controls.size() + patched.size() - 2)};
  if (options_.boot_spread && logs) {
    spread = *options_.boot_spread;
  } else if (spread.df > 0) {
    spread.sd = std::sqrt(squares / spread.df);
  } else {
    result.findings.Add(Finding::kNoRepeatedPoint);
    return;
  }
  const double error = spread.sd * std::sqrt(squared_weights);
  if (!(error > 0)) {
    result.findings.Add(Finding::kEqualBoots);
    return;
  }
  result.between_df = spread.df;
  result.p_between = StudentTTwoSided(contrast / error, spread.df);
}

void SandwichAnalyzer::AddResolution(std::span<const Values> controls,
                                     std::span<const Values> patched,
                                     std::span<const Summary> summaries,
                                     SandwichAnalysis& result) const {
  // Cheap tests first: with more than 3 distinct values a point can only be below the floor of its
  // quantum if its spread is below that of a third of its range.
  bool suspect = false;
  for (size_t i = 0; i < summaries.size() && !suspect; ++i) {
    const Values rounds = i < controls.size() ? controls[i] : patched[i - controls.size()];
    const double third = (summaries[i].max - summaries[i].min) / 3;
    const size_t distinct = DistinctValues(rounds, 4);
    suspect = rounds.size() > 1 && ((distinct <= 3 && distinct < rounds.size()) ||
                                    summaries[i].SampleSd().value_or(0) < QuantumSdFloor(third));
  }
  if (!suspect) return;
  std::vector<Values> points(controls.begin(), controls.end());
  points.insert(points.end(), patched.begin(), patched.end());
  const std::optional<double> quantum = DetectQuantum(points);
  if (!quantum) return;
  bool quantised = false;
  bool below_floor = false;
  for (size_t i = 0; i < points.size(); ++i) {
    if (points[i].size() < 2) continue;
    quantised = quantised || IsQuantised(points[i], *quantum);
    below_floor = below_floor || *summaries[i].SampleSd() < QuantumSdFloor(*quantum);
  }
  if (!quantised) return;
  result.findings.Add(Finding::kQuantised);
  result.quantum = *quantum;
  if (result.delta) result.resolution = ResolutionBound(result.control, result.patched, *quantum);
  if (!below_floor) return;
  // Some variance is an artefact of rounding: figures built on it would claim too much.
  result.interval.reset();
  result.difference_interval.reset();
  result.p_within.reset();
  result.p_same.reset();
  result.delta_error.reset();
  result.mde = result.delta ? std::optional(*quantum / result.control) : std::nullopt;
  result.df = 0;
  const bool resolved = std::abs(result.difference) > *quantum;
  result.support = DecideSupport(resolved ? 0.0 : 1.0, result.p_between, options_.alpha);
  const Summary& first = summaries.front();
  const Summary& last = summaries[controls.size() - 1];
  const double floor = QuantumSdFloor(*quantum);
  if (!result.drift || (*first.SampleSd() >= floor && *last.SampleSd() >= floor)) return;
  result.drift->p_difference.reset();
  result.drift->p_stable.reset();
  result.drift->interval.reset();
  result.drift->state = DriftState::kUndecided;
  if (const auto bound = ResolutionBound(first.mean, last.mean, *quantum)) {
    const Interval ratio{1 + bound->low, 1 + bound->high};
    result.drift->interval = Interval{DriftOfRatio(ratio.low), DriftOfRatio(ratio.high)};
    result.drift->state = StateOfRatio(ratio, options_.drift_margin);
  }
}

void SandwichAnalyzer::AddFirstRounds(std::span<const Values> controls,
                                      std::span<const Values> patched,
                                      std::span<const Summary> summaries,
                                      SandwichAnalysis& result) const {
  double control = 0;
  double changed = 0;
  std::array<double, 2> ends{};  // first and last control
  bool enough = true;
  for (size_t i = 0; i < summaries.size(); ++i) {
    const bool is_patched = i >= controls.size();
    const Values rounds = is_patched ? patched[i - controls.size()] : controls[i];
    if (summaries[i].min < summaries[i].max) {
      result.first_lowest += rounds.front() == summaries[i].min ? 1 : 0;
      result.first_highest += rounds.front() == summaries[i].max ? 1 : 0;
    }
    const std::optional<double> mean = Mean(WithoutFirstRounds(rounds, options_.drop_first));
    enough = enough && mean;
    if (!mean) continue;
    if (is_patched) {
      changed += *mean / static_cast<double>(patched.size());
    } else {
      control += ControlWeight(i, controls.size()) * *mean;
      if (i == 0) ends[0] = *mean;
      ends[1] = *mean;
    }
  }
  const size_t points = summaries.size();
  if (points >= 3 && (result.first_lowest == points || result.first_highest == points)) {
    result.findings.Add(Finding::kFirstRoundSystematic);
  }
  if (!enough || !result.delta || !(control > 0)) return;
  const std::optional<double> delta = RelativeChange(control, changed);
  if (!delta) return;
  WithoutFirst without;
  without.delta = *delta;
  without.shift = *delta - *result.delta;
  if (result.drift)
    without.drift = RelativeDrift(ends[0], ends[1], DriftConvention::kSignedVsMidpoint);
  if (result.delta_error && *result.delta_error > 0) {
    without.shift_in_errors = without.shift / *result.delta_error;
  }
  result.drop_first = without;
}

std::optional<Interval> DecisionInterval(const SandwichAnalysis& analysis) {
  return analysis.interval ? analysis.interval : analysis.resolution;
}

}  // namespace regress
