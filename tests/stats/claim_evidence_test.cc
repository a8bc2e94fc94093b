// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_evidence.h"

#include <gtest/gtest.h>

#include "tests/support/judge_text.h"

namespace regress {
namespace {

constexpr std::string_view kMail =
    "\nDropping the first round from each point gave a delta of -24.310%.\n"
    "\nAll rows passed the checks: expected_match_ratio=100.\n"
    "\nThe trace observed 3,214 calls to small_dir_next.\n";

EvidenceFigure Figure(std::string kind, std::string name, double value, std::string text) {
  EvidenceFigure figure;
  figure.kind = std::move(kind);
  figure.name = std::move(name);
  figure.number.value = value;
  figure.number.text = std::move(text);
  figure.number.unit = 0.001;
  figure.source = {"hits.tsv", {-1, -1, 3, 1}};
  return figure;
}

std::string Word(const Claim& claim) {
  return std::string(Name(claim.verdict)) + " " + claim.stated_text + ": " + claim.answer;
}

TEST(ClaimEvidence, DecidesWhatTheTextLeavesOpen) {
  EvidenceBundle bundle = JudgeMail(kMail);
  ASSERT_EQ(bundle.claims.size(), 3U);
  ApplyEvidence(bundle.claims, {Figure("drop-first-delta", "small_lookup", -24.310, "-24.310"),
                                Figure("check", "min_expected_match_ratio", 100, "100"),
                                Figure("calls", "small_dir_next, available 1", 3214, "3214")});
  EXPECT_EQ(Word(bundle.claims[0]), "confirmed -24.310%: hits.tsv:3");
  EXPECT_EQ(Word(bundle.claims[1]), "confirmed 100: hits.tsv:3");
  EXPECT_EQ(Word(bundle.claims[2]), "confirmed 3,214: hits.tsv:3");
}

TEST(ClaimEvidence, OnlyACompleteTraceContradictsACount) {
  for (const auto& [grade, verdict] :
       {std::pair{EvidenceGrade::kExact, ClaimVerdict::kContradicted},
        std::pair{EvidenceGrade::kUnknown, ClaimVerdict::kUncheckable},
        std::pair{EvidenceGrade::kLowerBound, ClaimVerdict::kUncheckable}}) {
    EvidenceBundle bundle = JudgeMail(kMail);
    EvidenceFigure calls = Figure("calls", "small_dir_next", 3000, "3000");
    calls.grade = grade;
    ApplyEvidence(bundle.claims, {calls});
    EXPECT_EQ(bundle.claims[2].verdict, verdict) << Name(grade);
  }
}

TEST(ClaimEvidence, AFailingRowContradictsACheck) {
  EvidenceBundle bundle = JudgeMail(kMail);
  ApplyEvidence(bundle.claims, {Figure("check", "expected_match_ratio", 100, "100"),
                                Figure("check", "expected_match_ratio", 99, "99")});
  EXPECT_EQ(Word(bundle.claims[1]), "contradicted 100: 99 in hits.tsv:3");
}

TEST(ClaimEvidence, WhatTheTextDecidesStays) {
  EvidenceBundle bundle = JudgeMail("\nThe build got faster by 25% (40.0s -> 30.0s).\n");
  ApplyEvidence(bundle.claims, {Figure("delta", "build", -99, "-99")});
  EXPECT_EQ(bundle.claims.at(0).verdict, ClaimVerdict::kConfirmed);
}

}  // namespace
}  // namespace regress
