// SPDX-License-Identifier: Apache-2.0
// Evidence tables: TSV or CSV with a header and any order of columns. A row is a round, a point (n,
// mean, sd, cv, a list of values), a comparison (control A, patched, control B and published
// figures) or a count (function, calls). Tables of rounds become comparisons; others are handed on
// as EvidenceTable pieces of at most kRowsPerPiece rows.
#pragma once

#include <cstddef>

#include "parsers/format.h"

namespace regress {

// Throws Error(kBadInput) if there is no header, or if the roles of columns are needed and cannot
// be told (the help names --columns).
void ParseEvidenceTable(ByteStream& input, const ParseOptions& options, const BundleSink& sink);

constexpr size_t kRowsPerPiece = 8192;

}  // namespace regress
