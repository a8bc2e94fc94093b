// SPDX-License-Identifier: Apache-2.0
// The rows of a human-readable report that hold figures, taken apart one by one. Each function
// reads one record and knows nothing of its neighbours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/fio_number.h"
#include "parsers/fio_reading.h"
#include "parsers/fio_record.h"

namespace regress {

// A size or rate with where it stands.
struct FioSizeField {
  FioSize size;
  size_t offset = 0;
};

//   read: IOPS=12.2k, BW=47.6MiB/s (49.9MB/s)(96.3MiB/2024msec)
//   read : io=2045.8MB, bw=2043.8MB/s, iops=523196, runt=  1001msec
// and the lines of a group, which have no iops and two runtimes:
//   WRITE: bw=47.6MiB/s (49.9MB/s), 47.6MiB/s-47.6MiB/s (49.9MB/s-49.9MB/s), io=96.3MiB (101MB),
//   run=2024-2024msec
//   WRITE: io=1178.1MB, aggrb=1173.4MB/s, minb=1173.4MB/s, maxb=1173.4MB/s, mint=1005msec,
//   maxt=1005msec
struct FioRateRow {
  FioDirection direction = FioDirection::kRead;
  std::string_view prefix;  // what stands before the label, without its colon
  size_t label = 0;         // offset of the label
  FioStyle style = FioStyle::kNew;
  FioField iops;
  std::optional<double> iops_value;
  std::optional<FioSizeField> rate;
  std::optional<FioSizeField> rate_decimal;  // "(49.9MB/s)"
  std::optional<FioSizeField> done;
  std::optional<FioSizeField> done_decimal;  // "(101MB)"
  FioField runtime;
  std::optional<double> runtime_ms;  // the longest of a group
  bool one_runtime = true;           // the shortest is as long

  bool IsZero() const;
};
std::optional<FioRateRow> ReadJobRates(const FioRecord& record);
std::optional<FioRateRow> ReadGroupRates(const FioRecord& record);

//     clat (usec): min=3, max=8193, avg=119.02, stdev=392.66
void ReadLatencyRow(const FioRecord& record, FioDirection direction, FioEmitter& emitter);

//     clat percentiles (usec):
struct FioPercentileHeading {
  std::string family;
  uint64_t nanoseconds = 0;  // per unit; 0 for blocks that are not read (one IO priority alone)
};
FioPercentileHeading ReadPercentileHeading(const FioRecord& record);

//      |  1.00th=[   34],  5.00th=[   39], 10.00th=[   41], 20.00th=[   44],
void ReadPercentileRow(const FioRecord& record, const FioPercentileHeading& heading,
                       FioDirection direction, FioEmitter& emitter);

//   lat (usec)   : 4=4.85%, 10=91.18%
void ReadSharesRow(const FioRecord& record, FioEmitter& emitter);

//   cpu          : usr=0.94%, sys=6.92%, ctx=721, majf=0, minf=13
void ReadProcessorRow(const FioRecord& record, FioEmitter& emitter);

//      issued rwts: total=0,3593,0,0 short=0,0,0,0 dropped=0,0,0,0
//      issued    : total=r=451036/w=301798/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0
struct FioIssued {
  std::string_view kind;  // "total", "short", "drop"
  FioDirection direction = FioDirection::kRead;
  FioField count;
  double value = 0;
};
std::vector<FioIssued> ReadIssuedRow(const FioRecord& record);

// mix: (g=0): rw=randrw, bs=(R) 4096B-4096B, ..., ioengine=psync, iodepth=1
std::vector<RunOption> ReadSectionRow(const FioRecord& record, uint32_t section);

// "Mon Nov 30 08:38:06 2026" in milliseconds since 1970, as if it were UTC: the zone is not
// printed.
std::optional<int64_t> ParseFioDate(std::string_view text);

}  // namespace regress
