// SPDX-License-Identifier: Apache-2.0
// Messages made of numbers alone: what is kept, and what the warnings say of the rest.
#include <gtest/gtest.h>

#include <string>

#include "parsers/claim_context.h"
#include "parsers/text_table.h"
#include "tests/support/judge_text.h"

namespace regress {
namespace {

TEST(ClaimLimits, LeaveOutTheLastOfEndlessPercents) {
  std::string mail = "\n";
  for (size_t i = 0; i < kMaxCandidates + 5; ++i) mail += "It gained 10%.\n\n";
  const EvidenceBundle bundle = JudgeMail(mail);
  EXPECT_EQ(bundle.claims.size(), kMaxCandidates);
  ASSERT_EQ(bundle.diagnostics.size(), 1u);
  EXPECT_EQ(bundle.diagnostics[0].message,
            "5 possible claims of this message are left out, this is the first; 20000 are read");
  EXPECT_EQ(bundle.diagnostics[0].source.at.line, 2 + 2 * kMaxCandidates);
  EXPECT_EQ(bundle.diagnostics[0].source.at.column, 11u);
}

TEST(ClaimLimits, LeaveOutTheLastRowsOfAnEndlessTable) {
  std::string mail = "\n";
  constexpr size_t kColumns = 50;
  constexpr size_t kRows = kMaxTableCells / kColumns + 3;
  for (size_t row = 0; row < kRows; ++row) {
    mail += "row";
    for (size_t i = 1; i < kColumns; ++i) mail += "  " + std::to_string(row * i % 977);
    mail += "\n";
  }
  const EvidenceBundle bundle = JudgeMail(mail);
  ASSERT_EQ(bundle.diagnostics.size(), 1u);
  EXPECT_EQ(bundle.diagnostics[0].message,
            "3 rows of tables of this message are left out, this is the first; 200000 cells are "
            "read");
  EXPECT_EQ(bundle.diagnostics[0].source.at.line, 2 + kMaxTableCells / kColumns);
}

TEST(ClaimLimits, OrdinaryMailIsReadWhole) {
  EXPECT_TRUE(JudgeMail("\nThe run time drops by 25% (40.0s -> 30.0s).\n").diagnostics.empty());
}

}  // namespace
}  // namespace regress
