// SPDX-License-Identifier: Apache-2.0
#include "models/sim/buffer_pool.h"

#include <algorithm>

namespace regress {

BufferId BufferPool::Create(TreeId tree, int level, uint32_t address, bool current) {
  BufferId id = 0;
  if (free_.empty()) {
    id = static_cast<BufferId>(buffers_.size());
    buffers_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  Buffer buffer;
  buffer.address = address;
  buffer.refs = 1;
  buffer.tree = tree;
  buffer.level = static_cast<uint8_t>(level);
  buffer.current = current;
  buffers_[id] = buffer;
  return id;
}

void BufferPool::MarkDirty(BufferId id) {
  Buffer& buffer = buffers_[id];
  if (buffer.dirty) return;
  buffer.dirty = true;
  ++dirty_count_;
  if (buffer.listed) return;
  buffer.listed = true;
  // New blocks have the highest address so far, so this is an append, unless a block is overwritten
  // in place.
  auto place = dirty_.end();
  if (!dirty_.empty() && dirty_.back().address > buffer.address) {
    place = std::upper_bound(
        dirty_.begin(), dirty_.end(), buffer.address,
        [](uint32_t address, const DirtyEntry& entry) { return address < entry.address; });
  }
  dirty_.insert(place, {buffer.address, id});
}

void BufferPool::ListDirty(std::vector<BufferId>& list) {
  list.clear();
  size_t kept = 0;
  for (const DirtyEntry& entry : dirty_) {
    if (IsDirty(entry)) {
      dirty_[kept++] = entry;
      list.push_back(entry.id);
    } else if (buffers_[entry.id].address == entry.address) {
      buffers_[entry.id].listed = false;
    }
  }
  dirty_.resize(kept);
}

}  // namespace regress
