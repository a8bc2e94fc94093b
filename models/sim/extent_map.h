// SPDX-License-Identifier: Apache-2.0
// The two ordered trees of an inode that submission looks into. A lookup takes the tree's lock and
// a reference; the caller gives the reference back. The trees own their entries, references only
// count.
//   extent maps      file range -> disk range
//   ordered extents  one write in flight each: what is left of it
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>

#include "models/sim/spin_lock.h"

namespace regress {

enum class ExtentKind : uint8_t { kData, kHole, kPreallocated, kInline, kCompressed };

struct ExtentMap {
  int64_t start = 0;  // in the file, bytes
  int64_t length = 0;
  int64_t disk = 0;  // of the start; of a compressed extent: where its compressed bytes begin
  ExtentKind kind = ExtentKind::kData;
  std::atomic<int32_t> references{1};  // the tree's own

  int64_t end() const { return start + length; }
  bool Covers(int64_t position) const { return position >= start && position < end(); }
  int64_t DiskOf(int64_t position) const {
    return kind == ExtentKind::kCompressed ? disk : disk + position - start;
  }
};

class ExtentTree {
 public:
  // The range must not overlap an entry.
  void Insert(int64_t start, int64_t length, int64_t disk, ExtentKind kind = ExtentKind::kData);
  // With a reference, or null where nothing is mapped.
  ExtentMap* Lookup(int64_t position);
  static void Take(ExtentMap* extent) {
    extent->references.fetch_add(1, std::memory_order_relaxed);
  }
  static void Drop(ExtentMap* extent) {
    extent->references.fetch_sub(1, std::memory_order_acq_rel);
  }

  // References beyond the tree's own, and whether a lock is held: 0 and false when nothing runs.
  int64_t OutstandingReferences() const;
  bool lock_held() const { return lock_.held(); }

 private:
  ReadLock lock_;
  std::map<int64_t, std::unique_ptr<ExtentMap>> extents_;  // by start
};

struct OrderedExtent {
  int64_t start = 0;
  int64_t length = 0;
  int64_t bytes_left = 0;
  bool truncated = false;  // a part of it lies beyond the end of the file and was never written
  std::atomic<int32_t> references{1};

  int64_t end() const { return start + length; }
};

class OrderedTree {
 public:
  void Insert(int64_t start, int64_t length);
  OrderedExtent* Lookup(int64_t position);
  static void Drop(OrderedExtent* ordered) {
    ordered->references.fetch_sub(1, std::memory_order_acq_rel);
  }
  // Accounts [position, position + bytes) on the ordered extents there; a gap may be one block
  // long, so it is passed block by block. Returns the bytes that some ordered extent had.
  int64_t Finish(int64_t position, int64_t bytes, bool truncated);
  // Makes every entry as it was inserted, for the next measured round.
  void Reset();

  int64_t OutstandingReferences() const;
  bool lock_held() const { return lock_.held(); }
  const std::map<int64_t, std::unique_ptr<OrderedExtent>>& entries() const { return entries_; }

 private:
  SpinLock lock_;
  std::map<int64_t, std::unique_ptr<OrderedExtent>> entries_;  // by start
};

}  // namespace regress
