// SPDX-License-Identifier: Apache-2.0
#include "models/sim/folio.h"

#include <cstring>
#include <mutex>

namespace regress {

void FolioState::UpdateFlag(BlockProperty property) {
  const BlockBitmap& map = maps_[Index(property)];
  flags_[Index(property)] =
      property == BlockProperty::kUptodate ? map.AllSet(blocks_) : map.AnySet(blocks_);
}

// Not inlined, as the kernel's helpers are not: the loops of the two variants pay for each call.
[[gnu::noinline]] void FolioState::Set(BlockProperty property, int first, int count) {
  const std::lock_guard guard(lock_);
  maps_[Index(property)].Set(first, count);
  UpdateFlag(property);
}

[[gnu::noinline]] void FolioState::Clear(BlockProperty property, int first, int count) {
  const std::lock_guard guard(lock_);
  maps_[Index(property)].Clear(first, count);
  UpdateFlag(property);
}

[[gnu::noinline]] bool FolioState::Test(BlockProperty property, int block) {
  const std::lock_guard guard(lock_);
  return maps_[Index(property)].Test(block);
}

BlockBitmap FolioState::Snapshot(BlockProperty property) {
  const std::lock_guard guard(lock_);
  return maps_[Index(property)];
}

void FolioState::LockAll() {
  const std::lock_guard guard(lock_);
  maps_[Index(BlockProperty::kLocked)].Set(0, blocks_);
  flags_[Index(BlockProperty::kLocked)] = true;
  locked_.store(blocks_, std::memory_order_relaxed);
}

[[gnu::noinline]] void FolioState::Unlock(int first, int count) {
  const std::lock_guard guard(lock_);
  BlockBitmap& map = maps_[Index(BlockProperty::kLocked)];
  const int unlocked = map.CountIn(first, count);
  if (unlocked == 0) return;
  map.Clear(first, count);
  if (locked_.fetch_sub(unlocked, std::memory_order_acq_rel) > unlocked) return;
  flags_[Index(BlockProperty::kLocked)] = false;
  ++times_unlocked_;
}

void Folio::Zero(int first, int count) {
  if (data.empty() || count == 0) return;
  std::memset(data.data() + first * kBlockBytes, 0, static_cast<size_t>(count * kBlockBytes));
}

}  // namespace regress
