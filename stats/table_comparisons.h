// SPDX-License-Identifier: Apache-2.0
// From an evidence table to the comparisons that it holds: points in run order with their rounds or
// with the summary that the table gives. Arithmetic of statistics is done elsewhere
// (comparison_analysis), but what a table says without its first rounds is turned into drop-first
// figures here.
#pragma once

#include <optional>
#include <vector>

#include "models/data/comparison.h"
#include "models/data/evidence_table.h"
#include "stats/boot_level.h"

namespace regress {

// One comparison per metric and patched kernel. A patched kernel is compared with the controls that
// enclose it most closely.
struct TableComparison {
  Comparison comparison;
  // Spread of logarithms between boots, pooled over all kernels of the table that were booted
  // repeatedly; none if the points of the comparison know as much.
  std::optional<BootSpread> boots;
};
std::vector<TableComparison> CompareTable(const EvidenceTable& table);

// True if both compare the same figures, as tables of one experiment do; `a` may say less than `b`.
bool SameFigures(const Comparison& a, const Comparison& b);
// How much a comparison knows: rounds are more than deviations, these more than means.
int Richness(const Comparison& comparison);

}  // namespace regress
