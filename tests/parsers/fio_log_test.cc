// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_log.h"

#include <gtest/gtest.h>

#include "models/data/error.h"
#include "tests/parsers/fio_support.h"

namespace regress {
namespace {

struct LogCase {
  const char* name;
  const char* path;
  const char* columns;  // --fio-log-columns
  const char* text;
  const char* job;
  const char* metric;
  double value;
};

class FioLog : public testing::TestWithParam<LogCase> {};

TEST_P(FioLog, GivesFiguresOfItsRows) {
  ParseOptions options;
  options.fio_log_columns = GetParam().columns;
  const EvidenceBundle bundle = ReadFio(GetParam().text, GetParam().path, options);
  EXPECT_EQ(ValueOf(bundle, GetParam().job, GetParam().metric), GetParam().value);
  EXPECT_EQ(bundle.format, "fio");
}

INSTANTIATE_TEST_SUITE_P(
    Table, FioLog,
    testing::Values(
        LogCase{"windows_of_bandwidth", "out/mix_bw.2.log", "",
                "200, 2048, 0, 0, 0\n200, 1024, 1, 0, 0\n401, 4096, 0, 0, 0\n", "job0:mix.2",
                "fio.read_bw_log_mean_MBps", 3},
        LogCase{"rows", "mix_bw.2.log", "", "200, 2048, 0, 0\n401, 4096, 0, 0\n", "job0:mix.2",
                "fio.read_bw_log_rows", 2},
        LogCase{"latency", "mix_clat.1.log", "", "200, 30, 1, 0, 0\n401, 50, 1, 0, 0\n",
                "job0:mix.1", "fio.write_clat_log_mean_ns", 40},
        LogCase{"latency_of_version_2", "mix_clat.1.log", "time,clat_us,direction,size",
                "200, 30, 1, 0\n401, 50, 1, 0\n", "job0:mix.1", "fio.write_clat_log_max_ns", 50000},
        LogCase{"requests_of_single_ios", "mix_iops.1.log", "",
                "0, 1, 0, 4096, 0\n500, 1, 0, 4096, 0\n1000, 1, 0, 4096, 0\n2000, 1, 0, 4096, 0\n",
                "job0:mix.1", "fio.read_iops_log_mean", 2},
        LogCase{"bandwidth_of_single_ios", "mix_bw.log", "",
                "0, 99, 2, 1048576\n1000, 77, 2, 1048576\n", "job0:mix",
                "fio.trim_bw_log_mean_MBps", 2},
        LogCase{"mean_and_maximum", "mix_lat.1.log", "", "200, 30, 90, 1, 0\n400, 50, 70, 1, 0\n",
                "job0:mix.1", "fio.write_lat_log_mean_ns", 40},
        LogCase{"three_columns", "mix_iops.1.log", "", "200, 30, 1\n400, 50, 1\n", "job0:mix.1",
                "fio.write_iops_log_mean", 40},
        LogCase{"priority_in_hex", "mix_slat.1.log", "", "200, 30, 0, 0, 0x4003\n", "job0:mix.1",
                "fio.read_slat_log_min_ns", 30},
        LogCase{"time_since_1970", "mix_slat.1.log", "", "1796028110663, 30, 0, 0, 0\n",
                "job0:mix.1", "fio.read_slat_log_min_ns", 30},
        LogCase{"unknown_name", "numbers.txt", "", "200, 30, 0, 0, 0\n", "job0:numbers.txt",
                "fio.read_value_log_rows", 1},
        LogCase{"no_last_newline", "mix_lat.1.log", "", "200, 30, 0, 0, 0\n400, 50, 0, 0, 0",
                "job0:mix.1", "fio.read_lat_log_rows", 2}),
    [](const auto& param) { return param.param.name; });

TEST(FioHistogramLog, MergesItsRows) {
  // Coarseness 6: 29 buckets of 64 merged ones.
  const auto row = [](const char* start, size_t bucket, const char* count) {
    std::string text = start;
    for (size_t i = 0; i < 29; ++i) text += std::string(", ") + (i == bucket ? count : "0");
    return text + "\n";
  };
  const EvidenceBundle bundle = ReadFio(
      row("1000, 0, 4096", 0, "60") + row("2000, 0, 4096", 3, "40") + row("2000, 1, 4096", 1, "5"),
      "mix_clat_hist.1.log");
  EXPECT_EQ(ValueOf(bundle, "job0:mix.1", "fio.read_clat_hist_samples"), 100);
  EXPECT_EQ(ValueOf(bundle, "job0:mix.1", "fio.read_clat_hist_50%_ns"), 31.5);
  // buckets 192 to 255 stand for 258 to 510
  EXPECT_EQ(ValueOf(bundle, "job0:mix.1", "fio.read_clat_hist_99%_ns"), 384);
  EXPECT_EQ(ValueOf(bundle, "job0:mix.1", "fio.write_clat_hist_samples"), 5);
}

TEST(FioLog, RowsOfAnotherShapeAreCounted) {
  const EvidenceBundle bundle = ReadFio("200, 30, 0, 0\n400, 50, 0, 0\n" + std::string(64, '\n') +
                                            "600, 1, 7, 0\n800, 1, 0\n1000, 70, 0, 0\n",
                                        "mix_lat.1.log");
  // The first rows decide; later ones that differ are left out.
  EXPECT_EQ(ValueOf(bundle, "job0:mix.1", "fio.read_lat_log_rows"), std::nullopt);
}

TEST(FioLog, IsToldFromOtherNumbers) {
  EXPECT_GT(LooksLikeFioLog("200, 30, 0, 0\n400, 50, 1, 0\n"), 0);
  EXPECT_EQ(LooksLikeFioLog("200,30,0,0\n"), 0);
  EXPECT_EQ(LooksLikeFioLog("200, 30, 7, 9\n"), 0);
  EXPECT_EQ(LooksLikeFioLog("200, 30, 0, 0\n400, 50, 1\n"), 0);
  EXPECT_EQ(LooksLikeFioLog("200, x, 0, 0\n"), 0);
  EXPECT_EQ(LooksLikeFioLog(""), 0);
}

TEST(FioLog, ACompressedOneIsRefused) {
  const std::string bytes("\x78\x9c\x01\x02\x03\x04\x05\x06\x07\x08\x01\x02\x03\x04\x05\x06\x07",
                          17);
  try {
    ReadFio(bytes, "mix_lat.1.log.fz");
    FAIL() << "compressed";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "mix_lat.1.log.fz: error: a compressed fio log");
  }
}

TEST(FioLog, UnknownColumnsAreWrongUsage) {
  ParseOptions options;
  options.fio_log_columns = "time,clat,sideways";
  EXPECT_THROW(ReadFio("200, 30, 0, 0\n", "a_lat.1.log", options), Error);
  options.fio_log_columns = "time,clat,size";
  EXPECT_THROW(ReadFio("200, 30, 0, 0\n", "a_lat.1.log", options), Error);
}

}  // namespace
}  // namespace regress
