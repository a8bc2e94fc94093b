// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_flattened.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "parsers/lkp_report.h"
#include "parsers/mail_text.h"

namespace regress {
namespace {

const std::string kProse =
    "Some words in front which are long enough that nobody takes the line for one that a person "
    "would have written into a mail by hand, since it goes on for a good while, 5% of a page. ";

// The pieces of a line with their depth and column, "0@1 text".
std::vector<std::string> Pieces(const std::string& text) {
  TextLine line;
  line.text = text;
  line.column = 1;
  std::vector<TextLine> lines;
  if (!MayBeFlattened(line)) return {};
  CutFlattened(line, 1000, lines);
  std::vector<std::string> pieces;
  for (const TextLine& piece : lines) {
    EXPECT_EQ(text.substr(piece.column - 1, piece.text.size()), piece.text);
    pieces.push_back(std::to_string(piece.quote_depth) + " " + std::string(piece.text));
  }
  return pieces;
}

struct CutCase {
  const char* name;
  const char* text;                 // behind kProse
  std::vector<std::string> pieces;  // without the prose
};

std::ostream& operator<<(std::ostream& out, const CutCase& c) {
  return out << c.name;
}

class Flattened : public testing::TestWithParam<CutCase> {};

TEST_P(Flattened, IsCutWhereItsLinesWere) {
  const std::string prose = kProse.substr(0, kProse.size() - 1);
  std::vector<std::string> expected = {"0 " + prose};
  expected.insert(expected.end(), GetParam().pieces.begin(), GetParam().pieces.end());
  EXPECT_EQ(Pieces(kProse + GetParam().text), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Flattened,
    testing::ValuesIn(std::vector<CutCase>{
        {"Rows",
         "1000 \u00b1 4% +25.0% 1250 demo.ops 4.10 +1.3 5.42 perf-profile.self.demo_fn and so on",
         {"0 1000 \u00b1 4% +25.0% 1250 demo.ops", "0 4.10 +1.3 5.42 perf-profile.self.demo_fn",
          "0 and so on"}},
        {"TwoColumns",
         "9000 -10.0% 8100 \u00b1 2% +5.0% 9450 demo.rate 7 +0.0% 7 +14.3% 8 demo.ops",
         {"0 9000 -10.0% 8100 \u00b1 2% +5.0% 9450 demo.rate", "0 7 +0.0% 7 +14.3% 8 demo.ops"}},
        {"QuotedRows",
         "> > 1000 +25.0% 1250 demo.ops > > 4.10 +1.3 5.42 demo.x% > Thanks",
         {"2 1000 +25.0% 1250 demo.ops", "2 4.10 +1.3 5.42 demo.x%", "1 Thanks"}},
        {"FailureRows",
         "fail:runs %reproduction fail:runs | | | :6 100% 6:6 dmesg.BUG:demo 1:6 33% 3:6 demo.fail",
         {"0 fail:runs %reproduction fail:runs", "0 | | |", "0 :6 100% 6:6 dmesg.BUG:demo",
          "0 1:6 33% 3:6 demo.fail"}},
        {"Section",
         "========== bs/fs: 4k/demofs commit: 964f569c14 (\"demo: a\") 551e510a97 (\"demo: b\") "
         "964f569c14 551e510a97 ---------------- -------------------- %stddev %change %stddev \\ | "
         "\\ 10 +10.0% 11 score",
         {"0 ==========", "0 bs/fs:", "0 4k/demofs", "0 commit:", "0 964f569c14 (\"demo: a\")",
          "0 551e510a97 (\"demo: b\")", "0 964f569c14 551e510a97",
          "0 ---------------- --------------------", "0 %stddev %change %stddev", "0 \\ | \\",
          "0 10 +10.0% 11 score"}},
        {"Tags",
         "========== bs/fs: 4k/demofs commit: v6.3 v6.4 v6.3 v6.4 ---------- ---------- 1 +0.0% 1 "
         "demo.x",
         {"0 ==========", "0 bs/fs:", "0 4k/demofs", "0 commit:", "0 v6.3", "0 v6.4", "0 v6.3 v6.4",
          "0 ---------- ----------", "0 1 +0.0% 1 demo.x"}},
        {"Box",
         "> +----------+-----+ > | testcase: change | fio: fio.iops 7.0% improvement | > | | and "
         "more | > +----------+-----+ end",
         {"1 +----------+-----+", "1 | testcase: change | fio: fio.iops 7.0% improvement |",
          "1 | | and more |", "1 +----------+-----+", "1 end"}},
        {"Headline",
         "> kernel test robot noticed a 7.0% improvement of fio.iops on: more",
         {"1 kernel test robot noticed a 7.0% improvement of fio.iops on:", "1 more"}},
        {"NoteOfAPerson",
         "1000 +25.0% 1250 demo.ops <-- (a) 4.10 +1.3 5.42 demo.x 4.10 +1.3 5.42 demo.y",
         {"0 1000 +25.0% 1250 demo.ops <-- (a)", "0 4.10 +1.3 5.42 demo.x",
          "0 4.10 +1.3 5.42 demo.y"}},
    }),
    [](const auto& param) { return param.param.name; });

TEST(FlattenedHeadline, TakesTheGreetingOutOfTheProse) {
  const std::vector<std::string> pieces =
      Pieces(kProse + "FYI, we noticed a 7.0% improvement of fio.iops due to commit: abc");
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(pieces[1], "0 FYI, we noticed a 7.0% improvement of fio.iops due to commit");
}

struct PlainCase {
  const char* name;
  std::string text;
};

class NotFlattened : public testing::TestWithParam<PlainCase> {};

TEST_P(NotFlattened, StaysOnePiece) {
  EXPECT_LE(Pieces(GetParam().text).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Table, NotFlattened,
    testing::ValuesIn(std::vector<PlainCase>{
        {"Prose", kProse},
        {"LongRow", "0.00 +0.6 0.60 perf-profile.calltrace." + std::string(190, 'x')},
        {"Plot", kProse + "88000 +-+--- 172 ++--*-- 2e+08 |-+ 1.4e+04 # max"},
        {"NumbersOfAPerson", kProse + "from 7 to 9 it is +5.0% and 8 more are 10 +5.0% 11 in all"},
        {"Titles", "%stddev %change %stddev"},
        {"ManyMarks", kProse + std::string(5000, '>')},
    }),
    [](const auto& param) { return param.param.name; });

TEST(FlattenedReport, RowsOfOneParagraphAreAllFound) {
  const std::string text =
      "Subject: a table\n\n"
      "%stddev %change %stddev\n"
      "1000 +25.0% 1250 demo.ops 4.10 +1.3 5.42 demo.x% 7 +0.0% 7 score\n";
  RobotReport report;
  ReadMailText(text, "in.txt", [&](MailMessage&& m) { report = ParseRobotReport(m); });
  ASSERT_EQ(report.rows.size(), 3U);
  EXPECT_EQ(report.Metric(report.rows[1]), "demo.x%");
  EXPECT_EQ(report.Text(report.rows[0].label), "demo.ops");
  EXPECT_EQ(report.Text(report.rows[1].quote), "4.10 +1.3 5.42 demo.x%");
  EXPECT_EQ(report.rows[1].column, 27U);
  EXPECT_EQ(report.rows[2].table, 0);
}

}  // namespace
}  // namespace regress
