// SPDX-License-Identifier: Apache-2.0
#include "parsers/scan.h"

#include <gtest/gtest.h>

namespace regress {
namespace {

TEST(Scan, PrintedNumberKnowsTheWeightOfItsLastDigit) {
  const struct {
    const char* token;
    double value;
    double unit;
  } kCases[] = {{"12.4", 12.4, 0.1},       {"-0.0", -0.0, 0.1}, {"1360660", 1360660, 1},
                {"1.67e+09", 1.67e9, 1e7}, {"2e+09", 2e9, 1e9}, {"+4", 4, 1}};
  for (const auto& c : kCases) {
    const auto number = ParsePrinted(c.token);
    ASSERT_TRUE(number) << c.token;
    EXPECT_EQ(number->value, c.value) << c.token;
    EXPECT_DOUBLE_EQ(number->unit, c.unit) << c.token;
    EXPECT_EQ(number->text, c.token);
  }
}

TEST(Scan, NotANumberIsNone) {
  for (const char* token :
       {"", "-", "1.", ".5", "1e", "0x10", "nan", "inf", "1e999", "12%", "1 2"}) {
    EXPECT_FALSE(ParsePrinted(token)) << token;
  }
}

TEST(Scan, FieldsAreRunsOfNonBlanks) {
  std::string_view rest = "  a \t bb";
  EXPECT_EQ(NextField(rest), "a");
  EXPECT_EQ(NextField(rest), "bb");
  EXPECT_EQ(NextField(rest), "");
}

}  // namespace
}  // namespace regress
