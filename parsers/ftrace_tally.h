// SPDX-License-Identifier: Apache-2.0
// What one instance of a trace adds up to while it is read, text or binary: calls, durations,
// events, the window of each CPU, losses. Aggregates only, so that memory does not grow with the
// trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence.h"
#include "parsers/format.h"
#include "parsers/ftrace_counters.h"
#include "parsers/ftrace_pairs.h"

namespace regress {

// A warning about a trace; line 0 is the file as a whole.
Diagnostic TraceWarning(const std::string& path, uint32_t line, std::string message);

class TraceTally {
 public:
  struct CpuSpan {
    uint64_t entries = 0;
    int64_t first = INT64_MAX;
    int64_t last = INT64_MIN;
  };
  // `options` must outlive the tally. Throws Error(kUsage) for a bad --pair.
  explicit TraceTally(const ParseOptions& options);

  NameTable& functions() { return functions_; }
  void Call(uint32_t function, uint64_t count = 1) {
    if (function == NameTable::kNone) {
      unnamed_calls_ += count;
      return;
    }
    if (function >= calls_.size()) calls_.resize(function + size_t{1});
    calls_[function] += count;
  }
  void Calls(std::string_view function, uint64_t count);
  void Duration(uint32_t function, int64_t ns) {
    if (function != NameTable::kNone) durations_.Add(function, ns);
  }
  // Sum of durations that a profile gives without the single ones.
  void TotalOnly(std::string_view function, uint64_t count, int64_t total_ns);
  void Event(std::string_view name, uint64_t count = 1);
  // A latency that the event itself states (timerlat).
  void EventDuration(std::string_view name, int64_t ns);
  // An entry of the buffer; `cpu` and `time_ns` if known.
  void Entry(std::optional<uint32_t> cpu, std::optional<int64_t> time_ns);
  void Pid(uint32_t pid) {
    pids_.Add(pid);
    has_pids_ = true;
  }
  // The span that Entry updates, for the fast path; nullptr beyond the bound.
  CpuSpan* Span(uint32_t cpu) { return cpu < cpus_.size() ? &cpus_[cpu] : NewSpan(cpu); }
  // For pairs and kept rows.
  void Row(const TraceRow& row);
  bool wants_rows() const { return !pairs_.empty() || options_->keep_event != nullptr; }
  void Lost(uint64_t count) { lost_ = lost_.value_or(0) + count; }
  void LostUnknown() { lost_unknown_ = true; }
  void Incomplete() { incomplete_ = true; }

  uint64_t entries() const;
  uint64_t calls() const;
  std::optional<uint64_t> lost() const { return lost_; }
  bool lower_bound() const { return lost_.value_or(0) > 0 || lost_unknown_ || incomplete_; }

  // Fills counts, windows and loss of `trace` (path, instance, kind, clock and notes are the
  // caller's; evidence only if it must be a lower bound) and appends it with its events and
  // figures to `bundle`.
  void Emit(Trace trace, EvidenceBundle& bundle);

 private:
  static constexpr uint32_t kMaxCpu = 8192;
  CpuSpan* NewSpan(uint32_t cpu);
  void EmitPairs(const Trace& trace, EvidenceBundle& bundle);

  const ParseOptions* options_;
  NameTable functions_;
  NameTable events_;
  std::vector<uint64_t> calls_;         // by function
  std::vector<uint64_t> event_counts_;  // by event
  std::vector<uint64_t> total_counts_;  // by function, from TotalOnly
  std::vector<int64_t> total_ns_;
  DurationTable durations_;        // by function
  DurationTable event_durations_;  // by event
  PidSet pids_;
  std::vector<CpuSpan> cpus_;
  CpuSpan unplaced_;  // entries without a known CPU
  std::vector<EventPair> pairs_;
  std::optional<uint64_t> lost_;
  uint64_t unnamed_calls_ = 0;
  uint64_t unnamed_events_ = 0;
  bool lost_unknown_ = false;
  bool incomplete_ = false;
  bool has_pids_ = false;
};

}  // namespace regress
