// SPDX-License-Identifier: Apache-2.0
#include "parsers/pair_links.h"

#include <algorithm>

namespace regress {
namespace {

// Words between a claim and the pair behind it that do not name another quantity.
bool OnlyLinkWords(const SentenceContext& s, size_t from, size_t to) {
  bool open = false;
  for (size_t i = from; i < to && i < s.parts.items.size(); ++i) {
    const SentenceItem& item = s.parts.items[i];
    open |= item.kind == ItemKind::kOpen;
    if (!open || item.kind != ItemKind::kWord) continue;
    bool link = false;
    for (const std::string_view word :
         {"from", "i.e", "i.e.", "ie", "e.g", "about", "around", "approximately", "was", "is",
          "went", "avg", "average", "mean", "median", "of"}) {
      link |= item.word == word;
    }
    if (!link) return false;
  }
  return true;
}

size_t Words(const SentenceContext& s, size_t from, size_t to) {
  size_t words = 0;
  for (size_t i = from; i < to && i < s.parts.items.size(); ++i) {
    words += s.parts.items[i].kind == ItemKind::kWord;
  }
  return words;
}

bool HasKind(const SentenceContext& s, size_t from, size_t to, ItemKind kind) {
  for (size_t i = from; i < to && i < s.parts.items.size(); ++i) {
    if (s.parts.items[i].kind == kind) return true;
  }
  return false;
}

}  // namespace

size_t LastItem(const SentenceContext& s, const SentenceChange& change) {
  size_t last = std::max(change.item, change.high_item);
  while (last + 1 < s.parts.items.size() && s.parts.items[last + 1].end <= change.end) ++last;
  return last;
}

std::optional<PairLink> FindAdjacent(const SentenceContext& s, size_t c) {
  const SentenceChange& change = s.parts.changes[c];
  const size_t first = change.item;
  const size_t last = LastItem(s, change);
  const size_t next_change =
      c + 1 < s.parts.changes.size() ? s.parts.changes[c + 1].item : s.parts.items.size();
  const size_t previous_change = c > 0 ? LastItem(s, s.parts.changes[c - 1]) : 0;
  std::optional<PairLink> best;
  size_t best_distance = 1000;
  // Pairs are sorted by their first item; only those near the claim matter.
  const auto begin =
      std::lower_bound(s.parts.pairs.begin(), s.parts.pairs.end(), first > 40 ? first - 40 : 0,
                       [](const SentencePair& pair, size_t item) { return pair.first < item; });
  for (auto it = begin; it != s.parts.pairs.end() && it->first < last + 24; ++it) {
    const SentencePair& pair = *it;
    if (pair.labelled) continue;
    const size_t index = static_cast<size_t>(it - s.parts.pairs.begin());
    PairLink link{index, false, false};
    size_t distance = 0;
    if (pair.first > last) {
      // "by 29% (18.75 -> 13.3)", "3700x: from 2.65 s to 0.7 ms"
      if (pair.first > next_change && next_change > last) continue;
      if (HasKind(s, last + 1, pair.first, ItemKind::kSemicolon)) continue;
      const bool open = HasKind(s, last + 1, pair.first, ItemKind::kOpen);
      const size_t words = Words(s, last + 1, pair.first);
      // Leaving the claim's own parentheses ends the link.
      if (HasKind(s, last + 1, pair.first, ItemKind::kClose)) continue;
      if (open) {
        if (words > 6) continue;
        distance = words;
        // "(batch size 16 -> 32)": a noun in front says what the pair is.
        link.binding = words == 0 || s.IsMeasured(pair) || OnlyLinkWords(s, last + 1, pair.first);
      } else {
        if (words > 7) continue;
        const bool comma = HasKind(s, last + 1, pair.first, ItemKind::kComma);
        if (comma && !pair.explicit_from && (words > 0 || pair.weak)) continue;
        if (HasKind(s, last + 1, pair.first, ItemKind::kPipe)) continue;
        distance = 4 + words;
        link.binding = words <= 2 && pair.explicit_from && s.IsMeasured(pair);
      }
    } else if (pair.last < first) {
      // "A -> B (p%)", "from A to B, a p% improvement"
      if (c > 0 && previous_change > pair.last) continue;
      const size_t words = Words(s, pair.last + 1, first);
      if (HasKind(s, pair.last + 1, first, ItemKind::kSemicolon)) continue;
      if (HasKind(s, pair.last + 1, first, ItemKind::kPipe)) continue;
      const bool closed = HasKind(s, pair.last + 1, first, ItemKind::kClose);
      if (change.parenthesised && !closed) {
        if (words > 4) continue;
        distance = words;
        link.binding = words <= 2;
        link.exact_base = link.binding && change.signed_number;
      } else if (closed) {
        continue;
      } else {
        if (words > 5) continue;
        distance = 2 + words;
        const bool comma = HasKind(s, pair.last + 1, first, ItemKind::kComma) ||
                           HasKind(s, pair.last + 1, first, ItemKind::kOpen) ||
                           HasKind(s, pair.last + 1, first, ItemKind::kEquals) ||
                           HasKind(s, pair.last + 1, first, ItemKind::kColon);
        link.binding = comma && words <= 2 && s.IsMeasured(pair);
      }
    } else {
      continue;
    }
    if (pair.configuration) continue;
    if (s.IsVersionLike(pair) && !change.parenthesised) continue;
    if (pair.chained || change.level || s.IsVersionLike(pair)) link.binding = false;
    if (change.other && change.parenthesised) link.binding = false;
    if (pair.weak && !s.IsMeasured(pair)) link.binding = false;
    if (pair.weak && !link.exact_base && !change.parenthesised) link.binding = false;
    if (distance < best_distance) {
      best = link;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace regress
