// SPDX-License-Identifier: Apache-2.0
// Write-back throttling of request-queue devices: how many buffered writes may be in flight, and
// who is woken when one completes. The depth follows the read latency seen in windows of 100 ms.
//
// A scale step s moves the depth: 0 at start, up (fewer requests) when reads are slower than the
// target, down (more requests) when they are not, or when only writes are seen. Reads and direct
// writes are not throttled.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace regress {

struct WbtDepth {
  int64_t max = 0;
  int64_t normal = 0;
  int64_t background = 0;
  bool at_cap = false;  // scaling further down gives no more depth
};
WbtDepth WbtDepthAt(int step, int64_t queue_depth);

enum class WbtClass : uint8_t {
  kBackground,
  kReclaim,
  kDiscard
};  // one counter of requests in flight each
inline constexpr int kWbtClasses = 3;

struct WbtWrite {
  WbtClass counter = WbtClass::kBackground;
  bool priority = false;    // sync, metadata
  bool background = false;  // background writeback
};

struct WbtParameters {
  int64_t queue_depth = 1023;
  int64_t target_ns = 2'000'000;  // of a read: 2 ms flash, 75 ms disk; 0: no throttling
  bool volatile_cache = true;     // the device acknowledges from a cache that can be lost
};

class Wbt {
 public:
  explicit Wbt(const WbtParameters& parameters);

  bool enabled() const { return parameters_.target_ns > 0; }
  int step() const { return step_; }
  const WbtDepth& depth() const { return depth_; }
  int64_t in_flight(WbtClass counter) const { return in_flight_[Index(counter)]; }

  int64_t LimitFor(int64_t now_ns, const WbtWrite& write) const;
  // `others_wait`: someone sleeps for the same counter already.
  bool MayAdmit(int64_t now_ns, const WbtWrite& write, bool others_wait) const;
  void Admit(int64_t now_ns, const WbtWrite& write);
  // True: all who sleep for this counter are to look again.
  bool Complete(int64_t now_ns, const WbtWrite& write);

  void NoteDirtyStall(int64_t now_ns) { dirty_stall_ns_ = now_ns; }
  void NoteOtherIo(int64_t now_ns) { other_io_ns_ = now_ns; }
  void StartRead(int64_t now_ns);
  // `started_ns` is when the read was started; at most one sync read is watched at a time.
  void FinishRead(int64_t now_ns, int64_t started_ns);

  // End of the current window; nullopt if no timer runs.
  std::optional<int64_t> WindowEnd() const { return window_end_ns_; }
  // To be called at WindowEnd(). True: the depth changed and sleepers are to look again.
  bool FinishWindow(int64_t now_ns);

 private:
  enum class Seen { kExceeded, kGood, kOnlyWrites, kUnknown };
  static size_t Index(WbtClass counter) { return static_cast<size_t>(counter); }
  bool RecentStall(int64_t now_ns) const;
  Seen Judge(int64_t now_ns) const;
  void StepUp();
  void StepDown();
  void SetStep(int step);
  void Arm(int64_t now_ns);
  int64_t AllInFlight() const;

  WbtParameters parameters_;
  int step_ = 0;
  WbtDepth depth_;
  std::array<int64_t, kWbtClasses> in_flight_{};
  std::optional<int64_t> dirty_stall_ns_;
  std::optional<int64_t> other_io_ns_;
  std::optional<int64_t> window_end_ns_;
  int64_t window_ns_ = 0;  // length of the current window
  // Seen in the current window.
  int64_t reads_ = 0;
  int64_t writes_ = 0;
  int64_t least_read_ns_ = 0;
  std::optional<int64_t> watched_read_ns_;  // start of an outstanding sync read
  int unknown_windows_ = 0;
};

}  // namespace regress
