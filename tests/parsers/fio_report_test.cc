// SPDX-License-Identifier: Apache-2.0
// Human-readable reports: both layouts, both languages of units, and what people do to them.
#include "parsers/fio_report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parsers/fio_mail.h"
#include "tests/parsers/fio_support.h"

namespace regress {
namespace {

const char kNew[] =
    "load: (g=0): rw=randwrite, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B, "
    "ioengine=psync, iodepth=1\n"
    "fio-3.28\n"
    "Starting 1 process\n"
    "\n"
    "load: (groupid=0, jobs=1): err= 0: pid=4711: Tue Mar  3 12:00:01 2026\n"
    "  write: IOPS=12.2k, BW=95.3MiB/s (99.9MB/s)(191MiB/2004msec); 0 zone resets\n"
    "    slat (nsec): min=900, max=9005.9k, avg=1500.25, stdev=70.50\n"
    "    clat (usec): min=12, max=8193, avg=65.85, stdev=392.66\n"
    "     lat (msec): min=1, max=9, avg= 2.50, stdev= 0.75\n"
    "    clat percentiles (usec):\n"
    "     |  1.00th=[   15], 50.00th=[   29], 99.00th=[  693], 99.90th=[ 5211],\n"
    "     | 99.99th=[ 9503]\n"
    "   bw (  KiB/s): min=90000, max=99000, per=100.00%, avg=97000.00, stdev=1000.00, samples=3\n"
    "   iops        : min=11000, max=12900, avg=12000.00, stdev=100.00, samples=3\n"
    "  lat (usec)   : 20=31.29%, 50=37.83%, 750=0.36%\n"
    "  lat (msec)   : 2=0.27%, >=2000=0.01%\n"
    "  fsync/fdatasync/sync_file_range:\n"
    "    sync (usec): min=100, max=200, avg=150.50, stdev=5.25\n"
    "    sync percentiles (usec):\n"
    "     | 50.00th=[  151], 99.00th=[  199]\n"
    "  cpu          : usr=0.94%, sys=6.92%, ctx=721, majf=0, minf=13\n"
    "  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%\n"
    "     issued rwts: total=0,24449,0,16 short=0,2,0,0 dropped=0,0,0,0\n"
    "     latency   : target=0, window=0, percentile=100.00%, depth=1\n"
    "\n"
    "Run status group 0 (all jobs):\n"
    "  WRITE: bw=95.3MiB/s (99.9MB/s), 95.3MiB/s-95.3MiB/s (99.9MB/s-99.9MB/s), io=191MiB (200MB), "
    "run=2004-2004msec\n"
    "\n"
    "Disk stats (read/write):\n"
    "  vdb: ios=0/24449, merge=0/0, ticks=0/900, in_queue=900, util=95.00%\n";

TEST(FioReport, NewLayout) {
  const EvidenceBundle bundle = ReadFio(kNew);
  const char job[] = "job0:load";
  EXPECT_EQ(ValueOf(bundle, job, "fio.error"), 0);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_iops"), 12200);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_bw_MBps"), 95.3);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_runtime_ms"), 2004);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_slat_max_ns"), 9005900);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_min_ns"), 12000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_mean_ns"), 65850);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_lat_mean_ns"), 2500000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_99.99%_ns"), 9503000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.sync_lat_mean_ns"), 150500);
  EXPECT_EQ(ValueOf(bundle, job, "fio.sync_lat_99%_ns"), 199000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.latency_20us%"), 31.29);
  EXPECT_EQ(ValueOf(bundle, job, "fio.latency_>=2000ms%"), 0.01);
  EXPECT_EQ(ValueOf(bundle, job, "fio.sys_cpu"), 6.92);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_total_ios"), 24449);
  EXPECT_EQ(ValueOf(bundle, job, "fio.sync_total_ios"), 16);
  EXPECT_EQ(ValueOf(bundle, job, "fio.read_total_ios"), std::nullopt);
  EXPECT_EQ(ValueOf(bundle, "group", "fio.write_bw_MBps"), 95.3);
  EXPECT_EQ(ValueOf(bundle, "group", "fio.write_runtime_ms"), 2004);
  EXPECT_EQ(Find(bundle, job, "fio.write_bw_MBps")->precision, Precision::kRounded);
  EXPECT_EQ(Find(bundle, job, "fio.write_clat_mean_ns")->source.at, (SourceRef{-1, -1, 8, 40}));
  EXPECT_EQ(Told(bundle), "23:46: warning: 2 short write requests\n");
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_EQ(bundle.runs[0].version, "fio-3.28");
  EXPECT_EQ(bundle.runs[0].time_ms, 1772539201000);
  EXPECT_EQ(bundle.runs[0].options,
            (std::vector<RunOption>{{0, "bs", "(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B"},
                                    {0, "iodepth", "1"},
                                    {0, "ioengine", "psync"},
                                    {0, "rw", "randwrite"}}));
  EXPECT_EQ(bundle.description, "1 run of fio-3.28");
}

