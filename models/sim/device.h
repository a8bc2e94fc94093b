// SPDX-License-Identifier: Apache-2.0
// Emulated block devices in simulated time, with the bytes in memory. A device has two sides: time
// (Submit, NextEvent, Advance) and data (pages()), which the caller moves when it submits a write
// and when a read completes. The variants are rows of one table; each has a file of its own.
//
// Not modelled: firmware limits on IOPS, garbage collection, mapping-cache misses, power loss.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/sim/page_store.h"

namespace regress {

enum class DeviceOp { kRead, kWrite };

struct DeviceRequest {
  DeviceOp op = DeviceOp::kWrite;
  int64_t offset = 0;  // bytes
  int64_t bytes = 0;   // > 0
  uint32_t id = 0;     // given back on completion
};

struct DeviceCompletion {
  uint32_t id = 0;
  int64_t time_ns = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  virtual std::string_view name() const = 0;
  // Requests that may be in flight; nullopt: the caller's thread does the work, there is no queue
  // (and so no write-back throttling either).
  virtual std::optional<int64_t> tags() const = 0;
  // Takes a request at `now_ns`, which must not go backwards. Returns how long the submitting
  // thread itself is busy. Throws Error (kUsage) if no tag is free or the request is not of a legal
  // size.
  virtual int64_t Submit(int64_t now_ns, const DeviceRequest& request) = 0;
  // When the device has its next internal step to do; nullopt if nothing is in flight.
  virtual std::optional<int64_t> NextEvent() const = 0;
  // Does all steps up to and including `now_ns`; appends what completed, in order of time.
  virtual void Advance(int64_t now_ns, std::vector<DeviceCompletion>& done) = 0;
  virtual int64_t in_flight() const = 0;
  virtual uint64_t events() const = 0;  // internal steps done so far

  PageStore& pages() { return pages_; }
  const PageStore& pages() const { return pages_; }

 private:
  PageStore pages_;
};

// RAM disk: the submitting thread copies page by page and the request is complete when it returns.
struct RamDeviceParameters {
  double copy_gb_per_s = 8;   // 1e9 bytes/s
  int64_t lookup_ns = 60;     // index lookup of a 4 KiB page
  int64_t allocate_ns = 250;  // a page written for the first time, zeroed
};

// Flash behind a PCIe link. Defaults: PCIe 3.0 x4, published figures of emulators of such drives.
struct NvmeDeviceParameters {
  double link_gb_per_s = 3.3;  // usable of 3.94 GB/s raw, each direction
  double transfer_cv = 0;      // of a write's transfer, 0 to 0.16
  int64_t tags = 1023;
  int64_t request_max = int64_t{512} * 1024;
  int64_t write_fixed_ns = 4000;  // acknowledgement after the transfer ...
  int64_t write_page_ns = 60;     // ... and per 4 KiB
  int64_t buffer_bytes = int64_t{4} * 1024 * 1024;
  int64_t units = 64;  // that program or read in parallel; 16 of them show the sustained mode
  int64_t unit_bytes = int64_t{32} * 1024;
  int64_t program_ns = 185000;    // per unit_bytes
  int64_t read_fixed_ns = 21500;  // firmware
  int64_t cell_ns = 36000;        // mean of a lognormal read of a unit
  double cell_cv = 0.15;
};

std::unique_ptr<Device> MakeRamDevice(const RamDeviceParameters& parameters);
std::unique_ptr<Device> MakeNvmeDevice(const NvmeDeviceParameters& parameters, uint64_t seed);

struct DeviceType {
  std::string_view name;
  std::string_view meaning;
  std::unique_ptr<Device> (*make)(uint64_t seed);  // with its default parameters
  // Time from submission to completion of one write of `bytes` (16 KiB: a metadata block) on the
  // idle device.
  int64_t (*idle_write_ns)(int64_t bytes);
};

// ram, nvme: valid for the life of the program.
std::span<const DeviceType> DeviceTypes();
// Throws Error (kUsage) that lists the known names.
const DeviceType& FindDeviceType(std::string_view name);

}  // namespace regress
