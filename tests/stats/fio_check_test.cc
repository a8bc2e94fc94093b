// SPDX-License-Identifier: Apache-2.0
#include "stats/fio_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "stats/fio_group.h"

namespace regress {
namespace {

Figure Number(const char* text, double value, double unit, Rounding rounding) {
  Figure figure;
  figure.number = {value, unit, text, rounding};
  return figure;
}

struct ClaimCase {
  const char* name;
  ClaimKind kind;
  std::vector<Figure> figures;  // the stated one first
  const char* unit;
  ClaimVerdict verdict;
  ReasonCode code;
  const char* reason;
};

class FioClaim : public testing::TestWithParam<ClaimCase> {};

TEST_P(FioClaim, IsJudged) {
  EvidenceBundle bundle;
  Claim& claim = bundle.claims.emplace_back();
  claim.kind = GetParam().kind;
  claim.stated_unit = GetParam().unit;
  Reading& reading = claim.readings.emplace_back();
  reading.figures = GetParam().figures;
  for (Figure& figure : reading.figures) figure.unit = GetParam().unit;
  JudgeFioClaims(bundle);
  EXPECT_EQ(claim.verdict, GetParam().verdict);
  EXPECT_EQ(claim.reason_code, GetParam().code);
  EXPECT_EQ(claim.reason, GetParam().reason);
  EXPECT_EQ(claim.readings[0].figures.size() + 1, GetParam().figures.size());
}

const Figure kSeconds = Number("2000", 2, 0.001, Rounding::kExact);

INSTANTIATE_TEST_SUITE_P(
    Table, FioClaim,
    testing::Values(ClaimCase{"rate_of_json",
                              ClaimKind::kRate,
                              {Number("4096000", 4096000, 1, Rounding::kTruncated),
                               Number("8192001", 8192001, 1, Rounding::kExact), kSeconds},
                              "B/s",
                              ClaimVerdict::kConfirmed,
                              ReasonCode::kOk,
                              "8192001 / 2000 = 4.096e+06 B/s"},
                    ClaimCase{"rate_of_json_that_misses",
                              ClaimKind::kRate,
                              {Number("4096000", 4096000, 1, Rounding::kTruncated),
                               Number("8000000", 8000000, 1, Rounding::kExact), kSeconds},
                              "B/s",
                              ClaimVerdict::kContradicted,
                              ReasonCode::kNoOverlap,
                              "8000000 / 2000 = 4e+06 B/s, 2.3% away"},
                    ClaimCase{"rate_of_a_report_a_little_off",
                              ClaimKind::kRate,
                              {Number("47.6", 47.6, 0.2, Rounding::kNearest),
                               Number("98.4", 98.4, 0.2, Rounding::kNearest), kSeconds},
                              "MiB/s",
                              ClaimVerdict::kUncheckable,
                              ReasonCode::kGrey,
                              "98.4 / 2000 = 49.2 MiB/s, 2.9% away"},
                    ClaimCase{"rate_of_a_report_that_misses",
                              ClaimKind::kRate,
                              {Number("47.6", 47.6, 0.2, Rounding::kNearest),
                               Number("191", 191, 2, Rounding::kNearest), kSeconds},
                              "MiB/s",
                              ClaimVerdict::kContradicted,
                              ReasonCode::kNoOverlap,
                              "191 / 2000 = 95.5 MiB/s, 49.5% away"},
                    ClaimCase{"units_that_agree",
                              ClaimKind::kUnitPair,
                              {Number("4045", 4045, 2, Rounding::kNearest),
                               Number("3858", 4045.4, 2.1, Rounding::kNearest)},
                              "MB/s",
                              ClaimVerdict::kConfirmed,
                              ReasonCode::kOk,
                              "3858 = 4045.4 MB/s"},
                    ClaimCase{"units_that_do_not",
                              ClaimKind::kUnitPair,
                              {Number("4405", 4405, 2, Rounding::kNearest),
                               Number("3858", 4045.4, 2.1, Rounding::kNearest)},
                              "MB/s",
                              ClaimVerdict::kContradicted,
                              ReasonCode::kNoOverlap,
                              "3858 = 4045.4 MB/s, 8.1% away"},
                    ClaimCase{"lost_carry",
                              ClaimKind::kUnitPair,
                              {Number("16.0", 16.0, 0.2, Rounding::kNearest),
                               Number("16.2", 16.97, 0.2, Rounding::kNearest)},
                              "MB/s",
                              ClaimVerdict::kConfirmed,
                              ReasonCode::kOk,
                              "16.2 = 16.97 MB/s"},
                    ClaimCase{"sum_of_jobs",
                              ClaimKind::kSum,
                              {Number("134", 134, 2, Rounding::kNearest),
                               Number("66.7", 66.7, 0.2, Rounding::kNearest),
                               Number("67.4", 67.4, 0.2, Rounding::kNearest)},
                              "MiB",
                              ClaimVerdict::kConfirmed,
                              ReasonCode::kOk,
                              "66.7 + 67.4 = 134.1 MiB"},
                    ClaimCase{"product_with_short_requests",
                              ClaimKind::kProduct,
                              {Number("3900000", 3900000, 1, Rounding::kTruncated),
                               Number("1000", 1000, 1e-6, Rounding::kNearest),
                               Number("4k", 4096, 1, Rounding::kExact)},
                              "B/s",
                              ClaimVerdict::kUncheckable,
                              ReasonCode::kGrey,
                              "1000 * 4k = 4.096e+06 B/s, 4.8% away"},
                    ClaimCase{
                        "no_time",
                        ClaimKind::kRate,
                        {Number("1", 1, 1, Rounding::kExact), Number("1", 1, 1, Rounding::kExact),
                         Number("0", 0, 1, Rounding::kExact)},
                        "B/s",
                        ClaimVerdict::kUncheckable,
                        ReasonCode::kNoFigures,
                        "its figures do not allow the computation"}),
    [](const auto& param) { return param.param.name; });

Measurement Of(const char* job, const char* metric, double value) {
  Measurement m;
  m.metric = metric;
  m.value = value;
  m.job = job;
  m.source.at.line = 3;
  return m;
}

struct RunCase {
  const char* name;
  std::vector<RunOption> options;
  double runtime_ms;
  const char* told;
  std::optional<uint64_t> samples = std::nullopt;  // of bandwidth
};

class FioRunWarning : public testing::TestWithParam<RunCase> {};

TEST_P(FioRunWarning, IsGiven) {
  EvidenceBundle bundle;
  RunInfo& run = bundle.runs.emplace_back();
  run.options = GetParam().options;
  RunJob& job = run.jobs.emplace_back();
  job.job = "doc0:job0:scan";
  job.samples = GetParam().samples;
  bundle.measurements.push_back(Of("doc0:job0:scan", "fio.read_runtime_ms", GetParam().runtime_ms));
  WarnOfFioRuns(bundle, false);
  std::string told;
  for (const Diagnostic& d : bundle.diagnostics) told += d.message + "\n";
  EXPECT_EQ(told, GetParam().told);
}

// Of rounds of a point, the comparison shows how steady they are.
TEST(FioRunWarnings, FewSamplesOfARoundAreNoNews) {
  EvidenceBundle bundle;
  RunJob& job = bundle.runs.emplace_back().jobs.emplace_back();
  job.job = "doc0:job0:scan";
  job.samples = 1;
  bundle.measurements.push_back(Of("doc0:job0:scan", "fio.read_runtime_ms", 1400));
  WarnOfFioRuns(bundle, true);
  EXPECT_TRUE(bundle.diagnostics.empty());
}

// Each of very many jobs has its own options and its own longest time; the time that a check takes
// grows as the jobs do (a pass over all readings for each job would take minutes here).
TEST(FioRunWarnings, ManyJobsEachHaveTheirOwn) {
  constexpr uint32_t kJobs = 50000;
  EvidenceBundle bundle;
  RunInfo& run = bundle.runs.emplace_back();
  run.options.push_back({std::nullopt, "runtime", "3"});
  for (uint32_t i = 0; i < kJobs; ++i) {
    const std::string job = "doc0:job" + std::to_string(i) + ":scan" + std::to_string(i);
    run.jobs.emplace_back().job = job;
    run.options.push_back({i, "bs", "4k"});
    if (i == 777) run.options.push_back({i, "runtime", "10"});
    bundle.measurements.push_back(Of(job.c_str(), "fio.read_runtime_ms", 2000));
    bundle.measurements.push_back(Of(job.c_str(), "fio.write_runtime_ms", i == 4242 ? 2100 : 3000));
    bundle.measurements.push_back(Of(job.c_str(), "fio.read_iops", 9000));
  }
  Measurement other_run = Of("doc0:job4242:scan4242", "fio.read_runtime_ms", 9000);
  other_run.run = 1;
  bundle.measurements.push_back(other_run);
  WarnOfFioRuns(bundle, false);
  std::string told;
  for (const Diagnostic& d : bundle.diagnostics) told += d.message + "\n";
  EXPECT_EQ(told,
            "job scan777 ran 3000 ms of the 10000 ms asked for\n"
            "job scan4242 ran 2100 ms of the 3000 ms asked for\n");
}

INSTANTIATE_TEST_SUITE_P(
    Table, FioRunWarning,
    testing::Values(
        RunCase{"none", {{0, "runtime", "2"}}, 2001, ""},
        RunCase{"ended_early",
                {{0, "runtime", "30s"}},
                14000,
                "job scan ran 14000 ms of the 30000 ms asked for\n"},
        RunCase{"the_job_outranks_the_common_options",
                {{std::nullopt, "runtime", "1m"}, {0, "runtime", "10"}},
                9900,
                ""},
        RunCase{"option_of_another_job", {{1, "runtime", "100"}}, 9900, ""},
        RunCase{"short", {}, 150, "job scan ran 150 ms: too short to measure rates\n"},
        RunCase{"contradictory",
                {{0, "buffered", "0"}, {0, "direct", "0"}},
                5000,
                "job scan has direct=0 and buffered=0, which contradict each other\n"},
        RunCase{"consistent", {{0, "buffered", "1"}, {0, "direct", "0"}}, 5000, ""},
        RunCase{"direct_without_disk",
                {{0, "direct", "1"}},
                5000,
                "direct=1, but fio names no disk: the files are on tmpfs, the network or btrfs, "
                "which writes through the page cache where it keeps checksums\n"},
        RunCase{"samples_enough", {}, 5000, "", 3},
        RunCase{"samples_few",
                {},
                1400,
                "job scan has 2 samples of bandwidth: how steady it was cannot be told\n",
                2},
        RunCase{"samples_one",
                {},
                1400,
                "job scan has 1 sample of bandwidth: how steady it was cannot be told\n",
                1},
        RunCase{"no_files", {{0, "direct", "1"}, {0, "ioengine", "null"}}, 5000, ""}),
    [](const auto& param) { return param.param.name; });

class FioGroup : public testing::Test {
 protected:
  FioGroup() {
    for (const char* job : {"job0:a", "job1:a"}) run_.jobs.emplace_back().job = job;
    for (const char* job : {"job0:a", "job1:a"}) {
      const bool first = job[3] == '0';
      measurements_.push_back(Of(job, "fio.read_iops", first ? 100 : 300));
      measurements_.push_back(Of(job, "fio.read_runtime_ms", first ? 1000 : 1001));
      measurements_.push_back(Of(job, "fio.read_total_ios", first ? 100 : 300));
      measurements_.push_back(Of(job, "fio.read_clat_mean_ns", first ? 10 : 20));
      measurements_.push_back(Of(job, "fio.read_clat_stddev_ns", first ? 1 : 2));
      measurements_.push_back(Of(job, "fio.read_clat_min_ns", first ? 5 : 4));
      measurements_.push_back(Of(job, "fio.read_clat_max_ns", first ? 50 : 40));
      measurements_.push_back(Of(job, "fio.read_clat_99%_ns", first ? 30 : 60));
    }
  }
  std::optional<double> Total(const char* metric) const {
    for (const Measurement& m : FioGroupTotals({run_}, measurements_)) {
      if (m.metric == metric && m.job == "group (2 jobs)") return m.value;
    }
    return std::nullopt;
  }
  RunInfo run_;
  std::vector<Measurement> measurements_;
};

TEST_F(FioGroup, AddsUpWhatCanBeAdded) {
  EXPECT_EQ(Total("fio.read_iops"), 400);
  EXPECT_EQ(Total("fio.read_total_ios"), 400);
  EXPECT_EQ(Total("fio.read_runtime_ms"), 1001);
  EXPECT_EQ(Total("fio.read_clat_mean_ns"), 17.5);
  EXPECT_EQ(Total("fio.read_clat_min_ns"), 4);
  EXPECT_EQ(Total("fio.read_clat_max_ns"), 50);
  // (99 * 1 + 299 * 4 + 100 * 7.5^2 + 300 * 2.5^2) / 399
  EXPECT_NEAR(*Total("fio.read_clat_stddev_ns"), std::sqrt(8795.0 / 399), 1e-12);
}

TEST_F(FioGroup, PercentilesAreNeverAveraged) {
  EXPECT_EQ(Total("fio.read_clat_99%_ns"), std::nullopt);
  run_.jobs[0].bins = {{"fio.read_clat", {{10, 50}, {20, 50}}}};
  EXPECT_EQ(Total("fio.read_clat_99%_ns"), std::nullopt) << "one histogram of two";
  run_.jobs[1].bins = {{"fio.read_clat", {{10, 250}, {90, 50}}}};
  EXPECT_EQ(Total("fio.read_clat_50%_ns"), 10);
  EXPECT_EQ(Total("fio.read_clat_99%_ns"), 90);
}

TEST_F(FioGroup, OneJobHasNoTotal) {
  run_.jobs[1].group = 1;
  EXPECT_TRUE(FioGroupTotals({run_}, measurements_).empty());
}

TEST_F(FioGroup, OnlyPreferredReadingsCount) {
  for (Measurement& m : measurements_) m.preferred = false;
  EXPECT_TRUE(FioGroupTotals({run_}, measurements_).empty());
}

}  // namespace
}  // namespace regress
