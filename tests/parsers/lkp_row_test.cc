// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_row.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace regress {
namespace {

std::string Token(std::string_view line, const RobotNumber& number) {
  return std::string(line.substr(number.at, number.length));
}

std::string Side(std::string_view line, const RobotSide& side) {
  std::string text = Token(line, side.number);
  if (side.deviation != kNoDeviation) text += "~" + std::to_string(side.deviation);
  return text;
}

// The parsed row written down: "base change new ... metric", or "none", "head".
std::string Describe(std::string_view line) {
  LkpRow row;
  switch (ParseLkpRow(line, row)) {
    case RowShape::kNone:
      return "none";
    case RowShape::kHead:
      return "head";
    case RowShape::kRow:
      break;
  }
  std::string text = (row.failure ? "F " : "") + Side(line, row.base);
  for (size_t i = 0; i < row.columns; ++i) {
    text += " " + Token(line, row.cells[i].change) + " " + Side(line, row.cells[i].patched);
  }
  text += " " + std::string(line.substr(row.metric.at, row.metric.length));
  return text + (row.has_note ? " +note" : "");
}

TEST(LkpRow, Shapes) {
  const struct {
    const char* line;
    const char* expected;
  } kRows[] = {
      {"      7300 +-  4%     +25.0%       9125        demo.ops_per_sec",
       "7300~4 +25.0% 9125 demo.ops_per_sec"},
      {"  2e+09 \u00b1  3%  -10.0%  1.8e+09        cpu.demo.instructions",
       "2e+09~3 -10.0% 1.8e+09 cpu.demo.instructions"},
      {"4.10 +1.3 5.42 \u00b1 12% perf-profile.self.cycles-pp.demo_fn",
       "4.10 +1.3 5.42~12 perf-profile.self.cycles-pp.demo_fn"},
      {"      0.00         +4e+102%        4.00 \u00b1100%  demo.new_counter",
       "0.00 +4e+102% 4.00~100 demo.new_counter"},
      {"       1:6            33%           3:6        dmesg.BUG:demo_bug",
       "F 1:6 33% 3:6 dmesg.BUG:demo_bug"},
      {"        :6           100%           6:6        demo-suite.case01.fail",
       "F :6 100% 6:6 demo-suite.case01.fail"},
      {"   112:3         -3698%           1:3     kmsg.timestamp",
       "F 112:3 -3698% 1:3 kmsg.timestamp"},
      {"      9000  -10.0%  8100 \u00b1 2%  +5.0%  9450     demo.throughput",
       "9000 -10.0% 8100~2 +5.0% 9450 demo.throughput"},
      {"  1 -1.0 0 +1.0 2 -0.0 1 a.b", "1 -1.0 0 +1.0 2 -0.0 1 a.b"},
      {"   1079 A+-  5%     -100.0%       0.00 A+- -1%  slabinfo.x.active_objs",
       "1079~5 -100.0% 0.00~-1 slabinfo.x.active_objs"},
      {"0.03 A\u00b1100% +12170.5% 3.13 ~ 50%  TOTAL vm-scalability.stddev",
       "0.03~100 +12170.5% 3.13~50 TOTAL vm-scalability.stddev"},
      {"     93200             114%     199599        GEO-MEAN will-it-scale.per_process_ops",
       "93200 114% 199599 GEO-MEAN will-it-scale.per_process_ops"},
      {"     93200             -19%      75492        demo/a-b=c/lkp-x",
       "93200 -19% 75492 demo/a-b=c/lkp-x"},
      {"37.99 \ufffd  9%     +92.5%      73.13        fileio.latency_95th_ms",
       "37.99~9 +92.5% 73.13 fileio.latency_95th_ms"},
      {"37.99 \u0105  5015% +92.5% 73.13 x.y", "37.99~5015 +92.5% 73.13 x.y"},
      {"37.99 \u00c2\u00b1 9% +92.5% 73.13 x.y", "37.99~9 +92.5% 73.13 x.y"},
      {"    -93.66           +38.8%    -130.00        sched_debug.cpu.nr_uninterruptible.min",
       "-93.66 +38.8% -130.00 sched_debug.cpu.nr_uninterruptible.min"},
      {"6.40 +0.0% 6.40 fsmark.files_per_sec     <-------- (a)",
       "6.40 +0.0% 6.40 fsmark.files_per_sec +note"},
      {"1 +0.0% 1 read@plt", "1 +0.0% 1 read@plt"},
      {"1 +0.0% 1 numa-meminfo.node1.Active(file)", "1 +0.0% 1 numa-meminfo.node1.Active(file)"},
      {"1 +0.0% 1 sched_debug.cfs_rq:/.load.avg", "1 +0.0% 1 sched_debug.cfs_rq:/.load.avg"},
      {"1 +0.0% 1 turbostat.%c6", "1 +0.0% 1 turbostat.%c6"},
      // the begin of a wrapped row
      {"   0.03 \u00b1 56%     -73.4%       0.01 \u00b1149%", "head"},
      {"   0.03 \u00b1 56%     -73.4%", "head"},
      {"  :6   33%", "head"},
      {"9000 -10.0% 8100 +5.0% 9450", "head"},
      // look-alikes
      {"  88000 +-+----------------------------------------+", "none"},
      {"    172 ++--*--*--*", "none"},
      {"2e+08 |-+", "none"},
      {"1.4e+04 # max", "none"},
      {"[   12.345678] BUG: demo", "none"},
      {"12.345678 -0.5 demo", "none"},
      {"-- ", "none"},
      {"----------------", "none"},
      {"+1.0 2", "none"},
      {"12:30 5 tests", "none"},
      {"100", "none"},
      {"", "none"},
      {"   ", "none"},
      {"-", "none"},
      {":", "none"},
      {":x 33% 2:2 y", "none"},
      {"1 +1.0% 2 3", "none"},
      {"1 +1.0% two three", "none"},
      {"1 +1.0e% 2 x.y", "none"},
      {"1 +1.0% 2 \u00b1", "none"},
      {"1 +1.0% 2 <---", "none"},
      {"99999999999999999999999999 +1.0% 1e+999 x.y", "none"},
      {"1:4294967296 33% 1:1 x", "none"},
      {"name/op  10.0 +5.0% 10.5 x", "none"},
  };
  for (const auto& row : kRows) EXPECT_EQ(Describe(row.line), row.expected) << row.line;
}

TEST(LkpRow, MoreColumnsThanAnyReportAreNoRow) {
  std::string line = "1";
  for (int i = 0; i < 9; ++i) line += " +1.0% 1";
  EXPECT_EQ(Describe(line + " x.y"), "none");
}

TEST(LkpRow, Numbers) {
  const struct {
    const char* token;
    double value;
    NumberForm form;
    int scale;
  } kRows[] = {
      {"1360660", 1360660, NumberForm::kInteger, 0},
      {"496.01", 496.01, NumberForm::kDecimals, 2},
      {"-0.00", -0.0, NumberForm::kDecimals, 2},
      {"1.67e+09", 1.67e9, NumberForm::kExponent, 9},
      {"2e-05", 2e-5, NumberForm::kExponent, -5},
      {"12345678901234567", 12345678901234567.0, NumberForm::kInteger, 0},
  };
  for (const auto& row : kRows) {
    RobotNumber number;
    ASSERT_TRUE(ParseRobotValue(row.token, number)) << row.token;
    EXPECT_EQ(number.value, row.value) << row.token;
    EXPECT_EQ(number.form, row.form) << row.token;
    EXPECT_EQ(number.scale, row.scale) << row.token;
  }
  RobotNumber number;
  for (const char* token : {"", "-", "+5", "5.", ".5", "5e", "5e+", "1e+400", "5%", "0x5", "nan"}) {
    EXPECT_FALSE(ParseRobotValue(token, number)) << token;
  }
}

}  // namespace
}  // namespace regress
