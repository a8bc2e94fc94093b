// SPDX-License-Identifier: Apache-2.0
// Quoted copies of table rows: a reply repeats the report. A copy is a quoted row whose figures
// stand in an earlier message of the same input, or less deeply quoted in the same one. Memory is
// bounded: rows further back than some hundred thousand are forgotten, and a copy of them then
// counts as a row of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/data/robot_report.h"

namespace regress {

class RowMemory {
 public:
  // Marks the copies among the rows of the next message of an input and remembers the others.
  void MarkDuplicates(RobotReport& report);

 private:
  struct Entry {
    uint64_t hash = 0;  // 0: empty
    SourceRef place;
    uint16_t quote_depth = 0;
  };
  // Open addressing, at most half full.
  struct Table {
    std::vector<Entry> slots;
    size_t used = 0;
  };
  static Entry* Find(Table& table, uint64_t hash);
  void Insert(const Entry& entry);

  Table recent_;
  Table older_;
};

}  // namespace regress
