// SPDX-License-Identifier: Apache-2.0
// Exit status and messages of whole runs that golden cases do not show.
#include "cli/check_command.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/shell.h"

namespace regress {
namespace {

struct RunResult {
  int status;
  std::string out;
  std::string err;
};

RunResult RunWith(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = RunCheck(arguments, out, err);
  return {static_cast<int>(code), out.str(), err.str()};
}

constexpr const char* kRounds =
    "metric\tpoint\tround\tvalue\nlat_ns\tcontrol\t1\t10\nlat_ns\tcontrol\t2\t11\n"
    "lat_ns\tpatched\t1\t20\nlat_ns\tpatched\t2\t21\n";

const std::string kFixtures = REGRESS_SOURCE_DIR "/fixtures";

TEST(Require, AMetricThatAnInputHasIsPresent) {
  const struct {
    std::string input;
    const char* present;
    const char* such_as;
  } kCases[] = {
      {kFixtures + "/fio-formats/run.txt", "fio.*", "metrics such as fio."},
      {kFixtures + "/quickstart/report.txt", "vmstat.*", "metrics such as "},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(RunWith({"--require", c.present, c.input}).status, 0) << c.input;
    const RunResult missing = RunWith({"--require", "no.such", c.input});
    EXPECT_EQ(missing.status, 5);
    EXPECT_NE(missing.out.find("required, but no input has it"), std::string::npos) << missing.out;
    EXPECT_NE(missing.out.find(c.such_as), std::string::npos) << missing.out;
  }
}

TEST(Output, IsNoInput) {
  const std::string directory = TemporaryDirectory("output_is_input");
  const std::string table = directory + "/rounds.tsv";
  WriteFile(table, kRounds);
  const std::string error = "regress-check: error: " + table +
                            ": input file is output file\n  help: -o names a file that is no "
                            "input: it is written anew\n";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{table, "-o", table},
        {directory, "-o", table},
        {"--control", table, "--patched", table, "-o", table}}) {
    const RunResult result = RunWith(arguments);
    EXPECT_EQ(result.status, 64);
    EXPECT_EQ(result.err, error);
    EXPECT_EQ(ReadFile(table), kRounds);
  }
  EXPECT_EQ(RunWith({table, "-o", directory + "/out.txt"}).status, 0);
}

TEST(GateFile, ABrokenLineIsNamedWithItsPlace) {
  const std::string directory = TemporaryDirectory("gate_file");
  const std::string table = directory + "/rounds.tsv";
  const std::string gates = directory + "/gates";
  WriteFile(table, kRounds);
  const struct {
    std::string text;
    std::string error;
  } kCases[] = {
      {"nonsense\n", ":1:1: error: a gate is METRIC:LIMIT\n"},
      {"# all\n  lat_ns:\n", ":2:3: error: the limit is missing\n"},
      {std::string("x:+3%\nlat\0_ns:+3%\n", 18), ":2:4: error: a gate holds a NUL byte\n"},
      {std::string("\0\0", 2), ":1:1: error: a gate holds a NUL byte\n"},
  };
  for (const auto& c : kCases) {
    WriteFile(gates, c.text);
    const RunResult result = RunWith({table, "--gate-file", gates});
    EXPECT_EQ(result.status, 65);
    EXPECT_EQ(result.err.substr(0, result.err.find('\n') + 1), gates + c.error);
  }
}

TEST(TableInput, WhatIsNoTableIsAnError) {
  const std::string directory = TemporaryDirectory("no_table");
  const std::string mail = directory + "/mail.txt";
  for (const char* text : {"Subject: a patch\n\nThe reader is faster now.\nIt takes 12 us.\n",
                           "Hello, all\n\nThe reader is faster now.\nIt takes 12 us, not 14.\nThat "
                           "is less.\n\nBye\n"}) {
    WriteFile(mail, text);
    const RunResult result = RunWith({"--input-format", "table", mail});
    EXPECT_EQ(result.status, 65) << text;
    EXPECT_NE(result.err.find(mail + ":1: error: no table: "), std::string::npos) << result.err;
  }
}

TEST(TableInput, RoundsOfWhichNoneCanBeUsedAreNothing) {
  const std::string directory = TemporaryDirectory("no_rounds");
  const std::string table = directory + "/rounds.tsv";
  WriteFile(table,
            "metric\tpoint\tround\tvalue\nlat_ns\tcontrol\t1\tslow\nlat_ns\tcontrol\t2\tslow\n"
            "lat_ns\tpatched\t1\tfast\nlat_ns\tpatched\t2\tfast\n");
  const RunResult words = RunWith({table});
  EXPECT_EQ(words.status, 5);
  EXPECT_NE(words.err.find(":1: warning: no row holds a finite number: nothing is compared\n"),
            std::string::npos)
      << words.err;
  WriteFile(table,
            "metric\tpoint\tround\tvalue\nlat_ns\tfoo\t1\t5\nlat_ns\tfoo\t2\t5\n"
            "lat_ns\tbar\t1\t6\nlat_ns\tbar\t2\t6\n");
  const RunResult points = RunWith({table});
  EXPECT_EQ(points.status, 5);
  EXPECT_NE(points.err.find(":1: warning: its points are not understood: nothing is compared\n"),
            std::string::npos)
      << points.err;
}

}  // namespace
}  // namespace regress
