// SPDX-License-Identifier: Apache-2.0
// The calls of a simulated workload as a log of the function tracer, in the layout of the kernel's
// `trace` file with default context: the header with the number of entries, then one line a call,
//               remap-1000    [000] .....     1.000004: btrfs_inhibit_eb_writeback
//               <-should_cow_block
// The header comes first, so the calls are counted in a run before the one that is written.
#pragma once

#include <iosfwd>
#include <string>

#include "models/sim/call_observer.h"

namespace regress {

class CallCounter final : public CallObserver {
 public:
  void OnCall(KernelCall, uint64_t) override { ++calls_; }
  uint64_t calls() const { return calls_; }

 private:
  uint64_t calls_ = 0;
};

class FtraceLog final : public CallObserver {
 public:
  // Writes the header. `task` is cut to 15 characters; a visit takes `visit_ns` nanoseconds.
  FtraceLog(std::ostream& out, std::string task, uint64_t visit_ns, uint64_t entries);
  void OnCall(KernelCall call, uint64_t time) override;

 private:
  std::ostream& out_;
  std::string task_;
  uint64_t visit_ns_;
};

}  // namespace regress
