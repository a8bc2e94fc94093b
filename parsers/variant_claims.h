// SPDX-License-Identifier: Apache-2.0
// Tables that give one value per variant and derive nothing: each value is a claim from-to, open
// until something else decides it. Words that such a table bears on ("leaves most of", "recovering
// almost all of") are claims too.
//   tracking                      re-COW per first-COW
//   no inhibition                         6.1
//   CLOCK array, 8 slots (this patch)     1.6
#pragma once

#include "parsers/claim_context.h"

namespace regress {

// Needs context.tables; marks the lines that it takes `in_table`.
void FindVariantClaims(ClaimContext& context);

}  // namespace regress
