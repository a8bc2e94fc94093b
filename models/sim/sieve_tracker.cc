// SPDX-License-Identifier: Apache-2.0
// SIEVE (Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024): a queue in order of arrival and a
// hand that moves from the oldest to the newest entry. A visited entry loses its mark and stays
// where it is, the first unvisited one is evicted; new entries join at the new end, unvisited.
#include "models/sim/tracker.h"

namespace regress {
namespace {

class SieveTracker final : public Tracker {
 public:
  SieveTracker(BufferPool& buffers, int slots)
      : Tracker(buffers), limit_(static_cast<size_t>(slots)) {
    queue_.reserve(limit_);
    visited_.reserve(limit_);
  }

  void Inhibit(BufferId id) override {
    const size_t place = FindSlot(queue_, id);
    if (place < queue_.size()) {
      visited_[place] = 1;
      return;
    }
    Take(id);
    if (queue_.size() == limit_) EvictOne();
    queue_.push_back(id);
    visited_.push_back(0);
  }

  uint64_t ReleaseAll() override {
    hand_ = 0;
    visited_.clear();
    return DropAll(queue_);
  }
  std::vector<BufferId> Tracked() const override { return queue_; }

 private:
  void EvictOne() {
    while (visited_[hand_] != 0) {
      visited_[hand_] = 0;
      hand_ = hand_ + 1 == queue_.size() ? 0 : hand_ + 1;
    }
    Evict(queue_[hand_]);
    // The hand then points at the next newer entry, which moves into the gap.
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(hand_));
    visited_.erase(visited_.begin() + static_cast<std::ptrdiff_t>(hand_));
    if (hand_ == queue_.size()) hand_ = 0;
  }

  size_t limit_;
  std::vector<BufferId> queue_;  // oldest first
  std::vector<uint8_t> visited_;
  size_t hand_ = 0;
};

}  // namespace

std::unique_ptr<Tracker> MakeSieveTracker(BufferPool& buffers, int slots, uint64_t) {
  return std::make_unique<SieveTracker>(buffers, slots);
}

}  // namespace regress
