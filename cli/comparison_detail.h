// SPDX-License-Identifier: Apache-2.0
// One comparison in full, and the sentence that closes a report about comparisons.
#pragma once

#include <cstdint>
#include <string>

#include "cli/check_options.h"
#include "models/data/comparison.h"

namespace regress {

// The block of a single comparison: means, deviations, drift, drop-first, MDE, support, resolution.
std::string DetailText(const Comparison& comparison, const CheckOptions& options);

// What the first comparison shows, in a plain sentence; of several, how many are inconclusive.
std::string ClosingSentence(const Comparison& comparison, uint64_t total, uint64_t inconclusive,
                            const CheckOptions& options);

}  // namespace regress
