// SPDX-License-Identifier: Apache-2.0
#include "parsers/patch_claims.h"

#include <algorithm>
#include <iterator>

#include "parsers/claim_context.h"
#include "parsers/prose_claims.h"
#include "parsers/table_claims.h"
#include "parsers/text_table.h"
#include "parsers/tool_claims.h"

namespace regress {

void FindClaims(const MailMessage& message, EvidenceBundle& bundle) {
  ClaimContext context(message, bundle);
  FindDiffstats(context);
  FindUnitPairs(context);
  FindRunRates(context);
  context.tables = FindTables(context.lines);
  FindTableClaims(context);
  FindValueBlocks(context);
  std::stable_sort(
      context.pairs.begin(), context.pairs.end(),
      [](const ContextPair& a, const ContextPair& b) { return a.line_index < b.line_index; });
  FindProseClaims(context);
  std::stable_sort(context.candidates.begin(), context.candidates.end(),
                   [](const ClaimCandidate& a, const ClaimCandidate& b) {
                     return a.claim.source.at < b.claim.source.at;
                   });
  bundle.candidates.insert(bundle.candidates.end(),
                           std::make_move_iterator(context.candidates.begin()),
                           std::make_move_iterator(context.candidates.end()));
}

}  // namespace regress
