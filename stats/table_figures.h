// SPDX-License-Identifier: Apache-2.0
// Figures of tables and comparisons that the claims of other inputs may need: calls of functions,
// semantic checks, means of points, deltas and drifts with and without the first rounds.
#pragma once

#include <vector>

#include "models/data/comparison.h"
#include "models/data/evidence.h"

namespace regress {

// Kinds: "calls" (name is the function), "check" (name is the check, such as expected_match_ratio),
// "mean" (name is the metric, point its label), "n", "delta", "drift", "drop-first-delta",
// "drop-first-drift".
std::vector<EvidenceFigure> FiguresOfTable(const EvidenceTable& table);
// Published deltas and drifts that follow from their row, with what they follow from.
void AddFigures(const EvidenceTable& table, const std::vector<Claim>& claims,
                std::vector<EvidenceFigure>& figures);
// Deltas and drifts of an analysed comparison.
void AddFigures(const Comparison& comparison, std::vector<EvidenceFigure>& figures);

}  // namespace regress
