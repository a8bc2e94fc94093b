// SPDX-License-Identifier: Apache-2.0
#include "models/sim/wbt.h"

#include <algorithm>
#include <stdexcept>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr int64_t kBase = 16;
constexpr int64_t kWindowNs = 100'000'000;
constexpr int64_t kRecentNs = 1'000'000'000;  // a task stalled by dirty balancing
constexpr int64_t kOtherIoNs = 100'000'000;
constexpr int64_t kLeastReads = 1;
constexpr int64_t kLeastWrites = 3;
constexpr int kPatience = 5;  // windows without knowledge before the step moves towards 0

}  // namespace

WbtDepth WbtDepthAt(int step, int64_t queue_depth) {
  WbtDepth depth;
  if (step == 0) {
    depth.max = std::min(kBase, queue_depth);
  } else if (step > 0) {
    depth.max = 1 + ((kBase - 1) >> std::min(step, 62));
  } else {
    const int64_t cap = std::max<int64_t>(1, 3 * queue_depth / 4);
    const int64_t wanted = 1 + ((kBase - 1) << std::min(-step, 40));
    depth.at_cap = wanted >= cap;
    depth.max = std::min(wanted, cap);
  }
  if (depth.max <= 2) {
    depth.normal = depth.max;
    depth.background = 1;
  } else {
    depth.normal = (depth.max + 1) / 2;
    depth.background = (depth.max + 3) / 4;
  }
  return depth;
}

Wbt::Wbt(const WbtParameters& parameters) : parameters_(parameters) {
  if (parameters.queue_depth < 1 || parameters.target_ns < 0) {
    throw Error(ErrorKind::kUsage, "wbt: a queue depth of at least 1 and a target of at least 0");
  }
  SetStep(0);
}

bool Wbt::RecentStall(int64_t now_ns) const {
  return dirty_stall_ns_ && now_ns - *dirty_stall_ns_ < kRecentNs;
}

int64_t Wbt::LimitFor(int64_t now_ns, const WbtWrite& write) const {
  if (write.priority || write.counter == WbtClass::kReclaim || RecentStall(now_ns)) {
    return depth_.max;
  }
  const bool other_io = other_io_ns_ && now_ns - *other_io_ns_ < kOtherIoNs;
  return write.background || other_io ? depth_.background : depth_.normal;
}

bool Wbt::MayAdmit(int64_t now_ns, const WbtWrite& write, bool others_wait) const {
  if (!enabled()) return true;
  return !others_wait && in_flight(write.counter) < LimitFor(now_ns, write);
}

void Wbt::Admit(int64_t now_ns, const WbtWrite& write) {
  ++in_flight_[Index(write.counter)];
  if (enabled() && !window_end_ns_) Arm(now_ns);
}

bool Wbt::Complete(int64_t now_ns, const WbtWrite& write) {
  int64_t& in_flight = in_flight_[Index(write.counter)];
  if (in_flight <= 0) throw std::logic_error("wbt: completed more than admitted");
  --in_flight;
  ++writes_;
  const int64_t wake_below = parameters_.volatile_cache && !RecentStall(now_ns) ? 0 : depth_.normal;
  if (in_flight > 0 && in_flight >= wake_below) return false;
  return in_flight == 0 || wake_below - in_flight >= depth_.background / 2;
}

void Wbt::StartRead(int64_t now_ns) {
  if (!watched_read_ns_) watched_read_ns_ = now_ns;
}

void Wbt::FinishRead(int64_t now_ns, int64_t started_ns) {
  if (watched_read_ns_ == started_ns) watched_read_ns_.reset();
  const int64_t latency = now_ns - started_ns;
  least_read_ns_ = reads_ == 0 ? latency : std::min(least_read_ns_, latency);
  ++reads_;
}

Wbt::Seen Wbt::Judge(int64_t now_ns) const {
  if (watched_read_ns_) {
    const int64_t age = now_ns - *watched_read_ns_;
    if (age > window_ns_ || (age > parameters_.target_ns && reads_ == 0)) return Seen::kExceeded;
  }
  if (reads_ >= kLeastReads && writes_ >= kLeastWrites) {
    return least_read_ns_ > parameters_.target_ns ? Seen::kExceeded : Seen::kGood;
  }
  if (reads_ == 0 && (writes_ > 0 || AllInFlight() > 0)) return Seen::kOnlyWrites;
  return Seen::kUnknown;
}

bool Wbt::FinishWindow(int64_t now_ns) {
  const int before = step_;
  switch (Judge(now_ns)) {
    case Seen::kExceeded:
      StepUp();
      break;
    case Seen::kGood:
    case Seen::kOnlyWrites:
      StepDown();
      break;
    case Seen::kUnknown:
      if (++unknown_windows_ < kPatience) break;
      if (step_ > 0) SetStep(step_ - 1);
      if (step_ < 0) SetStep(step_ + 1);
      break;
  }
  reads_ = 0;
  writes_ = 0;
  window_end_ns_.reset();
  if (step_ != 0 || AllInFlight() > 0) Arm(now_ns);
  return step_ != before;
}

void Wbt::StepUp() {
  unknown_windows_ = 0;
  if (step_ < 0) return SetStep(0);  // at once, whatever the depth was
  if (depth_.max > 1) SetStep(step_ + 1);
}

void Wbt::StepDown() {
  unknown_windows_ = 0;
  if (!depth_.at_cap) SetStep(step_ - 1);
}

void Wbt::SetStep(int step) {
  step_ = step;
  depth_ = WbtDepthAt(step, parameters_.queue_depth);
}

void Wbt::Arm(int64_t now_ns) {
  window_ns_ = kWindowNs;
  if (step_ > 0) {
    // The square root is exactly rounded, hence the same everywhere.
    window_ns_ = static_cast<int64_t>(static_cast<double>(kWindowNs) /
                                      __builtin_sqrt(static_cast<double>(step_ + 1)));
  }
  window_end_ns_ = now_ns + window_ns_;
}

int64_t Wbt::AllInFlight() const {
  int64_t sum = 0;
  for (const int64_t count : in_flight_) sum += count;
  return sum;
}

}  // namespace regress
