// SPDX-License-Identifier: Apache-2.0
#include "stats/robot_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>

#include "parsers/lkp_report.h"
#include "parsers/mail_text.h"
#include "stats/directions.h"
#include "stats/power.h"
#include "stats/robot_claims.h"
#include "stats/robot_duplicates.h"
#include "stats/robot_statements.h"
#include "stats/robot_statistics.h"

namespace regress {
namespace {

RobotReport Parse(const std::string& text) {
  RobotReport report;
  ReadMailText(text, "in.txt", [&](MailMessage&& message) { report = ParseRobotReport(message); });
  CheckCells(report);
  return report;
}

std::string Word(ClaimVerdict verdict, ReasonCode reason) {
  return std::string(Name(verdict)) + " " + std::string(Name(reason));
}

TEST(RobotCheck, CellsAgainstTheirChange) {
  const struct {
    const char* row;
    const char* expected;
  } kRows[] = {
      {"1360660 +12.4% 1530010 fio.write_iops", "confirmed ok"},
      {"1360660 +12.5% 1530010 fio.write_iops", "contradicted no-overlap"},
      {"1360660 +12.4% 1503010 fio.write_iops", "contradicted no-overlap"},
      // integers are cut off: 31.99 / 30 is +6.6% although 31 / 30 is +3.3%
      {"30 +6.6% 31 x.y", "confirmed ok"},
      {"30 +6.7% 31 x.y", "confirmed ok"},
      {"30 +6.8% 31 x.y", "contradicted no-overlap"},
      {"-30 +6.6% -31 x.y", "confirmed ok"},
      // four digits, trailing zeros dropped
      {"2e+09 -10.0% 1.8e+09 x.y", "confirmed ok"},
      {"2e+09 -10.1% 1.8e+09 x.y", "contradicted no-overlap"},
      {"3.393e+08 +186.4% 9.717e+08 x.y", "confirmed ok"},
      // two digits of a large change
      {"0.01 +6.2e+05% 62.16 x.y", "confirmed ok"},
      {"0.01 +9.2e+06% 62.16 x.y", "contradicted no-overlap"},
      // differences
      {"4.10 +1.3 5.42 perf-profile.x", "confirmed ok"},
      {"4.10 +1.4 5.42 perf-profile.x", "contradicted no-overlap"},
      {"0.17 -0.0 0.15 perf-profile.x", "confirmed ok"},
      {"6.40 -0.0% 6.40 x.y", "confirmed ok"},
      // whole percents of 2017
      {"93200 114% 199599 x.y", "confirmed ok"},
      {"93200 116% 199599 x.y", "contradicted no-overlap"},
      // base of zero
      {"0.00 +4e+102% 4.00 x.y", "confirmed ok"},
      {"0.00 +5e+102% 4.00 x.y", "contradicted no-overlap"},
      {"0.00 -67.3% 0.00 x.y", "uncheckable zero-base"},
      {"0.00 +2.5e+05% 8.00 x.y", "uncheckable zero-base"},
      {"0.00 +10.0% 8.00 x.y", "contradicted no-overlap"},
      {"-0.00 +10.0% 8.00 x.y", "uncheckable zero-base"},
      {"0 +10.0% 8 x.y", "contradicted no-overlap"},
      {"0 +800.0% 8 x.y", "uncheckable zero-base"},
      // failures
      {"1:6 33% 3:6 x.fail", "confirmed ok"},
      {"1:6 34% 3:6 x.fail", "uncheckable fractional"},
      {":6 33% 2:2 x.fail", "uncheckable generator-quirk"},
      {":8 50% 4:4 x.fail", "uncheckable generator-quirk"},
      {":14 23% 7:13 x.fail", "contradicted no-overlap"},
      {":6 100% 6:6 x.fail", "confirmed ok"},
      {":0 100% 6:6 x.fail", "uncheckable zero-base"},
      {":6 100% 6:0 x.fail", "uncheckable zero-base"},
  };
  for (const auto& row : kRows) {
    const RobotReport report = Parse(std::string(row.row) + "\n");
    ASSERT_EQ(report.cells.size(), 1u) << row.row;
    EXPECT_EQ(Word(report.cells[0].verdict, report.cells[0].reason), row.expected) << row.row;
  }
}

TEST(RobotCheck, EveryComparedColumnIsAgainstTheBaseAndFailuresAgainstTheirNeighbour) {
  const RobotReport report = Parse(
      "1000 +10.0% 1100 -10.0% 900 a.b\n"
      ":6 33% 2:2 100% 2:2 c.fail\n");
  EXPECT_EQ(Word(report.cells[0].verdict, report.cells[0].reason), "confirmed ok");
  EXPECT_EQ(Word(report.cells[1].verdict, report.cells[1].reason), "confirmed ok");
  EXPECT_EQ(Word(report.cells[2].verdict, report.cells[2].reason), "uncheckable generator-quirk");
  EXPECT_EQ(Word(report.cells[3].verdict, report.cells[3].reason), "confirmed ok");
  EXPECT_EQ(RowClaim(report, report.rows[1], 0).reason,
            "fits only the runs of the column before; the true rate is +100%");
}

TEST(RobotCheck, AContradictionNamesTheRecomputedChangeAndItsInterval) {
  const RobotReport report = Parse("1360660 +12.4% 1503010 fio.write_iops\n");
  const Claim claim = RowClaim(report, report.rows[0], 0);
  EXPECT_EQ(claim.kind, ClaimKind::kTableChange);
  EXPECT_EQ(claim.stated_text, "+12.4%");
  EXPECT_EQ(claim.source.at.column, 9u);
  EXPECT_EQ(claim.reason, "its cells give +10.5% [+10.46, +10.47]");
  ASSERT_TRUE(claim.recomputed.has_value());
  EXPECT_NEAR(claim.recomputed->value, 10.4618, 1e-4);
}

TEST(RobotCheck, DirectionsOfTheTable) {
  const Directions directions;
  EXPECT_EQ(directions.Find("fio.write_iops"), Direction::kHigher);
  EXPECT_EQ(directions.Find("dbench.max_latency"), Direction::kLower);
  EXPECT_EQ(directions.Find("TOTAL vm-scalability.throughput"), Direction::kHigher);
  EXPECT_EQ(directions.Find("fileio.latency_95th_ms"), Direction::kUnknown);
  EXPECT_EQ(directions.Find("phoronix-test-suite.a.b.days_ns"), Direction::kLower);
  EXPECT_EQ(directions.Find("phoronix-test-suite.a.ns_per_event"), Direction::kUnknown)
      << "its direction is doubtful";
  EXPECT_EQ(directions.Find(""), Direction::kUnknown);
  const Directions own({{"fileio.*_ms", Direction::kLower}, {"fio.write_iops", Direction::kLower}});
  EXPECT_EQ(own.Find("fileio.latency_95th_ms"), Direction::kLower);
  EXPECT_EQ(own.Find("fio.write_iops"), Direction::kLower);
  EXPECT_EQ(own.Find("fio.read_iops"), Direction::kHigher);
}

// Verdict and reason of the first statement, and the warnings.
std::string JudgeFirst(const std::string& text) {
  RobotReport report = Parse(text);
  const std::vector<Diagnostic> warnings = JudgeStatements(report, Directions());
  if (report.statements.empty()) return "no statement";
  const Claim& claim = report.statements[0].claim;
  std::string result = Word(claim.verdict, claim.reason_code) + ": " + claim.answer;
  for (const Diagnostic& warning : warnings) result += "; " + warning.message;
  return result;
}

TEST(RobotStatements, HeadlinesAgainstTheRowsOfTheirMessage) {
  const std::string improved =
      "kernel test robot noticed a 10.0% improvement of fio.write_iops on:\n";
  const std::string row = "1000 +10.0% 1100 fio.write_iops\n";
  EXPECT_EQ(JudgeFirst(improved + row), "confirmed ok: 1000 -> 1100 [2], higher is better");
  EXPECT_EQ(JudgeFirst(improved + "1000 -3.0% 970 +10.0% 1100 TOTAL fio.write_iops\n"),
            "confirmed ok: 1000 -> 1100 [2], higher is better");
  EXPECT_EQ(
      JudgeFirst(improved + "1000 +12.0% 1120 fio.write_iops\n2000 +9.0% 2180 fio.write_iops\n"),
      "contradicted no-overlap: fio.write_iops: +12.0% [2], +9.0% [3]");
  EXPECT_EQ(JudgeFirst(improved + "1000 +10.0% 1100 fio.read_iops\n"),
            "uncheckable not-in-message: no row in this message shows it");
  EXPECT_EQ(JudgeFirst("> " + improved + "1000 +12.0% 1120 fio.write_iops\n"),
            "uncheckable not-in-message: no row in this message shows it: fio.write_iops has "
            "+12.0% [2]");
  EXPECT_EQ(JudgeFirst("we noticed a +10.0% improvement of x.y on:\n1000 -10.0% 900 x.y\n"),
            "contradicted no-overlap: x.y: -10.0% [2]");
  EXPECT_EQ(JudgeFirst("we noticed a 10.0% regression of fio.write_iops on:\n" + row),
            "confirmed wrong-word: 1000 -> 1100 [2], higher is better; +10.0% of fio.write_iops is "
            "called regression, but higher is better: it is an improvement");
  EXPECT_EQ(
      JudgeFirst("we noticed a 12.5% regression of time.elapsed on:\n8 +12.5% 9 time.elapsed\n"),
      "confirmed ok: 8 -> 9 [2]");
}

TEST(RobotStatements, FailuresByName) {
  EXPECT_EQ(JudgeFirst("we noticed \"case.fail\" on:\n:6 100% 6:6 demo.case.fail\n"),
            "confirmed ok: :6 -> 6:6 [2]");
  EXPECT_EQ(JudgeFirst("we noticed \"other.fail\" on:\n:6 100% 6:6 demo.case.fail\n"),
            "uncheckable not-in-message: no failure row in this message has the name");
}

TEST(RobotStatements, SubjectsAreOneWithTheHeadline) {
  const std::string head = "From: A\nSubject: [x] abc: fio.write_iops 10.0% improvement\n\n";
  const std::string row = "1000 +10.0% 1100 fio.write_iops\n";
  RobotReport same = Parse(head + "we noticed a 10.0% improvement of fio.write_iops on:\n" + row);
  JudgeStatements(same, Directions());
  ASSERT_EQ(same.statements.size(), 1u);
  ASSERT_EQ(same.statements[0].claim.also_at.size(), 1u);
  EXPECT_EQ(same.statements[0].claim.also_at[0].at.line, 2u);
  RobotReport other = Parse(head + "we noticed a 21.0% improvement of fio.write_iops on:\n" + row);
  JudgeStatements(other, Directions());
  ASSERT_EQ(other.statements.size(), 1u);
  EXPECT_EQ(other.statements[0].claim.verdict, ClaimVerdict::kContradicted);
  EXPECT_EQ(other.statements[0].claim.help.at(0), "the subject [2] says 10.0%");
  EXPECT_EQ(JudgeFirst(head + row), "confirmed ok: 1000 -> 1100 [4], higher is better");
  EXPECT_EQ(JudgeFirst(head + "1000 +11.0% 1110 fio.write_iops\n"),
            "uncheckable not-in-message: no row in this message shows it: fio.write_iops has "
            "+11.0% [4]");
}

TEST(RobotStatements, AnImpactIsWrongOnlyIfItsParametersNameOneTable) {
  const std::string box =
      "+---+\n| testcase: change | demo: x.y 10.0% improvement |\n| test parameters | bs=4k |\n";
  const std::string table =
      "==============================\nbs/testcase:\n 4k/demo\n\n%stddev %change %stddev\n"
      "1000 +12.0% 1120 x.y\n";
  EXPECT_EQ(JudgeFirst(box + table), "contradicted no-overlap: x.y: +12.0% [9]");
  EXPECT_EQ(JudgeFirst(box + table + table),
            "uncheckable not-in-message: no row in this message shows it: x.y has +12.0% [9], "
            "+12.0% [15]");
}

TEST(RobotStatements, ManyAreJudgedAsFewAre) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "we noticed a " + std::to_string(i + 1) + ".0% improvement of m" + std::to_string(i) +
            ".ops on:\n";
  }
  for (int i = 0; i < 40; ++i) {
    text += "100000 +" + std::to_string(i + 1) + ".0% " + std::to_string(101000 + 1000 * i) +
            " TOTAL m" + std::to_string(i) + ".ops\n";
  }
  RobotReport report = Parse(text);
  JudgeStatements(report, Directions());
  ASSERT_EQ(report.statements.size(), 40u);
  for (const RobotStatement& statement : report.statements) {
    EXPECT_EQ(statement.claim.verdict, ClaimVerdict::kConfirmed) << statement.claim.quote;
  }
}

