// SPDX-License-Identifier: Apache-2.0
// Non-evicting array: the first N buffers of a handle are tracked, later ones are ignored for ever.
#include "models/sim/tracker.h"

namespace regress {
namespace {

class ArrayTracker final : public Tracker {
 public:
  ArrayTracker(BufferPool& buffers, int slots)
      : Tracker(buffers), limit_(static_cast<size_t>(slots)) {
    slots_.reserve(limit_);
  }

  void Inhibit(BufferId id) override {
    if (FindSlot(slots_, id) < slots_.size()) return;
    if (slots_.size() == limit_) return;
    Take(id);
    slots_.push_back(id);
  }

  uint64_t ReleaseAll() override { return DropAll(slots_); }
  std::vector<BufferId> Tracked() const override { return slots_; }

 private:
  size_t limit_;
  std::vector<BufferId> slots_;
};

}  // namespace

std::unique_ptr<Tracker> MakeArrayTracker(BufferPool& buffers, int slots, uint64_t) {
  return std::make_unique<ArrayTracker>(buffers, slots);
}

}  // namespace regress
