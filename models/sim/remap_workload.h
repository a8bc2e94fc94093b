// SPDX-License-Identifier: Apache-2.0
// Clone and dedupe of single blocks on a fresh filesystem, as a benchmark of the two ioctls does
// it: one source file, a file that clones grow by one block each, and a file of one extent that
// dedupes replace block by block. Each operation is a handle of its own with two descents of the fs
// tree: the range is dropped, the new extent item inserted. The tree begins as a single leaf and
// gets its second level once that leaf is full, so an operation makes two inhibit calls at first
// and four later. Now and then a background handle writes the inodes that the operations changed.
#pragma once

#include "models/sim/tree.h"

namespace regress {

struct RemapConfig {
  uint32_t operations = 10000;  // of each kind
  uint32_t flush_every = 64;    // operations between two background handles
  uint32_t node_size = 16384;
  TransactionConfig transaction;
};

class RemapWorkload {
 public:
  RemapWorkload(const RemapConfig& config, uint64_t seed,
                const Transaction::MakeBufferTracker& make_tracker);

  // Before Run: `observer` hears of every call.
  void Observe(CallObserver& observer) { transaction_.Observe(observer); }
  InhibitionCounters Run();

 private:
  void Clone(uint32_t block);
  void Dedupe(uint32_t block);
  void WriteInodes();

  RemapConfig config_;
  Transaction transaction_;
  Tree fs_;
  uint32_t done_ = 0;
};

}  // namespace regress
