// SPDX-License-Identifier: Apache-2.0
// Claims of tables whose rows are comparisons: midpoints, deltas, drifts, recoveries and
// differences against the cells of their row.
#pragma once

#include <vector>

#include "models/data/claim.h"
#include "models/data/evidence_table.h"

namespace regress {

std::vector<Claim> JudgeWideTable(const EvidenceTable& table);

}  // namespace regress
