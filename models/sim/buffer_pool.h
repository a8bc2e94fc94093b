// SPDX-License-Identifier: Apache-2.0
// The extent buffers of the modelled filesystem: one object for each copy of a metadata block that
// is still attached to a tree or held by a tracker. A copy-on-write makes a new object with a new
// address; the old one lives on, stale, while somebody holds a reference, and only then is its
// place used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace regress {

using BufferId = uint32_t;  // index into the pool
inline constexpr BufferId kNoBuffer = UINT32_MAX;

inline constexpr int kTrees = 4;
enum class TreeId : uint8_t { kFs, kExtent, kCsum, kFreeSpace };

struct Buffer {
  uint32_t address = 0;     // number of the block; never given twice in a transaction
  uint32_t inhibitors = 0;  // live handles that track it: background writeback skips it while > 0
  uint32_t refs = 0;        // 1 while attached to a tree, + 1 for each tracker that holds it
  TreeId tree = TreeId::kFs;
  uint8_t level = 0;         // 0: leaf
  bool current : 1 = false;  // born in the running transaction
  bool dirty : 1 = false;
  bool written : 1 =
      false;                // written since it was born or copied: the next touch copies it (again)
  bool stale : 1 = false;   // no longer attached
  bool listed : 1 = false;  // has an entry in the list of dirty buffers
};

class BufferPool {
 public:
  // With one reference, that of the tree. Not dirty.
  BufferId Create(TreeId tree, int level, uint32_t address, bool current);

  const Buffer& operator[](BufferId id) const { return buffers_[id]; }

  // A tracker takes and drops one reference and one inhibitor.
  void Inhibit(BufferId id) {
    ++buffers_[id].refs;
    ++buffers_[id].inhibitors;
  }
  void Uninhibit(BufferId id) {
    --buffers_[id].inhibitors;
    Put(id);
  }

  // The tree lets go of it.
  void Detach(BufferId id) {
    ClearDirty(id);
    buffers_[id].stale = true;
    Put(id);
  }

  void MarkDirty(BufferId id);
  void ClearDirty(BufferId id) {
    if (!buffers_[id].dirty) return;
    buffers_[id].dirty = false;
    --dirty_count_;
  }
  // Clears dirty, sets written.
  void MarkWritten(BufferId id) {
    ClearDirty(id);
    buffers_[id].written = true;
  }
  void ClearWritten(BufferId id) { buffers_[id].written = false; }

  uint32_t dirty_count() const { return dirty_count_; }
  // All dirty buffers by address, into `list` (what it held is lost).
  void ListDirty(std::vector<BufferId>& list);

  size_t size() const { return buffers_.size(); }
  size_t live() const { return buffers_.size() - free_.size(); }

 private:
  struct DirtyEntry {
    uint32_t address;
    BufferId id;
  };

  void Put(BufferId id) {
    if (--buffers_[id].refs == 0) free_.push_back(id);
  }
  bool IsDirty(const DirtyEntry& entry) const {
    const Buffer& buffer = buffers_[entry.id];
    return buffer.address == entry.address && buffer.dirty;
  }

  std::vector<Buffer> buffers_;
  std::vector<BufferId> free_;
  // By address. Entries of buffers that are no longer dirty stay until the next ListDirty.
  std::vector<DirtyEntry> dirty_;
  uint32_t dirty_count_ = 0;
};

}  // namespace regress
