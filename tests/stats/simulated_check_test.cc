// SPDX-License-Identifier: Apache-2.0
#include "stats/simulated_check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace regress {
namespace {

EvidenceFigure Figure(const std::string& point, const std::string& name, double value,
                      const std::string& published, const std::string& basis, double tolerance,
                      const std::string& unit = "") {
  EvidenceFigure figure;
  figure.kind = unit.empty() ? "ratio" : "mean";
  figure.point = point;
  figure.name = name;
  figure.number.value = value;
  figure.unit = unit;
  figure.published = published;
  figure.basis = basis;
  figure.tolerance_pct = tolerance;
  figure.origin = Origin::kSimulated;
  figure.n = 5;
  figure.stddev = 0.03;
  return figure;
}

std::vector<EvidenceFigure> TrackerRows() {
  const std::string name = "recow_per_first_cow";
  return {Figure("none", name, 6.08, "6.1", "fitted", 10),
          Figure("array:32", name, 3.70, "3.8", "predicted", 10),
          Figure("clock:8", name, 1.56, "1.6", "predicted", 10),
          Figure("xarray", name, 1.44, "1.4", "chosen", 10)};
}

Claim Stated(const std::string& quote, const std::string& text, double value,
             ClaimKind kind = ClaimKind::kRatio, const std::string& metric = "") {
  Claim claim;
  claim.quote = quote;
  claim.stated_text = text;
  claim.stated_value = value;
  claim.kind = kind;
  claim.metric = metric;
  return claim;
}

struct Row {
  const char* name;
  const char* quote;
  const char* text;
  double value;
  ClaimVerdict verdict;
  ReasonCode code;
  const char* answer;
};

TEST(SimulatedCheck, RowsOfATableByVariant) {
  constexpr ClaimVerdict kOpen = ClaimVerdict::kUncheckable;
  constexpr ClaimVerdict kConfirmed = ClaimVerdict::kConfirmed;
  const Row rows[] = {
      {"fitted", "no inhibition 6.1", "6.1", 6.1, kOpen, ReasonCode::kFitted,
       "6.08, but fitted to this figure"},
      {"predicted", "non-evicting array, 32 slots 3.8", "3.8", 3.8, kConfirmed, ReasonCode::kOk,
       "3.70 [3.66, 3.74] predicted, 2.6% below"},
      {"of two variants named the one with these slots", "CLOCK array, 8 slots (this patch) 1.6",
       "1.6", 1.6, kConfirmed, ReasonCode::kOk, "1.56 [1.52, 1.60] predicted, 2.5% below"},
      {"chosen", "unbounded xarray (reverted) 1.4", "1.4", 1.4, kOpen, ReasonCode::kFitted,
       "1.44, but chosen with this figure in view"},
      {"another figure of the same metric is shown, not contradicted",
       "CLOCK array, 8 slots (this patch) 1.9", "1.9", 1.9, kOpen, ReasonCode::kSimulated,
       "1.56 [1.52, 1.60] predicted, 17.9% below: beyond 10%"},
      {"a number without the variant", "an amplification of 1.6", "1.6", 1.6, kOpen,
       ReasonCode::kNoFigures, ""},
      {"slots that were not simulated", "CLOCK array, 16 slots 1.6", "1.6", 1.6, kOpen,
       ReasonCode::kNoFigures, ""},
  };
  const std::vector<EvidenceFigure> figures = TrackerRows();
  for (const Row& row : rows) {
    const bool in_table = std::string(row.name) != "a number without the variant";
    std::vector<Claim> claims = {Stated(row.quote, row.text, row.value, ClaimKind::kFromTo,
                                        in_table ? "re-COW per first-COW" : "")};
    JudgeBySimulation(claims, figures);
    EXPECT_EQ(claims[0].verdict, row.verdict) << row.name;
    EXPECT_EQ(claims[0].reason_code, row.code) << row.name;
    EXPECT_EQ(claims[0].answer, row.answer) << row.name;
    EXPECT_EQ(claims[0].origin, *row.answer == '\0' ? Origin::kMeasured : Origin::kSimulated);
  }
}

TEST(SimulatedCheck, TimesStayOpenWithTheFiguresBeside) {
  const std::vector<EvidenceFigure> figures = {
      Figure("block", "read.submission_time", 31.98, "32", "fitted", 1, "us"),
      Figure("extent", "read.submission_time", 2.5, "2.5", "fitted", 1, "us"),
      Figure("block", "write.submission_time", 177.02, "177", "fitted", 1, "us"),
      Figure("extent", "write.submission_time", 9.0, "9", "fitted", 1, "us")};
  std::vector<Claim> claims = {
      Stated("the runtime to submit a folio read can be reduced from 32us to 2.5us",
             "32us to 2.5us", 2.5, ClaimKind::kFromTo),
      Stated("The runtime to submit a folio write can be reduced from 177us to 9us", "177us to 9us",
             9, ClaimKind::kFromTo),
      Stated("a folio read from 40us to 2.5us", "40us to 2.5us", 2.5, ClaimKind::kFromTo)};
  JudgeBySimulation(claims, figures);
  EXPECT_EQ(claims[0].answer, "31.98 -> 2.50 us simulated (-0.1%, 0.0%), fitted");
  EXPECT_EQ(claims[1].answer, "177.02 -> 9.00 us simulated (0.0%, 0.0%), fitted");
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(claims[i].verdict, ClaimVerdict::kUncheckable);
    EXPECT_EQ(claims[i].reason_code, ReasonCode::kFitted);
    EXPECT_EQ(claims[i].origin, Origin::kSimulated);
  }
  EXPECT_EQ(claims[2].answer, "") << "40 is not what was published";
}

