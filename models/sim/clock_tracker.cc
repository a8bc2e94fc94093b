// SPDX-License-Identifier: Apache-2.0
#include "models/sim/clock_tracker.h"

#include <algorithm>

namespace regress {

ClockTracker::ClockTracker(BufferPool& buffers, int slots)
    : Tracker(buffers), limit_(static_cast<size_t>(slots)) {
  slots_.reserve(limit_);
}

void ClockTracker::Inhibit(BufferId id) {
  const size_t slot = FindSlot(slots_, id);
  if (slot < slots_.size()) {
    referenced_ |= Bit(slot);
    return;
  }
  Take(id);
  if (slots_.size() < limit_) {
    slots_.push_back(id);
  } else {
    slots_[ClaimSlot()] = id;
  }
}

size_t ClockTracker::ClaimSlot() {
  uint64_t cleared = 0;
  while ((referenced_ & Bit(hand_)) != 0) {
    referenced_ &= ~Bit(hand_);
    hand_ = Next(hand_);
    ++cleared;
  }
  most_bits_cleared_ = std::max(most_bits_cleared_, cleared);
  const size_t claimed = hand_;
  Evict(slots_[claimed]);
  hand_ = Next(hand_);
  return claimed;
}

uint64_t ClockTracker::ReleaseAll() {
  referenced_ = 0;
  hand_ = 0;
  return DropAll(slots_);
}

std::unique_ptr<Tracker> MakeClockTracker(BufferPool& buffers, int slots, uint64_t) {
  return std::make_unique<ClockTracker>(buffers, slots);
}

}  // namespace regress
