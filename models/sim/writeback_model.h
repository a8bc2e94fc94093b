// SPDX-License-Identifier: Apache-2.0
// Buffered writeback of checksummed data over time, as a discrete-event model: writers that dirty
// memory, one background flusher, a synchronous phase at the end (fio's end_fsync), a pool of
// checksum workers with an ordered second stage, and devices. Nothing is computed on bytes here
// (checksum_path.h does that); a chunk of the volume layer is the unit of work.
//
// What fio prints at the end is a two-phase quantity: the background rate until the writers stop,
// then a synchronous flush of whatever the dirty window still holds. Both are reported apart.
//
// Not modelled: metadata, transactions, NUMA placement, seeks, pool threads that compete with the
// writers.
#pragma once

#include <cstdint>
#include <vector>

#include "models/sim/checksum_policy.h"

namespace regress {

enum class Profile { kRaid0, kSingle };

struct WritebackParameters {
  // The workload, as fio describes it.
  int64_t jobs = 4;
  int64_t block_bytes = 1 << 20;           // of one write call
  int64_t size_bytes = int64_t{32} << 30;  // of each job
  int64_t runtime_ns = 30'000'000'000;
  bool end_fsync = true;
  int64_t sync_jobs = 0;     // the first so many jobs write with O_SYNC
  double copy_mib_s = 1500;  // of one job into the page cache
  // Memory.
  int64_t window_bytes = int64_t{2} << 30;  // dirty + writeback at which writers sleep
  double background_share = 0.10 / 0.175;   // of the window, where the flusher starts
  // CPU.
  double flush_mib_s = 3818;     // f: one flusher without checksums
  double checksum_mib_s = 2064;  // c: one thread, on cold memory
  int64_t offload_ns = 0;        // o: queueing one chunk to the pool
  int64_t submit_ns = 0;         // submitting one chunk to a device
  int64_t wake_ns = 4000;        // an idle worker starts
  int64_t pool_limit = 8;        // W: min(online CPUs + 2, 8)
  int64_t pool_threshold = 32;   // pending items that raise the concurrency
  ChecksumMode background_mode = ChecksumMode::kInline;
  ChecksumMode sync_mode = ChecksumMode::kInline;  // of fsync and O_SYNC
  // Volume and devices.
  int64_t devices = 4;
  Profile profile = Profile::kRaid0;
  int64_t chunk_bytes = 1 << 20;
  int64_t extent_bytes = int64_t{1} << 30;   // single: space taken from one device at a time
  int64_t slice_bytes = int64_t{512} << 20;  // flushed of one inode before the next one
  double device_mib_s = 2738;                // d
  double device_cv = 0.05;                   // of a chunk's service time
  int64_t device_latency_ns = 10'000;
  int64_t queue_bytes = int64_t{64} << 20;  // tags * chunk; at most 1023 tags
  bool ram = false;  // the submitting thread copies (ram_copy_mib_s); no queue
  double ram_copy_mib_s = 7629;
  int64_t ram_page_ns = 60;
};

struct WritebackResult {
  double mib_s = 0;  // what fio would print: all bytes over the time of the last job
  int64_t elapsed_ns = 0;
  // Phase 1: from the first writeback until the first writer stops; phase 2: from there to the end.
  double phase1_mib_s = 0;
  double phase2_mib_s = 0;
  int64_t phase1_ns = 0;        // when the first writer stopped
  int64_t written_bytes = 0;    // dirtied by the writers
  int64_t completed_bytes = 0;  // written back
  int64_t left_bytes = 0;       // dirty or under writeback at the end (0 with end_fsync)
  int64_t peak_bytes = 0;       // largest dirty + writeback
  int64_t peak_in_flight = 0;   // largest number of requests in one device
  int64_t chunks = 0;
  int64_t checksummed_chunks = 0;
  int64_t peak_workers = 0;
  int64_t largest_order = 0;  // longest ordered list of the pool
  uint64_t events = 0;
  std::vector<int64_t> device_busy_ns;
  std::vector<int64_t> device_bytes;
};

// Throws Error (kUsage) on parameters out of range. Invariants (nothing lost, dispatch in queueing
// order, tags kept) are checked on the way and throw std::logic_error: they cannot fail on any
// input.
WritebackResult RunWriteback(const WritebackParameters& parameters, uint64_t seed);

// Closed forms of the same quantities, all MiB/s, for tests and for the crossover map.
struct ClosedForm {
  double volume = 0;      // what the devices take
  double background = 0;  // R1
  double fsync = 0;       // R2
  double bandwidth = 0;   // what fio prints
};
ClosedForm SolveWriteback(const WritebackParameters& parameters);

// One stream without overlap: 1/m + 1/c + 1/d per byte; beside the IO: 1/m + max(1/c, 1/d).
double SerialChain(double memory, double checksum, double device);
double SerialChainBeside(double memory, double checksum, double device);

}  // namespace regress
