// SPDX-License-Identifier: Apache-2.0
#include "models/sim/parameters.h"

#include <gtest/gtest.h>

#include "models/data/error.h"

namespace regress {
namespace {

const std::vector<ParameterInfo> kTable = {
    {"t_write", 60, "visits", Basis::kChosen, 0, 100000, "time of one metadata write", true, {}},
    {"share", 0.5, "", Basis::kText, 0, 1, "a share", false, {}},
    {"folio", 2.0 * 1024 * 1024, "bytes", Basis::kText, 4096, 4.0 * 1024 * 1024, "", true, {}},
    {"gap", 0, "", Basis::kChosen, 0, 0, "law of the gap", true, {"random", "fixed"}},
};

TEST(ParametersTest, DefaultsAndAssignments) {
  ParameterSet set(kTable);
  EXPECT_EQ(set.Get("t_write"), 60);
  EXPECT_EQ(set.Printed("folio"), "2M");
  EXPECT_EQ(set.Word("gap"), "random");
  set.SetAssignment("t_write = 30");
  set.SetAssignment("share=0.25", Basis::kFitted);
  set.SetAssignment("folio=256K");
  set.SetAssignment("gap=fixed");
  EXPECT_EQ(set.Get("t_write"), 30);
  EXPECT_EQ(set.Get("share"), 0.25);
  EXPECT_EQ(set.basis("share"), Basis::kFitted);
  EXPECT_EQ(set.Get("folio"), 262144);
  EXPECT_EQ(set.Word("gap"), "fixed");
}

TEST(ParametersTest, FileWithMarksAndComments) {
  ParameterSet set(kTable);
  set.SetFromText("# a set\n\n[fitted] t_write = 42 # to row 1\r\nfolio=64K", "a.params");
  EXPECT_EQ(set.Get("t_write"), 42);
  EXPECT_EQ(set.basis("t_write"), Basis::kFitted);
  EXPECT_EQ(set.Printed("folio"), "64K");
}

struct BadCase {
  const char* name;
  const char* assignment;
  const char* message;
  const char* help;
};

class BadParameterTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadParameterTest, SaysWhatIsAllowed) {
  ParameterSet set(kTable);
  try {
    set.SetAssignment(GetParam().assignment);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_STREQ(error.what(), GetParam().message);
    EXPECT_EQ(error.help(), GetParam().help);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BadParameterTest,
    testing::Values(
        BadCase{"unknown", "t_read=1", "unknown parameter t_read",
                "known are t_write, share, folio, gap"},
        BadCase{"no_equals", "t_write", "'t_write' is not KEY=VALUE", ""},
        BadCase{"no_key", "=3", "'=3' is not KEY=VALUE", ""},
        BadCase{"negative", "t_write=-1", "t_write is out of range: -1",
                "t_write goes from 0 to 100000 visits"},
        BadCase{"fraction", "t_write=1.5", "t_write takes whole numbers, not 1.5",
                "t_write goes from 0 to 100000 visits"},
        BadCase{"not_a_number", "share=nan", "share takes a number, not 'nan'",
                "share goes from 0 to 1"},
        BadCase{"tail", "share=0.5x", "share takes a number, not '0.5x'", "share goes from 0 to 1"},
        BadCase{"size_out_of_range", "folio=8M", "folio is out of range: 8388608",
                "folio goes from 4K to 4M bytes"},
        BadCase{"word", "gap=none", "gap has no value none", "gap is one of random, fixed"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ParametersTest, BadLineOfAFileIsNamed) {
  ParameterSet set(kTable);
  try {
    set.SetFromText("t_write=1\n[maybe] share=1\n", "a.params");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a.params:2: a mark is one of [text], [chosen], [fitted]");
  }
}

}  // namespace
}  // namespace regress
