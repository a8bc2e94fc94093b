// SPDX-License-Identifier: Apache-2.0
// The boot as the unit of a comparison. Rounds of one boot share its memory layout and thermal
// state, so that their scatter says nothing of the next boot; the spread between boots comes from
// kernels that were booted more than once (the two controls of a sandwich: 1 degree of freedom), or
// from history. See T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time", ISMM
// 2013. Raw form: differences of means. Log form: differences of their logarithms, for noise that
// is proportional; verdicts use it. Answers: nothing without spread (a single boot of each kernel,
// or equal controls) and for figures that are not finite or, in the log form, not positive.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "models/data/printed_number.h"
#include "stats/values.h"

namespace regress {

// Standard deviation between boots of one kernel, in the metric's unit or of logarithms.
struct BootSpread {
  double sd = 0;
  double df = 0;
};

// Pooled over kernels: each entry holds the boot means of one kernel. Kernels booted once add
// nothing.
std::optional<BootSpread> PooledBootSpread(std::span<const std::vector<double>> boots_of_kernels);

struct BootTest {
  double difference = 0;  // patched - control, in the unit of the spread
  double standard_error = 0;
  double t = 0;
  double df = 0;
  double p = 1;  // two-sided
};
// Means over `patched_boots` and `control_boots` boots.
std::optional<BootTest> TestBoots(double patched, size_t patched_boots, double control,
                                  size_t control_boots, const BootSpread& spread);
Interval BootInterval(const BootTest& test, double confidence);

// A sandwich by its own two controls, 1 df: t = D / (|B - A| / sqrt 2 sqrt 1.5).
std::optional<BootTest> SandwichBootTest(double control_a, double patched, double control_b);
std::optional<BootTest> SandwichBootTestLog(double control_a, double patched, double control_b);

// Rounds nested in boots: variance between the boots of a kernel against variance of rounds inside
// a boot.
struct NestedBoots {
  double mean_square_between = 0;
  double mean_square_within = 0;
  double intraclass_correlation = 0;
  double design_effect = 0;  // factor by which rounds overstate their number
};
// boots[i] are the rounds of boot i, kernel_of_boot[i] its kernel. All boots need the same number
// of rounds, at least 2; some kernel at least two boots.
std::optional<NestedBoots> AnalyzeNestedBoots(std::span<const Values> boots,
                                              std::span<const int> kernel_of_boot);

}  // namespace regress
