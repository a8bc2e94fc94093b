// SPDX-License-Identifier: Apache-2.0
// What -v adds about the rounds of one comparison: the change by other methods, effect sizes, and a
// line per point about independence, warm-up and rounds that stand apart
// (stats/round_statistics.h).
#pragma once

#include <string>

#include "cli/check_options.h"
#include "models/data/comparison.h"

namespace regress {

// Empty if the comparison has means only.
std::string RoundsText(const Comparison& comparison, const CheckOptions& options);

}  // namespace regress
