// SPDX-License-Identifier: Apache-2.0
// Judges the derived cells of tables. The columns and the convention of a table are those that
// reproduce most of its rows; a row that departs is contradicted only if no other reading of it
// gives its number and the others leave no doubt.
#pragma once

#include <vector>

#include "models/data/claim_candidates.h"

namespace regress {

// Judges all candidates with `table` set; `open` of the result marks tentative ones to drop.
// `rows` are the candidates of all tables of one message.
void JudgeTables(std::vector<ClaimCandidate*>& rows);

}  // namespace regress
