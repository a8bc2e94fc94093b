// SPDX-License-Identifier: Apache-2.0
// Marker text is user input and may hold line ends, so it can forge whole trace lines. This filter
// sits between the lines of a log and the counters while a marker is near, and drops what must be
// the text of a marker:
//
// - a line without context belongs to the last marker, hence so does all between the two;
// - entries of a trace are in order of time (of each CPU where readers do not merge), so what
//   stands out of that order behind a marker is its text;
// - an uncut log holds as many entries as its header says, no more.
//
// Text of a marker follows it without a break, so the forged lines are always the first ones after
// the marker. What copies a whole line with a fitting time cannot be told apart; the caller warns
// when the numbers do not agree.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

class ForgeryFilter {
 public:
  struct Line {
    std::string text;
    uint32_t number = 0;  // in the file
    uint32_t cpu = 0;
    uint32_t pid = 0;
    std::optional<int64_t> stamp;
    bool is_entry = false;   // else a loss line and the like
    bool is_marker = false;  // an entry that may be continued by its text
  };
  using Commit = std::function<void(const Line&)>;
  explicit ForgeryFilter(Commit commit) : commit_(std::move(commit)) {}

  // True while lines are held: all further lines must go through Push or Continue.
  bool holding() const { return !held_.empty(); }
  void Push(Line line);
  // A line of `bytes` without context came. True if it is the text of a marker that is held.
  bool Continue(size_t bytes);
  // End of a segment. `expected` is the number of entries that the header announces, `counted`
  // how many of the segment were counted so far, without those held.
  void Finish(std::optional<uint64_t> expected, uint64_t counted);
  // Readers that merge the CPUs print all in order of time.
  void set_merged(bool merged) { merged_ = merged; }

  uint64_t dropped() const { return dropped_; }  // entries left out as forged

 private:
  static constexpr size_t kMarkerBytes = size_t{8} << 10;  // longest text of a marker
  static constexpr size_t kWindowBytes = size_t{64} << 10;
  struct Held {
    Line line;
    uint64_t offset = 0;  // of its end in the bytes that passed
    bool forged = false;
  };
  size_t NearestMarker(size_t index) const;  // held_.size() if none covers held_[index]
  void Flag(size_t marker, size_t last);
  void FlagOutOfOrder();
  std::vector<size_t> OutOfOrder(std::optional<uint32_t> cpu) const;
  void FlagExcess(uint64_t excess);
  void Release(size_t count);

  Commit commit_;
  std::deque<Held> held_;
  uint64_t offset_ = 0;
  uint64_t last_marker_ = 0;
  uint64_t dropped_ = 0;
  uint64_t dropped_before_ = 0;  // value of dropped_ when the segment began
  bool merged_ = false;
};

}  // namespace regress
