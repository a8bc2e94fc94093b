// SPDX-License-Identifier: Apache-2.0
// From the points of a comparison to its statistics and its verdict: SandwichAnalysis in percents,
// the rules of the command line (least rounds, largest drift), the direction of the metric. Reasons
// are sentences for the reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/data/comparison.h"
#include "stats/sandwich_analysis.h"

namespace regress {

struct ComparisonRules {
  double alpha = 0.05;
  double max_drift_pct = 2;
  unsigned min_rounds = 3;
};

// Statistics of the points: rounds where all points have them, else n, mean and deviation.
SandwichAnalysis AnalyzePoints(const Comparison& comparison, const SandwichAnalyzer& analyzer);

// Fills in means, change, interval, drift, drop-first figures, p values, MDE, resolution. A
// drop-first figure of the table stays if there are no rounds.
void FillComparison(Comparison& comparison, const SandwichAnalysis& analysis,
                    const AnalysisOptions& options);

// What a verdict rests on beside the q values: cheap, without words.
struct VerdictBasis {
  bool doubtful = false;       // inconclusive whatever the q values say
  bool by_resolution = false;  // no test, but the change is larger than the quantum can explain
  bool same = false;           // shown to be within the margin, or exactly equal
  bool changed = false;        // the estimate is not zero
  bool no_test = false;        // quantised: `resolved` stands in the place of a p value
  bool resolved = false;
};
VerdictBasis BasisOf(const Comparison& comparison, const SandwichAnalysis& analysis,
                     const ComparisonRules& rules);
Support SupportOf(const VerdictBasis& basis, std::optional<double> q_within,
                  std::optional<double> q_between, double alpha);
// True if the change neither stands nor is shown to be none.
bool IsInconclusive(const VerdictBasis& basis, Support support);

// Support and verdict by the q values of the family; adds reasons. Call after FillComparison.
void DecideComparison(Comparison& comparison, const SandwichAnalysis& analysis,
                      const ComparisonRules& rules, std::optional<double> q_within,
                      std::optional<double> q_between);

// Rounds of the point with the fewest; none if some point does not say.
std::optional<uint64_t> FewestRounds(const Comparison& comparison);

}  // namespace regress
