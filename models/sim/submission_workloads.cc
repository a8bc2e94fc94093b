// SPDX-License-Identifier: Apache-2.0
#include "models/sim/submission_workloads.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "models/sim/block_bitmap.h"

namespace regress {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr double kGiB = 1024 * kMiB;

const std::vector<Setting> kDirections = {{"read", {{"direction", 1}}},
                                          {"write", {{"direction", 2}}}};

std::vector<Setting> ThrottleSettings() {
  std::vector<Setting> settings;
  for (const double written : {128 * kMiB, 400 * kMiB, 4 * kGiB}) {
    for (const double target : {2.0, 0.0}) {
      settings.push_back({fmt::format("{}, wbt {}", SizeText(written), target > 0 ? "on" : "off"),
                          {{"written", written}, {"wbt", target}}});
    }
  }
  return settings;
}

std::vector<Setting> RateSettings() {
  std::vector<Setting> settings;
  for (const double rate : {100, 500, 1000, 3000, 7000, 20000}) {
    for (const double target : {2.0, 0.0}) {
      settings.push_back({fmt::format("{} MiB/s, wbt {}", rate, target > 0 ? "on" : "off"),
                          {{"device_rate", rate}, {"wbt", target}}});
    }
  }
  return settings;
}

std::vector<Setting> TargetSettings() {
  std::vector<Setting> settings;
  for (const double target : {0.0, 0.05, 0.1, 2.0, 75.0}) {
    for (const double reader : {0, 1}) {
      settings.push_back({fmt::format("{} ms{}", target, reader > 0 ? ", reader" : ""),
                          {{"wbt", target}, {"reader", reader}}});
    }
  }
  return settings;
}

// Orders 0 to 9 with one extent, 16, and one for each block.
std::vector<Setting> FolioSettings() {
  std::vector<Setting> settings;
  for (int blocks = 1; blocks <= kMaxFolioBlocks; blocks *= 2) {
    for (const int extents : {1, 16, kMaxFolioBlocks}) {
      const int most = extents == kMaxFolioBlocks ? blocks : extents;
      if (most > blocks || (most == 1 && extents != 1)) continue;
      if (most == 16 && extents != 16) continue;
      settings.push_back({fmt::format("{}, {}", SizeText(4 * kKiB * blocks), most),
                          {{"folio", 4 * kKiB * blocks}, {"extents", most}}});
    }
  }
  return settings;
}

std::vector<Setting> LimitSettings() {
  std::vector<Setting> settings;
  for (const double limit : {256 * kKiB, 1 * kMiB, kMiB + 512, 4 * kMiB, 16 * kMiB, 0.0}) {
    settings.push_back({limit == 0            ? "none"
                        : limit == kMiB + 512 ? "1M + 512"
                                              : SizeText(limit),
                        {{"limit", limit}}});
  }
  return settings;
}

std::vector<Setting> LoadSettings() {
  std::vector<Setting> settings;
  for (const NamedLoad& load : DeviceLoads()) settings.push_back({std::string(load.name), {}});
  return settings;
}

std::vector<SubmissionWorkload> MakeWorkloads() {
  using Kind = SubmissionWorkloadKind;
  return {
      {"kernel",
       "cost table fitted to the kernel's published times",
       "direction",
       Kind::kCost,
       {},
       kDirections},
      {"throttle",
       "what a tracer measures: throttling on and off, 128 MiB to 4 GiB written",
       "run",
       Kind::kThrottle,
       {},
       ThrottleSettings()},
      {"rates",
       "the same on devices of 100 to 20000 MiB/s",
       "device",
       Kind::kThrottle,
       {{"written", 400 * kMiB}, {"units", 256}},
       RateSettings()},
      {"targets",
       "latency targets of throttling, with and without a reader",
       "target",
       Kind::kThrottle,
       {{"written", 2 * kGiB}},
       TargetSettings()},
      {"folios",
       "folios of 4 KiB to 2 MiB in 1, 16 and most extents (writes)",
       "folio, extents",
       Kind::kCost,
       {{"direction", 2}},
       FolioSettings()},
      {"limit",
       "bios that the executed code makes, by writeback_bio_size",
       "limit",
       Kind::kLimit,
       {{"direction", 2}},
       LimitSettings()},
      {"device",
       "the emulated device alone: latency and rate by depth",
       "load",
       Kind::kDevice,
       {{"device_rate", 3147}, {"jitter", 0}},
       LoadSettings()},
      {"executed",
       "the executed code timed on this host: differs from run to run",
       "direction",
       Kind::kExecuted,
       {},
       kDirections},
  };
}

}  // namespace

std::span<const NamedLoad> DeviceLoads() {
  static constexpr std::array<NamedLoad, 7> kLoads{{
      {"4K write, depth 1", {DeviceOp::kWrite, 4096, 1, 50000}},
      {"4K write, depth 32", {DeviceOp::kWrite, 4096, 32, 100000}},
      {"128K write, depth 1", {DeviceOp::kWrite, 131072, 1, 20000}},
      {"128K write, depth 32", {DeviceOp::kWrite, 131072, 32, 20000}},
      {"4K read, depth 1", {DeviceOp::kRead, 4096, 1, 50000}},
      {"4K read, depth 32", {DeviceOp::kRead, 4096, 32, 100000}},
      {"4K read, depth 256", {DeviceOp::kRead, 4096, 256, 200000}},
  }};
  return kLoads;
}

const std::vector<SubmissionWorkload>& SubmissionWorkloads() {
  static const std::vector<SubmissionWorkload> kWorkloads = MakeWorkloads();
  return kWorkloads;
}

const SubmissionWorkload& FindSubmissionWorkload(std::string_view name) {
  for (const SubmissionWorkload& workload : SubmissionWorkloads()) {
    if (workload.name == name) return workload;
  }
  throw std::out_of_range("no submission workload " + std::string(name));
}

const PublishedSubmission& FindPublishedSubmission(std::string_view direction) {
  static constexpr std::array<PublishedSubmission, 2> kPublished{
      {{"read", "32", "2.5", "12.8"}, {"write", "177", "9", "19.7"}}};
  return kPublished.at(direction == "read" ? 0 : 1);
}

}  // namespace regress
