// SPDX-License-Identifier: Apache-2.0
#include "models/sim/extent_map.h"

#include <algorithm>
#include <mutex>

#include "models/sim/checksum_algorithm.h"

namespace regress {
namespace {

// The entry that contains `position`, in a tree ordered by start.
template <typename Tree>
auto* Containing(const Tree& tree, int64_t position) {
  auto place = tree.upper_bound(position);
  using Entry = typename Tree::mapped_type::element_type;
  if (place == tree.begin()) return static_cast<Entry*>(nullptr);
  Entry* entry = std::prev(place)->second.get();
  return position < entry->end() ? entry : nullptr;
}

template <typename Tree>
int64_t BeyondOwn(const Tree& tree) {
  int64_t sum = 0;
  for (const auto& [start, entry] : tree) sum += entry->references.load() - 1;
  return sum;
}

}  // namespace

void ExtentTree::Insert(int64_t start, int64_t length, int64_t disk, ExtentKind kind) {
  auto extent = std::make_unique<ExtentMap>();
  extent->start = start;
  extent->length = length;
  extent->disk = disk;
  extent->kind = kind;
  extents_[start] = std::move(extent);
}

[[gnu::noinline]] ExtentMap* ExtentTree::Lookup(int64_t position) {
  const std::lock_guard guard(lock_);
  ExtentMap* extent = Containing(extents_, position);
  if (extent != nullptr) Take(extent);
  return extent;
}

int64_t ExtentTree::OutstandingReferences() const {
  return BeyondOwn(extents_);
}

void OrderedTree::Insert(int64_t start, int64_t length) {
  auto ordered = std::make_unique<OrderedExtent>();
  ordered->start = start;
  ordered->length = length;
  ordered->bytes_left = length;
  entries_[start] = std::move(ordered);
}

[[gnu::noinline]] OrderedExtent* OrderedTree::Lookup(int64_t position) {
  const std::lock_guard guard(lock_);
  OrderedExtent* ordered = Containing(entries_, position);
  if (ordered != nullptr) ordered->references.fetch_add(1, std::memory_order_relaxed);
  return ordered;
}

int64_t OrderedTree::Finish(int64_t position, int64_t bytes, bool truncated) {
  const int64_t end = position + bytes;
  int64_t accounted = 0;
  while (position < end) {
    OrderedExtent* ordered = Lookup(position);
    if (ordered == nullptr) {
      position += kBlockBytes;
      continue;
    }
    const int64_t part = std::min(end, ordered->end()) - position;
    ordered->bytes_left -= part;
    ordered->truncated = ordered->truncated || truncated;
    accounted += part;
    position += part;
    Drop(ordered);
  }
  return accounted;
}

void OrderedTree::Reset() {
  for (auto& [start, ordered] : entries_) {
    ordered->bytes_left = ordered->length;
    ordered->truncated = false;
  }
}

int64_t OrderedTree::OutstandingReferences() const {
  return BeyondOwn(entries_);
}

}  // namespace regress
