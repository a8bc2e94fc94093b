// SPDX-License-Identifier: Apache-2.0
// The table of comparisons whose rounds a mail prints under "with" and "without" headings: means,
// change and the spread of each side.
#pragma once

#include <string>
#include <vector>

#include "cli/text_reporter.h"
#include "models/data/comparison.h"

namespace regress {

// All of `rows` have a control and a patched point with rounds, in this order.
std::string RoundsTable(const TextContext& context, const std::vector<Comparison>& rows);

// "The patch's gain is large against the spread", without a full stop.
std::string RoundsSentence(const std::vector<Comparison>& rows);

}  // namespace regress
