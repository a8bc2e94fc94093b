// SPDX-License-Identifier: Apache-2.0
// fio's human-readable output of every version, also quoted, wrapped, cut or edited by people.
// Lines come one by one without quote marks; records that a mailer wrapped are joined again. Every
// job header with what follows it is a job; lines whose header is missing ("only the READ line")
// are jobs without name; the lines of "Run status group" are the group.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/fio_reading.h"

namespace regress {

// What the lines before the results say: the version, the options of the sections.
struct FioPreamble {
  std::string version;
  std::vector<RunOption> options;
  std::string host;
};

class FioReportReader {
 public:
  struct Sinks {
    FioSnapshotSink snapshot;                          // a report, when its end is seen
    std::function<void(const FioPreamble&)> preamble;  // a line of the preamble of a new run
    std::function<void(std::string_view)> error;       // what fio printed about an error
  };

  // `path` and `counters` must outlive the reader.
  FioReportReader(const std::string& path, FioCounters& counters, Sinks sinks);
  ~FioReportReader();
  FioReportReader(const FioReportReader&) = delete;
  FioReportReader& operator=(const FioReportReader&) = delete;

  // A line without its end and quote marks; `at` is the place of its first byte.
  void Line(std::string_view text, SourceRef at);
  // Ends the report that is open.
  void Flush();

  uint64_t recognised() const;  // lines that were fio's

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// The kind of a line, for the reader and for telling fio's output from other text.
enum class FioLineKind : uint8_t {
  kNone,
  kHeader,       // NAME: (groupid=0, jobs=1): err= 0: pid=1: DATE
  kDirection,    // read: IOPS=12.2k, BW=47.6MiB/s (49.9MB/s)(96.3MiB/2024msec)
  kLatency,      // clat (usec): min=3, max=8193, avg=119.02, stdev=392.66
  kPercentiles,  // clat percentiles (usec):
  kPercentile,   // |  1.00th=[    4],  5.00th=[    5],
  kShares,       // lat (usec)   : 4=4.85%, 10=91.18%
  kSyncHeading,  // fsync/fdatasync/sync_file_range:
  kProcessor,    // cpu          : usr=0.94%, sys=6.92%, ctx=721, majf=0, minf=13
  kIssued,       // issued rwts: total=1,2,0,0 short=0,0,0,0 dropped=0,0,0,0
  kSamples,      // bw (  KiB/s): min=46240, max=60956, per=100.00%, avg=55574.67, ..., samples=3
  kOther,        // iops, IO depths, submit, complete, latency, errors and the like
  kStatus,       // Run status group 0 (all jobs):
  kGroup,        // WRITE: bw=47.6MiB/s (49.9MB/s), ..., io=96.3MiB (101MB), run=2024-2024msec
  kDisk,         // Disk stats (read/write):
  kVersion,      // fio-3.33
  kSection,      // NAME: (g=0): rw=write, bs=..., ioengine=psync, iodepth=1
  kHost,         // hostname=vm, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1
  kError,        // fio: pid=8, err=28/file:io_u.c:1876, func=io_u error, error=No space left
};
FioLineKind ClassifyFioLine(std::string_view line);

}  // namespace regress
