// SPDX-License-Identifier: Apache-2.0
#include "models/sim/device.h"

#include <array>
#include <string>

#include "models/data/error.h"

namespace regress {
namespace {

std::unique_ptr<Device> MakeDefaultRam(uint64_t /*seed*/) {
  return MakeRamDevice({});
}
std::unique_ptr<Device> MakeDefaultNvme(uint64_t seed) {
  return MakeNvmeDevice({}, seed);
}

// Runs one write on a new device: the figure is the model's, not a second formula for it.
int64_t IdleWriteNs(std::unique_ptr<Device> device, int64_t bytes) {
  DeviceRequest request;
  request.bytes = bytes;
  device->Submit(0, request);
  std::vector<DeviceCompletion> done;
  while (done.empty()) device->Advance(device->NextEvent().value(), done);
  return done.front().time_ns;
}

int64_t IdleRamWriteNs(int64_t bytes) {
  return IdleWriteNs(MakeDefaultRam(1), bytes);
}
int64_t IdleNvmeWriteNs(int64_t bytes) {
  return IdleWriteNs(MakeDefaultNvme(1), bytes);
}

constexpr std::array<DeviceType, 2> kDeviceTypes{{
    {"ram", "copy in the caller's thread, no queue, no throttling", MakeDefaultRam, IdleRamWriteNs},
    {"nvme", "PCIe 3.0 x4 flash: link, tags, write buffer, units", MakeDefaultNvme,
     IdleNvmeWriteNs},
}};

}  // namespace

std::span<const DeviceType> DeviceTypes() {
  return kDeviceTypes;
}

const DeviceType& FindDeviceType(std::string_view name) {
  std::string known;
  for (const DeviceType& type : kDeviceTypes) {
    if (type.name == name) return type;
    known += (known.empty() ? "" : ", ") + std::string(type.name);
  }
  throw Error(ErrorKind::kUsage, "unknown device '" + std::string(name) + "' (" + known + ")");
}

}  // namespace regress
