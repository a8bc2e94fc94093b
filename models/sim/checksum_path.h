// SPDX-License-Identifier: Apache-2.0
// The write path of checksummed data on real bytes: bios are cut at stripe boundaries into chunks,
// each chunk is checksummed by the submitting thread, by the ordered pool or beside its IO, written
// to emulated devices, and the checksums enter the tree when their ordered extent completes.
// Afterwards every block is read back from the devices and verified. Times are simulated, checksums
// are computed.
//
// Two mistakes that were made during the kernel's development can be injected to show that the
// checks see them.
#pragma once

#include <cstdint>
#include <string>

#include "models/sim/checksum_algorithm.h"
#include "models/sim/checksum_policy.h"
#include "models/sim/writeback_model.h"

namespace regress {

enum class PathFault {
  kNone,
  kEarlyHandler,  // completion does not wait for the checksum (beside the IO)
  kLostIterator,  // the checksum job uses the bio's iterator, which the dispatch has advanced
};

struct PathParameters {
  ChecksumMode mode = ChecksumMode::kInline;
  const ChecksumAlgorithm* algorithm = nullptr;  // never null in a call
  Profile profile = Profile::kRaid0;
  std::string device = "nvme";
  int64_t devices = 4;
  int64_t file_bytes = int64_t{16} << 20;  // a multiple of 4096, at most 1 GiB
  int64_t bio_bytes = 1 << 20;
  int64_t ordered_bytes = int64_t{3} << 20;  // of one ordered extent
  int64_t stripe_bytes = int64_t{64} * 1024;
  int64_t extent_bytes = int64_t{4} << 20;  // single: bytes of one device before the next
  double flush_mib_s = 3818;
  double checksum_mib_s = 2064;
  int64_t pool_limit = 8;
  int64_t bit_flips = 64;              // tried after the run, each on its own
  PathFault fault = PathFault::kNone;  // needs kBeside
};

struct PathResult {
  int64_t blocks = 0;
  int64_t chunks = 0;
  int64_t checksums = 0;        // in the tree at the end; every block once
  int64_t wrong_data = 0;       // blocks that read back other bytes
  int64_t wrong_checksums = 0;  // blocks that fail verification
  int64_t early_handlers = 0;   // end-of-IO handlers before both parties of the latch
  int64_t early_ordered = 0;    // ordered extents that completed without all their checksums
  int64_t out_of_order = 0;     // pool chunks dispatched before a predecessor
  int64_t uncomputed = 0;       // chunks dispatched before they were computed (inline, pool)
  int64_t repeated = 0;         // chunks dispatched more than once
  int64_t left_in_order = 0;    // in the pool's list at the end
  int64_t flips = 0;
  int64_t flips_detected = 0;
  int64_t elapsed_ns = 0;

  // Everything that must be 0 is 0, nothing is missing and every flip was seen.
  bool Holds() const;
};

// Throws Error (kUsage) on parameters out of range.
PathResult RunChecksumPath(const PathParameters& parameters, uint64_t seed);

}  // namespace regress
