// SPDX-License-Identifier: Apache-2.0
// S3-FIFO (Yang et al., "FIFO queues are all you need for cache eviction", SOSP 2023): a small
// queue of a tenth of the slots for newcomers, a main queue, and a ghost queue of the addresses
// that left the small queue. Newcomers used more than once move to main, others leave; a newcomer
// whose address is a ghost goes to main at once. In main an entry that was used gets another round
// for each use (at most 3). A copied buffer has a new address, so here the ghosts hit only when the
// very same buffer returns.
#include <algorithm>

#include "models/sim/tracker.h"

namespace regress {
namespace {

class S3FifoTracker final : public Tracker {
 public:
  S3FifoTracker(BufferPool& buffers, int slots)
      : Tracker(buffers),
        limit_(static_cast<size_t>(slots)),
        small_limit_(std::max<size_t>(1, limit_ / 10)),
        ghost_limit_(std::max<size_t>(1, limit_ - small_limit_)) {}

  void Inhibit(BufferId id) override {
    for (std::vector<Entry>* queue : {&main_, &small_}) {
      for (Entry& entry : *queue) {
        if (entry.id != id) continue;
        entry.uses = std::min(entry.uses + 1, 3);
        return;
      }
    }
    Take(id);
    while (small_.size() + main_.size() >= limit_) EvictOne();
    const auto ghost = std::find(ghosts_.begin(), ghosts_.end(), buffer(id).address);
    if (ghost != ghosts_.end()) {
      ghosts_.erase(ghost);
      main_.push_back({id, 0});
    } else {
      small_.push_back({id, 0});
    }
  }

  uint64_t ReleaseAll() override {
    const uint64_t walked = small_.size() + main_.size();
    for (const std::vector<Entry>* queue : {&small_, &main_})
      for (const Entry& entry : *queue) Drop(entry.id);
    small_.clear();
    main_.clear();
    ghosts_.clear();
    return walked;
  }

  std::vector<BufferId> Tracked() const override {
    std::vector<BufferId> tracked;
    for (const std::vector<Entry>* queue : {&small_, &main_})
      for (const Entry& entry : *queue) tracked.push_back(entry.id);
    return tracked;
  }

 private:
  struct Entry {
    BufferId id;
    int uses;
  };

  static Entry TakeOldest(std::vector<Entry>& queue) {
    const Entry oldest = queue.front();
    queue.erase(queue.begin());
    return oldest;
  }

  // Evicts an entry or moves one on; the caller repeats until there is room.
  void EvictOne() {
    if (small_.size() >= small_limit_) {
      const Entry entry = TakeOldest(small_);
      if (entry.uses > 1) {
        main_.push_back({entry.id, 0});
        return;
      }
      if (ghosts_.size() == ghost_limit_) ghosts_.erase(ghosts_.begin());
      ghosts_.push_back(buffer(entry.id).address);
      Evict(entry.id);
      return;
    }
    const Entry entry = TakeOldest(main_);
    if (entry.uses > 0) {
      main_.push_back({entry.id, entry.uses - 1});
    } else {
      Evict(entry.id);
    }
  }

  size_t limit_;
  size_t small_limit_;
  size_t ghost_limit_;
  std::vector<Entry> small_, main_;  // oldest first
  std::vector<uint32_t> ghosts_;     // addresses, oldest first
};

}  // namespace

std::unique_ptr<Tracker> MakeS3FifoTracker(BufferPool& buffers, int slots, uint64_t) {
  return std::make_unique<S3FifoTracker>(buffers, slots);
}

}  // namespace regress
