// SPDX-License-Identifier: Apache-2.0
// What the comparisons of a report say together, for -v: the geometric mean of the ratios of each
// unit, p values of repeats of one metric combined, and the p values of the gated metrics, which
// were declared beforehand, corrected by Holm.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/comparison_tables.h"

namespace regress {

// Of the rows that the groups keep; empty if they have nothing in common.
std::string FamilyText(const std::vector<ComparisonGroup>& groups,
                       const std::set<std::string>& gated);

}  // namespace regress
