// SPDX-License-Identifier: Apache-2.0
// Figures that a table repeats from another one: the means of a comparison are those of the points,
// the means of points those of the listed rounds. A repeat is a claim if it is clear which figure
// is meant.
#pragma once

#include <span>
#include <vector>

#include "models/data/claim.h"
#include "models/data/evidence_table.h"

namespace regress {

// Claims of each table, in the order given.
std::vector<std::vector<Claim>> JudgeRepeats(std::span<const EvidenceTable> tables);

}  // namespace regress
