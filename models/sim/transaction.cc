// SPDX-License-Identifier: Apache-2.0
#include "models/sim/transaction.h"

#include "models/data/error.h"

namespace regress {
namespace {

constexpr uint64_t kWritebackStream =
    0x77726974656261u;  // its draws do not depend on those of the layout

}  // namespace

Transaction::Transaction(const TransactionConfig& config, uint64_t seed,
                         const MakeBufferTracker& make_tracker)
    : refs(config.data_begin),
      handles([this, make_tracker,
               seed](uint64_t handle) { return make_tracker(buffers, seed * 1000003 + handle); },
              counters),
      writeback(config.writeback, buffers, counters, seed ^ kWritebackStream),
      config_(config),
      next_sync_(config.sync_every == 0 ? UINT64_MAX : config.sync_every) {}

void Transaction::Sync() {
  writeback.SyncAll();
  next_sync_ += config_.sync_every;
}

void Transaction::Copy(BufferId& block, bool is_root) {
  const Buffer old = buffers[block];
  if (old.current && config_.overwrite_in_place) {
    ++counters.overwrites;
    buffers.ClearWritten(block);
    buffers.MarkDirty(block);
    return;
  }
  if (old.current) {
    ++counters.re_cow;
    const size_t level = is_root ? 2 : old.level == 0 ? 0 : 1;
    ++counters.re_cow_by[static_cast<size_t>(old.tree)][level];
  } else {
    ++counters.first_cow;
  }
  now += config_.cow_time;
  const BufferId copy = AllocateBlock(old.tree, old.level);
  FreeBlock(block);
  block = copy;
}

BufferId Transaction::AllocateBlock(TreeId tree, int level) {
  if (next_address_ == config_.data_begin)
    throw Error(ErrorKind::kUsage, "the simulated filesystem is full of metadata", "raise T");
  const uint32_t address = next_address_++;
  const BufferId block = buffers.Create(tree, level, address, true);
  buffers.MarkDirty(block);
  if (config_.block_refs) refs.AddBlock(address);
  return block;
}

void Transaction::FreeBlock(BufferId block) {
  if (config_.block_refs) refs.DropBlock(buffers[block].address);
  buffers.Detach(block);
}

}  // namespace regress
