// SPDX-License-Identifier: Apache-2.0
#include "models/sim/ftrace_log.h"

#include <fmt/format.h>

#include <ostream>
#include <string_view>

namespace regress {
namespace {

constexpr uint64_t kFirstStampNs = 1'000'000'000;
constexpr int kPid = 1000;

// Callee and caller.
std::string_view Functions(KernelCall call) {
  switch (call) {
    case KernelCall::kClone:
      return "btrfs_remap_file_range <-do_clone_file_range";
    case KernelCall::kDedupe:
      return "btrfs_remap_file_range <-vfs_dedupe_file_range_one";
    case KernelCall::kInhibitCopied:
      return "btrfs_inhibit_eb_writeback <-btrfs_force_cow_block";
    case KernelCall::kInhibitReused:
      return "btrfs_inhibit_eb_writeback <-should_cow_block";
    case KernelCall::kUninhibitAll:
      return "btrfs_uninhibit_all_eb_writeback <-__btrfs_end_transaction";
  }
  return "";
}

}  // namespace

FtraceLog::FtraceLog(std::ostream& out, std::string task, uint64_t visit_ns, uint64_t entries)
    : out_(out), task_(std::move(task)), visit_ns_(visit_ns) {
  task_.resize(std::min<size_t>(task_.size(), 15));
  out_ << fmt::format(R"(# tracer: function
#
# entries-in-buffer/entries-written: {0}/{0}   #P:1
#
#                                _-----=> irqs-off/BH-disabled
#                               / _----=> need-resched
#                              | / _---=> hardirq/softirq
#                              || / _--=> preempt-depth
#                              ||| / _-=> migrate-disable
#                              |||| /     delay
#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
#              | |         |   |||||     |         |
)",
                      entries);
}

void FtraceLog::OnCall(KernelCall call, uint64_t time) {
  const uint64_t us = (kFirstStampNs + time * visit_ns_) / 1000;
  fmt::memory_buffer line;
  fmt::format_to(std::back_inserter(line), "{:>16}-{:<7} [000] ..... {:5}.{:06}: {}\n", task_, kPid,
                 us / 1'000'000, us % 1'000'000, Functions(call));
  out_.write(line.data(), static_cast<std::streamsize>(line.size()));
}

}  // namespace regress
