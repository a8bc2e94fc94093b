// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "parsers/lkp_statement.h"
#include "parsers/mail_text.h"

namespace regress {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

struct Parsed {
  RobotReport report;
  std::vector<uint32_t> text_lines;  // of lines that nobody has understood
};

Parsed Parse(const std::string& text) {
  Parsed parsed;
  ReadMailText(text, "in.txt", [&](MailMessage&& message) {
    parsed.report = ParseRobotReport(message);
    for (const MailPart& part : message.parts) {
      for (const TextLine& line : part.lines) {
        if (line.use == LineUse::kText && line.text.find_first_not_of(' ') != std::string::npos) {
          parsed.text_lines.push_back(line.line);
        }
      }
    }
  });
  return parsed;
}

// "line:depth:table metric" of each row.
std::vector<std::string> Rows(const RobotReport& report) {
  std::vector<std::string> rows;
  for (const RobotRow& row : report.rows) {
    rows.push_back(std::to_string(row.line) + ":" + std::to_string(row.quote_depth) + ":" +
                   std::to_string(row.table) + " " + std::string(report.Metric(row)));
  }
  return rows;
}

// "line metric stated word" of each statement.
std::vector<std::string> Statements(const RobotReport& report) {
  std::vector<std::string> statements;
  for (const RobotStatement& statement : report.statements) {
    statements.push_back(std::to_string(statement.claim.source.at.line) + ":" +
                         std::to_string(statement.claim.source.at.column) + " " +
                         statement.claim.metric + " " + statement.claim.stated_text + " " +
                         statement.word + (statement.reply ? " reply" : ""));
  }
  return statements;
}

constexpr const char* kTable =
    "=========================================================================\n"
    "compiler/rootfs/testcase:\n"
    "  gcc-12/debian/demo\n"
    "\n"
    "commit: \n"
    "  aaaaaaaaaa (\"first\")\n"
    "  bbbbbbbbbb (\"second\")\n"
    "\n"
    "aaaaaaaaaa111111 bbbbbbbbbb22222222222222222 \n"
    "---------------- --------------------------- \n"
    "       fail:runs  %reproduction    fail:runs\n"
    "           |             |             |    \n"
    "           :6          100%           6:6     demo.case.fail\n"
    "         %stddev     %change         %stddev\n"
    "             \\          |                \\  \n"
    "      1000           +10.0%       1100        demo.ops\n"
    "\n"
    "      2000           -10.0%       1800        demo.time\n";

TEST(LkpReport, FailuresAndNumbersBelowAreOneTable) {
  const Parsed parsed = Parse(kTable);
  EXPECT_THAT(Rows(parsed.report),
              ElementsAre("13:0:0 demo.case.fail", "16:0:0 demo.ops", "18:0:0 demo.time"));
  ASSERT_EQ(parsed.report.tables.size(), 1u);
  const RobotTable& table = parsed.report.tables[0];
  EXPECT_EQ(table.rows, 3u);
  EXPECT_THAT(table.parameters, ElementsAre(Pair("compiler", "gcc-12"), Pair("rootfs", "debian"),
                                            Pair("testcase", "demo")));
  EXPECT_THAT(table.commits, ElementsAre("aaaaaaaaaa", "bbbbbbbbbb"));
  EXPECT_THAT(table.heads, ElementsAre("aaaaaaaaaa111111", "bbbbbbbbbb22222222222222222"));
  EXPECT_THAT(parsed.text_lines, IsEmpty());
}

TEST(LkpReport, SectionsBehindARuleOfStarsAreTablesOfTheirOwn) {
  const Parsed parsed = Parse(std::string(kTable) +
                              "\n\n*********************************************\nlkp-x: text\n" +
                              kTable + "\nDisclaimer:\nResults\n1 +1.0% 1 orphan.row\n");
  EXPECT_THAT(Rows(parsed.report),
              ElementsAre("13:0:0 demo.case.fail", "16:0:0 demo.ops", "18:0:0 demo.time",
                          "35:0:1 demo.case.fail", "38:0:1 demo.ops", "40:0:1 demo.time",
                          "44:0:-1 orphan.row"));
}

TEST(LkpReport, ATableWithoutTitlesAndOneWithoutDashes) {
  const Parsed parsed = Parse(
      "692e7c45d95ad10  05b8430123359886ef6a4146f \n"
      "---------------  ------------------------- \n"
      "      0.03 A+-100%  +12170.5%       3.13 A+-50%  TOTAL demo.stddev\n"
      "text between\n"
      "%stddev change %stddev\n"
      "93200 114% 199599 word\n");
  EXPECT_THAT(Rows(parsed.report), ElementsAre("3:0:0 TOTAL demo.stddev", "6:0:1 word"));
  EXPECT_THAT(parsed.report.tables[0].heads,
              ElementsAre("692e7c45d95ad10", "05b8430123359886ef6a4146f"));
}

TEST(LkpReport, RowsOutsideATableNeedAMetricWithItsParts) {
  const Parsed parsed = Parse("1000 +10.0% 1100 demo.ops\n1000 +10.0% 1100 IOPS\n");
  EXPECT_THAT(Rows(parsed.report), ElementsAre("1:0:-1 demo.ops"));
  EXPECT_THAT(parsed.text_lines, ElementsAre(2));
}

TEST(LkpReport, WrappedRowsAreJoined) {
  const Parsed parsed = Parse(
      "> %stddev %change %stddev\n"
      ">   0.03 \u00b1 56%   -73.4%   0.01 \u00b1149%\n"
      "> perf.one\n"
      ">   0.03 \u00b1 56%   -73.4%\n"
      ">   0.01 \u00b1149%\n"
      "> perf.two\n"
      ">   13.03 +566.0% 86.78\n"
      ">\n"
      "> perf.three\n"
      ">   13.03 +566.0% 86.78\n"
      "perf.four\n"
      ">  :6   33%\n"
      "> 2:6 case.fail\n"
      ">   13.03 +566.0% 86.78\n"
      ">   13.03 +566.0% 86.78 perf.five\n"
      ">   13.03 +566.0% 86.78\n");
  EXPECT_THAT(Rows(parsed.report),
              ElementsAre("2:1:0 perf.one", "4:1:0 perf.two", "7:1:0 perf.three",
                          "10:1:0 perf.four", "12:1:0 case.fail", "15:1:-1 perf.five"));
  EXPECT_EQ(parsed.report.Text(parsed.report.rows[0].quote),
            "0.03 \u00b1 56%   -73.4%   0.01 \u00b1149% perf.one");
}

TEST(LkpReport, QuotedTableWithReplyTextInside) {
  const Parsed parsed = Parse(
      "> %stddev %change %stddev\n"
      "> 1 +0.0% 1 a.b\n"
      "> ....\n"
      "> 2 +0.0% 2 c.d\n"
      "What is this?\n"
      "> 3 +0.0% 3 e.f\n"
      "> > 4 +0.0% 4 g.h\n");
  EXPECT_THAT(Rows(parsed.report),
              ElementsAre("2:1:0 a.b", "4:1:0 c.d", "6:1:-1 e.f", "7:2:-1 g.h"));
}

TEST(LkpReport, HeadlinesOfEveryAge) {
  const struct {
    const char* text;
    const char* expected;
  } kRows[] = {
      {"kernel test robot noticed a 12.4% improvement of fio.write_iops on:",
       "1:29 fio.write_iops 12.4% improvement"},
      {"FYI, we noticed a -5.3% regression of demo.ops due to commit:",
       "1:19 demo.ops -5.3% regression"},
      {"FYI, we noticed demo.ops -23.9% regression due to commit",
       "1:26 demo.ops -23.9% regression"},
      {"kernel test robot noticed a 186.4% regression of\nfsmark.app_overhead on:",
       "1:29 fsmark.app_overhead 186.4% regression"},
      {"kernel test robot noticed a\n186.4% regression of aim7.jobs-\nper-min on:",
       "2:1 aim7.jobs-per-min 186.4% regression"},
      {"we noticed a +2.5e+05% undefined of x.y due to\ncommit: abc",
       "1:14 x.y +2.5e+05% undefined"},
      {"> > we noticed a 1.0% regression of x.y on:", "1:18 x.y 1.0% regression reply"},
      {"> q\n\nwe noticed a 1.0% regression of x.y on:", "3:14 x.y 1.0% regression reply"},
      {"kernel test robot noticed \"demo.case 01.fail\" on:",
       "1:28 demo.case 01.fail demo.case 01.fail "},
      {"FYI, we noticed xfstests.btrfs.1.fail due to commit (built with gcc-11):",
       "1:17 xfstests.btrfs.1.fail xfstests.btrfs.1.fail "},
      {"FYI, we noticed the following commit (built with gcc-11):", nullptr},
      {"we noticed a 5% regression of throughput in production", nullptr},
      {"we noticed a big regression of x.y on:", nullptr},
      {"noticed", nullptr},
      {"we noticed a 5%", nullptr},
  };
  for (const auto& row : kRows) {
    SCOPED_TRACE(row.text);
    const std::vector<std::string> got = Statements(Parse(std::string(row.text) + "\n").report);
    if (row.expected == nullptr) {
      EXPECT_THAT(got, IsEmpty());
    } else {
      EXPECT_THAT(got, ElementsAre(row.expected));
    }
  }
}

TEST(LkpReport, Subjects) {
  const struct {
    const char* subject;
    const char* expected;
  } kRows[] = {
      {"[linus:master] [btrfs]  551e510a97:  fio.write_iops 12.4% improvement",
       "fio.write_iops 12.4 improvement"},
      {"Re: [LKP] [xfs] 32678f1513: aim7.jobs-per-min -5.6% regression",
       "aim7.jobs-per-min -5.6 regression"},
      {"[btrfs]  5f58d783fd: xfstests.btrfs.172.fail", nullptr},
      {"[PATCH] mm: a 5% improvement", nullptr},
      {"x: y 5% improvement of z", nullptr},
      {"", nullptr},
  };
  for (const auto& row : kRows) {
    const std::optional<Stated> stated = ParseSubject(row.subject);
    ASSERT_EQ(stated.has_value(), row.expected != nullptr) << row.subject;
    if (!stated) continue;
    const std::string number = std::string(row.subject).substr(stated->at, stated->length - 1);
    EXPECT_EQ(stated->metric + " " + number + " " + stated->word, row.expected);
  }
}

TEST(LkpReport, ImpactBoxes) {
  const Parsed parsed = Parse(
      "+------------------+------------------------------------------+\n"
      "| testcase: change | demo: demo.ops 10.9% improvement         |\n"
      "| test machine     | 8 threads 5.0% regression                |\n"
      "| test parameters  | bs=4k                                    |\n"
      "|                  | rw=write                                 |\n"
      "+------------------+------------------------------------------+\n"
      "| testcase: change | stress: stress.a_very_long_name.ops_per_ |\n"
      "|                  | sec -2.0% regression                     |\n"
      "+------------------+------------------------------------------+\n"
      "| testcase: change | xfstests: xfstests.btrfs.1.fail fail     |\n"
      "+------------------+------------------------------------------+\n"
      "> | testcase: change | demo: demo.lat 3.0%\n"
      "> improvement |\n");
  EXPECT_THAT(Statements(parsed.report),
              ElementsAre("2:37 demo.ops 10.9% improvement",
                          "8:26 stress.a_very_long_name.ops_per_sec -2.0% regression",
                          "12:39 demo.lat 3.0% improvement reply"));
  EXPECT_THAT(parsed.report.statements[0].parameters,
              ElementsAre(Pair("bs", "4k"), Pair("rw", "write")));
  EXPECT_THAT(parsed.text_lines, IsEmpty());
}

TEST(LkpReport, RulesAndFramesOfOtherTablesAreLeftToTheirReaders) {
  const std::string frame =
      "Subject: numbers\n"
      "\n"
      "=====================\n"
      "| depth | old | new |\n"
      "---------------------\n"
      "| 1     | 100 | 112 |\n"
      "| 2     | 200 | 210 |\n"
      "+-------+-----+-----+\n";
  const Parsed parsed = Parse(frame);
  EXPECT_TRUE(parsed.report.empty());
  EXPECT_EQ(parsed.text_lines, (std::vector<uint32_t>{3, 4, 5, 6, 7, 8}));
}

TEST(LkpReport, PlotsAreNoRows) {
  const Parsed parsed = Parse(
      "                              demo.ops\n"
      "  88000 +-+----------------------------------------------------------+\n"
      "  86000 |-+  +.+    +                                                 |\n"
      "2.5e+08 |-O  O                                                        |\n"
      "    172 ++--*--*--*---------------------------------------------------+\n"
      "      0 +-+-O--O---------------------------------------O-------------+\n");
  EXPECT_THAT(parsed.report.rows, IsEmpty());
}

TEST(LkpReport, ParametersThatDoNotPairAreKeptWhole) {
  const Parsed parsed = Parse(
      "=========================================================================\n"
      "a/b/c:\n"
      "  1/2\n"
      "\n"
      "commit:\n"
      "---------------- ---------------------------\n");
  EXPECT_THAT(parsed.report.tables[0].parameters, ElementsAre(Pair("a/b/c", "1/2")));
}

TEST(LkpReport, FactsOfTheReport) {
  const Parsed parsed = Parse(
      "config: no fact before a headline\n"
      "kernel test robot noticed a 1.0% regression of x.y on:\n"
      "\n"
      "commit: abcdef (\"title\")\n"
      "testcase: demo\n"
      "on test machine: 8 threads\n"
      "with following parameters:\n"
      "\n"
      "\truntime: 300s\n"
      "\tdisk: 1HDD\n"
      "\n"
      "plain text\n");
  EXPECT_THAT(parsed.report.facts,
              ElementsAre(Pair("commit", "abcdef (\"title\")"), Pair("testcase", "demo"),
                          Pair("test machine", "8 threads"), Pair("runtime", "300s"),
                          Pair("disk", "1HDD")));
  EXPECT_THAT(parsed.text_lines, ElementsAre(1, 12));
}

// The text of a message is not copied: rows point into it, only joined ones are kept beside it.
TEST(LkpReport, RowsShareTheTextOfTheirMessage) {
  const Parsed parsed = Parse(
      "---------------- ---------------------------\n"
      "         %stddev     %change         %stddev\n"
      "       100           +10.0%        110        demo.ops\n"
      "       200           +10.0%        220\n"
      "  demo.wrapped\n");
  ASSERT_EQ(parsed.report.rows.size(), 2U);
  ASSERT_NE(parsed.report.shared, nullptr);
  EXPECT_EQ(parsed.report.Text(parsed.report.rows[0].quote),
            "100           +10.0%        110        demo.ops");
  EXPECT_EQ(parsed.report.joined, "200           +10.0%        220 demo.wrapped");
  EXPECT_EQ(parsed.report.Text(parsed.report.rows[1].quote), parsed.report.joined);
  EXPECT_EQ(parsed.report.Metric(parsed.report.rows[1]), "demo.wrapped");
  // Without rows nothing is kept.
  EXPECT_EQ(Parse("kernel test robot noticed a 1.0% regression of demo.ops on:\n").report.shared,
            nullptr);
}

}  // namespace
}  // namespace regress
