// SPDX-License-Identifier: Apache-2.0
#include "cli/log_phases.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace regress {
namespace {

Measurement Figure(std::string metric, double value, std::string job, std::string path) {
  Measurement m;
  m.metric = std::move(metric);
  m.value = value;
  m.job = std::move(job);
  m.source.path = std::move(path);
  return m;
}

// 800 MiB in 10 s by each of `jobs` jobs of one section.
EvidenceBundle Run(size_t jobs, const std::string& fsync, const std::string& numjobs,
                   const std::string& path = "d/run.json") {
  EvidenceBundle bundle;
  RunInfo& run = bundle.runs.emplace_back();
  run.source.path = path;
  if (!fsync.empty()) run.options.push_back({std::nullopt, "end_fsync", fsync});
  if (!numjobs.empty()) run.options.push_back({0, "numjobs", numjobs});
  for (size_t i = 0; i < jobs; ++i) {
    RunJob& job = run.jobs.emplace_back();
    job.job = "doc0:job" + std::to_string(i) + ":w";
    job.log_prefix = "logs/seq";
    bundle.measurements.push_back(Figure("fio.write_io_bytes", 800.0 * 1048576, job.job, path));
    bundle.measurements.push_back(Figure("fio.write_runtime_ms", 10000, job.job, path));
  }
  return bundle;
}

EvidenceBundle Log(const std::string& job, double end_ms, const std::string& directory = "d/") {
  EvidenceBundle bundle;
  bundle.measurements.push_back(
      Figure("fio.write_bw_log_end_ms", end_ms, "job0:" + job, directory + "seq_bw.log"));
  return bundle;
}

// "doc0:job0:w 100 MiB/s 8000 + 2000" for each pair of phases.
std::string Phases(const std::vector<EvidenceBundle>& bundles) {
  std::string text;
  for (const EvidenceBundle& bundle : bundles) {
    for (const Measurement& m : bundle.measurements) {
      const auto number = std::to_string(static_cast<int>(m.value));
      if (m.metric == "fio.write_phase1_bw_MBps") text += m.job + " " + number + " " + m.unit;
      if (m.metric == "fio.write_phase1_ms") text += " " + number;
      if (m.metric == "fio.write_phase2_ms") text += " + " + number + "; ";
    }
  }
  return text;
}

struct PhasesCase {
  const char* name;
  std::vector<EvidenceBundle> inputs;
  const char* phases;
};

class LogPhasesOf : public testing::TestWithParam<PhasesCase> {};

TEST_P(LogPhasesOf, TellsWhatTheLogsAllow) {
  LogPhases phases;
  std::vector<EvidenceBundle> bundles = GetParam().inputs;
  for (EvidenceBundle& bundle : bundles) phases.Apply(bundle);
  EXPECT_EQ(Phases(bundles), GetParam().phases);
}

INSTANTIATE_TEST_SUITE_P(
    Table, LogPhasesOf,
    testing::Values(
        PhasesCase{"run_first",
                   {Run(1, "1", ""), Log("seq.1", 8000)},
                   "doc0:job0:w 100 MiB/s 8000 + 2000; "},
        PhasesCase{"log_first",
                   {Log("seq.1", 8000), Run(1, "1", "")},
                   "doc0:job0:w 100 MiB/s 8000 + 2000; "},
        PhasesCase{"one_log_for_all_jobs",
                   {Log("seq", 8000), Run(2, "1", "2")},
                   "doc0:job0:w 100 MiB/s 8000 + 2000; doc0:job1:w 100 MiB/s 8000 + 2000; "},
        PhasesCase{"a_log_per_job",
                   {Run(2, "1", "2"), Log("seq.1", 8000), Log("seq.2", 5000)},
                   "doc0:job0:w 100 MiB/s 8000 + 2000; doc0:job1:w 160 MiB/s 5000 + 5000; "},
        PhasesCase{"jobs_reported_together_wait_for_all_logs",
                   {Run(1, "1", "2"), Log("seq.1", 5000), Log("seq.2", 8000)},
                   "doc0:job0:w 100 MiB/s 8000 + 2000; "},
        PhasesCase{"a_log_is_missing", {Run(1, "1", "2"), Log("seq.1", 5000)}, ""},
        PhasesCase{"no_fsync_at_the_end", {Run(1, "", ""), Log("seq.1", 8000)}, ""},
        PhasesCase{"fsync_switched_off", {Run(1, "0", ""), Log("seq.1", 8000)}, ""},
        PhasesCase{"another_directory", {Run(1, "1", ""), Log("seq.1", 8000, "e/")}, ""},
        PhasesCase{"another_prefix", {Run(1, "1", ""), Log("rand.1", 8000)}, ""},
        PhasesCase{"no_second_phase", {Run(1, "1", ""), Log("seq.1", 9990)}, ""},
        PhasesCase{
            "rows_after_the_end_are_of_another_run", {Run(1, "1", ""), Log("seq.1", 12000)}, ""}),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace regress
