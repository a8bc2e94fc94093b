// SPDX-License-Identifier: Apache-2.0
// Everything that the rounds of a metric say about a patched kernel against its controls: one call
// gives the statistics of a `comparisons` entry. A sandwich is two controls and one patched point;
// A/B has one of each; longer palindromes (A P A P A) have more. Points are passed in run order
// within their role. Ratios, not percents; it knows no direction, unit or gate. Two error terms are
// kept apart: rounds ("within boot": interval, p_within, mde) and boots ("between": p_between, from
// the scatter of repeated points).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "models/data/comparison.h"
#include "stats/boot_level.h"
#include "stats/df_table.h"
#include "stats/intervals.h"
#include "stats/values.h"

namespace regress {

enum class RatioMethod : uint8_t { kFieller, kLogDelta };
std::string_view Name(RatioMethod method);  // "fieller", "log-delta"

struct AnalysisOptions {
  double alpha = 0.05;
  double power = 0.8;          // of the minimum detectable effect
  double drift_margin = 0.02;  // of the equivalence test behind stable, drift, undecided
  size_t drop_first = 1;       // rounds left out of every point in the second computation
  RatioMethod method = RatioMethod::kFieller;
  // Spread of logarithms between boots of one kernel, known from history; used instead of the
  // repeated points of the comparison.
  std::optional<BootSpread> boot_spread;
  // Weight of the last of two controls, from time stamps (stats/sandwich.h); an even midpoint
  // without.
  std::optional<double> weight_b;
};

// Why a figure is absent or must be read with care.
enum class Finding : uint8_t {
  kNotFinite,  // a round or mean is not a finite number, or a point has no rounds: nothing computed
  kZeroControl,          // the control is zero: absolute change only
  kNegativeControl,      // the control is negative: absolute change only
  kOneRound,             // a point has fewer than 2 rounds: no interval
  kZeroVariance,         // no round differs inside its point: no test, verdict by resolution only
  kQuantised,            // spread of the size of the quantum: see `resolution`
  kUnboundedControl,     // the control is not distinguishable from zero: no interval of the ratio
  kNoRepeatedPoint,      // every kernel was booted once: spread between boots unknown
  kEqualBoots,           // repeated points are equal: spread between boots cannot be estimated
  kBetweenControls,      // the patched mean lies between the controls
  kWithinDrift,          // |delta| is not larger than |drift|
  kFirstRoundSystematic  // round 1 is the lowest, or the highest, of every point (at least 3
                         // points)
};

struct Findings {
  uint32_t bits = 0;
  void Add(Finding finding) { bits |= 1u << static_cast<unsigned>(finding); }
  bool Has(Finding finding) const { return (bits >> static_cast<unsigned>(finding) & 1u) != 0; }
};

struct DriftAnalysis {
  double value = 0;                    // (last - first control) / mean of the two
  std::optional<Interval> interval;    // within boot, of the same figure, level 1 - alpha
  std::optional<double> p_difference;  // Welch, H0: no drift
  std::optional<double> p_stable;      // ratio TOST, H0: drift of at least the margin
  DriftState state = DriftState::kUndecided;
};

struct WithoutFirst {
  double delta = 0;
  std::optional<double> drift;
  double shift = 0;                       // delta without - delta with the first rounds
  std::optional<double> shift_in_errors;  // in standard errors of delta
};

struct SandwichAnalysis {
  double control = 0;  // midpoint, or mean of the only control
  double patched = 0;
  double difference = 0;  // patched - control
  std::optional<double> delta;
  std::optional<double> delta_vs_first_control;  // with two controls or more
  std::optional<double> delta_vs_last_control;
  std::optional<Interval> interval;             // of delta, within boot, level 1 - alpha
  std::optional<Interval> difference_interval;  // of the difference, Welch
  std::optional<double> delta_error;            // standard error of difference / control
  double df = 0;                                // of the within-boot test, 0 without
  std::optional<double> p_within;
  std::optional<double> p_same;            // ratio TOST of patched / control at the drift margin
  std::optional<DriftAnalysis> drift;      // with two controls or more
  std::optional<double> delta_over_drift;  // |delta| / |drift|
  std::optional<double> p_between;         // log form if all means are positive
  double between_df = 0;
  std::optional<WithoutFirst> drop_first;
  // Relative to the control, within boot; one quantum where resolution replaces the interval.
  std::optional<double> mde;
  double quantum = 0;                  // 0 if none was found or it does not matter
  std::optional<Interval> resolution;  // worst case of delta by the quantum, if it matters
  size_t first_lowest = 0;  // points whose round 1 is their minimum (and not their maximum)
  size_t first_highest = 0;
  Support support = Support::kNone;  // by p_within and p_between at alpha; see DecideSupport
  Findings findings;
};

// supported: against rounds and boots; within-boot: against rounds only. A p that is absent decides
// nothing; none without either. `between` may be a q value over a family of metrics.
Support DecideSupport(std::optional<double> within, std::optional<double> between, double alpha);

// Holds the options and their quantiles; one object for all comparisons of a report.
class SandwichAnalyzer {
 public:
  // Throws Error (usage) unless 0 < alpha < power < 1, 0 < drift_margin < 1 and a weight is in [0,
  // 1].
  explicit SandwichAnalyzer(AnalysisOptions options = {});

  // The same with controls interpolated in time; cheap, the tables of quantiles are copied.
  SandwichAnalyzer WithTimeWeight(double weight_b) const;

  SandwichAnalysis Sandwich(Values control_a, Values patched, Values control_b) const;
  SandwichAnalysis AgainstControl(Values control, Values patched) const;
  // Any number of points of each role, at least one.
  SandwichAnalysis Points(std::span<const Values> controls, std::span<const Values> patched) const;
  // The same where only n, mean and sd are known (n = 1: a mean without spread).
  SandwichAnalysis Summaries(std::span<const Summary> controls,
                             std::span<const Summary> patched) const;

  const AnalysisOptions& options() const { return options_; }

 private:
  void AddWithinBoot(const MeanEstimate& control, const MeanEstimate& patched,
                     SandwichAnalysis& result) const;
  void AddDrift(const Summary& first, const Summary& last, SandwichAnalysis& result) const;
  void AddBetweenBoots(std::span<const Summary> controls, std::span<const Summary> patched,
                       SandwichAnalysis& result) const;
  void AddResolution(std::span<const Values> controls, std::span<const Values> patched,
                     std::span<const Summary> summaries, SandwichAnalysis& result) const;
  void AddFirstRounds(std::span<const Values> controls, std::span<const Values> patched,
                      std::span<const Summary> summaries, SandwichAnalysis& result) const;
  double ControlWeight(size_t index, size_t count) const;

  AnalysisOptions options_;
  DfTable t_quantile_;
  DfTable noncentrality_;
};

// What a gate decides on: the interval of delta, or the bound by the quantum where that replaces
// it.
std::optional<Interval> DecisionInterval(const SandwichAnalysis& analysis);

}  // namespace regress
