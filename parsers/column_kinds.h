// SPDX-License-Identifier: Apache-2.0
// The kind of one column by the words of its name and by what its cells look like. The roles of
// columns are decided afterwards, with the whole header in view (table_columns).
#pragma once

#include <string>
#include <string_view>

#include "models/data/evidence_table.h"
#include "parsers/table_names.h"

namespace regress {

// What the sampled cells of a column look like.
struct CellShape {
  bool numeric = false;  // at least half of the cells that are not empty are numbers
  bool lists = false;    // at least half hold two numbers or more
  bool subsets = false;  // one of them names a subset of the rounds
};

struct ColumnName {
  TableColumn column;    // kind, metric, unit, subset, operands; no point yet
  Words words;           // without subset and unit
  bool generic = false;  // "value", "result": the metric is named elsewhere
};

ColumnName ClassifyColumn(std::string_view name, const CellShape& shape);

// How likely a text column of this name holds the labels of points: 0 never, larger is likelier.
int PointColumnRank(const Words& words);

// A column of settings (threads, block size) that tells rows of one point apart.
bool IsSetting(const Words& words);

// "mean", "avg" and the like: how a figure came about, no part of its metric.
bool IsStatisticWord(std::string_view word);

}  // namespace regress
