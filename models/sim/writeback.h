// SPDX-License-Identifier: Apache-2.0
// Writeback of metadata, in virtual time. In the background (WB_SYNC_NONE) it is a closed loop: a
// pass lists the dirty buffers by address and writes them one after the other, passing by those
// that are inhibited; the next pass starts a gap after the last write of this one was done.
// WB_SYNC_ALL writes every dirty buffer, inhibited or not.
#pragma once

#include <cstdint>
#include <vector>

#include "models/sim/buffer_pool.h"
#include "models/sim/counters.h"
#include "models/sim/rng.h"

namespace regress {

struct WritebackConfig {
  bool enabled = true;
  uint64_t gap = 750;            // mean idle time between passes, visits
  bool fixed_gap = false;        // else exponential
  uint64_t write_time = 60;      // of one block, visits
  uint32_t dirty_threshold = 0;  // a pass writes nothing while fewer buffers are dirty
  uint32_t pass_limit = 0;       // most buffers that a pass writes, 0: all
};

class Writeback {
 public:
  Writeback(const WritebackConfig& config, BufferPool& buffers, InhibitionCounters& counters,
            uint64_t seed);

  // Does what is due up to `now`.
  void RunUntil(uint64_t now) {
    if (next_event_ <= now) RunEvents(now);
  }
  void SyncAll();

 private:
  void RunEvents(uint64_t now);
  void BeginPass();
  bool WriteNext();
  uint64_t Gap();

  WritebackConfig config_;
  BufferPool& buffers_;
  InhibitionCounters& counters_;
  Rng rng_;
  bool in_pass_ = false;
  uint64_t next_event_ = UINT64_MAX;
  std::vector<BufferId> pass_;  // what was dirty when the pass began, by address
  size_t position_ = 0;
  uint32_t written_in_pass_ = 0;
};

}  // namespace regress
