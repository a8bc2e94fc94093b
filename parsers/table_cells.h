// SPDX-License-Identifier: Apache-2.0
// Cuts a line of a table into cells and tells rows of one shape.
#pragma once

#include <string_view>
#include <vector>

#include "parsers/text_table.h"

namespace regress {

bool IsNumeric(CellKind kind);
bool IsDashText(std::string_view text);
size_t NumericCells(const std::vector<TextCell>& cells);

// A line that may be a row: at least two cells, of which two are numbers, or one number with a
// percent in it, or a label and a number.
bool IsRow(const std::vector<TextCell>& cells);
bool SameShape(const std::vector<TextCell>& a, const std::vector<TextCell>& b);

// A row whose label runs into its first number: one cell short, a cell ends in a number.
bool SplitToMatch(std::string_view line, size_t wanted, std::vector<TextCell>& cells);

// "                -50%    -13%" under "patched   402   9.8": all numbers, none below the label.
bool IsUnlabelled(const std::vector<TextCell>& above, const std::vector<TextCell>& cells);

}  // namespace regress
