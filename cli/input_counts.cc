// SPDX-License-Identifier: Apache-2.0
#include "cli/input_counts.h"

namespace regress {
namespace {

void Count(ClaimVerdict verdict, Tally& tally) {
  switch (verdict) {
    case ClaimVerdict::kConfirmed:
      ++tally.confirmed;
      break;
    case ClaimVerdict::kContradicted:
      ++tally.contradicted;
      break;
    case ClaimVerdict::kUncheckable:
      ++tally.uncheckable;
      break;
  }
}

// Originals only: a quoted copy of a row is no claim of its own.
void CountRows(const RobotReport& report, Tally& tally) {
  for (const RobotRow& row : report.rows) {
    if (row.duplicate || !row.chosen) continue;
    for (size_t i = 0; i < row.cells; ++i) {
      Count(report.cells[row.first_cell + i].verdict, tally);
    }
  }
}

}  // namespace

void Count(const EvidenceBundle& bundle, InputSummary& summary) {
  for (const Claim& claim : bundle.claims) {
    if (!claim.duplicate) Count(claim.verdict, summary.claims);
  }
  CountRows(bundle.robot, summary.claims);
  summary.not_chosen += bundle.not_chosen;
  summary.messages += bundle.messages;
  summary.lines += bundle.lines;
  summary.rows += bundle.rows;
  summary.skipped += bundle.skipped;
  if (!bundle.description.empty()) summary.description = bundle.description;
}

}  // namespace regress
