// SPDX-License-Identifier: Apache-2.0
// A folio of the page cache and the per-block state that a file system with blocks smaller than
// folios keeps for it: one bit per block and property under one lock, and flags of the whole folio
// that follow them:
//   uptodate   all blocks are         dirty, writeback, ordered   at least one block is
//   unlocked   when the counter of locked blocks reaches 0
// Each range operation takes the lock, changes the bits and scans the whole map, as the kernel's
// code does; so a loop over blocks scans n bits n times.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "models/sim/block_bitmap.h"
#include "models/sim/checksum_algorithm.h"
#include "models/sim/spin_lock.h"

namespace regress {

enum class BlockProperty : uint8_t { kUptodate, kDirty, kWriteback, kOrdered, kLocked };
inline constexpr int kBlockProperties = 5;

class FolioState {
 public:
  // 1 <= blocks <= kMaxFolioBlocks.
  explicit FolioState(int blocks) : blocks_(blocks) {}

  void Set(BlockProperty property, int first, int count);
  void Clear(BlockProperty property, int first, int count);
  bool Test(BlockProperty property, int block);
  BlockBitmap Snapshot(BlockProperty property);

  void LockAll();
  // Unlocks those of the range that are locked; the folio when none is left.
  void Unlock(int first, int count);

  bool flag(BlockProperty property) const { return flags_[Index(property)]; }
  int locked_blocks() const { return locked_.load(std::memory_order_relaxed); }
  int times_unlocked() const { return times_unlocked_; }
  bool lock_held() const { return lock_.held(); }
  const BlockBitmap& map(BlockProperty property) const { return maps_[Index(property)]; }

 private:
  static size_t Index(BlockProperty property) { return static_cast<size_t>(property); }
  void UpdateFlag(BlockProperty property);

  int blocks_;
  SpinLock lock_;
  std::atomic<int> locked_{0};
  std::array<BlockBitmap, kBlockProperties> maps_{};
  std::array<bool, kBlockProperties> flags_{};
  int times_unlocked_ = 0;
};

struct Folio {
  Folio(int64_t position_in, int blocks_in, int64_t memory_in)
      : position(position_in),
        blocks(blocks_in),
        memory(memory_in),
        state(std::make_unique<FolioState>(blocks_in)) {}

  int64_t position;  // in the file, bytes
  int blocks;
  int64_t memory;  // its address, for merging: neighbours may or may not be adjacent
  std::unique_ptr<FolioState> state;  // attached when the folio is made
  std::span<uint8_t> data = {};       // borrowed; empty if the caller needs no bytes

  int64_t bytes() const { return blocks * kBlockBytes; }
  // Zeroes blocks [first, first + count) if there are bytes.
  void Zero(int first, int count);
};

}  // namespace regress
