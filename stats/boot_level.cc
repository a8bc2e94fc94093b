// SPDX-License-Identifier: Apache-2.0
#include "stats/boot_level.h"

#include <array>
#include <cmath>
#include <map>

#include "stats/student_t.h"
#include "stats/summary.h"

namespace regress {

std::optional<BootSpread> PooledBootSpread(std::span<const std::vector<double>> boots_of_kernels) {
  double squares = 0;
  double df = 0;
  for (const std::vector<double>& boots : boots_of_kernels) {
    if (boots.size() < 2) continue;
    const std::optional<Summary> summary = Summarize(boots);
    if (!summary) return std::nullopt;
    squares += summary->sum_squares;
    df += static_cast<double>(boots.size() - 1);
  }
  if (df == 0) return std::nullopt;
  return BootSpread{std::sqrt(squares / df), df};
}

std::optional<BootTest> TestBoots(double patched, size_t patched_boots, double control,
                                  size_t control_boots, const BootSpread& spread) {
  if (patched_boots == 0 || control_boots == 0 || !(spread.df > 0)) return std::nullopt;
  BootTest test{.difference = patched - control, .df = spread.df};
  test.standard_error = spread.sd * std::sqrt(1 / static_cast<double>(patched_boots) +
                                              1 / static_cast<double>(control_boots));
  if (!(test.standard_error > 0)) return std::nullopt;
  test.t = test.difference / test.standard_error;
  if (!std::isfinite(test.t)) return std::nullopt;
  test.p = StudentTTwoSided(test.t, test.df);
  return test;
}

Interval BootInterval(const BootTest& test, double confidence) {
  const double half = StudentTUpperQuantile((1 - confidence) / 2, test.df) * test.standard_error;
  return {test.difference - half, test.difference + half};
}

std::optional<BootTest> SandwichBootTest(double control_a, double patched, double control_b) {
  const BootSpread spread{std::abs(control_b - control_a) / std::sqrt(2.0), 1};
  return TestBoots(patched, 1, control_a / 2 + control_b / 2, 2, spread);
}

std::optional<BootTest> SandwichBootTestLog(double control_a, double patched, double control_b) {
  if (!(control_a > 0 && patched > 0 && control_b > 0)) return std::nullopt;
  const double log_ratio = std::log(control_b / control_a);
  const BootSpread spread{std::abs(log_ratio) / std::sqrt(2.0), 1};
  // ln P - (ln A + ln B) / 2, written so that close figures do not cancel.
  return TestBoots(std::log(patched / control_a) - log_ratio / 2, 1, 0, 2, spread);
}

std::optional<NestedBoots> AnalyzeNestedBoots(std::span<const Values> boots,
                                              std::span<const int> kernel_of_boot) {
  if (boots.size() != kernel_of_boot.size() || boots.empty()) return std::nullopt;
  const size_t rounds = boots[0].size();
  if (rounds < 2) return std::nullopt;
  std::map<int, std::vector<double>> means_of_kernel;
  double squares_within = 0;
  for (size_t i = 0; i < boots.size(); ++i) {
    const std::optional<Summary> summary = Summarize(boots[i]);
    if (!summary || boots[i].size() != rounds) return std::nullopt;
    squares_within += summary->sum_squares;
    means_of_kernel[kernel_of_boot[i]].push_back(summary->mean);
  }
  std::vector<std::vector<double>> means;
  means.reserve(means_of_kernel.size());
  for (auto& [kernel, values] : means_of_kernel) means.push_back(std::move(values));
  const std::optional<BootSpread> spread = PooledBootSpread(means);
  if (!spread) return std::nullopt;
  const double n = static_cast<double>(rounds);
  NestedBoots nested;
  nested.mean_square_between = n * spread->sd * spread->sd;
  nested.mean_square_within = squares_within / (static_cast<double>(boots.size()) * (n - 1));
  const double total = nested.mean_square_between + (n - 1) * nested.mean_square_within;
  if (!(total > 0)) return std::nullopt;
  nested.intraclass_correlation = (nested.mean_square_between - nested.mean_square_within) / total;
  nested.design_effect = 1 + (n - 1) * nested.intraclass_correlation;
  return nested;
}

}  // namespace regress
