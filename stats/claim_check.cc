// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "stats/claim_reading.h"
#include "stats/claim_tables.h"
#include "stats/claim_text.h"
#include "stats/pair_check.h"
#include "stats/value_check.h"

namespace regress {
namespace {

void JudgeOne(ClaimCandidate& c) {
  switch (c.measure) {
    case Measure::kOrder:
      return JudgeOrder(c);
    case Measure::kChange:
    case Measure::kRatio:
    case Measure::kDifference:
    case Measure::kPoints:
      return JudgePairs(c);
    case Measure::kDrift:
      return JudgeDrift(c);
    case Measure::kConversion:
      return JudgeConversion(c);
    case Measure::kQuotient:
      return JudgeQuotient(c);
    case Measure::kSum:
    case Measure::kProduct:
      return JudgeTotal(c);
    case Measure::kDiffstat:
      return JudgeDiffstat(c);
    case Measure::kWord:
      return JudgeWord(c);
    case Measure::kShare:
    case Measure::kNone:
      break;
  }
  SetOpen(c, ReasonCode::kNoFigures,
          c.claim.kind == ClaimKind::kFromTo ? "the pair is stated, nothing is derived from it"
                                             : "no figures of this text bear on it");
}

// Prose that a quote repeats is one claim with the other place in also_at; quoted table rows stay,
// marked as duplicates. The lowest quote depth wins.
void MarkRepeats(std::vector<Claim>& claims) {
  const auto key_of = [](const Claim& claim) {
    const std::hash<std::string_view> hash;
    return hash(claim.quote) * 31 + hash(claim.stated_text) * 7 + static_cast<size_t>(claim.kind);
  };
  const auto same = [](const Claim& a, const Claim& b) {
    return a.kind == b.kind && a.stated_text == b.stated_text && a.quote == b.quote;
  };
  std::unordered_map<size_t, size_t> originals;  // never iterated
  for (size_t i = 0; i < claims.size(); ++i) {
    const auto [found, fresh] = originals.emplace(key_of(claims[i]), i);
    if (!fresh && claims[i].quote_depth < claims[found->second].quote_depth) found->second = i;
  }
  std::vector<bool> drop(claims.size(), false);
  for (size_t i = 0; i < claims.size(); ++i) {
    const size_t original = originals.at(key_of(claims[i]));
    if (original == i || claims[i].quote_depth == claims[original].quote_depth ||
        !same(claims[i], claims[original])) {
      continue;
    }
    const bool row = claims[i].kind == ClaimKind::kTableDelta ||
                     claims[i].kind == ClaimKind::kUnitPair || claims[i].kind == ClaimKind::kRate;
    if (row) {
      claims[i].duplicate = true;
    } else {
      claims[original].also_at.push_back(claims[i].source);
      drop[i] = true;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < claims.size(); ++i) {
    if (drop[i]) continue;
    if (kept != i) claims[kept] = std::move(claims[i]);
    ++kept;
  }
  claims.resize(kept);
}

// "~10%", ">90%", "4x": what the answer line shows for the stated number.
std::string ShortStated(const ClaimCandidate& c) {
  const Claim& claim = c.claim;
  if (c.measure == Measure::kDiffstat) return c.stated.text;
  if (claim.kind == ClaimKind::kRatio) {
    const std::string number =
        c.stated.text.empty() || c.stated.text.front() < '0' || c.stated.text.front() > '9'
            ? Fixed(c.stated.value, c.stated.value < 1 ? 1 : 0)
            : c.stated.text;
    const bool tilde = claim.stated_text.starts_with('~');
    return (tilde ? "~" : "") + number + "x";
  }
  std::string text = claim.stated_text;
  if (claim.stated_unit == "percent" || claim.kind == ClaimKind::kPercentChange) {
    const size_t word = text.find(" percent");
    if (word != std::string::npos) text = text.substr(0, word) + "%";
  }
  if (text.starts_with('~')) return text;
  switch (c.bound) {
    case Bound::kAbout:
    case Bound::kNearly:
      return "~" + text;
    case Bound::kOver:
      return ">" + text;
    case Bound::kUnder:
    case Bound::kUpTo:
      return "<" + text;
    default:
      return text;
  }
}

}  // namespace

void JudgeClaims(EvidenceBundle& bundle) {
  if (bundle.candidates.empty()) return;
  std::vector<ClaimCandidate*> rows;
  for (ClaimCandidate& candidate : bundle.candidates) {
    if (!candidate.claim.stated_value && !candidate.stated.text.empty()) {
      const double factor = candidate.claim.stated_unit == "%" || candidate.claim.stated_unit == "x"
                                ? 1
                                : PrintedFactor(candidate.stated);
      candidate.claim.stated_value = candidate.stated.value / (factor > 0 ? factor : 1);
    }
    if (candidate.claim.stated_short.empty()) {
      candidate.claim.stated_short = ShortStated(candidate);
    }
    if (candidate.table != 0) {
      rows.push_back(&candidate);
    } else {
      JudgeOne(candidate);
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const ClaimCandidate* a, const ClaimCandidate* b) {
    return a->table < b->table;
  });
  JudgeTables(rows);
  std::vector<Claim> claims;
  for (ClaimCandidate& candidate : bundle.candidates) {
    if (candidate.tentative && candidate.claim.verdict == ClaimVerdict::kUncheckable) continue;
    // A place gives one claim of a kind.
    const bool known = !claims.empty() && claims.back().source == candidate.claim.source &&
                       claims.back().kind == candidate.claim.kind;
    if (known) continue;
    claims.push_back(std::move(candidate.claim));
  }
  MarkRepeats(claims);
  std::move(claims.begin(), claims.end(), std::back_inserter(bundle.claims));
  bundle.candidates.clear();
}

}  // namespace regress
