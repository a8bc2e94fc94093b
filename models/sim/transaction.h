// SPDX-License-Identifier: Apache-2.0
// The running transaction: every look at a metadata block goes through Visit, which decides whether
// the block has to be copied (COW) and lets the handle inhibit it. Virtual time is counted in
// visits.
//
//   block born in this transaction and not written since -> reuse, inhibit
//   block born in this transaction, written since        -> re-COW (waste: nobody referred to the
//   copy yet) older block                                          -> first COW
//
// Writeback acts between two descents: the blocks of a path are locked while the descent uses them,
// so writeback waits for its end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/sim/buffer_pool.h"
#include "models/sim/call_observer.h"
#include "models/sim/counters.h"
#include "models/sim/delayed_refs.h"
#include "models/sim/handle.h"
#include "models/sim/writeback.h"

namespace regress {

struct TransactionConfig {
  uint64_t visit_time = 1;
  uint64_t cow_time = 10;
  bool overwrite_in_place =
      false;               // written blocks are changed at their place instead of copied again
  bool block_refs = true;  // new and freed blocks queue delayed references
  uint32_t data_begin = UINT32_MAX;  // addresses below are metadata blocks, others data extents
  uint64_t sync_every = 0;           // descents between two WB_SYNC_ALL of everything, 0: never
  WritebackConfig writeback;
};

class Transaction {
 public:
  // `make_tracker(buffers, seed)` makes the tracker of a handle.
  using MakeBufferTracker = std::function<std::unique_ptr<Tracker>(BufferPool&, uint64_t seed)>;

  Transaction(const TransactionConfig& config, uint64_t seed,
              const MakeBufferTracker& make_tracker);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // A block that was there before.
  BufferId AddOldBlock(TreeId tree, int level, uint32_t address) {
    next_address_ = std::max(next_address_, address + 1);
    return buffers.Create(tree, level, address, false);
  }

  // Begin of a descent of a handle: the time for writeback.
  void BeginDescent() {
    writeback.RunUntil(now);
    if (counters.descents++ == next_sync_) Sync();
  }

  // The handle looks at the block that is attached as `block` in order to change it. `block` is
  // replaced if it had to be copied. `is_root` only for the counters.
  void Visit(BufferId& block, Handle& handle, bool is_root = false) {
    now += config_.visit_time;
    ++counters.visits;
    const Buffer& buffer = buffers[block];
    const bool copy = !buffer.current || buffer.written;
    if (copy) Copy(block, is_root);
    ++counters.inhibit_calls;
    if (observer_ != nullptr)
      Report(copy ? KernelCall::kInhibitCopied : KernelCall::kInhibitReused);
    handle.tracker->Inhibit(block);
  }

  void EndHandle(Handle& handle) {
    if (handles.End(handle)) Report(KernelCall::kUninhibitAll);
  }

  // From now on `observer` hears of every call; it must outlive the transaction.
  void Observe(CallObserver& observer) { observer_ = &observer; }
  void Report(KernelCall call) {
    if (observer_ != nullptr) observer_->OnCall(call, now);
  }

  // A block that a split needs; not yet inhibited: the next descent does that. Throws Error(kUsage)
  // if metadata addresses are used up.
  BufferId AllocateBlock(TreeId tree, int level);
  void FreeBlock(BufferId block);

  BufferPool buffers;
  InhibitionCounters counters;
  DelayedRefs refs;
  HandleTable handles;
  Writeback writeback;
  uint64_t now = 0;

 private:
  void Copy(BufferId& block, bool is_root);
  void Sync();

  TransactionConfig config_;
  CallObserver* observer_ = nullptr;
  uint32_t next_address_ = 0;
  uint64_t next_sync_;
};

}  // namespace regress
