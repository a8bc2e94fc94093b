// SPDX-License-Identifier: Apache-2.0
// Which readings belong to one run, and which of them is preferred.
#include "parsers/fio_runs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/parsers/fio_support.h"

namespace regress {
namespace {

// A document of one job that wrote at 1000 requests a second.
std::string Document(int64_t stamp_ms, int runtime_ms, const char* name = "w",
                     const char* options = "\"bs\" : \"4k\"", int64_t job_start = 0) {
  return fmt::format(
      "{{\n\"fio version\" : \"fio-3.33\",\n\"timestamp_ms\" : {},\n\"jobs\" : [ {{\n"
      "\"jobname\" : \"{}\",\n{}\"job options\" : {{ {} }},\n\"write\" : {{ \"io_bytes\" : {}, "
      "\"io_kbytes\" : {}, \"bw\" : 4000, \"iops\" : 1000.0, \"runtime\" : {}, \"total_ios\" : {} "
      "}}\n}} ]\n}}\n",
      stamp_ms, name, job_start > 0 ? fmt::format("\"job_start\" : {},\n", job_start) : "", options,
      runtime_ms * 4096, runtime_ms * 4, runtime_ms, runtime_ms);
}

std::string Header(const char* name, int pid) {
  return fmt::format("{}: (groupid=0, jobs=1): err= 0: pid={}: Tue Mar  3 12:00:01 2026\n", name,
                     pid);
}

std::string Report(const char* name, int pid, int runtime_ms) {
  return Header(name, pid) +
         fmt::format(
             "  write: IOPS=1000, BW=4000KiB/s (4096kB/s)(8000KiB/{}msec)\n\n"
             "Run status group 0 (all jobs):\n"
             "  WRITE: bw=4000KiB/s (4096kB/s), 4000KiB/s-4000KiB/s (4096kB/s-4096kB/s), "
             "io=8000KiB (8192kB), run={}-{}msec\n",
             runtime_ms, runtime_ms, runtime_ms);
}

// "RUN PREFERRED JOB" for each reading of the rate, in order.
std::string Rates(const EvidenceBundle& bundle) {
  std::string text;
  for (const Measurement& m : bundle.measurements) {
    if (m.metric == "fio.write_bw_MBps")
      text += fmt::format("{}{} {}; ", m.run, m.preferred ? "*" : "", m.job);
  }
  return text;
}

struct RunsCase {
  const char* name;
  std::string text;
  const char* rates;
};

class FioRunsOf : public testing::TestWithParam<RunsCase> {};

TEST_P(FioRunsOf, AreToldApart) {
  EXPECT_EQ(Rates(ReadFio(GetParam().text)), GetParam().rates);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FioRunsOf,
    testing::Values(
        RunsCase{"states_of_one_run",
                 Document(10000, 1000) + Document(11001, 2000) + Document(11002, 2001),
                 "0 doc0:job0:w; 0 doc1:job0:w; 0* doc2:job0:w; "},
        RunsCase{"appended_runs_of_the_same_time",
                 Document(10000, 2000) + Document(12100, 2001) + Document(14200, 2000),
                 "0* doc0:job0:w; 1* doc1:job0:w; 2* doc2:job0:w; "},
        RunsCase{"a_longer_run_after_a_shorter_one", Document(10000, 2000) + Document(14000, 3000),
                 "0* doc0:job0:w; 1* doc1:job0:w; "},
        RunsCase{"other_options",
                 Document(10000, 1000) + Document(11000, 2000, "w", "\"bs\" : \"8k\""),
                 "0* doc0:job0:w; 1* doc1:job0:w; "},
        RunsCase{"other_job", Document(10000, 1000) + Document(11000, 2000, "v"),
                 "0* doc0:job0:w; 1* doc1:job0:v; "},
        RunsCase{"the_start_of_the_job_decides",
                 Document(10000, 1000, "w", "\"bs\" : \"4k\"", 9000) +
                     Document(11000, 2000, "w", "\"bs\" : \"4k\"", 9000) +
                     Document(12000, 3000, "w", "\"bs\" : \"4k\"", 9001),
                 "0 doc0:job0:w; 0* doc1:job0:w; 1* doc2:job0:w; "},
        RunsCase{"the_same_document_twice", Document(10000, 1000) + Document(10000, 1000),
                 "0 doc0:job0:w; 0* doc1:job0:w; "},
        RunsCase{"two_formats_of_one_run", Document(10000, 2000) + "\n" + Report("w", 7, 2000),
                 "0* doc0:job0:w; 0 job0:w; 0 group; "},
        RunsCase{"a_report_of_another_run", Document(10000, 2000) + "\n" + Report("w", 7, 2003),
                 "0* doc0:job0:w; 1* job0:w; 1* group; "},
        RunsCase{"reports_of_one_process", Report("w", 7, 1000) + Report("w", 7, 2000),
                 "0 job0:w; 0 group; 0* job1:w; 0* group; "},
        RunsCase{"reports_of_two_processes", Report("w", 7, 1000) + Report("w", 8, 2000),
                 "0* job0:w; 0* group; 1* job1:w; 1* group; "},
        RunsCase{"a_new_preamble_is_a_new_run",
                 Document(10000, 1000) + "fio-3.33\nStarting 1 process\n" + Document(11000, 2000),
                 "0* doc0:job0:w; 1* doc1:job0:w; "},
        RunsCase{"totals_alone",
                 "  WRITE: bw=1MiB/s (1MB/s), io=1MiB (1MB), run=9-9msec\n\n"
                 "  WRITE: bw=2MiB/s (2MB/s), io=2MiB (2MB), run=9-9msec\n",
                 "0* group; 1* group; "}),
    [](const auto& param) { return param.param.name; });

TEST(FioRuns, MixedFormatsWhileTheRunGoesOn) {
  const EvidenceBundle bundle = ReadFio(Document(10000, 1000) + Report("w", 7, 1000) +
                                        Document(11000, 2000) + Report("w", 7, 2000));
  EXPECT_EQ(Rates(bundle), "0 doc0:job0:w; 0 job0:w; 0 group; 0* doc1:job0:w; 0 job1:w; 0 group; ");
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_EQ(bundle.runs[0].time_ms, 11000);
  EXPECT_EQ(Told(bundle), "15:1: note: the last of 2 states of one run: only this one counts\n");
}

// 4000 KiB in each of the first three seconds, then two seconds of waiting for the device.
TEST(FioRuns, TwoPhasesOfARunWithEndFsync) {
  const auto state = [](int runtime_ms, int written_ms, const char* options) {
    std::string text = Document(10000 + runtime_ms, runtime_ms, "w", options);
    const std::string bytes =
        fmt::format("\"io_bytes\" : {}, \"io_kbytes\" : {}", runtime_ms * 4096, runtime_ms * 4);
    text.replace(
        text.find(bytes), bytes.size(),
        fmt::format("\"io_bytes\" : {}, \"io_kbytes\" : {}", written_ms * 4096, written_ms * 4));
    return text;
  };
  const auto run = [&](const char* options) {
    return ReadFio(state(1000, 1000, options) + state(2000, 2000, options) +
                   state(3000, 2500, options) + state(5000, 2500, options));
  };
  const EvidenceBundle bundle = run("\"end_fsync\" : \"1\"");
  EXPECT_EQ(ValueOf(bundle, "doc3:job0:w", "fio.write_phase1_bw_MBps"), 3.90625);
  EXPECT_EQ(ValueOf(bundle, "doc3:job0:w", "fio.write_phase1_ms"), 2500);
  EXPECT_EQ(ValueOf(bundle, "doc3:job0:w", "fio.write_phase2_ms"), 2500);
  EXPECT_EQ(ValueOf(bundle, "doc2:job0:w", "fio.write_phase2_ms"), std::nullopt);
  EXPECT_EQ(ValueOf(run("\"bs\" : \"4k\""), "doc3:job0:w", "fio.write_phase2_ms"), std::nullopt);
}

TEST(FioRuns, ADescriptionCountsRunsAndVersions) {
  std::string other = Document(20000, 1000);
  other.replace(other.find("fio-3.33"), 8, "fio-3.28");
  EXPECT_EQ(ReadFio(Document(10000, 1000)).description, "1 run of fio-3.33");
  EXPECT_EQ(ReadFio(Document(10000, 1000) + Document(12000, 1000)).description,
            "2 runs of fio-3.33");
  EXPECT_EQ(ReadFio(Document(10000, 1000) + other).description, "2 runs of several versions");
}

// Bundles leave the reader run by run, so that memory does not grow with the input.
TEST(FioRuns, StreamRunByRun) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += Document(10000 + i * 5000, 2000);
  size_t bundles = 0;
  size_t largest = 0;
  ByteStream stream = ByteStream::FromMemory(text, "runs.json");
  ParseFio(stream, {}, [&](EvidenceBundle&& bundle) {
    ++bundles;
    largest = std::max(largest, bundle.runs.size());
  });
  EXPECT_EQ(bundles, 51U);  // and one with the counts of the input
  EXPECT_EQ(largest, 1U);
}

}  // namespace
}  // namespace regress
