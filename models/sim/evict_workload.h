// SPDX-License-Identifier: Apache-2.0
// The workload of the published table: fragmented files are removed in one transaction while
// background writeback goes on. A file is evicted under one handle, leaf by leaf from its end;
// every extent removed queues a delayed reference. Once Q of them are pending a flush runs them
// all, in address order, under a handle of its own; the commit runs the rest.
#pragma once

#include <vector>

#include "models/sim/filesystem.h"

namespace regress {

struct EvictConfig {
  uint32_t files = 16;
  uint32_t extents_per_file = 16384;
  uint32_t interleave = 16;        // files that were written at the same time, in random order
  uint32_t pending_limit = 52429;  // Q
  int flush_percent = 100;         // of what is pending, in one flush
  uint32_t items_per_descent = 0;  // removed by one descent, 0: the file's items in the leaf
  uint32_t evictors = 1;  // files that are evicted at the same time, each under a handle of its own
  bool commit_counted = true;
  FilesystemConfig filesystem;  // its data_extents and file_items follow from the above
  TransactionConfig transaction;
};

class EvictWorkload {
 public:
  EvictWorkload(const EvictConfig& config, uint64_t seed,
                const Transaction::MakeBufferTracker& make_tracker);

  // Once. The counters, those of the commit left out if it is not to be counted.
  InhibitionCounters Run();

  // Before Run: `observer` hears of every call.
  void Observe(CallObserver& observer) { transaction_.Observe(observer); }

  const Transaction& transaction() const { return transaction_; }
  const Filesystem& filesystem() const { return filesystem_; }

 private:
  struct Evictor {
    uint32_t first_key = 0;
    uint32_t next_key = 0;  // highest item that is left
    Handle* handle = nullptr;
    bool active = false;
  };

  bool TakeFile(Evictor& evictor);
  void Step(Evictor& evictor);
  void EndHandle(Evictor& evictor);
  void Flush();

  EvictConfig config_;
  Rng rng_;
  Transaction transaction_;
  Filesystem filesystem_;
  std::vector<uint32_t>
      data_address_;  // of each extent, from data_begin, files one after the other
  uint32_t next_file_ = 0;
};

}  // namespace regress