TEST(RobotDuplicates, QuotedRowsOfEarlierMessagesOrLesserDepth) {
  RowMemory memory;
  RobotReport first = Parse("1 +0.0% 1 a.b\n1 +0.0% 1 a.b\n> 1 +0.0% 1 a.b\n2 +0.0% 2 c.d\n");
  first.message = 0;
  memory.MarkDuplicates(first);
  EXPECT_FALSE(first.rows[1].duplicate) << "as deep as the original";
  EXPECT_TRUE(first.rows[2].duplicate);
  EXPECT_EQ(first.rows[2].duplicate_of.line, 1u);
  RobotReport second =
      Parse("2 +0.0% 2 c.d\n> 2 +0.0% 2 c.d\n> 2 +0.0% 2 \u00b1 3% c.d\n> 2 +0.1% 2 c.d\n");
  second.message = 1;
  memory.MarkDuplicates(second);
  EXPECT_FALSE(second.rows[0].duplicate) << "not quoted";
  EXPECT_TRUE(second.rows[1].duplicate);
  EXPECT_TRUE(second.rows[2].duplicate) << "deviations do not count";
  EXPECT_FALSE(second.rows[3].duplicate) << "says something else";
}

// Between its points the interpolation is as good as the solver.
TEST(RobotStatistics, DetectableChangesAreThoseOfTheSolver) {
  for (const size_t n : {2U, 3U, 6U, 32U}) {
    DetectableChange detectable(n, 0.05);
    for (const char* text :
         {"100 \u00b1 5% +1.0% 101 \u00b1 5% x.y", "100 \u00b1 3% +1.0% 101 \u00b1 9% x.y",
          "100 \u00b1 40% +1.0% 101 x.y", "100 +1.0% 101 \u00b1 17% x.y"}) {
      const RobotReport report = Parse(text);
      const RobotStatistics tests = TestRows(report, n);
      const double high_base =
          report.rows[0].base.deviation < 0 ? 3 : report.rows[0].base.deviation + 1;
      const RobotSide& side = report.cells[0].patched;
      const double high_patched = side.deviation < 0 ? 3 : side.deviation + 1;
      const auto rounds = static_cast<double>(n);
      // Population deviations of n runs, in percent of means of 100 and 101.
      const double a = high_base * high_base / (rounds - 1);
      const double b = high_patched * high_patched * 1.0201 / (rounds - 1);
      const double df = (a + b) * (a + b) / ((a * a + b * b) / (rounds - 1));
      const double expected = NoncentralityForPower(df, 0.05, 0.8) * std::sqrt(a + b);
      const std::optional<double> found = detectable.Percent(report.rows[0], report.cells[0]);
      ASSERT_TRUE(found) << text;
      EXPECT_NEAR(*found / expected, 1, 1e-9) << text << " n = " << n;
    }
  }
}

}  // namespace
}  // namespace regress
