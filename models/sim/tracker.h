// SPDX-License-Identifier: Apache-2.0
// What a transaction handle remembers about the buffers that it keeps from background writeback.
// One tracker a file, all behind this interface and in the table of tracker.cc. For each buffer
// that it tracks a tracker holds one reference and one inhibitor; a buffer is identified by its
// object (id), not by its place in a tree, so a buffer that was copied stays, stale, until it is
// evicted or the handle ends.
//
// To add a tracker: NAME_tracker.cc with a class and a MakeNameTracker function, one line in the
// table, the vector and the oracle in tests/sim/tracker_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "models/sim/buffer_pool.h"

namespace regress {

class Tracker {
 public:
  // `buffers` must outlive the tracker.
  explicit Tracker(BufferPool& buffers) : buffers_(buffers) {}
  virtual ~Tracker() = default;
  Tracker(const Tracker&) = delete;
  Tracker& operator=(const Tracker&) = delete;

  // The handle copied this buffer or uses it again. Idempotent.
  virtual void Inhibit(BufferId id) = 0;
  // The handle ends: drops everything. Returns the number of entries walked.
  virtual uint64_t ReleaseAll() = 0;
  // What it holds, in the order of its slots; for tests.
  virtual std::vector<BufferId> Tracked() const = 0;

  uint64_t evictions() const { return evictions_; }  // since it was made

 protected:
  void Take(BufferId id) { buffers_.Inhibit(id); }
  void Drop(BufferId id) { buffers_.Uninhibit(id); }
  void Evict(BufferId id) {
    ++evictions_;
    buffers_.Uninhibit(id);
  }
  // Drops all of `held` and empties it.
  uint64_t DropAll(std::vector<BufferId>& held);
  const Buffer& buffer(BufferId id) const { return buffers_[id]; }

 private:
  BufferPool& buffers_;
  uint64_t evictions_ = 0;
};

struct TrackerKind {
  std::string_view name;
  std::string_view meaning;
  int default_slots;  // 0: has no slots
  int max_slots;
  std::span<const int> kernel_slots;  // empty: any number
  std::string_view slots_rule;        // why only those
  bool evicts;
  std::unique_ptr<Tracker> (*make)(BufferPool& buffers, int slots, uint64_t seed);
};

std::span<const TrackerKind> TrackerKinds();
// Throws Error(kUsage) for an unknown name or a number of slots out of range.
std::unique_ptr<Tracker> MakeTracker(std::string_view name, BufferPool& buffers, int slots,
                                     uint64_t seed);

// Index of `id` in `slots`, slots.size() if it is not there: the linear scan of the patch.
inline size_t FindSlot(std::span<const BufferId> slots, BufferId id) {
  size_t index = 0;
  while (index < slots.size() && slots[index] != id) ++index;
  return index;
}

std::unique_ptr<Tracker> MakeNoneTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeArrayTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeClockTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeXarrayTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeFifoTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeLruTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeSieveTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeS3FifoTracker(BufferPool& buffers, int slots, uint64_t seed);
std::unique_ptr<Tracker> MakeRandomTracker(BufferPool& buffers, int slots, uint64_t seed);

}  // namespace regress
