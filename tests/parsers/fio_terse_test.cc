// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_terse.h"

#include <gtest/gtest.h>

#include "tests/parsers/fio_support.h"

namespace regress {
namespace {

// A direction: work, rate, iops, runtime, submission, completion, percentiles, total, samples.
std::string Block(int kib, int rate, int iops, int ms, bool version5) {
  std::string text = std::to_string(kib) + ";" + std::to_string(rate) + ";" + std::to_string(iops) +
                     ";" + std::to_string(ms) + ";0;0;0.000000;0.000000;2;90;5.250000;1.500000";
  for (int i = 0; i < 20; ++i) {
    const char* const values[] = {";50.000000%=4", ";99.000000%=30", ";99.900000%=80"};
    text += i < 3 ? values[i] : ";0%=0";
  }
  text += ";2;91;5.500000;1.500000;100;200;100.000000%;150.000000;10.000000";
  if (version5) text += ";7;1;2;1.500000;0.500000;7";
  return text;
}

std::string Tail(const char* share = "0.50%") {
  std::string text = ";1.500000%;10.250000%;721;0;13;100.0%";
  for (int i = 0; i < 6; ++i) text += ";0.0%";
  text += std::string(";0.00%;91.25%;") + share;
  for (int i = 0; i < 19; ++i) text += ";0.00%";
  return text;
}

struct TerseCase {
  const char* name;
  std::string line;
  const char* job;
  std::optional<double> read_iops;
  std::optional<double> write_iops;
  std::optional<double> trim_iops;
  std::optional<double> mixed_iops;
};

class Terse : public testing::TestWithParam<TerseCase> {};

TEST_P(Terse, FindsJobAndDirections) {
  const TerseCase& c = GetParam();
  const EvidenceBundle bundle = ReadFio(c.line + "\n");
  EXPECT_EQ(ValueOf(bundle, c.job, "fio.error"), 0);
  EXPECT_EQ(ValueOf(bundle, c.job, "fio.read_iops"), c.read_iops);
  EXPECT_EQ(ValueOf(bundle, c.job, "fio.write_iops"), c.write_iops);
  EXPECT_EQ(ValueOf(bundle, c.job, "fio.trim_iops"), c.trim_iops);
  EXPECT_EQ(ValueOf(bundle, c.job, "fio.mixed_iops"), c.mixed_iops);
  EXPECT_EQ(ValueOf(bundle, c.job, "fio.usr_cpu"), 1.5);
  EXPECT_EQ(ValueOf(bundle, c.job, "fio.latency_4us%"), 91.25);
}

const std::optional<double> kNone;

INSTANTIATE_TEST_SUITE_P(
    Table, Terse,
    testing::Values(
        TerseCase{"version2",
                  "2;seq;0;0;" + Block(10, 5, 1, 2000, false) + ";" +
                      Block(20, 10, 2, 2000, false) + ";" + Block(30, 15, 3, 2000, false) + Tail(),
                  "line0:seq", 1, 2, 3, kNone},
        TerseCase{"version3",
                  "3;fio-2.1.2;seq;1;0;" + Block(10, 5, 1, 2000, false) + ";" +
                      Block(20, 10, 2, 2000, false) + Tail(),
                  "line0:seq", 1, 2, kNone, kNone},
        TerseCase{"version4_with_disk",
                  "4;fio-3.33;seq;0;0;" + Block(0, 0, 0, 0, false) + ";" +
                      Block(20, 10, 2, 2000, false) + ";" + Block(0, 0, 0, 0, false) + Tail() +
                      ";vda;1;2;0;0;3;4;7;12.50%",
                  "line0:seq", kNone, 2, kNone, kNone},
        TerseCase{"version5",
                  "5;fio-3.33;seq;0;0;" + Block(10, 5, 1, 2000, true) + ";" +
                      Block(0, 0, 0, 0, true) + ";" + Block(30, 15, 3, 2000, true) + Tail(),
                  "line0:seq", 1, kNone, 3, kNone},
        TerseCase{"semicolons_in_the_name",
                  "3;fio-3.33;a;b;;c;0;0;" + Block(10, 5, 1, 2000, false) + ";" +
                      Block(0, 0, 0, 0, false) + Tail() + ";say; what",
                  "line0:a;b;;c", 1, kNone, kNone, kNone},
        TerseCase{"both_directions_in_one",
                  "3;fio-3.33;seq;0;0;" + Block(10, 5, 1, 2000, false) + Tail(), "line0:seq", kNone,
                  kNone, kNone, 1},
        TerseCase{"sum_after_the_directions",
                  "3;fio-3.33;seq;0;0;" + Block(10, 5, 1, 2000, false) + ";" +
                      Block(20, 10, 2, 2000, false) + ";" + Block(30, 15, 3, 2000, false) + Tail(),
                  "line0:seq", 1, 2, kNone, 3},
        TerseCase{"shares_that_are_not_numbers",
                  "3;fio-3.33;seq;0;0;" + Block(10, 5, 1, 2000, false) + ";" +
                      Block(0, 0, 0, 0, false) + Tail("-nan%"),
                  "line0:seq", 1, kNone, kNone, kNone},
        TerseCase{"after_the_name_of_a_file",
                  "run-1.out:3;fio-3.33;seq;0;0;" + Block(10, 5, 1, 2000, false) + ";" +
                      Block(0, 0, 0, 0, false) + Tail(),
                  "line0:seq", 1, kNone, kNone, kNone}),
    [](const auto& param) { return param.param.name; });

TEST(TerseValues, AreInBaseUnits) {
  const EvidenceBundle bundle = ReadFio("3;fio-3.33;seq;0;0;" + Block(0, 0, 0, 0, false) + ";" +
                                        Block(20000, 10000, 2500, 2000, false) + Tail() + "\n");
  const char job[] = "line0:seq";
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_io_bytes"), 20480000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_bw_MBps"), 9.765625);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_runtime_ms"), 2000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_mean_ns"), 5250);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_99.9%_ns"), 80000);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_clat_0%_ns"), std::nullopt);
  EXPECT_EQ(ValueOf(bundle, job, "fio.write_slat_mean_ns"), std::nullopt);
  EXPECT_EQ(Find(bundle, job, "fio.write_iops")->precision, Precision::kTruncated);
  EXPECT_EQ(Find(bundle, job, "fio.write_runtime_ms")->precision, Precision::kExact);
  ASSERT_EQ(bundle.runs.size(), 1U);
  EXPECT_EQ(bundle.runs[0].version, "fio-3.33");
}

