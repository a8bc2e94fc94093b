// SPDX-License-Identifier: Apache-2.0
// What one simulation of the inhibition experiment counts.
#pragma once

#include <array>
#include <cstdint>

#include "models/sim/buffer_pool.h"

namespace regress {

struct InhibitionCounters {
  uint64_t first_cow = 0;    // blocks copied because they were born before this transaction
  uint64_t re_cow = 0;       // blocks copied again because writeback had written the copy
  uint64_t overwrites = 0;   // written blocks that were changed in place (overwrite_in_place)
  uint64_t writes = 0;       // blocks written by background writeback
  uint64_t sync_writes = 0;  // blocks written by WB_SYNC_ALL
  uint64_t skipped = 0;      // times that background writeback met an inhibited buffer
  uint64_t passes = 0;       // of background writeback
  uint64_t handles = 0;      // ended, outermost ends only
  uint64_t evict_handles = 0;
  uint64_t flushes = 0;        // handles that ran delayed refs
  uint64_t inhibit_calls = 0;  // by handles, whether or not the tracker then does anything
  uint64_t evictions = 0;      // buffers that a tracker gave up for another
  uint64_t max_cleanup = 0;    // entries that the longest end of a handle walked
  uint64_t cleanup_entries = 0;
  uint64_t descents = 0;
  uint64_t visits = 0;     // blocks looked at in descents
  uint64_t data_refs = 0;  // delayed references that were run
  uint64_t block_refs = 0;
  uint64_t time = 0;  // virtual, in visits
  // [tree][level: leaf, inner, root]
  std::array<std::array<uint64_t, 3>, kTrees> re_cow_by{};

  bool operator==(const InhibitionCounters&) const = default;
  double Ratio() const {
    return first_cow == 0 ? 0 : static_cast<double>(re_cow) / static_cast<double>(first_cow);
  }
};

}  // namespace regress
