// SPDX-License-Identifier: Apache-2.0
// A closed loop on one device, as fio with a fixed queue depth runs it: `depth` requests are kept
// in flight until `count` have completed. The figures of a drive's data sheet, from the model.
#pragma once

#include <cstdint>

#include "models/sim/device.h"

namespace regress {

struct DeviceLoad {
  DeviceOp op = DeviceOp::kWrite;
  int64_t bytes = 4096;
  int64_t depth = 1;
  int64_t count = 100000;
};

struct DeviceLoadResult {
  double iops = 0;
  double mib_per_s = 0;
  double mean_ns = 0;  // latency of a request
  int64_t p50_ns = 0;
  int64_t p99_ns = 0;
  int64_t p999_ns = 0;
  uint64_t events = 0;  // of the device
};

// Throws Error (kUsage) on a load that the device cannot take (depth above its tags, no request).
DeviceLoadResult RunDeviceLoad(Device& device, const DeviceLoad& load);

}  // namespace regress
