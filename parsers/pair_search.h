// SPDX-License-Identifier: Apache-2.0
// Looks up the rows and blocks of a message that a claim of its prose may refer to, by the words
// that both share.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parsers/claim_context.h"

namespace regress {

struct PairQuery {
  std::string_view clause;    // lower case: the words around the claim
  std::string_view sentence;  // lower case
  size_t line_index = 0;
  const ClaimCandidate* candidate = nullptr;
  // Pairs of the message's own prose so far; they count only if their label is named.
  const std::vector<ContextPair>* prose = nullptr;
};

// Takes the words of a pair apart, once, before it is first looked at.
void PreparePair(ContextPair& pair);

// Copies of the pairs of context.pairs that `query` may mean, the surest link first; empty if there
// is none. Looks at a bounded number of pairs around the claim, which it prepares.
std::vector<FigurePair> SearchPairs(ClaimContext& context, const PairQuery& query);

// The pair of the tables and blocks around the claim of which `pair` is a rounding: both members,
// same unit, more digits. nullopt if there is none or if several differ.
std::optional<FigurePair> FinerPair(const ClaimContext& context, const FigurePair& pair,
                                    size_t line_index);

// Telling words of `label` that `text` has too, both in lower case.
size_t SharedWords(std::string_view label, std::string_view text);
// Whether both, in lower case, share a word that says something.
bool SharesWord(std::string_view label, std::string_view clause);

}  // namespace regress
