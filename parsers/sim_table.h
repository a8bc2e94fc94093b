// SPDX-License-Identifier: Apache-2.0
// The evidence table that regress-sim prints: a comment line that names the experiment, then a row
// per variant and metric. Its figures are simulated: they may confirm counts and ratios that were
// predicted, and contradict nothing.
#pragma once

#include <string_view>

#include "parsers/format.h"

namespace regress {

int LooksLikeSimTable(std::string_view head);
// Throws Error(kBadInput) if the header lacks `variant`, `metric` or `mean`.
void ParseSimTable(ByteStream& input, const ParseOptions& options, const BundleSink& sink);

}  // namespace regress
