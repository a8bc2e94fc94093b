// SPDX-License-Identifier: Apache-2.0
// Several comparisons as tables: with intervals, or of means without spread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/text_reporter.h"
#include "models/data/comparison.h"

namespace regress {

// Rows that share a table: all sandwiches or none, all with intervals or none.
struct ComparisonGroup {
  bool spread = false;
  bool sandwich = false;
  std::vector<std::string> labels;  // of the points; empty if rows differ in them
  std::vector<Comparison> rows;
  uint64_t left_out = 0;
};

// The metric of a row with its section, or the section alone.
std::string RowName(const TextContext& context, const Comparison& row, bool section_only);

// Means, delta and interval of each row, then drift, drop-first, MDE and support.
std::string IntervalTable(const TextContext& context, const ComparisonGroup& group);
// Delta, drift and support of rows without spread. `with_head` says once that there are no
// intervals.
std::string MeansTable(const TextContext& context, const ComparisonGroup& group, bool with_head);

}  // namespace regress
