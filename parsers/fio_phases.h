// SPDX-License-Identifier: Apache-2.0
// The two phases of a run with end_fsync: jobs write into the page cache, then wait until the data
// are on the device, and fio's bandwidth counts both times as one. The states that a run prints
// while it lasts (--status-interval) tell them apart: work grows in the first phase only.
//   rate of phase 1 = work / time at the last state before the one that shows all work
//   time of phase 1 = all work / rate      time of phase 2 = runtime - time of phase 1
// The rate is that of the states; the end of phase 1 is interpolated, so both times are known to an
// interval of the states at best.
#pragma once

#include <array>
#include <vector>

#include "parsers/fio_reading.h"

namespace regress {

class FioPhases {
 public:
  // States of one run in one format, in order.
  void Add(const FioSnapshot& state);
  void Clear() { jobs_.clear(); }
  // Appends fio.write_phase1_bw_MBps, fio.write_phase1_ms and fio.write_phase2_ms to the jobs of
  // the last state that had end_fsync and a second phase.
  void Report(FioSnapshot& last, const std::string& path) const;

 private:
  struct Progress {
    double kibibytes = 0;
    double runtime_ms = 0;
  };
  struct Writing {
    Progress before;  // the last state with less work than now
    Progress now;
    bool has_before = false;
  };
  std::vector<Writing> jobs_;
};

}  // namespace regress
