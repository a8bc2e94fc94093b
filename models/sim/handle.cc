// SPDX-License-Identifier: Apache-2.0
#include "models/sim/handle.h"

#include <algorithm>

namespace regress {

Handle& HandleTable::Start() {
  if (idle_.empty()) {
    all_.push_back(std::make_unique<Handle>());
    all_.back()->id = static_cast<uint32_t>(all_.size());
    all_.back()->tracker = make_(all_.size());
    idle_.push_back(all_.back().get());
  }
  Handle& handle = *idle_.back();
  idle_.pop_back();
  handle.use_count = 1;
  handle.evictions_before = handle.tracker->evictions();
  return handle;
}

bool HandleTable::End(Handle& handle) {
  if (--handle.use_count > 0) return false;
  const uint64_t walked = handle.tracker->ReleaseAll();
  counters_.cleanup_entries += walked;
  counters_.max_cleanup = std::max(counters_.max_cleanup, walked);
  counters_.evictions += handle.tracker->evictions() - handle.evictions_before;
  ++counters_.handles;
  idle_.push_back(&handle);
  return true;
}

}  // namespace regress
