// SPDX-License-Identifier: Apache-2.0
// What a trace says: how complete it is, and how often and how long things ran. Times are integer
// nanoseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/source_ref.h"

namespace regress {

enum class EvidenceGrade : uint8_t { kExact, kLowerBound, kUnknown };

std::string_view Name(EvidenceGrade grade);  // "exact", "lower-bound", "unknown"

// Span of one CPU inside a trace.
struct CpuWindow {
  uint32_t cpu = 0;
  std::optional<int64_t> first_ns;
  std::optional<int64_t> last_ns;
  uint64_t entries = 0;
};

// One trace instance of one file. Absent counts are unknown, never zero.
struct Trace {
  std::string path;
  std::string instance;  // empty for the main buffer
  std::string kind;      // "function", "function_graph", "trace.dat", ...
  std::string clock;
  uint64_t entries = 0;
  std::optional<uint64_t> lost;
  EvidenceGrade evidence = EvidenceGrade::kUnknown;
  std::optional<int64_t> first_ns;
  std::optional<int64_t> last_ns;
  std::vector<CpuWindow> cpus;
  std::optional<uint64_t> pids;
  std::optional<uint64_t> functions;
  std::vector<std::string> notes;  // what bears on the grade, for the text output
};

// Calls of one function or occurrences of one event.
struct EventCount {
  InputRef source;
  bool is_function = true;  // "function", else "event"
  std::string name;
  std::string instance;
  uint64_t calls = 0;
  uint64_t durations = 0;  // calls whose duration is known
  std::optional<int64_t> total_ns;
  std::optional<int64_t> p50_ns;
  std::optional<int64_t> p99_ns;
  std::optional<int64_t> max_ns;
};

// One entry of a trace as it is read, for those who keep every entry. The views are valid during
// the call only.
struct TraceRow {
  std::string_view instance;
  std::string_view comm;
  std::string_view name;  // function or event
  std::string_view text;  // fields of the event, as printed
  std::optional<int64_t> time_ns;
  std::optional<int64_t> duration_ns;
  std::optional<uint32_t> cpu;
  std::optional<uint32_t> pid;
  bool is_function = false;
};

}  // namespace regress
