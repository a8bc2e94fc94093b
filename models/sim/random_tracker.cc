// SPDX-License-Identifier: Apache-2.0
// A random slot makes room: the yardstick for every cleverer choice.
#include "models/sim/rng.h"
#include "models/sim/tracker.h"

namespace regress {
namespace {

class RandomTracker final : public Tracker {
 public:
  RandomTracker(BufferPool& buffers, int slots, uint64_t seed)
      : Tracker(buffers), limit_(static_cast<size_t>(slots)), rng_(seed) {
    slots_.reserve(limit_);
  }

  void Inhibit(BufferId id) override {
    if (FindSlot(slots_, id) < slots_.size()) return;
    Take(id);
    if (slots_.size() < limit_) {
      slots_.push_back(id);
      return;
    }
    BufferId& victim = slots_[rng_.Below(limit_)];
    Evict(victim);
    victim = id;
  }

  uint64_t ReleaseAll() override { return DropAll(slots_); }
  std::vector<BufferId> Tracked() const override { return slots_; }

 private:
  size_t limit_;
  std::vector<BufferId> slots_;
  Rng rng_;
};

}  // namespace

std::unique_ptr<Tracker> MakeRandomTracker(BufferPool& buffers, int slots, uint64_t seed) {
  return std::make_unique<RandomTracker>(buffers, slots, seed);
}

}  // namespace regress
