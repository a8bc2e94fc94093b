// SPDX-License-Identifier: Apache-2.0
// First in, first out: the slots are a ring, the oldest entry makes room, reuse changes nothing.
#include "models/sim/tracker.h"

namespace regress {
namespace {

class FifoTracker final : public Tracker {
 public:
  FifoTracker(BufferPool& buffers, int slots)
      : Tracker(buffers), limit_(static_cast<size_t>(slots)) {
    slots_.reserve(limit_);
  }

  void Inhibit(BufferId id) override {
    if (FindSlot(slots_, id) < slots_.size()) return;
    Take(id);
    if (slots_.size() < limit_) {
      slots_.push_back(id);
      return;
    }
    Evict(slots_[oldest_]);
    slots_[oldest_] = id;
    oldest_ = oldest_ + 1 == limit_ ? 0 : oldest_ + 1;
  }

  uint64_t ReleaseAll() override {
    oldest_ = 0;
    return DropAll(slots_);
  }
  std::vector<BufferId> Tracked() const override { return slots_; }

 private:
  size_t limit_;
  std::vector<BufferId> slots_;
  size_t oldest_ = 0;
};

}  // namespace

std::unique_ptr<Tracker> MakeFifoTracker(BufferPool& buffers, int slots, uint64_t) {
  return std::make_unique<FifoTracker>(buffers, slots);
}

}  // namespace regress
