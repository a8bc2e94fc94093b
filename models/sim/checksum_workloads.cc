// SPDX-License-Identifier: Apache-2.0
#include "models/sim/checksum_workloads.h"

#include <fmt/format.h>

#include <stdexcept>

namespace regress {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr double kGiB = 1024 * kMiB;
constexpr ChecksumMode kInline = ChecksumMode::kInline;
constexpr ChecksumMode kOffload = ChecksumMode::kOffload;
constexpr Basis kFitted = Basis::kFitted;
constexpr Basis kPredicted = Basis::kPredicted;

const std::vector<Setting> kProfiles = {{"raid0", {{"profile", 0}}}, {"single", {{"profile", 1}}}};

// One setting for each value of a parameter, labelled with the value (divided by `unit`).
std::vector<Setting> Steps(const std::string& parameter, const std::vector<double>& values,
                           double unit = 1) {
  std::vector<Setting> settings;
  settings.reserve(values.size());
  for (const double value : values) {
    settings.push_back({fmt::format("{}", value), {{parameter, value * unit}}});
  }
  return settings;
}

// Two runs of each row are published; the figure is their mean.
ChecksumWorkload Seed003(const std::string& name, const std::string& set,
                         const std::string& meaning, const std::string& title) {
  ChecksumWorkload workload;
  workload.name = name;
  workload.meaning = meaning;
  workload.title = title;
  workload.group_word = "profile";
  workload.parameter_set = set;
  workload.settings = kProfiles;
  workload.published = {{"raid0", kInline, "1373.0", kFitted, ""},
                        {"raid0", kOffload, "3819.5", kFitted, ""},
                        {"single", kInline, "1375.0", kPredicted, ""},
                        {"single", kOffload, "2927.5", kFitted, ""}};
  return workload;
}

ChecksumWorkload Ssd() {
  ChecksumWorkload workload;
  workload.name = "ssd";
  workload.meaning = "raid0 over 1 to 6 SSDs, 1 TiB of RAM, 300 s (set B-SSD)";
  workload.title = "raid0 over SSDs, parameter set B-SSD";
  workload.group_word = "devices";
  workload.parameter_set = "b-ssd";
  workload.settings = Steps("devices", {1, 2, 3, 4, 5, 6});
  workload.published = {
      {"1", kInline, "442", kFitted, "698.6"},      {"2", kInline, "873", kPredicted, "499.1"},
      {"3", kInline, "1162", kPredicted, "432.9"},  {"4", kInline, "1261", kPredicted, "400.5"},
      {"5", kInline, "1331", kPredicted, "380.3"},  {"6", kInline, "1391", kFitted, "367.3"},
      {"1", kOffload, "437", kPredicted, "699.8"},  {"2", kOffload, "850", kPredicted, "504.5"},
      {"3", kOffload, "1259", kPredicted, "438.7"}, {"4", kOffload, "1597", kPredicted, "408.1"},
      {"5", kOffload, "2021", kPredicted, "384.5"}, {"6", kOffload, "2106", kFitted, "369.7"},
  };
  workload.predicted_tolerance_pct = 10;
  return workload;
}

ChecksumWorkload Hdd() {
  ChecksumWorkload workload;
  workload.name = "hdd";
  workload.meaning = "raid0 over 8 to 30 disks, 1 TiB of RAM, 300 s (set B-HDD)";
  workload.title = "raid0 over disks, parameter set B-HDD";
  workload.group_word = "devices";
  workload.parameter_set = "b-hdd";
  workload.settings = Steps("devices", {8, 16, 20, 25, 30});
  workload.published = {
      {"8", kInline, "995", kPredicted, ""},    {"16", kInline, "1196", kPredicted, ""},
      {"20", kInline, "1247", kPredicted, ""},  {"25", kInline, "1286", kPredicted, ""},
      {"30", kInline, "1299", kFitted, ""},     {"8", kOffload, "1124", kFitted, ""},
      {"16", kOffload, "1603", kPredicted, ""}, {"20", kOffload, "1804", kPredicted, ""},
      {"25", kOffload, "1913", kPredicted, ""}, {"30", kOffload, "1953", kFitted, ""},
  };
  workload.predicted_tolerance_pct = 10;
  return workload;
}

// Machines of which too little is known for figures: does the model at least have the sign right?
ChecksumWorkload Signs() {
  ChecksumWorkload workload;
  workload.name = "signs";
  workload.meaning = "three other systems, of which only the sign is predicted";
  workload.title = "other systems, by sign only";
  workload.group_word = "system";
  workload.parameter_set = "b-ssd";
  // A null device in memory never limits. Of the 32-CPU machine f is fitted to the offload row.
  const std::vector<std::pair<std::string, double>> null_device = {{"runtime", 100000},
                                                                   {"block_size", kMiB},
                                                                   {"window", 2 * kGiB},
                                                                   {"devices", 8},
                                                                   {"device_rate", 100000}};
  workload.settings = {{"null, 96 jobs", null_device},
                       {"null, 368 jobs", null_device},
                       {"32 CPUs, 32G",
                        {{"runtime", 100000},
                         {"block_size", kMiB},
                         {"window", 2 * kGiB},
                         {"jobs", 32},
                         {"file_size", kGiB},
                         {"devices", 4},
                         {"flush_rate", 298}}}};
  workload.settings[0].changes.insert(workload.settings[0].changes.end(),
                                      {{"jobs", 96}, {"file_size", 2 * kGiB}});
  workload.settings[1].changes.insert(workload.settings[1].changes.end(),
                                      {{"jobs", 368}, {"file_size", 512 * kMiB}});
  workload.published = {{"null, 96 jobs", kInline, "1037", kPredicted, ""},
                        {"null, 96 jobs", kOffload, "1776", kPredicted, ""},
                        {"null, 368 jobs", kInline, "1221", kPredicted, ""},
                        {"null, 368 jobs", kOffload, "1726", kPredicted, ""},
                        {"32 CPUs, 32G", kInline, "275", kPredicted, ""},
                        {"32 CPUs, 32G", kOffload, "298", kFitted, ""}};
  workload.by_sign = true;
  return workload;
}

ChecksumWorkload Sweep(const std::string& name, const std::string& meaning,
                       const std::string& title, const std::string& group_word,
                       const std::string& set, std::vector<Setting> settings) {
  ChecksumWorkload workload;
  workload.name = name;
  workload.meaning = meaning;
  workload.title = title;
  workload.group_word = group_word;
  workload.parameter_set = set;
  workload.settings = std::move(settings);
  return workload;
}

ChecksumWorkload DeviceSweep() {
  std::vector<Setting> settings;
  for (const Setting& profile : kProfiles) {
    for (const double devices : {1, 2, 3, 4, 6, 8, 16, 30}) {
      settings.push_back({fmt::format("{} {}", profile.group, devices),
                          {profile.changes[0], {"devices", devices}}});
    }
  }
  return Sweep("devices", "1 to 30 devices, raid0 and single (set B-SSD, 30 s)", "set B-SSD, 30 s",
               "volume", "b-ssd", std::move(settings));
}

ChecksumWorkload RamSweep() {
  std::vector<Setting> settings;
  for (const double ram : {2, 16, 64, 256, 1007}) {
    for (const double runtime : {10, 30, 300, 600}) {
      settings.push_back(
          {fmt::format("{}G, {} s", ram, runtime), {{"ram", ram * kGiB}, {"runtime", runtime}}});
    }
  }
  ChecksumWorkload workload =
      Sweep("ram", "2 to 1007 GiB of RAM, runs of 10 to 600 s, 6 SSDs (set B-SSD)",
            "6 SSDs, set B-SSD", "RAM, run time", "b-ssd", std::move(settings));
  workload.overrides = {{"devices", 6}, {"chunk", 2 * kMiB}};
  return workload;
}

// Everything that is counted in chunks grows with the chunk, so that a run has 8000 of them.
std::vector<Setting> MapSettings() {
  std::vector<Setting> settings;
  for (double chunk = 4 * kKiB; chunk <= 4 * kMiB; chunk *= 2) {
    for (const double rate : {100, 200, 400, 700, 1000, 2000, 4000, 7000, 10000, 20000, 30000}) {
      settings.push_back({fmt::format("{}", rate),
                          {{"chunk", chunk},
                           {"checksum_rate", rate},
                           {"block_size", 16 * chunk},
                           {"file_size", 2000 * chunk},
                           {"window", 256 * chunk},
                           {"slice", 128 * chunk},
                           {"queue", 64 * chunk}}});
    }
  }
  return settings;
}

std::vector<ChecksumWorkload> MakeWorkloads() {
  std::vector<ChecksumWorkload> workloads;
  workloads.push_back(
      Seed003("seed003", "a", "4 NVMe, raid0 and single, 30 s (set A)", "4 NVMe, parameter set A"));
  workloads.push_back(Seed003("seed003-window12", "a-window12",
                              "the same with a dirty window of 12.5% of RAM, fitted anew",
                              "set A, window 12.5% of RAM"));
  workloads.push_back(Seed003("seed003-window17", "a-window17",
                              "the same with a dirty window of 17.5% of RAM, fitted anew",
                              "set A, window 17.5% of RAM"));
  workloads.push_back(Ssd());
  workloads.push_back(Hdd());
  workloads.push_back(Signs());
  workloads.push_back(DeviceSweep());
  workloads.back().overrides = {{"runtime", 30}, {"window", 2 * kGiB}};
  workloads.push_back(RamSweep());
  workloads.push_back(Sweep("pool", "1 to 16 pool threads (set A, slow checksum)",
                            "set A, c 400 MiB/s", "threads", "a",
                            Steps("pool", {1, 2, 3, 4, 6, 8, 12, 16})));
  workloads.back().overrides = {{"checksum_rate", 400}};
  workloads.push_back(Sweep("jobs", "1 to 96 jobs (set A)", "set A, 4 GiB a job", "jobs", "a",
                            Steps("jobs", {1, 2, 4, 8, 16, 32, 64, 96})));
  workloads.back().overrides = {{"file_size", 4 * kGiB}, {"copy_rate", 4000}};
  workloads.push_back(Sweep("osync", "0 to 4 of 4 jobs write with O_SYNC (set A)", "set A",
                            "O_SYNC jobs", "a", Steps("sync_jobs", {0, 1, 2, 3, 4})));
  workloads.push_back(Sweep("crossover", "which is best, by checksum rate and chunk size (set A)",
                            "set A", "rate", "a", MapSettings()));
  workloads.back().kind = ChecksumWorkloadKind::kMap;
  workloads.back().overrides = {
      {"offload_cost", 3000}, {"submit_cost", 1500}, {"end_fsync", 0}, {"runtime", 100000}};
  ChecksumWorkload bytes;
  bytes.name = "bytes";
  bytes.meaning = "real checksums of real bytes, read back and verified";
  bytes.title = "real bytes";
  bytes.kind = ChecksumWorkloadKind::kBytes;
  bytes.group_word = "type";
  bytes.parameter_set = "a";
  for (const char* name : {"crc32c", "xxhash", "sha256", "blake2b"})
    bytes.settings.push_back({name, {}});
  workloads.push_back(std::move(bytes));
  return workloads;
}

}  // namespace

const std::vector<ChecksumWorkload>& ChecksumWorkloads() {
  static const std::vector<ChecksumWorkload> kWorkloads = MakeWorkloads();
  return kWorkloads;
}

const ChecksumWorkload& FindChecksumWorkload(std::string_view name) {
  for (const ChecksumWorkload& workload : ChecksumWorkloads()) {
    if (workload.name == name) return workload;
  }
  throw std::out_of_range("no checksum workload " + std::string(name));
}

}  // namespace regress
