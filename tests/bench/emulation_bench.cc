// SPDX-License-Identifier: Apache-2.0
// Speed of the event models and of the executed submission code, in CPU time of this process.
// Prints each figure beside its bar; with --gate the exit status is 1 if one is beyond half (or
// twice) of its bar.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "models/sim/checksum_algorithm.h"
#include "models/sim/checksum_parameters.h"
#include "models/sim/checksum_report.h"
#include "models/sim/checksum_workloads.h"
#include "models/sim/device_load.h"
#include "models/sim/submission_timing.h"
#include "models/sim/writeback_model.h"

namespace {

using namespace regress;

bool failed = false;

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// `most`: the figure should be at most the bar, else at least.
void Report(const std::string& what, double value, double bar, bool most, const char* unit) {
  const bool beyond = most ? value > 2 * bar : value < bar / 2;
  failed = failed || beyond;
  fmt::print("{:<58}{:>9.2f} {} (bar {} {}){}\n", what, value, unit, most ? "<=" : ">=", bar,
             beyond ? "  BEYOND" : "");
}

struct Totals {
  uint64_t events = 0;
  double seconds = 0;
};

// Every published row of a workload, once.
Totals RunRows(const std::string& name) {
  const ChecksumWorkload& workload = FindChecksumWorkload(name);
  Totals totals;
  const double start = CpuSeconds();
  for (const Setting& setting : workload.settings) {
    ParameterSet parameters = WorkloadDefaults(workload);
    for (const auto& [key, value] : setting.changes) parameters.Set(key, value);
    for (const char* variant : {"inline", "offload"}) {
      totals.events += RunWriteback(ToWriteback(parameters, variant, "nvme"), 1).events;
    }
  }
  totals.seconds = CpuSeconds() - start;
  return totals;
}

void Writeback() {
  Totals all;
  for (const char* name : {"seed003", "ssd", "hdd"}) {
    const Totals one = RunRows(name);
    all.events += one.events;
    all.seconds += one.seconds;
  }
  Report("writeback, 26 published rows: events per CPU-second",
         static_cast<double>(all.events) / all.seconds / 1e6, 8, false, "M/s");
  Report("writeback, 26 published rows: CPU time", all.seconds, 5, true, "s");
  ParameterSet parameters = WorkloadDefaults(FindChecksumWorkload("ssd"));
  parameters.Set("devices", 6);
  parameters.Set("chunk", 64 * 1024);
  parameters.Set("runtime", 150);
  const double start = CpuSeconds();
  const WritebackResult fine = RunWriteback(ToWriteback(parameters, "offload", "nvme"), 1);
  Report(fmt::format("writeback, 64 KiB chunks, {:.0f} GiB: CPU time",
                     static_cast<double>(fine.written_bytes) / (1 << 30)),
         CpuSeconds() - start, 4, true, "s");
}

void Nvme() {
  struct Mix {
    const char* name;
    DeviceLoad load;
  };
  for (const Mix& mix : {Mix{"4K reads, depth 32", {DeviceOp::kRead, 4096, 32, 4000000}},
                         Mix{"4K reads, depth 256", {DeviceOp::kRead, 4096, 256, 4000000}},
                         Mix{"128K writes, depth 32", {DeviceOp::kWrite, 131072, 32, 2000000}}}) {
    const double start = CpuSeconds();
    const DeviceLoadResult result = RunDeviceLoad(*MakeNvmeDevice({}, 1), mix.load);
    Report(fmt::format("nvme, {}: events per CPU-second", mix.name),
           static_cast<double>(result.events) / (CpuSeconds() - start) / 1e6, 4, false, "M/s");
  }
}

// R^2 of T = F + b n.
double Linearity(const std::vector<double>& blocks, const std::vector<double>& times) {
  const auto n = static_cast<double>(blocks.size());
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    x += blocks[i];
    y += times[i];
    xx += blocks[i] * blocks[i];
    xy += blocks[i] * times[i];
    yy += times[i] * times[i];
  }
  const double covariance = n * xy - x * y;
  return covariance * covariance / ((n * xx - x * x) * (n * yy - y * y));
}

void Submission() {
  struct Case {
    const char* name;
    IoDirection direction;
    double bar;
    double published;
  };
  for (const Case& c :
       {Case{"read", IoDirection::kRead, 8, 12.8}, Case{"write", IoDirection::kWrite, 12, 19.7}}) {
    TimingParameters p;
    p.direction = c.direction;
    const auto ratio = [&] {
      return MeasureSubmission(SubmissionVariants()[0], p) /
             MeasureSubmission(SubmissionVariants()[1], p);
    };
    Report(fmt::format("submission, {}, 512 blocks: block / extent (published {})", c.name,
                       c.published),
           ratio(), c.bar, false, "x");
    p.extents = 512;
    std::vector<double> ratios;
    for (int i = 0; i < 5; ++i) ratios.push_back(ratio());
    std::sort(ratios.begin(), ratios.end());
    fmt::print("{:<58}{:>9.2f} x (bar 0.80 to 1.25)\n",
               fmt::format("submission, {}, an extent per block, median of 5", c.name), ratios[2]);
    p.extents = 1;
    std::vector<double> blocks;
    std::vector<double> times;
    for (p.blocks = 16; p.blocks <= 512; p.blocks *= 2) {
      blocks.push_back(p.blocks);
      times.push_back(MeasureSubmission(SubmissionVariants()[0], p));
    }
    Report(fmt::format("submission, {}, R^2 of time over blocks", c.name), Linearity(blocks, times),
           0.99, false, "");
  }
}

// Cold: each block once, from more memory than the caches hold. Hot: the same 64 KiB again and
// again.
void Checksums() {
  std::vector<uint8_t> memory(size_t{256} << 20, 0x5a);
  for (const ChecksumAlgorithm& algorithm : ChecksumAlgorithms()) {
    const auto rate = [&](size_t span, size_t bytes) {
      const double start = CpuSeconds();
      unsigned sum = 0;
      for (size_t at = 0; at < bytes; at += kBlockBytes) {
        sum += algorithm.compute({memory.data() + at % span, kBlockBytes})[0];
      }
      const double seconds = CpuSeconds() - start;
      return sum == 1 ? 0 : static_cast<double>(bytes) / (1 << 20) / seconds;
    };
    const size_t cold = algorithm.fast ? memory.size() : memory.size() / 8;
    fmt::print("{:<58}{:>9.0f} MiB/s hot, {:.0f} cold\n",
               fmt::format("checksum, {}, one thread", algorithm.name), rate(65536, cold),
               rate(memory.size(), cold));
  }
}

}  // namespace

int main(int argc, char** argv) {
  Writeback();
  Nvme();
  Submission();
  Checksums();
  return argc > 1 && std::strcmp(argv[1], "--gate") == 0 && failed ? 1 : 0;
}
