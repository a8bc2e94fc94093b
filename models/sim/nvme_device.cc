// SPDX-License-Identifier: Apache-2.0
// Flash drive behind a PCIe link.
//   write  wait for the link, then for room in the buffer; transfer; acknowledge after the fixed
//   latency.
//          Each full unit_bytes of the buffer goes to the next unit, round robin, which is busy for
//          program_ns; then the room comes back.
//   read   firmware, then a random unit (first come, first served, lognormal time), then the link
//   back,
//          which is granted in the order of submission: early data waits for its predecessor.
// The link is full duplex: writes and read data do not wait for each other, units serve both.
#include <algorithm>
#include <deque>

#include "models/data/error.h"
#include "models/sim/device.h"
#include "models/sim/event_queue.h"
#include "models/sim/exact_math.h"
#include "models/sim/ring.h"
#include "models/sim/rng.h"

namespace regress {
namespace {

enum NvmeEvent : uint32_t { kComplete, kTransferred, kRoom };

class NvmeDevice final : public Device {
 public:
  NvmeDevice(const NvmeDeviceParameters& parameters, uint64_t seed)
      : parameters_(parameters), rng_(seed) {
    Check(parameters);
    unit_free_ns_.assign(static_cast<size_t>(parameters.units), 0);
    // Mean 1 and coefficient of variation cv: sigma^2 = ln(1 + cv^2), mu = -sigma^2 / 2.
    const double variance = ExactLog(1 + parameters.cell_cv * parameters.cell_cv);
    mu_ = -variance / 2;
    sigma_ = __builtin_sqrt(variance);
  }

  std::string_view name() const override { return "nvme"; }
  std::optional<int64_t> tags() const override { return parameters_.tags; }
  int64_t in_flight() const override { return in_flight_; }
  uint64_t events() const override { return events_; }

  int64_t Submit(int64_t now_ns, const DeviceRequest& request) override {
    if (in_flight_ >= parameters_.tags) {
      throw Error(ErrorKind::kUsage, "nvme device: no tag is free");
    }
    if (request.bytes <= 0 || request.bytes > parameters_.request_max || request.offset < 0) {
      throw Error(ErrorKind::kUsage, "nvme device: a request has 1 to " +
                                         std::to_string(parameters_.request_max) + " bytes");
    }
    ++in_flight_;
    if (request.op == DeviceOp::kWrite) {
      writes_.PushBack({request.bytes, request.id});
      StartTransfer(now_ns);
    } else {
      pending_.Push(AcceptRead(now_ns, request.bytes), kComplete, request.id);
    }
    return 0;  // the submitting thread only rings the doorbell
  }

  std::optional<int64_t> NextEvent() const override {
    if (pending_.empty()) return std::nullopt;
    return pending_.top().time_ns;
  }

  void Advance(int64_t now_ns, std::vector<DeviceCompletion>& done) override {
    while (!pending_.empty() && pending_.top().time_ns <= now_ns) {
      const Event event = pending_.Pop();
      ++events_;
      switch (event.kind) {
        case kComplete:
          done.push_back({event.index, event.time_ns});
          --in_flight_;
          break;
        case kTransferred:
          FinishTransfer(event.time_ns);
          break;
        default:
          waits_for_room_ = false;
          StartTransfer(event.time_ns);
          break;
      }
    }
  }

 private:
  static void Check(const NvmeDeviceParameters& p) {
    const bool legal = p.link_gb_per_s > 0 && p.tags > 0 && p.request_max > 0 && p.units > 0 &&
                       p.units <= 65536 && p.unit_bytes > 0 && p.program_ns >= 0 &&
                       p.read_fixed_ns >= 0 && p.cell_ns >= 0 && p.cell_cv >= 0 && p.cell_cv <= 4 &&
                       p.transfer_cv >= 0 && p.transfer_cv <= 0.16 && p.write_fixed_ns >= 0 &&
                       p.write_page_ns >= 0;
    if (!legal) throw Error(ErrorKind::kUsage, "nvme device: a parameter is out of range");
    if (p.buffer_bytes < p.request_max + p.unit_bytes) {
      throw Error(ErrorKind::kUsage,
                  "nvme device: the buffer must hold the largest request and one unit");
    }
  }

  struct Write {
    int64_t bytes = 0;
    uint32_t id = 0;
  };
  struct Drain {
    int64_t time_ns;
    int64_t bytes;
  };

