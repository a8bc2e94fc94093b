// SPDX-License-Identifier: Apache-2.0
// Least recently used: entries are kept in the order of their last use, the first one makes room.
#include <algorithm>

#include "models/sim/tracker.h"

namespace regress {
namespace {

class LruTracker final : public Tracker {
 public:
  LruTracker(BufferPool& buffers, int slots)
      : Tracker(buffers), limit_(static_cast<size_t>(slots)) {
    by_use_.reserve(limit_);
  }

  void Inhibit(BufferId id) override {
    size_t place = FindSlot(by_use_, id);
    if (place == by_use_.size()) {
      Take(id);
      if (by_use_.size() < limit_) {
        by_use_.push_back(id);
        return;
      }
      place = 0;
      Evict(by_use_[place]);
    }
    // Everything used later moves one towards the victim's end.
    std::copy(by_use_.begin() + static_cast<std::ptrdiff_t>(place) + 1, by_use_.end(),
              by_use_.begin() + static_cast<std::ptrdiff_t>(place));
    by_use_.back() = id;
  }

  uint64_t ReleaseAll() override { return DropAll(by_use_); }
  std::vector<BufferId> Tracked() const override { return by_use_; }

 private:
  size_t limit_;
  std::vector<BufferId> by_use_;  // least recently used first
};

}  // namespace

std::unique_ptr<Tracker> MakeLruTracker(BufferPool& buffers, int slots, uint64_t) {
  return std::make_unique<LruTracker>(buffers, slots);
}

}  // namespace regress
