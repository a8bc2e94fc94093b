// SPDX-License-Identifier: Apache-2.0
// per_cpu/cpuN/stats files given along with a log: the only proof that nothing was dropped. A log
// is exact when the files of its directory count as many entries as it holds, and no overrun or
// drop.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "models/data/evidence.h"

namespace regress {

class RingStats {
 public:
  // Remembers the stats files in `bundle`, or raises the grade of the logs in it.
  void Apply(EvidenceBundle& bundle);

 private:
  struct Ring {
    uint64_t entries = 0;
    uint64_t lost = 0;
    uint64_t files = 0;
  };
  std::map<std::string, Ring> rings_;  // by directory of the trace that the files belong to
};

// "dir/per_cpu/cpu0/stats" and "dir/trace" both belong to "dir/"; so does "dir/stats_cpu0.txt".
std::string TraceDirectory(std::string_view path);

}  // namespace regress
