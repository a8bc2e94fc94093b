// SPDX-License-Identifier: Apache-2.0
// The peer of every benchmark of the store: a loop that inserts the very same rows with prepared
// statements, in one transaction, with the settings of the store (WAL, synchronous=NORMAL, the same
// cache), which are faster than those a plain program would have.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace regress {

struct BareTable {
  std::string name;
  std::string order;  // "random()", the columns by which rows would come, or "NULL": as stored
};

struct BareLoopResult {
  size_t rows = 0;
  double seconds = 0;  // CPU time of the inserts and the commit
};

double CpuSeconds();

// Copies `tables` of the database `from` into a fresh one with the same schema. The values are read
// before the clock starts, piece by piece.
BareLoopResult BareLoop(const std::string& from, const std::string& to,
                        const std::vector<BareTable>& tables);

}  // namespace regress