const char kOld[] =
    "fio-2.1.10\n"
    "load: (groupid=0, jobs=2): err= 0: pid=16: Mon Nov 30 08:54:14 2026\n"
    "  read : io=3310.3MB, bw=3303.7MB/s, iops=845724, runt=  1002msec\n"
    "    clat (usec): min=0, max=9.2K, avg= 1.24, stdev=39.08\n"
    "  write: io=512KB, bw=511.1KB/s, iops=6740.5K, runt=  1002msec\n"
    "    lat (usec) : 2=99.37%, 4=0.51%\n"
    "     issued    : total=r=847416/w=556654/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0\n"
    "\n"
    "Run status group 0 (all jobs):\n"
    "   READ: io=3310.3MB, aggrb=3303.7MB/s, minb=3303.7MB/s, maxb=3303.7MB/s, mint=1002msec, "
    "maxt=1003msec\n";

TEST(FioReport, OldLayoutWithBinaryUnits) {
  const EvidenceBundle bundle = ReadFio(kOld);
  const char job[] = "job0:load";
  EXPECT_EQ(ValueOf(bundle, job, "fio.read_bw_MBps"), 3303.7);
  EXPECT_EQ(ValueOf(bundle, job, "fio.read_runtime_ms"), 1002);
  EXPECT_EQ(ValueOf(bundle, job, "fio.read_clat_max_ns"), 9200000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_io_bytes"), 524288);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_iops"), 6740500);
  EXPECT_EQ(ValueOf(bundle, job, "fio.read_total_ios"), 847416);
  EXPECT_EQ(ValueOf(bundle, "group", "fio.read_runtime_ms"), 1003);
  EXPECT_EQ(Find(bundle, job, "fio.read_bw_MBps")->precision, Precision::kRemainder);
}

TEST(FioReport, AnErrorWithPunctuationInItsText) {
  const EvidenceBundle bundle = ReadFio(
      "a:b \"c\": (groupid=3, jobs=1): err=84 (file:io_u.c:2108, func=io_u error, "
      "error=Invalid or incomplete multibyte or wide character): pid=9: Tue Mar  3 12:00:01 2026\n"
      "  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(80.0KiB/2000msec)\n");
  EXPECT_EQ(ValueOf(bundle, "job0:a:b \"c\"", "fio.error"), 84);
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_EQ(bundle.runs[0].error, 84);
  EXPECT_EQ(bundle.runs[0].error_text, "Invalid or incomplete multibyte or wide character");
  EXPECT_EQ(bundle.runs[0].jobs[0].group, 3);
}

struct PieceCase {
  const char* name;
  const char* text;
  const char* job;
  const char* metric;
  double value;
};

class Piece : public testing::TestWithParam<PieceCase> {};

