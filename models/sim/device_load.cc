// SPDX-License-Identifier: Apache-2.0
#include "models/sim/device_load.h"

#include <algorithm>
#include <vector>

#include "models/data/error.h"

namespace regress {
namespace {

int64_t Quantile(std::vector<int64_t>& values, double share) {
  auto place = static_cast<size_t>(share * static_cast<double>(values.size()));
  place = std::min(place, values.size() - 1);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

DeviceLoadResult RunDeviceLoad(Device& device, const DeviceLoad& load) {
  if (load.count <= 0 || load.depth <= 0 || load.bytes <= 0 ||
      load.depth > device.tags().value_or(1)) {
    throw Error(ErrorKind::kUsage, "a load needs a count, a size and a depth within the tags");
  }
  std::vector<int64_t> start_ns(static_cast<size_t>(load.depth));
  std::vector<int64_t> latencies;
  latencies.reserve(static_cast<size_t>(load.count));
  std::vector<DeviceCompletion> done;
  int64_t submitted = 0;
  int64_t now_ns = 0;
  const auto submit = [&](uint32_t id) {
    DeviceRequest request;
    request.op = load.op;
    request.bytes = load.bytes;
    request.offset = submitted * load.bytes;
    request.id = id;
    start_ns[id] = now_ns;
    device.Submit(now_ns, request);
    ++submitted;
  };
  for (uint32_t id = 0; id < load.depth && submitted < load.count; ++id) submit(id);
  while (const std::optional<int64_t> next = device.NextEvent()) {
    now_ns = *next;
    done.clear();
    device.Advance(now_ns, done);
    for (const DeviceCompletion& completion : done) {
      latencies.push_back(completion.time_ns - start_ns[completion.id]);
      if (submitted < load.count) submit(completion.id);
    }
  }
  DeviceLoadResult result;
  const double seconds = static_cast<double>(now_ns) / 1e9;
  result.iops = static_cast<double>(latencies.size()) / seconds;
  result.mib_per_s = result.iops * static_cast<double>(load.bytes) / (1 << 20);
  double sum = 0;
  for (const int64_t latency : latencies) sum += static_cast<double>(latency);
  result.mean_ns = sum / static_cast<double>(latencies.size());
  result.p50_ns = Quantile(latencies, 0.5);
  result.p99_ns = Quantile(latencies, 0.99);
  result.p999_ns = Quantile(latencies, 0.999);
  result.events = device.events();
  return result;
}

}  // namespace regress