TEST(SimulatedCheck, APredictedTimeConfirmsNothing) {
  const std::vector<EvidenceFigure> figures = {
      Figure("inline", "single.write_bandwidth", 1364, "1375.0", "predicted", 8, "MiB/s")};
  std::vector<Claim> claims = {
      Stated("single writes at 1375 MiB/s inline", "1375 MiB/s", 1375, ClaimKind::kMean)};
  JudgeBySimulation(claims, figures);
  EXPECT_EQ(claims[0].verdict, ClaimVerdict::kUncheckable);
  EXPECT_EQ(claims[0].reason_code, ReasonCode::kSimulated);
}

TEST(SimulatedCheck, APredictedRatioConfirmsWithinItsTolerance) {
  const std::vector<EvidenceFigure> figures = {
      Figure("offload", "raid0.bandwidth_per_inline", 2.77, "2.78", "fitted", 5),
      Figure("offload", "single.bandwidth_per_inline", 2.14, "2.13", "predicted", 8)};
  std::vector<Claim> claims = {Stated("single is 2.13x as fast", "2.13x", 2.13),
                               Stated("raid0 is 2.78x as fast", "2.78x", 2.78)};
  JudgeBySimulation(claims, figures);
  EXPECT_EQ(claims[0].verdict, ClaimVerdict::kConfirmed);
  EXPECT_EQ(claims[0].origin, Origin::kSimulated);
  EXPECT_EQ(claims[1].verdict, ClaimVerdict::kUncheckable);
  EXPECT_EQ(claims[1].reason_code, ReasonCode::kFitted);
}

TEST(SimulatedCheck, DecidedClaimsAndMeasuredFiguresAreLeftAlone) {
  std::vector<EvidenceFigure> figures = TrackerRows();
  std::vector<Claim> claims = {Stated("CLOCK array, 8 slots 1.6", "1.6", 1.6)};
  claims[0].verdict = ClaimVerdict::kContradicted;
  JudgeBySimulation(claims, figures);
  EXPECT_EQ(claims[0].verdict, ClaimVerdict::kContradicted);
  claims[0].verdict = ClaimVerdict::kUncheckable;
  for (EvidenceFigure& figure : figures) figure.origin = Origin::kMeasured;
  JudgeBySimulation(claims, figures);
  EXPECT_EQ(claims[0].answer, "");
}

}  // namespace
}  // namespace regress
