// SPDX-License-Identifier: Apache-2.0
// Unbounded xarray, indexed by block address: nothing is ever evicted and the end of the handle
// walks every entry. If another object sits at the same address it is dropped first.
#include "models/sim/tracker.h"

namespace regress {
namespace {

class XarrayTracker final : public Tracker {
 public:
  using Tracker::Tracker;

  void Inhibit(BufferId id) override {
    const uint32_t index = buffer(id).address;
    if (index >= entries_.size()) entries_.resize(index + index / 2 + 64, kNoBuffer);
    if (entries_[index] == id) return;
    if (entries_[index] == kNoBuffer) {
      used_.push_back(index);
    } else {
      Drop(entries_[index]);
    }
    Take(id);
    entries_[index] = id;
  }

  uint64_t ReleaseAll() override {
    for (const uint32_t index : used_) {
      Drop(entries_[index]);
      entries_[index] = kNoBuffer;
    }
    const uint64_t walked = used_.size();
    used_.clear();
    return walked;
  }

  std::vector<BufferId> Tracked() const override {
    std::vector<BufferId> tracked;
    for (const uint32_t index : used_) tracked.push_back(entries_[index]);
    return tracked;
  }

 private:
  std::vector<BufferId> entries_;  // by address
  std::vector<uint32_t> used_;     // indices of entries_ that hold a buffer, in order of arrival
};

}  // namespace

std::unique_ptr<Tracker> MakeXarrayTracker(BufferPool& buffers, int, uint64_t) {
  return std::make_unique<XarrayTracker>(buffers);
}

}  // namespace regress
