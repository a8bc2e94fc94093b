// SPDX-License-Identifier: Apache-2.0
#include "cli/judge.h"

#include <fmt/format.h>

#include <iterator>

#include "cli/check_options.h"
#include "cli/comparison_pool.h"
#include "models/store/content_hash.h"
#include "stats/claim_check.h"
#include "stats/claim_evidence.h"
#include "stats/fio_check.h"
#include "stats/simulated_check.h"

namespace regress {

std::string ClaimId(ClaimKind kind, std::string_view metric, std::string_view stated,
                    std::string_view quote, const SourceRef& at) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{}\n{}\n{}\n{}\n{}.{}.{}.{}", Name(kind), metric,
                 stated, quote, at.message, at.part, at.line, at.column);
  return ContentHash({text.data(), text.size()}).substr(0, 12);
}

std::string ClaimId(const Claim& claim) {
  return ClaimId(claim.kind, claim.metric, claim.stated_text, claim.quote, claim.source.at);
}

namespace {

// Sandwiches that a text prints as means: change, drift and support, as for measured points.
void FillTextComparisons(const JudgeContext& context, EvidenceBundle& bundle) {
  if (bundle.comparisons.empty()) return;
  ComparisonPool pool(context.options, context.robot.directions());
  for (const Comparison& comparison : bundle.comparisons) pool.Add(0, comparison);
  pool.Finish();
  std::vector<Comparison> filled;
  size_t next = 0;
  pool.ForEach(0, bundle.comparisons.size(), [&](Comparison&& comparison, const SandwichAnalysis&) {
    // The pool keeps neither what the text printed nor its quotes, and only the chosen metrics.
    while (next < bundle.comparisons.size() &&
           (bundle.comparisons[next].source != comparison.source ||
            bundle.comparisons[next].metric != comparison.metric)) {
      ++next;
    }
    if (next < bundle.comparisons.size()) {
      comparison.printed_change = bundle.comparisons[next].printed_change;
      comparison.quote_depth = bundle.comparisons[next].quote_depth;
      ++next;
    }
    filled.push_back(std::move(comparison));
  });
  bundle.comparisons = std::move(filled);
}

// Identifiers are hashes, too dear for output that does not show them.
bool ShowsIds(const CheckOptions& options) {
  return options.format != "text" || options.detail == Detail::kVerbose ||
         !options.explain.empty() || !options.database.empty();
}

}  // namespace

void Judge(JudgeContext& context, EvidenceBundle& bundle) {
  if (!bundle.candidates.empty()) FillTextComparisons(context, bundle);
  context.robot.Judge(bundle);
  if (bundle.format == "fio") {
    const bool rounds = !context.options.points.empty();
    JudgeFioClaims(bundle);
    WarnOfFioRuns(bundle, rounds);
    // Of rounds only what is wrong is told.
    if (rounds)
      std::erase_if(bundle.claims, [](const Claim& claim) {
        return claim.verdict != ClaimVerdict::kContradicted;
      });
  }
  JudgeClaims(bundle);
  ApplyEvidence(bundle.claims, context.figures);
  JudgeBySimulation(bundle.claims, context.figures);
  if (ShowsIds(context.options)) {
    for (Claim& claim : bundle.claims) claim.id = ClaimId(claim);
  }
  context.figures.insert(context.figures.end(), bundle.figures.begin(), bundle.figures.end());
}

}  // namespace regress
