// SPDX-License-Identifier: Apache-2.0
#include "models/sim/throttle_model.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "models/data/error.h"
#include "models/sim/device.h"

namespace regress {
namespace {

constexpr uint32_t kWriteId = 0;
constexpr uint32_t kReadId = 1;

std::unique_ptr<Device> MakeDevice(const ThrottleParameters& p, uint64_t seed) {
  if (FindDeviceType(p.device).name == "ram") return MakeRamDevice(p.ram);
  NvmeDeviceParameters nvme = p.nvme;
  nvme.tags = p.wbt.queue_depth + 1;
  return MakeNvmeDevice(nvme, seed);
}

class Throttle {
 public:
  Throttle(const ThrottleParameters& parameters, uint64_t seed)
      : p_(parameters), wbt_(Effective(parameters)), device_(MakeDevice(parameters, seed)) {
    write_.background = p_.background;
    tags_ = device_->tags() ? p_.wbt.queue_depth : 1;
  }

  ThrottleResult Run() {
    if (p_.reader) StartRead();
    const int64_t folios = std::max<int64_t>(1, p_.total_bytes / p_.folio_bytes);
    std::vector<int64_t> intervals;
    int64_t slept = 0;
    for (int64_t folio = 0; folio < folios; ++folio) {
      const int64_t start = now_;
      AdvanceTo(now_ + p_.cpu_ns);
      for (int64_t at = 0; at < p_.folio_bytes; at += p_.request_bytes) {
        SubmitWrite(folio * p_.folio_bytes + at, std::min(p_.request_bytes, p_.folio_bytes - at));
      }
      intervals.push_back(now_ - start);
      slept += now_ - start - p_.cpu_ns;
    }
    result_.folios = folios;
    result_.elapsed_ns = now_;
    result_.last_step = wbt_.step();
    Summarise(intervals, slept);
    return result_;
  }

 private:
  // A device without a queue cannot throttle.
  static WbtParameters Effective(const ThrottleParameters& p) {
    WbtParameters wbt = p.wbt;
    if (!FindDeviceType(p.device).make(1)->tags()) wbt.target_ns = 0;
    return wbt;
  }

  void SubmitWrite(int64_t offset, int64_t bytes) {
    while (!wbt_.MayAdmit(now_, write_, false)) {
      woken_ = false;
      while (!woken_) Step();
    }
    while (in_flight_ >= tags_) Step();
    const bool below =
        !wbt_.enabled() || wbt_.in_flight(write_.counter) < wbt_.LimitFor(now_, write_);
    result_.within_limits = result_.within_limits && below && in_flight_ < tags_;
    wbt_.Admit(now_, write_);
    ++in_flight_;
    result_.peak_in_flight = std::max(result_.peak_in_flight, in_flight_);
    if (wbt_.enabled()) result_.largest_depth = std::max(result_.largest_depth, wbt_.depth().max);
    DeviceRequest request;
    request.offset = offset;
    request.bytes = bytes;
    request.id = kWriteId;
    AdvanceTo(now_ + device_->Submit(now_, request));
  }

  void StartRead() {
    DeviceRequest request;
    request.op = DeviceOp::kRead;
    request.bytes = kPageBytes;
    request.id = kReadId;
    read_started_ns_ = now_;
    wbt_.StartRead(now_);
    if (p_.reader) wbt_.NoteOtherIo(now_);
    device_->Submit(now_, request);
  }

  std::optional<int64_t> NextEvent() const {
    std::optional<int64_t> next = device_->NextEvent();
    const std::optional<int64_t> window = wbt_.WindowEnd();
    if (window && (!next || *window < *next)) next = window;
    return next;
  }

  // The next thing that happens while the submitter sleeps.
  void Step() {
    const std::optional<int64_t> next = NextEvent();
    if (!next)
      throw std::logic_error("throttle model: the submitter sleeps and nothing is pending");
    Process(*next);
  }

  void AdvanceTo(int64_t time_ns) {
    for (;;) {
      const std::optional<int64_t> next = NextEvent();
      if (!next || *next > time_ns) break;
      Process(*next);
    }
    now_ = time_ns;
  }

  void Process(int64_t time_ns) {
    now_ = std::max(now_, time_ns);
    done_.clear();
    device_->Advance(now_, done_);
    for (const DeviceCompletion& completion : done_) {
      if (completion.id == kWriteId) {
        --in_flight_;
        if (wbt_.Complete(completion.time_ns, write_)) woken_ = true;
        continue;
      }
      wbt_.FinishRead(completion.time_ns, read_started_ns_);
      read_ns_ += completion.time_ns - read_started_ns_;
      ++reads_;
      StartRead();
    }
    if (wbt_.WindowEnd() && *wbt_.WindowEnd() <= now_ && wbt_.FinishWindow(now_)) woken_ = true;
  }

  void Summarise(std::vector<int64_t>& intervals, int64_t slept) {
    const auto count = static_cast<double>(intervals.size());
    double sum = 0;
    for (const int64_t interval : intervals) sum += static_cast<double>(interval);
    std::sort(intervals.begin(), intervals.end());
    const auto at = [&](double share) {
      const auto place = static_cast<size_t>(share * count);
      return static_cast<double>(intervals[std::min(place, intervals.size() - 1)]) / 1e3;
    };
    result_.mean_us = sum / count / 1e3;
    result_.p50_us = at(0.5);
    result_.p99_us = at(0.99);
    result_.cpu_us = static_cast<double>(p_.cpu_ns) / 1e3;
    result_.sleep_us = static_cast<double>(slept) / count / 1e3;
    if (reads_ > 0) {
      result_.reader_us = static_cast<double>(read_ns_) / static_cast<double>(reads_) / 1e3;
    }
  }

  ThrottleParameters p_;
  Wbt wbt_;
  std::unique_ptr<Device> device_;
  WbtWrite write_;
  int64_t tags_ = 1;
  int64_t now_ = 0;
  int64_t in_flight_ = 0;  // writes
  bool woken_ = false;
  int64_t read_started_ns_ = 0;
  int64_t read_ns_ = 0;
  int64_t reads_ = 0;
  std::vector<DeviceCompletion> done_;
  ThrottleResult result_;
};

void Check(const ThrottleParameters& p) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(ErrorKind::kUsage, std::string("throttling: ") + what);
  };
  require(p.folio_bytes > 0 && p.request_bytes > 0 && p.total_bytes > 0, "sizes above 0");
  require(p.total_bytes / p.folio_bytes <= 10'000'000, "at most 10 million folios");
  require(p.folio_bytes / p.request_bytes <= 1'000'000, "at most a million requests per folio");
  require(p.cpu_ns >= 0 && p.cpu_ns <= 1'000'000'000'000, "a CPU time of 0 to 1000 s");
  require(!p.reader || p.device == "nvme", "the reader needs a device with a queue");
}

}  // namespace

ThrottleResult RunThrottle(const ThrottleParameters& parameters, uint64_t seed) {
  Check(parameters);
  return Throttle(parameters, seed).Run();
}

}  // namespace regress
