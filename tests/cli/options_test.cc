// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "cli/check_command.h"
#include "cli/check_options.h"
#include "cli/inputs.h"
#include "cli/spool.h"
#include "cli/text_layout.h"
#include "tests/support/shell.h"

namespace regress {
namespace {

TEST(CheckOptions, WrongUsageIsExplained) {
  const struct {
    std::vector<std::string> arguments;
    const char* err;
  } kCases[] = {
      {{},
       "regress-check: error: no input given\n  help: regress-check report.txt, or - for standard "
       "input; -h for more\n"},
      {{"--keep-events", "a.txt"},
       "regress-check: error: --keep-events needs a database to keep them in\n  help: "
       "regress-check "
       "--db FILE --keep-events trace.txt\n"},
      {{"--gates", "x:+3%", "a.json"},
       "regress-check: error: unknown option --gates\n  help: did you mean --gate?\n"},
      {{"--tra"}, "regress-check: error: unknown option --tra\n"},
      {{"--operand", "x"}, "regress-check: error: unknown option --operand\n"},
      {{"--alpha", "2", "a"},
       "regress-check: error: --alpha takes a number from 1e-09 to 0.5, not '2'\n"},
      {{"--min-rounds", "x", "a"},
       "regress-check: error: --min-rounds takes a whole number from 1 to 1000000, not 'x'\n"},
      {{"--color", "red", "a"},
       "regress-check: error: --color takes auto, always, never, not 'red'\n"},
      {{"--gate-on", "mean", "a"},
       "regress-check: error: --gate-on takes ci, estimate, not 'mean'\n"},
      {{"--allow", "mixed-machines,x", "a"},
       "regress-check: error: --allow takes mixed-machines, mixed-options, failed-runs, not 'x'\n"},
      {{"--metric"},
       "regress-check: error: the required argument for option '--metric' is missing\n"},
  };
  for (const auto& c : kCases) {
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(RunCheck(c.arguments, out, err), ExitCode::kUsage);
    EXPECT_EQ(err.str(), c.err);
    EXPECT_EQ(out.str(), "");
  }
}

TEST(CheckOptions, PointsKeepTheirOrderAndLabels) {
  const CheckOptions options = ParseCheckOptions(
      {"--control", "a/", "--patched", "v2=p/x=1", "--control", "dir/b=1", "mail.txt", "-"});
  ASSERT_EQ(options.points.size(), 3u);
  EXPECT_EQ(options.points[0].path, "a/");
  EXPECT_EQ(options.points[1].label, "v2");
  EXPECT_EQ(options.points[1].path, "p/x=1");
  EXPECT_EQ(options.points[1].role, Role::kPatched);
  EXPECT_EQ(options.points[2].label, "");
  EXPECT_EQ(options.points[2].path, "dir/b=1");
  EXPECT_EQ(options.inputs, (std::vector<std::string>{"mail.txt", "-"}));
}

TEST(Inputs, VersionOrderComparesNumbers) {
  EXPECT_TRUE(VersionLess("job.2", "job.10"));
  EXPECT_FALSE(VersionLess("job.10", "job.2"));
  EXPECT_TRUE(VersionLess("a", "ab"));
  EXPECT_TRUE(VersionLess("job.02", "job.2") != VersionLess("job.2", "job.02"));
  EXPECT_FALSE(VersionLess("x", "x"));
}

TEST(TextLayout, UntrustedTextCannotActOnTheTerminal) {
  EXPECT_EQ(Printable("a\x1b[31mb\tc\xff\x07", true), "a?[31mb c??");
  EXPECT_EQ(Printable("12 \xc2\xb1 3 \xc2\xb5s \xe2\x86\x92", false), "12 +/- 3 us ->");
  EXPECT_EQ(Printable("\xe2\x80\xae", true), "?");  // right-to-left override
  EXPECT_EQ(Printable("\xc2\x9b", true), "?");      // C1 control
}

// Every cell of a table that a text output shows may hold any byte.
TEST(TextLayout, NoControlByteOfATableReachesTheOutput) {
  const std::string directory = TemporaryDirectory("control_bytes");
  std::string table = "metric\tunit\tfile system\tpoint\tround\tvalue\n";
  for (const char* name : {"lat\x1fns", "lat\x1e\x1b[31m", "lat"}) {
    for (const char* point : {"control\x1f-a", "patched\x1f", "control\x1f-b"}) {
      for (int round = 1; round < 6; ++round)
        table += std::string(name) + "\tn\x1fs\x1b[7m\text4\x1f\x01\t" + point + "\t" +
                 std::to_string(round) + "\t" + std::to_string(5 * round % 7 + 50) + "\n";
    }
  }
  WriteFile(directory + "/c.tsv", table);
  for (const char* detail : {"--color=never", "-v"}) {
    std::ostringstream out;
    std::ostringstream err;
    RunCheck({detail, directory + "/c.tsv"}, out, err);
    std::string bytes;
    for (const char c : out.str() + err.str()) {
      if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == '\x7f') bytes += c;
    }
    EXPECT_EQ(bytes, "") << detail << out.str();
    EXPECT_NE(out.str().find("control?-a, patched?, control?-b"), std::string::npos) << out.str();
  }
}

TEST(TextLayout, CutsAndWrapsByColumns) {
  EXPECT_EQ(CutMiddle("numa-meminfo.node0.Mapped", 22), "numa-memin...e0.Mapped");
  EXPECT_EQ(CutEnd("abcdefgh", 6), "abc...");
  EXPECT_EQ(PadLeft("\xc2\xb5s", 4), "  \xc2\xb5s");
  EXPECT_EQ(Wrap("one two", 2), "  one two\n");
}

TEST(Spool, PiecesComeBackByRankAlsoFromTheFile) {
  Spool spool;
  const std::string large(3 << 20, 'b');
  spool.Append(1, large);
  spool.Append(0, "a");
  spool.Append(1, large);
  spool.Append(0, "c");
  std::ostringstream out;
  spool.CopyTo(out, 1);
  EXPECT_EQ(out.str(), "c" + large + large);
}

}  // namespace
}  // namespace regress
