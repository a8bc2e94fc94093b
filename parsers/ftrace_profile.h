// SPDX-License-Identifier: Apache-2.0
// The aggregate files of tracefs: counts that the kernel made itself.
//
//   trace_stat/functionN   "  btrfs_sync_file      2    9366.944 us     4683.472 us   2746080 us"
//   kprobe_profile         "  p_btrfs_sync_file_0                 20               0"
//   uprobe_profile         "  /bin/bash zfree_entry              5"
//   events/*/*/hist        "{ id: sys_close    [  3] } hitcount:         25"
//   per_cpu/cpuN/stats     "overrun: 0"
//   stack_trace            "  0)     4080      64   decay_load+0x5/0x3c"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/data/evidence.h"
#include "parsers/format.h"
#include "parsers/ftrace_tally.h"

namespace regress {

enum class ProfileKind : uint8_t {
  kFunctions,  // trace_stat
  kKprobes,
  kUprobes,
  kHistogram,
  kRingStats,
  kStackDepth,
};

// Which file begins with `head`; nullopt if none does.
std::optional<ProfileKind> SniffProfile(std::string_view head);

class Profile {
 public:
  Profile(ProfileKind kind, std::string path, const ParseOptions& options);
  void Line(std::string_view line);
  // `complete`: the last line had its end.
  void Finish(EvidenceBundle& bundle, bool complete);

 private:
  void FunctionRow(std::string_view line);
  void ProbeRow(std::string_view line);
  void HistogramLine(std::string_view line);
  void StatsLine(std::string_view line);

  ProfileKind kind_;
  std::string path_;
  TraceTally tally_;
  uint64_t rows_ = 0;
  uint64_t entries_ = 0;
  uint64_t unknown_lines_ = 0;
  uint32_t line_number_ = 0;
  uint32_t first_unknown_ = 0;
  std::string key_;  // of a histogram entry with several lines
  bool in_key_ = false;
  bool in_totals_ = false;
  bool has_totals_ = false;
  std::optional<uint64_t> overrun_;
  std::optional<uint64_t> dropped_;
};

}  // namespace regress
