// SPDX-License-Identifier: Apache-2.0
// The function_graph grammar: one line, and the matching of returns to their calls.
//
//    " 1)   0.801 us    |        __cond_resched();"
//    " 1) + 12.478 us   |      }"
//    "   56.373659 |   0)     wl-457     |   3.295 us    |      btrfs_get_32 [btrfs]();"
//    " 1)               |  /* sched_switch: prev_comm=wl ... */"
//
// Every column before the body can be absent (options funcgraph-cpu, -proc, -duration, -abstime),
// and a comm may hold bars and brackets, so a line is read from its right end. Durations are as
// printed: cut, not rounded, exact below 10 ms. Views borrow the line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "parsers/ftrace_counters.h"

namespace regress {

struct GraphLine {
  enum class Kind : uint8_t {
    kCall,         // "name() {"
    kLeaf,         // "name();"
    kReturn,       // "}", with `name` if one is given
    kComment,      // "/* event, marker or stack */", `name` is what stands between the marks
    kOpenComment,  // "/* first line" of several lines
  };
  Kind kind = Kind::kComment;
  std::string_view name;  // without module tag
  uint32_t depth = 0;     // blanks before the body
  uint32_t cpu = UINT32_MAX;
  std::optional<uint32_t> pid;
  std::optional<int64_t> duration_ns;
  std::optional<int64_t> time_ns;
};

std::optional<GraphLine> ParseGraphLine(std::string_view line);
// From the duration on: "   0.902 us   |      leaf();", as in trace-cmd report.
std::optional<GraphLine> ParseGraphTail(std::string_view text);
// " 0)   aaaaaaa-312   =>   bbbbbbb-313  "
bool IsTaskSwitch(std::string_view line);
// "0.962 us", "14527.85 us" to ns.
std::optional<int64_t> ParseMicroseconds(std::string_view number);

// Open calls of each CPU by depth. The kernel names a return when its own table of this kind
// disagrees with what returns, so an unnamed return always belongs to the call of its depth.
class GraphMatcher {
 public:
  void Enter(uint32_t cpu, uint32_t depth, uint32_t function);
  // The function that an unnamed return closes; nullopt if none is open at that depth.
  std::optional<uint32_t> Leave(uint32_t cpu, uint32_t depth);
  // A named return: true if `function` was open at that depth, false for an orphan.
  bool Leave(uint32_t cpu, uint32_t depth, uint32_t function);
  // Events were lost: what is open stays without return. All CPUs if `cpu` is UINT32_MAX.
  void Forget(uint32_t cpu);
  uint64_t unfinished() const;  // calls without return so far

 private:
  static constexpr uint32_t kMaxDepth = 1024;
  static constexpr uint32_t kMaxCpu = 8192;
  std::vector<uint32_t>* Table(uint32_t cpu);

  std::vector<std::vector<uint32_t>> open_;  // by cpu, then depth
  std::vector<uint32_t> open_without_cpu_;
  uint64_t forgotten_ = 0;
};

}  // namespace regress
