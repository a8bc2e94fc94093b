// SPDX-License-Identifier: Apache-2.0
// What each column of a table stands for, from the names in its header and a sample of its rows.
// Roles are recognised or asked for (--columns), never guessed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence_table.h"

namespace regress {

// The number of a cell such as "12.5", "1,234" or "12.5us", with the unit printed behind it.
struct CellNumber {
  PrintedNumber number;
  std::string unit;
};
std::optional<CellNumber> ParseCell(std::string_view text);

// How the rows of a table are to be read.
struct TablePlan {
  EvidenceTable table;           // columns, layout and controls; no rows
  std::vector<size_t> keys;      // columns that tell what was measured
  std::optional<size_t> metric;  // of these, the one that names the metric
  std::optional<size_t> point;   // label of the row's point
  std::optional<size_t> role;    // its role where another column has the label
  std::optional<size_t> subset;
  std::optional<size_t> round;
  std::optional<size_t> unit;
  bool rounds = false;  // a row is a round, to be gathered into points
  bool late = false;    // the sample does not show all points yet: plan again with all labels
  std::string
      ambiguity;     // why roles cannot be told; empty if they can or if there are none to tell
  std::string help;  // what would tell
  bool option_unused = false;  // --columns names nothing of this table
};

using SampleRow = std::vector<std::string>;

// `columns_option` is the value of --columns, of which nothing need be found here if there are
// `others` that it may speak of; `partial` if the table goes on behind the sample.
// Throws Error(kUsage) if the option names a role that there is not.
TablePlan PlanTable(const SampleRow& header, std::span<const SampleRow> sample,
                    std::string_view columns_option, bool partial = false, bool others = false);

// The point of a row with this label, by the labels that the table has (points layout).
Role RoleOfStem(const EvidenceTable& table, std::string_view stem);

}  // namespace regress