TEST_P(Piece, IsRead) {
  const EvidenceBundle bundle = ReadFio(GetParam().text);
  EXPECT_EQ(ValueOf(bundle, GetParam().job, GetParam().metric), GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Piece,
    testing::Values(
        PieceCase{"without_header", "  read: IOPS=792k,  BW=3095MiB/s\n",
                  "job0:", "fio.read_bw_MBps", 3095},
        PieceCase{"with_the_name_of_a_file", "run-1.fio:  read:  IOPS=792k,  BW=3095MiB/s\n",
                  "job0:run-1.fio", "fio.read_iops", 792000},
        PieceCase{"decimal_units", "  write: IOPS=10, BW=104.8576MB/s (100MiB/s)(1GiB/10msec)\n",
                  "job0:", "fio.write_bw_MBps", 100},
        PieceCase{"bits", "  write: IOPS=10, BW=8Mibit/s (8.39Mbit/s)(1MiB/1000msec)\n",
                  "job0:", "fio.write_bw_MBps", 1},
        PieceCase{"client_without_unit",
                  "  write: IOPS=3084, BW=12.0Mi (12.6M)(14.0MiB/1165msec)\n",
                  "job0:", "fio.write_bw_MBps", 12},
        PieceCase{"total_in_bytes",
                  "  WRITE: bw=204B/s (204B/s), io=4096B (4096B), run=20-20msec\n", "group",
                  "fio.write_bw_Bps", 204},
        PieceCase{"wrapped_after_the_runtime",
                  "  WRITE: bw=7.5MiB/s (7.9MB/s), 7.5MiB/s-7.5MiB/s (7.9MB/s-\n7.9MB/s), "
                  "io=15.0MiB (15.7MB),\nrun=2000-2001msec\n",
                  "group", "fio.write_runtime_ms", 2001},
        PieceCase{"wrapped_inside_the_rates",
                  "x: (groupid=0, jobs=1): err= 0: pid=1\n  write: IOPS=656,\n"
                  "BW=164MiB/s (172MB/s)(16.0GiB/99837msec); 24 zone resets\n",
                  "job0:x", "fio.write_runtime_ms", 99837},
        PieceCase{"wrapped_latency",
                  "x: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=1, BW=1MiB/s\n"
                  "    clat (usec): min=3, max=4, avg=3.50,\nstdev=0.25\n",
                  "job0:x", "fio.read_clat_stddev_ns", 250},
        PieceCase{"after_progress",
                  "Jobs: 1 (f=1): [w(1)][33.3%]\rJobs: 1 (f=1): [w(1)][66%]\r"
                  "x: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=7, BW=1MiB/s\n",
                  "job0:x", "fio.read_iops", 7},
        PieceCase{"from_a_server",
                  "<vm1> x: (groupid=0, jobs=1): err= 0: pid=1\n"
                  "<vm1>   read: IOPS=7, BW=1MiB/s\n",
                  "job0:x", "fio.read_iops", 7},
        PieceCase{"windows_line_ends",
                  "x: (groupid=0, jobs=1): err= 0: pid=1\r\n"
                  "  read: IOPS=7, BW=1MiB/s (1MB/s)(2MiB/2000msec)\r\n",
                  "job0:x", "fio.read_runtime_ms", 2000},
        PieceCase{"priorities_are_not_the_whole",
                  "x: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=7, BW=1MiB/s\n"
                  "    clat prio 1/0 (usec): min=1, max=2, avg=9.00, stdev=0.50\n"
                  "    clat prio 1/0 (30.00% of IOs) percentiles (usec):\n"
                  "     | 99.00th=[ 9999]\n"
                  "    clat percentiles (usec):\n     | 99.00th=[   12]\n",
                  "job0:x", "fio.read_clat_99%_ns", 12000}),
    [](const auto& param) { return param.param.name; });

TEST(FioReport, TheSumOfBothDirectionsThatOldVersionsGetWrong) {
  const EvidenceBundle bundle = ReadFio(
      "x: (groupid=0, jobs=1): err= 0: pid=1\n"
      "  read: IOPS=7, BW=1MiB/s (1MB/s)(2MiB/2000msec)\n"
      "  mixed: IOPS=0, BW=0 (0)(0B/2000msec)\n");
  EXPECT_EQ(ValueOf(bundle, "job0:x", "fio.mixed_iops"), std::nullopt);
  EXPECT_EQ(Told(bundle),
            "3:3: warning: fio before 3.39 prints 0 for the sum of both directions: left out\n");
}

TEST(FioReport, ProseEndsAJob) {
  const EvidenceBundle bundle = ReadFio(
      "x: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=7, BW=1MiB/s\n"
      "One.\nTwo.\nThree.\n  write: IOPS=9, BW=2MiB/s\n");
  EXPECT_EQ(ValueOf(bundle, "job0:x", "fio.write_iops"), std::nullopt);
  EXPECT_EQ(ValueOf(bundle, "job0:", "fio.write_iops"), 9);
}

// A part of a mail at quote depth 2, some lines of it broken by the mailer.
TEST(FioMail, PlacesFiguresInTheMail) {
  const std::vector<std::string> raw = {
      "I see this:",
      "> > load: (groupid=0, jobs=1): err= 0: pid=12: Tue Mar  3 12:00:01 2026",
      "> >   write: IOPS=656, BW=164MiB/s (172MB/s)(16.0GiB/99837msec); 24 zone",
      "> > resets",
      "> >     clat (usec): min=3, max=9, avg=5.25, stdev=1.00",
      "Nothing else."};
  MailMessage message;
  message.path = "thread.mbox";
  message.index = 4;
  MailPart& part = message.parts.emplace_back();
  part.index = 1;
  uint32_t number = 20;
  for (const std::string& line : raw) {
    const size_t marks = line.starts_with("> > ") ? 4 : 0;
    const std::string_view text = message.Own(line.substr(marks));
    part.lines.push_back(
        {text, text, ++number, static_cast<uint32_t>(marks + 1), static_cast<uint16_t>(marks / 2)});
  }
  EvidenceBundle bundle;
  FioMailState state;
  state.counters.report_jobs = 3;
  FindFioMeasurements(message, state, bundle);
  const Measurement* mean = Find(bundle, "job3:load", "fio.write_clat_mean_ns");
  ASSERT_NE(mean, nullptr);
  EXPECT_EQ(mean->value, 5250);
  EXPECT_EQ(mean->source.path, "thread.mbox");
  EXPECT_EQ(mean->source.at, (SourceRef{4, 1, 25, 40}));
  EXPECT_EQ(ValueOf(bundle, "job3:load", "fio.write_iops"), 656);
  EXPECT_EQ(state.counters.report_jobs, 4U);
  EXPECT_TRUE(bundle.claims.empty());
}

// The reply quotes a part of what it answers and shows a run of its own.
TEST(FioMail, AQuotedCopyIsNotPreferred) {
  const std::vector<std::string> first = {
      "load: (groupid=0, jobs=1): err= 0: pid=12: Tue Mar  3 12:00:01 2026",
      "  write: IOPS=656, BW=164MiB/s (172MB/s)(16.0GiB/99837msec)",
      "    clat (usec): min=3, max=9, avg=5.25, stdev=1.00"};
  const std::vector<std::string> second = {
      "> load: (groupid=0, jobs=1): err= 0: pid=12: Tue Mar  3 12:00:01 2026",
      ">   write: IOPS=656, BW=164MiB/s (172MB/s)(16.0GiB/99837msec)",
      "Here it is slower:",
      "load: (groupid=0, jobs=1): err= 0: pid=77: Wed Mar  4 12:00:01 2026",
      "  write: IOPS=501, BW=125MiB/s (131MB/s)(12.2GiB/99841msec)",
      "And quoted with another figure:",
      "> load: (groupid=0, jobs=1): err= 0: pid=12: Tue Mar  3 12:00:01 2026",
      ">   write: IOPS=655, BW=164MiB/s (172MB/s)(16.0GiB/99837msec)"};
  FioMailState state;
  EvidenceBundle bundle;
  int32_t index = 0;
  for (const std::vector<std::string>& lines : {first, second}) {
    MailMessage message;
    message.path = "thread.mbox";
    message.index = index++;
    MailPart& part = message.parts.emplace_back();
    uint32_t number = 0;
    for (const std::string& line : lines) {
      const uint32_t marks = line.starts_with("> ") ? 2 : 0;
      const std::string_view text = message.Own(line.substr(marks));
      part.lines.push_back({text, text, ++number, marks + 1, static_cast<uint16_t>(marks / 2)});
    }
    FindFioMeasurements(message, state, bundle);
  }
  std::string rates;
  for (const Measurement& m : bundle.measurements) {
    if (m.metric == "fio.write_iops")
      rates += fmt::format("{}{:.0f} ", m.preferred ? "" : "copy ", m.value);
  }
  EXPECT_EQ(rates, "656 copy 656 501 655 ");
  EXPECT_EQ(bundle.runs.size(), 2U);
}

}  // namespace
}  // namespace regress
