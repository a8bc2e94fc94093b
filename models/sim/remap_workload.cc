// SPDX-License-Identifier: Apache-2.0
#include "models/sim/remap_workload.h"

namespace regress {
namespace {

constexpr uint32_t kFileExtentItem = 78;
constexpr uint32_t kNodeHeader = 101;
constexpr uint32_t kPointer = 33;

// Keys of the fs tree: inodes and names first, then the extents of the files in order of their
// inode numbers. Items of inodes are larger than extents; as extents' sizes they are counted twice.
constexpr uint32_t kInodeItems = 12;
constexpr uint32_t kSourceInode = 3;
constexpr uint32_t kTargetInode = 5;
constexpr uint32_t kSourceExtent = kInodeItems;
constexpr uint32_t kFirstClone = kSourceExtent + 1;

TreeShape FsShape(uint32_t node_size) {
  TreeShape shape;
  shape.id = TreeId::kFs;
  shape.leaf_bytes = node_size - kNodeHeader;
  shape.fan_out = shape.leaf_bytes / kPointer;
  shape.item_bytes = kFileExtentItem;
  return shape;
}

TransactionConfig WithoutRefs(TransactionConfig config) {
  config.block_refs = false;  // they run at commit, after the operations
  config.data_begin = 1 << 24;
  return config;
}

}  // namespace

RemapWorkload::RemapWorkload(const RemapConfig& config, uint64_t seed,
                             const Transaction::MakeBufferTracker& make_tracker)
    : config_(config),
      transaction_(WithoutRefs(config.transaction), seed, make_tracker),
      fs_(FsShape(config.node_size), transaction_) {
  fs_.BeginLeaf(0);
  for (uint32_t key = 0; key <= kSourceExtent; ++key) fs_.AppendItem(key);
  fs_.AppendItem(kFirstClone + config_.operations);  // the one extent of the file to dedupe
  fs_.BuildInnerNodes(1);
  uint32_t address = 0;
  fs_.AttachBlocks([&address] { return address++; });
}

InhibitionCounters RemapWorkload::Run() {
  for (uint32_t block = 0; block < config_.operations; ++block) Clone(block);
  for (uint32_t block = 0; block < config_.operations; ++block) Dedupe(block);
  transaction_.counters.time = transaction_.now;
  return transaction_.counters;
}

void RemapWorkload::Clone(uint32_t block) {
  transaction_.Report(KernelCall::kClone);
  Handle& handle = transaction_.handles.Start();
  const uint32_t key = kFirstClone + block;
  fs_.Descend(key, handle);  // nothing to drop beyond the end of the file
  fs_.Descend(key, handle);
  fs_.Insert(key);
  transaction_.EndHandle(handle);
  WriteInodes();
}

void RemapWorkload::Dedupe(uint32_t block) {
  transaction_.Report(KernelCall::kDedupe);
  Handle& handle = transaction_.handles.Start();
  // The rest of the old extent begins one block later; the last block replaces what is left of it.
  const uint32_t key = kFirstClone + config_.operations + block;
  fs_.Descend(key, handle);
  fs_.Descend(key, handle);
  if (block + 1 < config_.operations) fs_.Insert(key + 1);
  transaction_.EndHandle(handle);
  WriteInodes();
}

void RemapWorkload::WriteInodes() {
  if (++done_ % config_.flush_every != 0) return;
  Handle& handle = transaction_.handles.Start();
  fs_.Descend(kSourceInode, handle);
  fs_.Descend(kTargetInode, handle);
  transaction_.EndHandle(handle);
  ++transaction_.counters.flushes;
}

}  // namespace regress
