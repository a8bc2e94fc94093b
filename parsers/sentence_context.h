// SPDX-License-Identifier: Apache-2.0
// One sentence of prose while its claims are looked for: its parts, the way back to the places of
// the message, and the makers of candidates and figures. Borrows the message's context.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "parsers/claim_context.h"
#include "parsers/claim_sentence.h"

namespace regress {

struct SentenceContext {
  SentenceContext(ClaimContext& claim_context, const Sentence& own);

  // Where the byte at `offset` of the sentence stands.
  InputRef At(size_t offset) const;
  // A candidate for what stands in bytes [begin, end) of the sentence.
  ClaimCandidate Make(ClaimKind kind, size_t begin, size_t end) const;
  Figure MakeFigure(size_t item) const;
  // A value without unit takes the unit of the other: "7.5 MIOPS -> 9.3".
  FigurePair MakePair(const SentencePair& pair) const;

  // The pair is of measured values: it has a unit, or three digits and more.
  bool IsMeasured(const SentencePair& pair) const;
  // "5.10 -> 5.15" may be kernels.
  bool IsVersionLike(const SentencePair& pair) const;
  // Up to three words behind an item.
  std::string NounBehind(size_t item) const;
  // The numbers at these items are parts of another claim.
  void RemoveChangesAt(const std::vector<size_t>& terms, size_t result);

  ClaimContext& context;
  const Sentence& sentence;
  SentenceParts parts;
  std::vector<bool> used;  // pairs that a claim rests on

 private:
  uint32_t LineAfter(size_t index) const;
  std::string Clause(size_t begin, size_t end) const;
};

}  // namespace regress
