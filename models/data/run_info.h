// SPDX-License-Identifier: Apache-2.0
// One run of a measuring tool inside one input: what it was told and how it ended. Its readings are
// the measurements of the same bundle (or of later ones of the same input) with the same `run`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/data/source_ref.h"

namespace regress {

// An option as the tool reports it: "bs" and "4k", "end_fsync" and "1". `job` is the index of the
// job in its run; options of all jobs (fio's "global options") have none.
struct RunOption {
  std::optional<uint32_t> job;
  std::string name;
  std::string value;

  bool operator==(const RunOption&) const = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads a defaulted comparison
  auto operator<=>(const RunOption&) const = default;
};

// Completion counts of one histogram, fio's json+ "bins": nanoseconds and samples, sorted.
struct LatencyBins {
  std::string metric;  // what its percentiles are called without "_99%_ns": "fio.write_clat"
  std::vector<std::pair<double, uint64_t>> bins;
};

struct RunJob {
  std::string job;    // as in Measurement::job
  int64_t group = 0;  // jobs of one group are reported together
  std::vector<LatencyBins> bins;
  std::string log_prefix;           // what its logs per interval are called, empty if unknown
  std::optional<uint64_t> samples;  // of bandwidth while it ran, the fewest of its directions
  SourceRef samples_at;
};

struct RunInfo {
  uint32_t run = 0;                // as in Measurement::run
  std::string version;             // "fio-3.33"; empty if the text does not say
  bool disks = false;              // statistics of disks were printed: the files were on some
  std::string host;                // where it ran, if the text says so
  std::vector<RunOption> options;  // sorted; names of files and directories are left out
  std::vector<RunJob> jobs;        // of the preferred reading, without sums of others
  int64_t error = 0;               // errno of the first job that failed, 0 if none did
  std::string error_text;          // what the tool printed about it, empty if nothing
  std::optional<int64_t> time_ms;  // end of the run, milliseconds since 1970
  InputRef source;                 // where the preferred reading of the run begins

  bool failed() const { return error != 0; }
};

}  // namespace regress