TEST(TerseValues, ACutLineIsLeftOutWithAWarning) {
  const std::string line =
      "3;fio-3.33;seq;0;0;" + Block(1, 1, 1, 1, false) + ";" + Block(1, 1, 1, 1, false) + Tail();
  std::string broken = line;
  broken.replace(broken.find("50.000000%=4"), 12, "fifty");
  broken.replace(broken.find("99.000000%=30"), 13, "x");
  broken.replace(broken.find("99.900000%=80"), 13, "x");
  for (size_t at; (at = broken.find("0%=0")) != std::string::npos;) broken.replace(at, 4, "x");
  for (size_t at; (at = broken.find("%=")) != std::string::npos;) broken.replace(at, 2, "x");
  const EvidenceBundle bundle = ReadFio(line + "\n" + broken + "\n");
  EXPECT_EQ(bundle.skipped, 1U);
  EXPECT_EQ(Told(bundle), "2:1: warning: a terse line is cut short or damaged: left out\n");
}

TEST(FindTerse, LeavesOtherTextAlone) {
  EXPECT_FALSE(FindTerse("3;fio-3.33;short"));
  EXPECT_FALSE(FindTerse(std::string(200, ';')));
  EXPECT_FALSE(FindTerse("the field 3;fio-3.33 begins a line" + std::string(100, ' ')));
}

}  // namespace
}  // namespace regress
