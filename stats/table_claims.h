// SPDX-License-Identifier: Apache-2.0
// The derived figures of evidence tables as claims: n, means, deviations of listed values,
// midpoints, deltas, drifts, recoveries, differences, and figures that another table gives too.
// Each is recomputed from the cells it derives from, as intervals of their printed digits; the
// convention of a column (which drift, which recovery) is the one that most of its rows follow.
#pragma once

#include <span>
#include <vector>

#include "models/data/claim.h"
#include "models/data/diagnostic.h"
#include "models/data/evidence_table.h"

namespace regress {

struct TableClaims {
  std::vector<Claim> claims;  // in the order of rows and columns
  std::vector<Diagnostic> diagnostics;
};

// The claims of each table, in the order given. Tables of one call see each other's figures.
std::vector<TableClaims> JudgeTables(std::span<const EvidenceTable> tables);

}  // namespace regress
