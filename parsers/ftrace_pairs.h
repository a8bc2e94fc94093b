// SPDX-License-Identifier: Apache-2.0
// Durations from pairs of events: --pair ENTRY,EXIT,KEY.
//
// ENTRY and EXIT are event names as the trace shows them; for syscall events, which share their
// visible name, ENTRY and EXIT are both sys_NAME and the form tells them apart. KEY names what
// makes two events one pair, joined by '+': `pid`, `cpu`, `tgid`, any `field=` or `field:` of the
// text, and for block events `dev`, `sector` and `rwbs`. Pairs of the same key nest (last in, first
// out), as recursion does. Starts and ends without partner and negative spans are counted, never
// dropped: a flush request of block_rq_* completes at sector 2^64 - 1, a FUA write completes twice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parsers/ftrace_counters.h"

namespace regress {

struct PairEvent {
  std::string_view name;
  std::string_view text;
  uint32_t cpu = 0;
  uint32_t pid = 0;
  int64_t time_ns = 0;
};

class EventPair {
 public:
  // Throws Error(kUsage) if `rule` is not ENTRY,EXIT,KEY.
  explicit EventPair(std::string_view rule);
  void Add(const PairEvent& event);
  std::optional<DurationTable::Summary> Summarize() { return durations_.Summarize(0); }

  const std::string& name() const { return name_; }  // "ENTRY -> EXIT by KEY"
  uint64_t starts() const { return starts_; }
  uint64_t unmatched_starts() const { return open_count_ + overwritten_; }
  uint64_t unmatched_ends() const { return unmatched_ends_; }
  uint64_t negative() const { return negative_; }
  uint64_t skipped() const { return skipped_; }  // events that have no such key

 private:
  static constexpr size_t kMaxOpen = size_t{1} << 18;
  std::optional<std::string> Key(const PairEvent& event) const;
  bool IsStart(const PairEvent& event) const;
  bool IsEnd(const PairEvent& event) const;

  std::string entry_;
  std::string exit_;
  std::vector<std::string> keys_;
  std::string name_;
  std::unordered_map<std::string, std::vector<int64_t>> open_;  // never iterated
  size_t open_count_ = 0;
  DurationTable durations_;
  uint64_t starts_ = 0;
  uint64_t overwritten_ = 0;
  uint64_t unmatched_ends_ = 0;
  uint64_t negative_ = 0;
  uint64_t skipped_ = 0;
};

// Value of `field` in the text of an event: "field=value", "field: value", or for block events
// ("7,0 WS 4096 () 26624 + 8 [fio]") dev, rwbs, sector and nr_sector.
std::optional<std::string_view> EventField(std::string_view text, std::string_view field);

}  // namespace regress
