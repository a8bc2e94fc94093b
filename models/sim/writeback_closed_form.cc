// SPDX-License-Identifier: Apache-2.0
// Per byte, a thread that flushes and checksums needs 1/f + 1/c; queueing a chunk to the pool adds
// o/S:
//   V  = N * d (raid0) or d (single), the copy rate of a RAM device
//   R1 = min(V, 1/(1/f + 1/c))  inline     min(V, f', W * c)  offload     min(V, f')  beside
//   R2 = min(V, J / (1/f + 1/c))           fsync runs in its J callers
//   B  = (R1 * T + D) / (T + D / R2), or with T' = (X - D) / R1 if the total size X ends the run
#include <algorithm>

#include "models/sim/page_store.h"
#include "models/sim/writeback_model.h"

namespace regress {
namespace {

constexpr double kMiB = 1 << 20;

// Cost of a fixed time per chunk, in seconds per MiB.
double PerMiB(int64_t ns, int64_t chunk_bytes) {
  return static_cast<double>(ns) / 1e9 / (static_cast<double>(chunk_bytes) / kMiB);
}

}  // namespace

ClosedForm SolveWriteback(const WritebackParameters& p) {
  const double ram = p.ram ? 1 / p.ram_copy_mib_s + PerMiB(p.ram_page_ns, kPageBytes) : 0;
  const double dispatch = PerMiB(p.submit_ns, p.chunk_bytes) + ram;
  const double queueing = PerMiB(p.offload_ns, p.chunk_bytes);
  const double flush = 1 / p.flush_mib_s;
  const double sum = 1 / p.checksum_mib_s;
  const auto threads = static_cast<double>(p.pool_limit);

  ClosedForm solved;
  solved.volume = p.profile == Profile::kRaid0 ? p.device_mib_s * static_cast<double>(p.devices)
                                               : p.device_mib_s;
  if (p.ram) solved.volume = 1e9;  // the copy is in the threads' time
  // Rate of one submitting thread, and of the pool behind it.
  const auto rate = [&](ChecksumMode mode) {
    switch (mode) {
      case ChecksumMode::kNone:
        return 1 / (flush + dispatch);
      case ChecksumMode::kInline:
        return 1 / (flush + sum + dispatch);
      case ChecksumMode::kBeside:
        return std::min(1 / (flush + queueing + dispatch), threads * p.checksum_mib_s);
      case ChecksumMode::kOffload:
        break;
    }
    // The ordered second stage is serial: its dispatches do not overlap each other.
    const double serial = dispatch > 0 ? 1 / dispatch : 1e9;
    return std::min({1 / (flush + queueing), threads / (sum + dispatch), serial});
  };
  solved.background = std::min(solved.volume, rate(p.background_mode));
  const double pool = p.sync_mode == ChecksumMode::kBeside ? threads * p.checksum_mib_s : 1e9;
  solved.fsync = std::min({solved.volume, static_cast<double>(p.jobs) * rate(p.sync_mode), pool});

  const double runtime = static_cast<double>(p.runtime_ns) / 1e9;
  const double window = static_cast<double>(p.window_bytes) / kMiB;
  const double total = static_cast<double>(p.size_bytes) / kMiB * static_cast<double>(p.jobs);
  if (!p.end_fsync) {
    solved.bandwidth = std::min(total, solved.background * runtime + window) / runtime;
  } else if (solved.background * runtime + window > total) {
    const double dirty = std::min(window, total);
    const double background_time = (total - dirty) / solved.background;
    solved.bandwidth = total / (background_time + dirty / solved.fsync);
  } else {
    solved.bandwidth = (solved.background * runtime + window) / (runtime + window / solved.fsync);
  }
  return solved;
}

double SerialChain(double memory, double checksum, double device) {
  return 1 / (1 / memory + 1 / checksum + 1 / device);
}

double SerialChainBeside(double memory, double checksum, double device) {
  return 1 / (1 / memory + std::max(1 / checksum, 1 / device));
}

}  // namespace regress
