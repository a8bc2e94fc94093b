// SPDX-License-Identifier: Apache-2.0
// CLOCK array (second chance), as the patch describes it: reuse of a tracked buffer sets its
// reference bit; a claim of a slot walks the hand over referenced slots, clearing their bits, and
// takes the first slot without. A new buffer starts without its bit; the hand ends one past the
// claimed slot. A claim clears at most N bits.
#pragma once

#include "models/sim/tracker.h"

namespace regress {

class ClockTracker final : public Tracker {
 public:
  // 1 to 64 slots. The kernel's code needs a power of two, at most 32; the model does not.
  ClockTracker(BufferPool& buffers, int slots);

  void Inhibit(BufferId id) override;
  uint64_t ReleaseAll() override;
  std::vector<BufferId> Tracked() const override { return slots_; }

  size_t hand() const { return hand_; }
  uint64_t reference_bits() const { return referenced_; }            // bit i: slot i was used again
  uint64_t most_bits_cleared() const { return most_bits_cleared_; }  // by one claim

 private:
  static uint64_t Bit(size_t slot) { return uint64_t{1} << slot; }
  size_t Next(size_t slot) const { return slot + 1 == limit_ ? 0 : slot + 1; }
  size_t ClaimSlot();

  size_t limit_;
  std::vector<BufferId> slots_;
  uint64_t referenced_ = 0;
  size_t hand_ = 0;
  uint64_t most_bits_cleared_ = 0;
};

}  // namespace regress
