// SPDX-License-Identifier: Apache-2.0
// The pair of values that stands beside a change in the same sentence, and whether the link leaves
// no doubt.
//   "by 29% (18.75 -> 13.3)", "went from 7518 to 7041 cycles (6% fewer)"
#pragma once

#include <cstddef>
#include <optional>

#include "parsers/sentence_context.h"

namespace regress {

struct PairLink {
  size_t pair = 0;
  bool binding = false;
  bool exact_base = false;
};

// The pair beside change `c` of the sentence, if one is.
std::optional<PairLink> FindAdjacent(const SentenceContext& s, size_t c);
// The last item that belongs to the change.
size_t LastItem(const SentenceContext& s, const SentenceChange& change);

}  // namespace regress
