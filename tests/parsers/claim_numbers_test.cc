// SPDX-License-Identifier: Apache-2.0
#include "parsers/claim_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace regress {
namespace {

// Every token as "text unit", percents with their sign.
std::vector<std::string> Scan(std::string_view text) {
  std::vector<NumberToken> tokens;
  ScanNumbers(text, tokens);
  std::vector<std::string> out;
  for (const NumberToken& token : tokens) {
    std::string word = token.number.text;
    if (!token.unit.empty()) word += " " + std::string(token.unit);
    if (token.spread) word = "spread " + word;
    out.push_back(word);
  }
  return out;
}

struct ScanCase {
  const char* name;
  const char* text;
  std::vector<std::string> tokens;
};

class ClaimNumbers : public testing::TestWithParam<ScanCase> {};

TEST_P(ClaimNumbers, Scans) {
  EXPECT_EQ(Scan(GetParam().text), GetParam().tokens);
}

INSTANTIATE_TEST_SUITE_P(
    Grammar, ClaimNumbers,
    testing::Values(
        ScanCase{"units", "7.5 MIOPS -> 9.3 (+23%)", {"7.5 MIOPS", "9.3", "+23 %"}},
        ScanCase{"thousands", "253,131,743 blks", {"253,131,743"}},
        ScanCase{"decimal_comma", "rose by 16,97 %", {"16,97 %"}},
        ScanCase{"dot_groups", "45.234.111 cycles", {"45.234.111 cycles"}},
        ScanCase{"tilde", "~2100 MB/s", {"2100 MB/s"}},
        ScanCase{"spread", "12.5 +/- 0.3%", {"12.5", "spread 0.3 %"}},
        ScanCase{"robot_spread", "100 \xc2\xb1  3%", {"100", "spread 3 %"}},
        ScanCase{"minutes", "real 1m2.9s", {"1m2.9 s"}},
        ScanCase{"ratio", "3x faster, 1.4\xc3\x97", {"3 x", "1.4 \xc3\x97"}},
        ScanCase{"arrow_sign",
                 "\xe2\x86\x93"
                 "3.8%",
                 {"\xe2\x86\x93"
                  "3.8 %"}},
        ScanCase{"words", "12 percent, 4 percentage points", {"12 percent", "4 percentage points"}},
        ScanCase{"exponent", "1.05e+09", {"1.05e+09"}},
        ScanCase{"range", "1-3% lower", {"1", "3 %"}},
        ScanCase{"micro", "12 \xc2\xb5s", {"12 \xc2\xb5s"}}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(LookAlikes, ClaimNumbers,
                         testing::Values(ScanCase{"version", "linux 6.1.53 and 6.5-rc4", {}},
                                         ScanCase{"architecture", "on x86 and arm64, sha256", {}},
                                         ScanCase{"hex", "0xdead 0x12", {}},
                                         ScanCase{"patch_number", "[PATCH 3/7]", {}},
                                         ScanCase{"commit", "commit 7e44d00a13ca", {}},
                                         ScanCase{"date", "2024-01-02 12:20:48", {}},
                                         ScanCase{"reference", "see [1] and [12]", {}},
                                         ScanCase{"list_number", "2. We measured", {}},
                                         ScanCase{"ordinal", "the 2nd of 3rd", {}},
                                         ScanCase{"frequency_is_no_unit", "at 2.40GHz", {}}),
                         [](const auto& test) { return test.param.name; });

TEST(ClaimNumbers, PrintedIntervalsFollowPrefixAndTilde) {
  std::vector<NumberToken> tokens;
  ScanNumbers("190k ~2100 12.0 ms", tokens);
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].number.interval(), (Interval{189500, 190500}));
  EXPECT_EQ(tokens[1].number.interval(), (Interval{2050, 2150}));
  EXPECT_DOUBLE_EQ(tokens[2].number.value, 0.012);
  EXPECT_NEAR(tokens[2].number.unit, 0.0001, 1e-12);
}

}  // namespace
}  // namespace regress
