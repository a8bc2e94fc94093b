// SPDX-License-Identifier: Apache-2.0
#include "models/sim/writeback.h"

#include <algorithm>
#include <cmath>

namespace regress {

Writeback::Writeback(const WritebackConfig& config, BufferPool& buffers,
                     InhibitionCounters& counters, uint64_t seed)
    : config_(config), buffers_(buffers), counters_(counters), rng_(seed) {
  if (config_.enabled) next_event_ = Gap();
}

uint64_t Writeback::Gap() {
  if (config_.fixed_gap) return config_.gap;
  const double gap = rng_.Exponential() * static_cast<double>(config_.gap);
  return std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(gap)));
}

void Writeback::RunEvents(uint64_t now) {
  while (next_event_ <= now) {
    if (!in_pass_) BeginPass();
    if (in_pass_ && WriteNext()) {
      next_event_ += config_.write_time;
    } else {
      in_pass_ = false;
      next_event_ += Gap();
    }
  }
}

void Writeback::BeginPass() {
  if (buffers_.dirty_count() < config_.dirty_threshold) return;
  buffers_.ListDirty(pass_);
  position_ = 0;
  written_in_pass_ = 0;
  in_pass_ = true;
  ++counters_.passes;
}

// Writes the next buffer of the pass that is still dirty and not inhibited; false at the end of the
// pass.
bool Writeback::WriteNext() {
  if (config_.pass_limit > 0 && written_in_pass_ == config_.pass_limit) return false;
  while (position_ < pass_.size()) {
    const BufferId id = pass_[position_++];
    const Buffer& buffer = buffers_[id];
    if (!buffer.dirty) continue;
    if (buffer.inhibitors > 0) {
      ++counters_.skipped;
      continue;
    }
    buffers_.MarkWritten(id);
    ++counters_.writes;
    ++written_in_pass_;
    return true;
  }
  return false;
}

void Writeback::SyncAll() {
  std::vector<BufferId> dirty;
  buffers_.ListDirty(dirty);
  for (const BufferId id : dirty) buffers_.MarkWritten(id);
  counters_.sync_writes += dirty.size();
}

}  // namespace regress
