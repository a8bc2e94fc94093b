// SPDX-License-Identifier: Apache-2.0
#include "cli/log_phases.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace regress {
namespace {

constexpr size_t kMostWaiting = 100'000;
constexpr size_t kMostLogs = 100'000;
constexpr uint32_t kMostJobs = 100'000;
constexpr double kLeastShare = 0.02;  // of the runtime that a second phase must take
constexpr uint32_t kAllJobs = 0;      // a log without a number holds the rows of all jobs
constexpr std::string_view kEnd = "_log_end_ms";

std::string_view DirectoryOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : path.substr(0, slash + 1);
}

std::string_view FileOf(std::string_view path) {
  return path.substr(DirectoryOf(path).size());
}

const RunOption* FindOption(const RunInfo& run, uint32_t job, std::string_view name) {
  const RunOption* found = nullptr;
  for (const RunOption& option : run.options) {
    if (option.name == name && (!option.job || *option.job == job)) found = &option;
  }
  return found;
}

uint32_t Number(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

// "doc0:job1:NAME" -> "NAME"
std::string_view NameOf(std::string_view job) {
  for (int colons = 0; colons < 2; ++colons)
    job.remove_prefix(std::min(job.find(':'), job.size() - 1) + 1);
  return job;
}

const Measurement* FindMetric(const EvidenceBundle& bundle, const RunInfo& run,
                              const std::string& job, std::string_view metric) {
  for (const Measurement& m : bundle.measurements) {
    if (m.run == run.run && m.preferred && m.job == job && m.metric == metric) return &m;
  }
  return nullptr;
}

}  // namespace

void LogPhases::Apply(EvidenceBundle& bundle) {
  AddRuns(bundle);
  AddLogs(bundle);
  std::erase_if(waiting_, [&](const Writer& writer) { return Tell(writer, bundle); });
}

void LogPhases::AddRuns(const EvidenceBundle& bundle) {
  for (const RunInfo& run : bundle.runs) {
    uint32_t next = 1;  // number of the first log of the job
    for (uint32_t i = 0; i < run.jobs.size(); ++i) {
      const RunJob& job = run.jobs[i];
      // Jobs of one section are listed one by one, or together under group_reporting.
      const RunOption* numjobs = FindOption(run, i, "numjobs");
      uint32_t count = 1;
      if (numjobs != nullptr) {
        const std::string_view name = NameOf(job.job);
        const auto same = std::count_if(run.jobs.begin(), run.jobs.end(), [&](const RunJob& other) {
          return NameOf(other.job) == name;
        });
        if (same == 1) count = std::clamp<uint32_t>(Number(numjobs->value), 1, kMostJobs);
      }
      const uint32_t first = next;
      next += count;
      const RunOption* fsync = FindOption(run, i, "end_fsync");
      if (fsync == nullptr || fsync->value == "0" || job.log_prefix.empty()) continue;
      const Measurement* bytes = FindMetric(bundle, run, job.job, "fio.write_io_bytes");
      const Measurement* runtime = FindMetric(bundle, run, job.job, "fio.write_runtime_ms");
      if (bytes == nullptr || runtime == nullptr || waiting_.size() >= kMostWaiting ||
          FindMetric(bundle, run, job.job, "fio.write_phase1_ms") != nullptr)
        continue;
      Writer writer;
      writer.logs = DirectoryOf(run.source.path);
      writer.logs += FileOf(job.log_prefix);
      writer.first = first;
      writer.count = count;
      writer.bytes = bytes->value;
      writer.runtime = *runtime;
      waiting_.push_back(std::move(writer));
    }
  }
}

void LogPhases::AddLogs(const EvidenceBundle& bundle) {
  for (const Measurement& m : bundle.measurements) {
    // The job of a log is "job0:PREFIX.N".
    if (!m.metric.starts_with("fio.write_") || !m.metric.ends_with(kEnd)) continue;
    std::string_view prefix = std::string_view(m.job).substr(m.job.find(':') + 1);
    uint32_t number = kAllJobs;
    if (const size_t dot = prefix.rfind('.'); dot != std::string_view::npos) {
      number = Number(prefix.substr(dot + 1));
      if (number > 0) prefix = prefix.substr(0, dot);
    }
    if (logs_.size() >= kMostLogs) return;
    std::string key(DirectoryOf(m.source.path));
    key += prefix;
    double& end = logs_[key][number];
    end = std::max(end, m.value);
  }
}

bool LogPhases::Tell(const Writer& writer, EvidenceBundle& bundle) const {
  const auto found = logs_.find(writer.logs);
  if (found == logs_.end()) return false;
  std::optional<double> end;
  if (const auto all = found->second.find(kAllJobs); all != found->second.end()) {
    end = all->second;
  } else {
    for (uint32_t number = writer.first; number < writer.first + writer.count; ++number) {
      const auto log = found->second.find(number);
      if (log == found->second.end()) return false;
      end = std::max(end.value_or(0), log->second);
    }
  }
  const double runtime = writer.runtime.value;
  // Rows after the end of the run are of another run that overwrote the log.
  if (!end || *end <= 0 || *end > runtime || runtime - *end < kLeastShare * runtime) return true;
  const auto add = [&](std::string_view name, std::string_view unit, double value) {
    Measurement m = writer.runtime;
    m.metric = "fio.write_";
    m.metric += name;
    m.unit = unit;
    m.value = value;
    m.precision = Precision::kRounded;
    bundle.measurements.push_back(std::move(m));
  };
  add("phase1_bw_MBps", "MiB/s", writer.bytes / (1024.0 * 1024) / (*end / 1000));
  add("phase1_ms", "ms", *end);
  add("phase2_ms", "ms", runtime - *end);
  return true;
}

}  // namespace regress
