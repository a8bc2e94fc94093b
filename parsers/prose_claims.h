// SPDX-License-Identifier: Apache-2.0
// The claims of prose: changes in percent, ratios, points, ranges, bounds, values from-to, sums and
// products inside a sentence, counts of calls. Each is linked to the figures that it may follow
// from: pairs of its own sentence first, then rows and blocks of the message.
#pragma once

#include "parsers/claim_context.h"

namespace regress {

// Needs the pairs of tables and blocks in context.pairs, sorted by line.
void FindProseClaims(ClaimContext& context);

}  // namespace regress
