// SPDX-License-Identifier: Apache-2.0
// RAM disk: bio-based, no request queue. Cost of a request = bytes / copy rate + lookup per page
// touched
// (+ allocation of each page that a write touches first), all of it spent in the submitting thread.
#include <deque>
#include <unordered_set>

#include "models/data/error.h"
#include "models/sim/device.h"

namespace regress {
namespace {

class RamDevice final : public Device {
 public:
  explicit RamDevice(const RamDeviceParameters& parameters) : parameters_(parameters) {
    if (!(parameters.copy_gb_per_s > 0) || parameters.lookup_ns < 0 || parameters.allocate_ns < 0) {
      throw Error(ErrorKind::kUsage, "ram device: copy rate must be positive, costs not negative");
    }
  }

  std::string_view name() const override { return "ram"; }
  std::optional<int64_t> tags() const override { return std::nullopt; }
  int64_t in_flight() const override { return static_cast<int64_t>(done_.size()); }
  uint64_t events() const override { return events_; }

  int64_t Submit(int64_t now_ns, const DeviceRequest& request) override {
    if (request.bytes <= 0 || request.offset < 0) {
      throw Error(ErrorKind::kUsage, "ram device: a request needs an offset >= 0 and a size > 0");
    }
    const int64_t first = request.offset / kPageBytes;
    const int64_t last = (request.offset + request.bytes - 1) / kPageBytes;
    int64_t busy_ns =
        static_cast<int64_t>(static_cast<double>(request.bytes) / parameters_.copy_gb_per_s) +
        (last - first + 1) * parameters_.lookup_ns;
    if (request.op == DeviceOp::kWrite) {
      for (int64_t page = first; page <= last; ++page) {
        if (present_.insert(page).second) busy_ns += parameters_.allocate_ns;
      }
    }
    done_.push_back({request.id, now_ns + busy_ns});
    return busy_ns;
  }

  std::optional<int64_t> NextEvent() const override {
    if (done_.empty()) return std::nullopt;
    return done_.front().time_ns;
  }

  void Advance(int64_t now_ns, std::vector<DeviceCompletion>& done) override {
    while (!done_.empty() && done_.front().time_ns <= now_ns) {
      done.push_back(done_.front());
      done_.pop_front();
      ++events_;
    }
  }

 private:
  RamDeviceParameters parameters_;
  std::unordered_set<int64_t> present_;  // pages written before; only asked, never iterated
  std::deque<DeviceCompletion> done_;    // one thread at a time submits: in order of time
  uint64_t events_ = 0;
};

}  // namespace

std::unique_ptr<Device> MakeRamDevice(const RamDeviceParameters& parameters) {
  return std::make_unique<RamDevice>(parameters);
}

}  // namespace regress
