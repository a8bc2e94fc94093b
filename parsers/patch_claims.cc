// SPDX-License-Identifier: Apache-2.0
#include "parsers/patch_claims.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "parsers/claim_context.h"
#include "parsers/prose_claims.h"
#include "parsers/table_claims.h"
#include "parsers/text_table.h"
#include "parsers/tool_claims.h"
#include "parsers/value_blocks.h"
#include "parsers/variant_claims.h"

namespace regress {

void FindClaims(const MailMessage& message, EvidenceBundle& bundle) {
  ClaimContext context(message, bundle);
  FindDiffstats(context);
  FindUnitPairs(context);
  FindRunRates(context);
  FindToolRates(context);
  context.tables = FindTables(context.lines);
  FindTableClaims(context);
  FindVariantClaims(context);
  FindValueBlocks(context);
  std::stable_sort(
      context.pairs.begin(), context.pairs.end(),
      [](const ContextPair& a, const ContextPair& b) { return a.line_index < b.line_index; });
  FindProseClaims(context);
  // In text order; the candidates are large, so their places are sorted, not they.
  std::vector<uint32_t> order(context.candidates.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return context.candidates[a].claim.source.at < context.candidates[b].claim.source.at;
  });
  bundle.candidates.reserve(bundle.candidates.size() + order.size());
  for (const uint32_t index : order) {
    bundle.candidates.push_back(std::move(context.candidates[index]));
  }
}

}  // namespace regress
