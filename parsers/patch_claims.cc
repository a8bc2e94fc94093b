// SPDX-License-Identifier: Apache-2.0
#include "parsers/patch_claims.h"

#include <fmt/format.h>

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
namespace {

Diagnostic LeftOut(std::string message, InputRef source) {
  Diagnostic warning;
  warning.source = std::move(source);
  warning.message = std::move(message);
  warning.help = "give the message in parts";
  return warning;
}

}  // namespace

void FindClaims(const MailMessage& message, EvidenceBundle& bundle) {
  ClaimContext context(message, bundle);
  FindDiffstats(context);
  FindUnitPairs(context);
  FindRunRates(context);
  FindToolRates(context);
  TextTables found = FindTables(context.lines);
  context.tables = std::move(found.tables);
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
  if (found.rows_left_out > 0) {
    bundle.diagnostics.push_back(
        LeftOut(fmt::format("{} rows of tables of this message are left out, this is the first; {} "
                            "cells are read",
                            found.rows_left_out, kMaxTableCells),
                context.At(found.first_left_out, 0)));
  }
  if (context.left_out > 0) {
    bundle.diagnostics.push_back(LeftOut(
        fmt::format("{} possible claims of this message are left out, this is the first; {} are "
                    "read",
                    context.left_out, kMaxCandidates),
        context.first_left_out));
  }
}

}  // namespace regress
