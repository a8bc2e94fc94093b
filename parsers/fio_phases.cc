// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_phases.h"

#include <algorithm>

namespace regress {
namespace {

constexpr double kLeastShare = 0.02;  // of the runtime that a second phase must take

bool EndsWithFsync(const FioSnapshot& state, size_t job) {
  return std::any_of(state.options.begin(), state.options.end(), [&](const RunOption& option) {
    return option.name == "end_fsync" && option.value != "0" && (!option.job || *option.job == job);
  });
}

}  // namespace

void FioPhases::Add(const FioSnapshot& state) {
  jobs_.resize(state.jobs.size());
  for (size_t i = 0; i < jobs_.size(); ++i) {
    const FioProgress& write = state.jobs[i].progress[static_cast<size_t>(FioDirection::kWrite)];
    if (!write.kibibytes || !write.runtime_ms) continue;
    Writing& job = jobs_[i];
    if (*write.kibibytes > job.now.kibibytes) {
      job.has_before = job.now.runtime_ms > 0;
      job.before = job.now;
    }
    job.now = {*write.kibibytes, *write.runtime_ms};
  }
}

void FioPhases::Report(FioSnapshot& last, const std::string& path) const {
  for (size_t i = 0; i < std::min(jobs_.size(), last.jobs.size()); ++i) {
    const Writing& job = jobs_[i];
    if (!job.has_before || !EndsWithFsync(last, i)) continue;
    const double rate = job.before.kibibytes / job.before.runtime_ms;  // KiB per ms
    if (rate <= 0) continue;
    const double first_ms = job.now.kibibytes / rate;
    const double second_ms = job.now.runtime_ms - first_ms;
    if (second_ms < kLeastShare * job.now.runtime_ms) continue;
    FioJob& reading = last.jobs[i];
    FioEmitter emitter(path, reading.id, reading.measurements);
    const auto add = [&](std::string_view name, std::string_view unit, double value) {
      emitter.Add(FioDirection::kWrite, name, unit, value, Precision::kRounded, reading.at);
    };
    add("phase1_bw_MBps", "MiB/s", rate * 1000 / 1024);
    add("phase1_ms", "ms", first_ms);
    add("phase2_ms", "ms", second_ms);
  }
}

}  // namespace regress
