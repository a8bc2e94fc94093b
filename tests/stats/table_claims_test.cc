// SPDX-License-Identifier: Apache-2.0
// The claims of derived figures, on tables read from text as a user has them.
#include "stats/table_claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "parsers/evidence_table.h"

namespace regress {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<EvidenceTable> Tables(const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<EvidenceTable> tables;
  for (const auto& [path, text] : files) {
    ByteStream input = ByteStream::FromMemory(text, path);
    ParseEvidenceTable(input, {}, [&](EvidenceBundle&& piece) {
      for (auto& table : piece.evidence_tables) tables.push_back(std::move(table));
    });
  }
  return tables;
}

// "-27.3 confirmed (patched / midpoint - 1)"
std::vector<std::string> Answers(const std::vector<Claim>& claims) {
  std::vector<std::string> answers;
  for (const Claim& claim : claims) {
    answers.push_back(claim.stated_text + " " + std::string(Name(claim.verdict)) + " (" +
                      claim.convention + ")");
  }
  return answers;
}

std::vector<std::string> Judge(const std::string& text) {
  return Answers(JudgeTables(Tables({{"t.tsv", text}}))[0].claims);
}

TEST(TableClaims, MidpointDeltaAndDriftFollowFromTheRow) {
  EXPECT_THAT(Judge("scenario\tcontrol_a_ns\tcontrol_b_ns\tcontrol_midpoint_ns\tfix_ns\tdrift_"
                    "pct\tfix_vs_control_pct\n"
                    "open\t200.0\t204.0\t202.0\t150.0\t2.00\t-25.74\n"),
              ElementsAre("202.0 confirmed (mean of the means)", "2.00 confirmed ((B - A) / A)",
                          "-25.74 confirmed (patched / control - 1)"));
}

TEST(TableClaims, TheDriftConventionOfAFileIsTheOneThatItsRowsFollow) {
  EXPECT_THAT(
      Judge("case,parent_a,child,parent_b,parent_drift_pct\n"
            "x,100.0,90.0,110.0,9.524\ny,100.0,90.0,96.0,4.082\n"),
      ElementsAre("9.524 confirmed (|B - A| / midpoint)", "4.082 confirmed (|B - A| / midpoint)"));
}

TEST(TableClaims, ARowThatFollowsFromNothingIsContradicted) {
  const auto judged = JudgeTables(Tables({{"t.csv",
                                           "case,before,after,change_pct\nx,100.00,150.00,50.0\n"
                                           "y,100.00,120.00,20.0\nz,100.00,130.00,31.0\n"}}));
  EXPECT_THAT(Answers(judged[0].claims), ElementsAre("50.0 confirmed (patched / control - 1)",
                                                     "20.0 confirmed (patched / control - 1)",
                                                     "31.0 contradicted (patched / control - 1)"));
  EXPECT_EQ(judged[0].claims[2].reason,
            "130.00 / 100.00 - 1 gives 30.0% [29.988501, 30.011501], not 31.0");
}

TEST(TableClaims, PrintedDigitsAreIntervals) {
  // 1.05 / 1.00 - 1 may be anything between 4.0 and 6.0 %.
  EXPECT_THAT(Judge("case,old,new,delta_pct\na,1.00,1.05,5.6\nb,2.00,2.10,5.0\n"),
              ElementsAre("5.6 confirmed (patched / control - 1)",
                          "5.0 confirmed (patched / control - 1)"));
}

TEST(TableClaims, RecoveriesAreSharesThatTheRowsAgreeOn) {
  EXPECT_THAT(Judge("analysis\tparent\tchild\tfix\tchild_vs_parent_pct\trecovery_pct\n"
                    "all_rounds\t100.000\t140.000\t110.000\t40.000\t75.000\n"
                    "skip_first\t100.500\t141.500\t111.300\t40.796\t73.659\n"),
              ElementsAre("40.000 confirmed (patched / parent - 1)",
                          "75.000 confirmed ((child - fix) / (child - parent))",
                          "40.796 confirmed (patched / parent - 1)",
                          "73.659 confirmed ((child - fix) / (child - parent))"));
}

TEST(TableClaims, ListedRoundsGiveCountMeanAndSpread) {
  EXPECT_THAT(
      Judge("point\tn\tmean_ns\tsd\tcv_pct\tmin\tvalues\n"
            "base\t3\t20.000\t1.000\t5.000\t19\t19 20 21\nfix\t4\t10.500\t0.577\t5.499\t10\t10 11 "
            "11 10\n"),
      ElementsAre("3 confirmed (count)", "20.000 confirmed (mean)",
                  "1.000 confirmed (sample deviation, n - 1)", "5.000 confirmed (sample cv, n - 1)",
                  "19 confirmed (minimum)", "4 confirmed (count)", "10.500 confirmed (mean)",
                  "0.577 confirmed (sample deviation, n - 1)", "5.499 confirmed (sample cv, n - 1)",
                  "10 confirmed (minimum)"));
}

TEST(TableClaims, APopulationDeviationIsConfirmedWithAWarning) {
  const auto judged = JudgeTables(
      Tables({{"t.csv", "kernel,n,mean_ns,cv_pct,values\na,3,36.667,1.286,37 36 37\n"}}));
  EXPECT_THAT(Answers(judged[0].claims), Contains("1.286 confirmed (population cv, n)"));
  ASSERT_EQ(judged[0].diagnostics.size(), 1u);
  EXPECT_EQ(judged[0].diagnostics[0].message,
            "1.286 is a population cv; the sample figure is larger");
}

TEST(TableClaims, AWrongMeanOrCountIsContradicted) {
  EXPECT_THAT(
      Judge("point,n,mean_ns,values\nbase,4,20.000,19 20 21\nfix,3,10.667,10 11 12\nc,3,11.000,10 "
            "11 12\n"),
      ElementsAre("4 contradicted (count)", "20.000 confirmed (mean)", "3 confirmed (count)",
                  "10.667 contradicted (mean)", "3 confirmed (count)", "11.000 confirmed (mean)"));
}

TEST(TableClaims, MeansOfAComparisonRepeatThePoints) {
  const std::string points =
      "point\tmean_ns\tvalues\nparent-a\t20.000\t19 20 21\nchild\t30.000\t29 30 "
      "31\nparent-b\t21.000\t20 21 22\n";
  const auto judged =
      JudgeTables(Tables({{"d/run-points.tsv", points},
                          {"d/run-comparison.tsv",
                           "analysis\tparent_a\tchild\tparent_b\nall_rounds\t20.000\t30.000\t21."
                           "000\ndrop_first\t20.500\t30.500\t21.600\n"}}));
  EXPECT_THAT(Answers(judged[1].claims),
              ElementsAre("20.000 confirmed (repeated from run-points.tsv)",
                          "30.000 confirmed (repeated from run-points.tsv)",
                          "21.000 confirmed (repeated from run-points.tsv)",
                          "20.500 confirmed (repeated from run-points.tsv)",
                          "30.500 confirmed (repeated from run-points.tsv)",
                          "21.600 contradicted (repeated from run-points.tsv)"));
  // Of another experiment in the same folder nothing is repeated.
  EXPECT_THAT(
      JudgeTables(Tables({{"d/run-points.tsv", points},
                          {"d/other-comparison.tsv",
                           "analysis\tparent_a\tchild\tparent_b\nall_rounds\t1\t2\t3\n"}}))[1]
          .claims,
      IsEmpty());
}

TEST(TableClaims, DifferencesOfColumns) {
  EXPECT_THAT(Judge("metric,lock_recovery_pct,list_recovery_pct,list_minus_lock_pct_points\nm,14."
                    "27,21.43,7.16\nk,1.0,2.0,3.0\n"),
              ElementsAre("7.16 confirmed (list - lock)", "3.0 contradicted (list - lock)"));
}

TEST(TableClaims, APercentOfZeroIsUncheckable) {
  const auto judged =
      JudgeTables(Tables({{"t.csv", "case,old,new,delta_pct\na,0,5,100.0\nb,0,0,0.0\n"}}));
  EXPECT_THAT(Answers(judged[0].claims), ElementsAre("100.0 uncheckable ()", "0.0 uncheckable ()"));
  EXPECT_EQ(judged[0].claims[0].reason_code, ReasonCode::kZeroBase);
}

}  // namespace
}  // namespace regress
