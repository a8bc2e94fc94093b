// SPDX-License-Identifier: Apache-2.0
// What a tracer measures around the submission of a folio: the CPU time of the submission and,
// inside it, the sleep in the block layer until a request may be submitted. With a limit of few
// requests the submitter moves at the speed of the device, so the mean interval is folio bytes /
// device rate whatever the CPU time is; the median shows the CPU time as soon as most submissions
// do not sleep.
#pragma once

#include <cstdint>
#include <string>

#include "models/sim/device.h"
#include "models/sim/wbt.h"

namespace regress {

struct ThrottleParameters {
  int64_t folio_bytes = int64_t{2} << 20;
  int64_t request_bytes = int64_t{512} * 1024;
  int64_t cpu_ns = 177'000;  // of one folio's submission
  int64_t total_bytes = int64_t{128} << 20;
  std::string device =
      "nvme";                 // or ram: no queue, hence no throttling; the copy is in the interval
  NvmeDeviceParameters nvme;  // its tags are those of wbt.queue_depth, and one for the reader
  RamDeviceParameters ram;
  WbtParameters wbt;
  bool background = true;  // background writeback
  bool reader = false;     // another task reads 4 KiB blocks, one at a time
};

struct ThrottleResult {
  double mean_us = 0;  // of the intervals
  double p50_us = 0;
  double p99_us = 0;
  double cpu_us = 0;     // mean CPU part
  double sleep_us = 0;   // mean sleep
  double reader_us = 0;  // mean read latency, 0 without a reader
  int64_t folios = 0;
  int64_t peak_in_flight = 0;
  int64_t largest_depth = 0;  // max depth that throttling reached, 0 without
  int last_step = 0;
  int64_t elapsed_ns = 0;
  bool within_limits = true;  // every admission was below its limit and the tags
};

// Throws Error (kUsage) on parameters out of range.
ThrottleResult RunThrottle(const ThrottleParameters& parameters, uint64_t seed);

}  // namespace regress
