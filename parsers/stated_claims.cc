// SPDX-License-Identifier: Apache-2.0
#include "parsers/stated_claims.h"

#include <algorithm>
#include <string_view>

namespace regress {
namespace {

// What the words around a pair say of its first value against the second: +1 larger, -1 smaller.
int OrderSaid(const SentenceContext& s, const SentencePair& pair) {
  int order = 0;
  const size_t from = pair.first > 12 ? pair.first - 12 : 0;
  for (size_t i = from; i < s.parts.items.size() && i <= pair.last + 3; ++i) {
    if (i >= pair.first && i <= pair.last) continue;
    const SentenceItem& item = s.parts.items[i];
    if (i > pair.last && item.kind != ItemKind::kWord && item.kind != ItemKind::kClose) break;
    if (i < pair.first && (item.kind == ItemKind::kNumber || item.kind == ItemKind::kSemicolon)) {
      order = 0;  // it speaks of another number
      continue;
    }
    if (item.kind != ItemKind::kWord) continue;
    int said = 0;
    for (const std::string_view word : {"smaller", "lower", "less", "shorter", "fewer"}) {
      if (item.word == word) said = -1;
    }
    for (const std::string_view word :
         {"larger", "higher", "more", "longer", "bigger", "greater"}) {
      if (item.word == word) said = 1;
    }
    if (item.word == "not" || item.word == "no") return 0;
    if (said == 0) continue;
    if (order != 0 && order != said) return 0;
    order = said;
  }
  return order;
}

// "latency is smaller than aio (10.93us vs 13.34us)": an ordering that its two values show.
void FindOrderings(SentenceContext& s) {
  for (size_t p = 0; p < s.parts.pairs.size(); ++p) {
    const SentencePair& pair = s.parts.pairs[p];
    if (s.used[p] || pair.ordered || pair.configuration || pair.labelled) continue;
    const NumberToken& a = s.parts.Token(pair.before);
    const NumberToken& b = s.parts.Token(pair.after);
    if (a.unit_class == UnitClass::kNone || a.unit_class != b.unit_class) continue;
    const int order = OrderSaid(s, pair);
    if (order == 0) continue;
    const size_t begin = s.parts.Token(pair.first).begin;
    const size_t end = s.parts.Token(pair.last).end;
    ClaimCandidate candidate = s.Make(ClaimKind::kComparison, begin, end);
    candidate.measure = Measure::kOrder;
    candidate.direction = order;
    candidate.operation = order > 0 ? "larger" : "smaller";
    candidate.operands = {s.MakeFigure(pair.before), s.MakeFigure(pair.after)};
    candidate.tentative = true;
    s.context.Add(std::move(candidate));
  }
}

// "7,473 to btrfs_inhibit_eb_writeback", "2,000 calls to f": only a trace can tell.
void FindCounts(SentenceContext& s) {
  const bool calls = s.parts.lower.find("calls to") != std::string::npos ||
                     s.parts.lower.find("observed") != std::string::npos;
  if (!calls) return;
  for (size_t i = 0; i + 2 < s.parts.items.size(); ++i) {
    if (!s.parts.IsNumber(i)) continue;
    const NumberToken& token = s.parts.Token(i);
    if (token.unit_class != UnitClass::kNone || !token.unit.empty()) continue;
    size_t to = i + 1;
    if (s.parts.IsWord(to, "calls") || s.parts.IsWord(to, "hits")) ++to;
    if (!s.parts.IsWord(to, "to") && !s.parts.IsWord(to, "of")) continue;
    if (to + 1 >= s.parts.items.size() || s.parts.items[to + 1].kind != ItemKind::kWord) continue;
    std::string_view name = s.parts.items[to + 1].word;
    if (name.find('_') == std::string_view::npos) continue;
    while (!name.empty() && (name.back() == '.' || name.back() == '-')) name.remove_suffix(1);
    // A sum of the same place is the better claim.
    const bool known =
        std::any_of(s.context.candidates.begin(), s.context.candidates.end(),
                    [&](const ClaimCandidate& c) { return c.claim.source == s.At(token.begin); });
    if (known) continue;
    ClaimCandidate candidate = s.Make(ClaimKind::kCount, token.begin, token.end);
    candidate.stated = token.number;
    candidate.stated.rounding = Rounding::kExact;
    candidate.claim.metric =
        std::string(s.parts.text.substr(s.parts.items[to + 1].begin, name.size()));
    candidate.claim.stated_unit = "calls";
    s.context.Add(std::move(candidate));
  }
}

// "passed the semantic checks: expected_match_ratio=100 and unexpected_results=0"
void FindChecks(SentenceContext& s) {
  if (s.parts.lower.find("check") == std::string::npos) return;
  for (size_t i = 2; i < s.parts.items.size(); ++i) {
    if (!s.parts.IsNumber(i) || s.parts.items[i - 1].kind != ItemKind::kEquals ||
        s.parts.items[i - 2].kind != ItemKind::kWord) {
      continue;
    }
    const std::string_view name = s.parts.items[i - 2].word;
    if (name.find('_') == std::string_view::npos) continue;
    const NumberToken& token = s.parts.Token(i);
    ClaimCandidate candidate = s.Make(ClaimKind::kCount, token.begin, token.end);
    candidate.stated = token.number;
    candidate.stated.rounding = Rounding::kExact;
    candidate.claim.metric =
        std::string(s.parts.text.substr(s.parts.items[i - 2].begin, name.size()));
    candidate.claim.stated_unit = std::string(token.unit);
    s.context.Add(std::move(candidate));
  }
}

// Values from-to with nothing derived beside them.
void FindStatedPairs(SentenceContext& s) {
  for (size_t p = 0; p < s.parts.pairs.size(); ++p) {
    const SentencePair& pair = s.parts.pairs[p];
    if (s.used[p] || pair.labelled || pair.weak || pair.configuration || !pair.ordered) continue;
    const NumberToken& a = s.parts.Token(pair.before);
    const NumberToken& b = s.parts.Token(pair.after);
    if (a.unit.empty() && b.unit.empty()) continue;
    if (a.unit_class == UnitClass::kNone && b.unit_class == UnitClass::kNone) continue;
    if (a.unit_class == UnitClass::kBytes || a.unit_class == UnitClass::kPercent) continue;
    bool linked = false;
    // A claim that rests on it is among the latest.
    const std::vector<ClaimCandidate>& known = s.context.candidates;
    for (size_t k = known.size() > 32 ? known.size() - 32 : 0; k < known.size(); ++k) {
      for (const FigurePair& figures : known[k].pairs) {
        linked |= figures.before.front().source.at == s.At(a.begin).at;
      }
    }
    const size_t begin = s.parts.Token(pair.first).begin;
    const size_t end = s.parts.Token(pair.last).end;
    ClaimCandidate candidate = s.Make(ClaimKind::kFromTo, begin, end);
    candidate.measure = Measure::kNone;
    candidate.stated = b.number;
    candidate.claim.stated_unit = std::string(b.unit.empty() ? a.unit : b.unit);
    candidate.pairs.push_back(s.MakePair(pair));
    if (!linked) s.context.Add(std::move(candidate));
  }
}

}  // namespace

void FindStatedClaims(SentenceContext& s) {
  FindStatedPairs(s);
  FindOrderings(s);
  FindCounts(s);
  FindChecks(s);
}

}  // namespace regress
