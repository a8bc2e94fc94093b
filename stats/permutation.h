// SPDX-License-Identifier: Apache-2.0
// Permutation tests: how often a random assignment of the rounds to the points gives a contrast at
// least as large. All assignments if there are at most 10^6, else a seeded sample with p = (1 + k)
// / (1 + N). They exchange rounds and so share the blindness of all within-boot tests
// (stats/boot_level.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "stats/values.h"

namespace regress {

struct PermutationOptions {
  uint64_t seed = 1;
  size_t samples = 100'000;
  size_t max_exact = 1'000'000;
};

struct PermutationTest {
  double observed = 0;
  size_t assignments = 0;  // all of them, or the samples drawn
  bool exact = false;
  double p = 1;  // two-sided: |contrast| >= |observed|
  double p_less = 1;
  double p_greater = 1;
};

// mean x - mean y.
std::optional<PermutationTest> PermuteMeans(Values x, Values y, const PermutationOptions& = {});
// mean P - (mean A + mean B) / 2.
std::optional<PermutationTest> PermuteSandwich(Values control_a, Values patched, Values control_b,
                                               const PermutationOptions& = {});

}  // namespace regress
