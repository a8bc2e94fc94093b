// SPDX-License-Identifier: Apache-2.0
// The table of a sandwich that a mail prints as means: its figures with their own digits, delta and
// drift recomputed, support between boots.
#pragma once

#include <string>
#include <vector>

#include "cli/text_reporter.h"
#include "models/data/comparison.h"

namespace regress {

// All of `rows` have a control, a patched and a control point.
std::string SandwichTable(const TextContext& context, const std::vector<Comparison>& rows);

}  // namespace regress