  int64_t TransferNs(int64_t bytes) const {
    return RoundHalfUp(static_cast<double>(bytes) / parameters_.link_gb_per_s);
  }

  int64_t WriteTransferNs(int64_t bytes) {
    if (parameters_.transfer_cv == 0) return TransferNs(bytes);
    const double factor = 1 + parameters_.transfer_cv * rng_.Normal();  // above 0: |normal| <= 6
    return RoundHalfUp(static_cast<double>(TransferNs(bytes)) * factor);
  }

  // Begins with the oldest write if link and buffer allow it.
  void StartTransfer(int64_t now_ns) {
    if (link_busy_ || waits_for_room_ || writes_.empty()) return;
    while (!drains_.empty() && drains_.front().time_ns <= now_ns) {
      buffered_ -= drains_.front().bytes;
      drains_.pop_front();
    }
    const int64_t bytes = writes_.front().bytes;
    if (buffered_ + bytes > parameters_.buffer_bytes) {
      // Not empty: what is not given to a unit yet is less than one unit, and that much always fits
      // beside.
      pending_.Push(drains_.front().time_ns, kRoom, 0);
      waits_for_room_ = true;
      return;
    }
    buffered_ += bytes;
    link_busy_ = true;
    pending_.Push(now_ns + WriteTransferNs(bytes), kTransferred, 0);
  }

  void FinishTransfer(int64_t now_ns) {
    const Write write = writes_.PopFront();
    link_busy_ = false;
    unsent_ += write.bytes;
    while (unsent_ >= parameters_.unit_bytes) {
      unsent_ -= parameters_.unit_bytes;
      int64_t& unit = unit_free_ns_[next_unit_];
      next_unit_ = next_unit_ + 1 == unit_free_ns_.size() ? 0 : next_unit_ + 1;
      unit = std::max(unit, now_ns) + parameters_.program_ns;
      AddDrain({unit, parameters_.unit_bytes});
    }
    const int64_t pages = (write.bytes + kPageBytes - 1) / kPageBytes;
    pending_.Push(now_ns + parameters_.write_fixed_ns + pages * parameters_.write_page_ns,
                  kComplete, write.id);
    StartTransfer(now_ns);
  }

  // Round robin makes drains end nearly in order; reads of a unit may delay its programs.
  void AddDrain(const Drain& drain) {
    auto place = drains_.end();
    while (place != drains_.begin() && (place - 1)->time_ns > drain.time_ns) --place;
    drains_.insert(place, drain);
  }

  // Time of the completion.
  int64_t AcceptRead(int64_t now_ns, int64_t bytes) {
    int64_t& unit = unit_free_ns_[rng_.Below(unit_free_ns_.size())];
    // The normal of Rng is a sum of 12 uniforms, whose kurtosis is -0.1; this gives the tail back.
    const double sum = rng_.Normal();
    const double normal = sum + sum * (sum * sum - 3) / 240;
    const double factor = ExactExp(mu_ + sigma_ * normal);
    unit = std::max(unit, now_ns + parameters_.read_fixed_ns) +
           RoundHalfUp(static_cast<double>(parameters_.cell_ns) * factor);
    read_link_free_ns_ = std::max(read_link_free_ns_, unit) + TransferNs(bytes);
    return read_link_free_ns_;
  }

  NvmeDeviceParameters parameters_;
  Rng rng_;
  double mu_ = 0;
  double sigma_ = 0;
  std::vector<int64_t> unit_free_ns_;
  size_t next_unit_ = 0;
  Ring<Write> writes_;  // oldest first; the first may be on the link
  bool link_busy_ = false;
  bool waits_for_room_ = false;  // an event for it is pending
  int64_t read_link_free_ns_ = 0;
  int64_t buffered_ = 0;      // bytes in the buffer, being programmed included
  int64_t unsent_ = 0;        // of these, not yet given to a unit
  std::deque<Drain> drains_;  // by time
  EventQueue pending_;
  int64_t in_flight_ = 0;
  uint64_t events_ = 0;
};

}  // namespace

std::unique_ptr<Device> MakeNvmeDevice(const NvmeDeviceParameters& parameters, uint64_t seed) {
  return std::make_unique<NvmeDevice>(parameters, seed);
}

}  // namespace regress
