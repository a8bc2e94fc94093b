// SPDX-License-Identifier: Apache-2.0
#include "models/sim/filesystem.h"

#include <algorithm>
#include <numeric>

namespace regress {
namespace {

constexpr uint32_t kNodeHeader = 101;
constexpr uint32_t kPointer = 33;
constexpr uint32_t kFileExtentItem = 78;
constexpr uint32_t kDataExtentItem = 78;
constexpr uint32_t kBlockExtentItem = 58;  // skinny metadata
constexpr uint32_t kChecksum = 4;          // of 4 KiB; the long items' headers do not count
constexpr uint32_t kBitmapItem = 281;
constexpr uint32_t kChecksumBlock = 4096;
constexpr uint64_t kBitmapSpan = uint64_t{8} << 20;
constexpr uint64_t kDataGroup = uint64_t{1} << 30;
constexpr uint64_t kMetadataGroup = uint64_t{1} << 30;
// Items of a block group in the free-space tree: one info item, then its bitmaps.
constexpr uint32_t kDataGroupItems = 1 + kDataGroup / kBitmapSpan;
constexpr uint32_t kMetadataGroupItems = 1 + kMetadataGroup / kBitmapSpan;

TreeShape Shape(TreeId id, const FilesystemConfig& config, uint32_t item_bytes) {
  TreeShape shape;
  shape.id = id;
  shape.leaf_bytes = config.node_size - kNodeHeader;
  shape.fan_out = shape.leaf_bytes / kPointer;
  shape.item_bytes = item_bytes;
  return shape;
}

TreeShape ExtentShape(const FilesystemConfig& config) {
  TreeShape shape = Shape(TreeId::kExtent, config, kBlockExtentItem);
  shape.second_key = config.data_begin;
  shape.second_item_bytes = kDataExtentItem;
  return shape;
}

uint32_t ItemsPerLeaf(uint32_t leaf_bytes, uint32_t item_bytes, int fill_percent) {
  return std::max<uint32_t>(1, leaf_bytes / item_bytes * static_cast<uint32_t>(fill_percent) / 100);
}

// Appends items with keys [first, last) in leaves of `per_leaf` items.
void AppendLeaves(Tree& tree, uint32_t first, uint32_t last, uint32_t per_leaf) {
  for (uint32_t key = first; key < last; ++key) {
    if ((key - first) % per_leaf == 0) tree.BeginLeaf(key);
    tree.AppendItem(key);
  }
}

}  // namespace

Filesystem::Filesystem(const FilesystemConfig& config, Transaction& transaction, Rng& rng)
    : config_(config),
      transaction_(transaction),
      leaf_bytes_(config.node_size - kNodeHeader),
      children_per_node_(ItemsPerLeaf(leaf_bytes_, kPointer, config.node_fill)),
      fs_(Shape(TreeId::kFs, config, kFileExtentItem), transaction),
      extent_(ExtentShape(config), transaction),
      csum_(Shape(TreeId::kCsum, config, kChecksum * (config.extent_size / kChecksumBlock)),
            transaction),
      free_space_(Shape(TreeId::kFreeSpace, config, kBitmapItem), transaction) {
  BuildFsTree(rng);
  if (config.csum_tree) BuildCsumTree();
  if (config.free_space_tree) BuildFreeSpaceTree();
  BuildExtentTree();
  AttachOldBlocks(rng);
}

void Filesystem::BuildFsTree(Rng& rng) {
  const uint32_t least = ItemsPerLeaf(leaf_bytes_, kFileExtentItem, 2 * config_.fs_fill - 100);
  const uint32_t most = leaf_bytes_ / kFileExtentItem;
  uint32_t room = 0;
  for (uint32_t key = 0; key <= config_.file_items; ++key) {
    if (room == 0) {
      fs_.BeginLeaf(key);
      room = least + static_cast<uint32_t>(rng.Below(most - least + 1));
    }
    fs_.AppendItem(key);
    --room;
  }
  fs_.BuildInnerNodes(children_per_node_);
}

void Filesystem::BuildCsumTree() {
  const uint32_t item_bytes = kChecksum * (config_.extent_size / kChecksumBlock);
  AppendLeaves(csum_, 0, config_.data_extents, ItemsPerLeaf(leaf_bytes_, item_bytes, 100));
  csum_.BuildInnerNodes(children_per_node_);
}

// One group of metadata, then those of data, which begin a leaf.
void Filesystem::BuildFreeSpaceTree() {
  const uint32_t per_leaf = ItemsPerLeaf(leaf_bytes_, kBitmapItem, config_.free_space_fill);
  const uint32_t data_groups = static_cast<uint32_t>(
      (uint64_t{config_.data_extents} * config_.extent_size + kDataGroup - 1) / kDataGroup);
  AppendLeaves(free_space_, 0, kMetadataGroupItems, per_leaf);
  AppendLeaves(free_space_, kMetadataGroupItems,
               kMetadataGroupItems + data_groups * kDataGroupItems, per_leaf);
  free_space_.BuildInnerNodes(children_per_node_);
}

// Items of all old blocks, the extent tree's own included, then of the data extents. The number of
// blocks is the fixed point of "blocks of the trees when that many block items are stored".
void Filesystem::BuildExtentTree() {
  const uint32_t data_per_leaf = ItemsPerLeaf(leaf_bytes_, kDataExtentItem, config_.data_fill);
  const uint32_t blocks_per_leaf = ItemsPerLeaf(leaf_bytes_, kBlockExtentItem, config_.block_fill);
  const auto divide = [](size_t n, size_t by) { return (n + by - 1) / by; };
  const size_t others = fs_.BlockCount() + csum_.BlockCount() + free_space_.BlockCount();
  size_t blocks = others;
  for (;;) {
    size_t level = divide(config_.data_extents, data_per_leaf) + divide(blocks, blocks_per_leaf);
    size_t own = level;
    while (level > 1) own += level = divide(level, children_per_node_);
    if (others + own == blocks) break;
    blocks = others + own;
  }
  AppendLeaves(extent_, 0, static_cast<uint32_t>(blocks), blocks_per_leaf);
  AppendLeaves(extent_, config_.data_begin, config_.data_begin + config_.data_extents,
               data_per_leaf);
  extent_.BuildInnerNodes(children_per_node_);
}

void Filesystem::AttachOldBlocks(Rng& rng) {
  const std::array<Tree*, kTrees> trees = {&fs_, &extent_, &csum_, &free_space_};
  for (const Tree* tree : trees) old_blocks_ += tree->BlockCount();
  std::vector<uint32_t> addresses(old_blocks_);
  std::iota(addresses.begin(), addresses.end(), 0);
  for (size_t i = addresses.size(); i > 1; --i)
    std::swap(addresses[i - 1], addresses[rng.Below(i)]);
  auto next = addresses.begin();
  for (Tree* tree : trees) tree->AttachBlocks([&next] { return *next++; });
}

void Filesystem::RunRefs(uint32_t data_refs) {
  Handle& handle = transaction_.handles.Start();
  const uint64_t stop = data_refs == 0 ? UINT64_MAX : transaction_.counters.data_refs + data_refs;
  while (transaction_.counters.data_refs < stop && RunNextRef(handle)) {
  }
  transaction_.EndHandle(handle);
  ++transaction_.counters.flushes;
}

bool Filesystem::RunNextRef(Handle& handle) {
  const std::optional<DelayedRefs::Ref> ref = transaction_.refs.TakeNext();
  if (!ref) return false;
  extent_.Descend(ref->address, handle);
  if (ref->action == RefAction::kAddBlock) {
    extent_.Insert(ref->address);
  } else {
    extent_.Delete(ref->address, handle);
  }
  if (ref->action == RefAction::kDropData) {
    ++transaction_.counters.data_refs;
    if (config_.csum_tree) {
      csum_.Descend(ref->address - config_.data_begin, handle);
      csum_.Delete(ref->address - config_.data_begin, handle);
    }
  } else {
    ++transaction_.counters.block_refs;
  }
  if (config_.free_space_tree) TouchFreeSpace(ref->address, handle);
  return true;
}

void Filesystem::TouchFreeSpace(uint32_t address, Handle& handle) {
  // Old blocks lie spread over the one group of metadata, new ones go between them, round and
  // round.
  uint32_t info = 0;
  uint64_t offset = address % old_blocks_ * kMetadataGroup / old_blocks_;  // in the group
  if (address >= config_.data_begin) {
    const uint64_t place = uint64_t{address - config_.data_begin} * config_.extent_size;
    info = kMetadataGroupItems + static_cast<uint32_t>(place / kDataGroup) * kDataGroupItems;
    offset = place % kDataGroup;
  }
  for (int done = 0; done < config_.free_space_descents; done += 2) {
    free_space_.Descend(info, handle);
    free_space_.Descend(info + 1 + static_cast<uint32_t>(offset / kBitmapSpan), handle);
  }
}

std::string Filesystem::Inconsistency() const {
  for (const Tree* tree : {&fs_, &extent_, &csum_, &free_space_}) {
    std::string found = tree->Inconsistency();
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace regress
