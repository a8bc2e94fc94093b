// SPDX-License-Identifier: Apache-2.0
#include "stats/permutation.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "stats/array_map.h"
#include "stats/random.h"

namespace regress {
namespace {

// Number of assignments of the values to groups of these sizes, or limit + 1 if there are more.
size_t CountAssignments(std::span<const size_t> sizes, size_t limit) {
  double count = 1;
  double placed = 0;
  for (const size_t size : sizes) {
    for (size_t k = 1; k <= size; ++k) {
      count *= (placed + static_cast<double>(k)) / static_cast<double>(k);
      if (count > 2 * static_cast<double>(limit) + 2) return limit + 1;
    }
    placed += static_cast<double>(size);
  }
  return std::min(limit + 1, static_cast<size_t>(std::llround(count)));
}

// Every group contributes weight x mean of its values.
std::optional<PermutationTest> Permute(std::span<const Values> groups,
                                       std::span<const double> weights,
                                       const PermutationOptions& options) {
  std::vector<double> values;
  std::vector<size_t> sizes;
  std::vector<unsigned char> label;
  std::vector<double> weight_of_label;
  for (size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].empty() || !AsArray(groups[g]).allFinite()) return std::nullopt;
    values.insert(values.end(), groups[g].begin(), groups[g].end());
    sizes.push_back(groups[g].size());
    label.insert(label.end(), groups[g].size(), static_cast<unsigned char>(g));
    weight_of_label.push_back(weights[g] / static_cast<double>(groups[g].size()));
  }
  // The weights add up to zero, so that a common shift changes nothing but rounding errors.
  const double shift = AsArray(values).mean();
  double scale = 0;
  for (double& value : values) {
    value -= shift;
    scale = std::max(scale, std::abs(value));
  }
  const auto contrast = [&] {
    double sum = 0;
    for (size_t i = 0; i < values.size(); ++i) sum += weight_of_label[label[i]] * values[i];
    return sum;
  };
  PermutationTest test;
  test.observed = contrast();
  const double slack = 1e-12 * scale;  // equal contrasts differ by rounding only
  size_t two_sided = 0;
  size_t less = 0;
  size_t greater = 0;
  const auto count = [&] {
    const double value = contrast();
    two_sided += std::abs(value) >= std::abs(test.observed) - slack ? 1 : 0;
    less += value <= test.observed + slack ? 1 : 0;
    greater += value >= test.observed - slack ? 1 : 0;
  };
  test.exact = CountAssignments(sizes, options.max_exact) <= options.max_exact;
  size_t extra = 0;
  if (test.exact) {
    std::sort(label.begin(), label.end());
    do {
      count();
      ++test.assignments;
    } while (std::next_permutation(label.begin(), label.end()));
  } else {
    ResamplingRandom random(options.seed);
    extra = 1;  // the observed assignment is one of those that count
    for (; test.assignments < options.samples; ++test.assignments) {
      random.Shuffle(std::span(label));
      count();
    }
  }
  const double total = static_cast<double>(test.assignments + extra);
  test.p = static_cast<double>(two_sided + extra) / total;
  test.p_less = static_cast<double>(less + extra) / total;
  test.p_greater = static_cast<double>(greater + extra) / total;
  return test;
}

}  // namespace

std::optional<PermutationTest> PermuteMeans(Values x, Values y, const PermutationOptions& options) {
  const Values groups[] = {x, y};
  const double weights[] = {1, -1};
  return Permute(groups, weights, options);
}

std::optional<PermutationTest> PermuteSandwich(Values control_a, Values patched, Values control_b,
                                               const PermutationOptions& options) {
  const Values groups[] = {control_a, patched, control_b};
  const double weights[] = {-0.5, 1, -0.5};
  return Permute(groups, weights, options);
}

}  // namespace regress
