// SPDX-License-Identifier: Apache-2.0
// Who wants to see the kernel functions that a simulated workload calls, in order of time.
#pragma once

#include <cstdint>

namespace regress {

enum class KernelCall {
  kClone,          // btrfs_remap_file_range, from a clone
  kDedupe,         // btrfs_remap_file_range, from a dedupe
  kInhibitCopied,  // btrfs_inhibit_eb_writeback, of a block that was just copied
  kInhibitReused,  // btrfs_inhibit_eb_writeback, of a block that needs no copy
  kUninhibitAll,   // btrfs_uninhibit_all_eb_writeback, at the end of a handle
};

class CallObserver {
 public:
  virtual ~CallObserver() = default;
  // `time` in visits since the beginning.
  virtual void OnCall(KernelCall call, uint64_t time) = 0;
};

}  // namespace regress
