// SPDX-License-Identifier: Apache-2.0
// The two phases of a run with end_fsync, from its logs per interval: jobs write into the page
// cache, then wait until the data are on the device. Rows of a log end with the last write, the
// runtime of the run with the fsync:
//   rate of phase 1 = all work / time of the last row      time of phase 2 = runtime - that time
// A log belongs to a run of the same directory whose options name its prefix; logs of jobs count
// through all sections from 1. What states printed while the run lasts tell is not told again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/data/evidence.h"

namespace regress {

class LogPhases {
 public:
  // Remembers runs and logs in `bundle`. When all logs of a job are there, its phases are appended
  // to the bundle that completes them: fio.write_phase1_bw_MBps, fio.write_phase1_ms,
  // fio.write_phase2_ms.
  void Apply(EvidenceBundle& bundle);

 private:
  // A job of a run, or the jobs of its group, that waits for its logs.
  struct Writer {
    std::string logs;  // directory and prefix
    uint32_t first = 1;
    uint32_t count = 1;
    double bytes = 0;
    Measurement runtime;
  };

  void AddRuns(const EvidenceBundle& bundle);
  void AddLogs(const EvidenceBundle& bundle);
  bool Tell(const Writer& writer, EvidenceBundle& bundle) const;

  // Times of the last rows in milliseconds, by directory and prefix, by job number.
  std::map<std::string, std::map<uint32_t, double>> logs_;
  std::vector<Writer> waiting_;
};

}  // namespace regress
