// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_number.h"

#include <gtest/gtest.h>

#include "parsers/fio_histogram.h"
#include "parsers/fio_reading.h"

namespace regress {
namespace {

struct SizeCase {
  const char* text;
  FioStyle style;
  double mebibytes;
  const char* token;
};

TEST(ParseSize, KnowsThePrefixesOfItsVersion) {
  const SizeCase cases[] = {
      {"33.3MiB/s (34.9MB/s)", FioStyle::kNew, 33.3, "33.3MiB/s"},
      {"14.7GiB/s", FioStyle::kNew, 15052.8, "14.7GiB/s"},
      {"1024KiB", FioStyle::kNew, 1, "1024KiB"},
      {"1048576B/s", FioStyle::kNew, 1, "1048576B/s"},
      {"23.3Mi (24.5M)", FioStyle::kNew, 23.3, "23.3Mi"},
      {"8Mibit/s", FioStyle::kNew, 1, "8Mibit/s"},
      {"0", FioStyle::kNew, 0, "0"},
      {"2Ti", FioStyle::kNew, 2.0 * 1024 * 1024, "2Ti"},
      {"512KB/s,", FioStyle::kOld, 0.5, "512KB/s"},
      {"2043.8MB/s", FioStyle::kOld, 2043.8, "2043.8MB/s"},
      {"1PB", FioStyle::kOld, 1024.0 * 1024, "1PB"},  // the letter T is missing from the list
  };
  for (const SizeCase& c : cases) {
    const std::optional<FioSize> size = ParseSize(c.text, c.style);
    ASSERT_TRUE(size) << c.text;
    EXPECT_DOUBLE_EQ(size->mebibytes, c.mebibytes) << c.text;
    EXPECT_EQ(size->token, c.token);
  }
  EXPECT_DOUBLE_EQ(ParseSize("1048.576MB/s", FioStyle::kNew)->mebibytes, 1000);
  EXPECT_TRUE(ParseSize("1048.576MB/s", FioStyle::kNew)->decimal);
  EXPECT_NEAR(ParseSize("347Mbit/s", FioStyle::kNew)->mebibytes, 347e6 / 8 / 1048576, 1e-9);
}

TEST(ParseSize, RefusesOtherText) {
  for (const char* text : {"", "MiB/s", "12Mops", "12 MiB", "1.2.3M", "12msec"}) {
    const std::optional<FioSize> size = ParseSize(text, FioStyle::kNew);
    EXPECT_TRUE(!size || size->token == "12") << text;
  }
}

TEST(ParseCount, ScalesWithOneRounding) {
  EXPECT_EQ(ParseScaled("65846.159269", 1), 65846.159269);
  EXPECT_EQ(ParseScaled("65.846159", 1000), 65846.159);
  EXPECT_EQ(ParseScaled("2.094367", 1000), 2094.367);
  EXPECT_EQ(ParseScaled("-nan", 1), std::nullopt);
  EXPECT_EQ(ParseScaled("", 1), std::nullopt);
  EXPECT_EQ(ParseScaled("1.", 1), ParseScaled("1.", 1));
  EXPECT_EQ(ParseScaled("-3", 2), -6);
  EXPECT_EQ(ParseCount("12.2k"), 12200);
  EXPECT_EQ(ParseCount("6740.5K"), 6740500);
  EXPECT_EQ(ParseCount("9005.9k", 1000), 9005900000);
  EXPECT_EQ(ParseCount("k"), std::nullopt);
}

TEST(TrimPercentile, NamesPercentilesAsPeopleDo) {
  EXPECT_EQ(TrimPercentile("99.900000"), "99.9");
  EXPECT_EQ(TrimPercentile("99.000000"), "99");
  EXPECT_EQ(TrimPercentile("100.000000"), "100");
  EXPECT_EQ(TrimPercentile("1.00"), "1");
  EXPECT_EQ(TrimPercentile("50"), "50");
  EXPECT_EQ(TrimPercentile("0.00"), "");
  EXPECT_EQ(TrimPercentile("101"), "");
  EXPECT_EQ(TrimPercentile("x"), "");
}

TEST(ParseFioVersion, ReadsReleasesAndBuilds) {
  EXPECT_EQ(ParseFioVersion("fio-3.33"), (FioVersion{3, 33, 0}));
  EXPECT_EQ(ParseFioVersion("fio-2.1.10"), (FioVersion{2, 1, 10}));
  EXPECT_EQ(ParseFioVersion("fio-3.6-31-g4386-dirty"), (FioVersion{3, 6, 0}));
  EXPECT_EQ(ParseFioVersion("fio 1.59"), (FioVersion{1, 59, 0}));
  EXPECT_EQ(ParseFioVersion("fio-tool"), std::nullopt);
  EXPECT_EQ(ParseFioVersion("fio-3.33x"), std::nullopt);
}

TEST(Histogram, BucketsAreThoseOfFio) {
  EXPECT_EQ(ShapeOf(1856)->coarseness, 0U);
  EXPECT_EQ(ShapeOf(116)->coarseness, 4U);
  EXPECT_EQ(ShapeOf(1216)->nanoseconds, 1000U);
  EXPECT_FALSE(ShapeOf(100));
  const HistogramShape fine;
  EXPECT_EQ(BucketValue(fine, 5), 5);
  EXPECT_EQ(BucketValue(fine, 127), 127);
  EXPECT_EQ(BucketValue(fine, 128), 129);  // 128 and 129 share it
  EXPECT_EQ(BucketValue(fine, 192), 258);
  const HistogramShape coarse = {1, 1000};
  EXPECT_EQ(BucketValue(coarse, 1), 2500);  // microseconds 2 and 3
  const std::vector<uint64_t> counts = {0, 10, 0, 89, 1};
  EXPECT_EQ(HistogramPercentile(fine, counts, 50), 3);
  EXPECT_EQ(HistogramPercentile(fine, counts, 10), 1);
  EXPECT_EQ(HistogramPercentile(fine, counts, 100), 4);
  EXPECT_EQ(HistogramPercentile(fine, std::vector<uint64_t>{0, 0}, 50), std::nullopt);
}

}  // namespace
}  // namespace regress
