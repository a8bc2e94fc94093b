// SPDX-License-Identifier: Apache-2.0
// A table of figures as its header and cells say it: what each column stands for, which point each
// row or column belongs to, and every number as printed. Recognised by parsers/, checked and
// compared by stats/. Owns its strings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/data/comparison.h"
#include "models/data/printed_number.h"

namespace regress {

// What the cells of a column are.
enum class ColumnKind : uint8_t {
  kText,    // identities, notes: nothing to compute
  kKey,     // what was measured: a metric, scenario, function
  kPoint,   // which point a row belongs to
  kSubset,  // which rounds a row stands for
  kOrder,   // place of a row in the run order
  kRound,   // number of a round in its point
  kTime,    // time stamp of a row
  kUnit,    // unit of the row's value
  kLevel,   // a figure of a metric: a mean or a single round
  kCount,   // rounds behind a figure
  kStddev,
  kCv,
  kMinimum,
  kMaximum,
  kRounds,  // a list of rounds
  kMidpoint,
  kDelta,
  kDrift,
  kRecovery,
  kDifference,
  kCalls,  // calls of the function that the row names
  kCheck,  // a semantic check
};

// Which rounds a figure stands for: all, or all but the first `dropped` ones.
struct RoundSubset {
  bool stated = false;
  uint32_t dropped = 0;
  bool operator==(const RoundSubset&) const = default;
};

// "control-a" is stem "control", repeat 0; a point that is measured once has repeat -1.
struct TablePoint {
  std::string stem;
  int32_t repeat = -1;
  bool empty() const { return stem.empty(); }
  bool operator==(const TablePoint&) const = default;
};

struct TableColumn {
  std::string name;
  ColumnKind kind = ColumnKind::kText;
  TablePoint point;    // the point that the column's figures belong to, if the header says so
  std::string metric;  // the name without the words for point, subset and statistic
  std::string unit;
  RoundSubset subset;
  std::string left;   // of a derived figure "child_vs_parent_a_pct": "child"
  std::string right;  // "parent_a"
};

struct EvidenceCell {
  std::string text;
  std::optional<PrintedNumber> number;
  uint32_t column = 0;  // where it stands in the line, from 1
};

struct EvidenceRow {
  uint32_t line = 0;
  std::string key;     // the cells of the key columns
  std::string metric;  // of these, the cell that names the metric, if one column does
  std::string label;   // point as printed
  TablePoint point;
  RoundSubset subset;
  std::vector<EvidenceCell> cells;  // as many as columns
};

enum class TableLayout : uint8_t {
  kOther,   // nothing to compare
  kWide,    // a row is a comparison: its points are columns
  kPoints,  // a row is a point
  kCounts,  // a row is a function and its calls
};

struct EvidenceTable {
  std::string path;
  TableLayout layout = TableLayout::kOther;
  std::vector<TableColumn> columns;
  std::vector<EvidenceRow> rows;
  std::vector<std::string> controls;  // stems of the points that are controls, outermost first
  bool continued = false;             // a piece of a long table
};

}  // namespace regress
