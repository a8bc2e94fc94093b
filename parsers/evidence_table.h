// SPDX-License-Identifier: Apache-2.0
// Evidence tables: TSV or CSV with a header and any order of columns. A row is a round, a point (n,
// mean, sd, cv, a list of values), a comparison (control A, patched, control B and published
// figures) or a count (function, calls). Tables of rounds become comparisons; others are handed on
// as EvidenceTable pieces of at most kRowsPerPiece rows.
#pragma once

#include <cstddef>
#include <string_view>

#include "parsers/format.h"

namespace regress {

int LooksLikeTable(std::string_view head);
// Throws Error(kBadInput) if there is no header, or if the roles of columns are needed and cannot
// be told (the help names --columns).
void ParseEvidenceTable(ByteStream& input, const ParseOptions& options, const BundleSink& sink);

constexpr size_t kRowsPerPiece = 8192;

// Bytes of comment lines (`# ...`) and empty lines before the header; '\t', ',' or ';' by the first
// line behind them, 0 if it has none.
char FindDelimiter(std::string_view head, size_t& header_begin);

}  // namespace regress
