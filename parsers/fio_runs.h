// SPDX-License-Identifier: Apache-2.0
// Puts the snapshots of an input together to runs. One run may be printed in several formats
// (--output-format=normal,terse,json) and several times while it lasts (--status-interval, each
// time with the totals since its start); only one snapshot of a run is preferred: the last of the
// best format (JSON, then terse, then human-readable). Two snapshots of one format are states of
// one run if the jobs are the same and time and work grew together; else they are two runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/fio_reading.h"
#include "parsers/fio_report.h"
#include "parsers/format.h"

namespace regress {

class FioRuns {
 public:
  // `path`, `counters` and `sink` must outlive it. The sink gets a bundle for each run, and for
  // each state of a long one as soon as the next is there.
  FioRuns(const std::string& path, FioCounters& counters, const BundleSink& sink);
  ~FioRuns();
  FioRuns(const FioRuns&) = delete;
  FioRuns& operator=(const FioRuns&) = delete;

  void Preamble(const FioPreamble& preamble);  // of the run that follows
  void ErrorText(std::string_view text);       // printed by the run that is going on
  void Note(Diagnostic diagnostic);
  void Add(FioSnapshot&& snapshot);
  void Finish();  // ends the last run
  // "3 runs of fio-3.33", empty if there was none.
  std::string Description() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// True if `next` is a later state of the run that printed `previous`, both of one format.
bool IsLaterState(const FioSnapshot& previous, const FioSnapshot& next);

// True if both can be of the same run in different formats: the same jobs with the same runtimes.
bool IsSameState(const FioSnapshot& a, const FioSnapshot& b);

}  // namespace regress
