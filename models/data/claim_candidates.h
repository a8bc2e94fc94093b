// SPDX-License-Identifier: Apache-2.0
// What the claim finder hands to the judge: a number that a text asserts together with the figures
// of the same text that bear on it and the ways in which they may be read. Nothing here is judged;
// stats/claim_check.h turns a candidate into a Claim with a verdict. Owns its strings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/data/claim.h"

namespace regress {

// The arithmetic that links the asserted number with figures.
enum class Measure : uint8_t {
  kNone,        // nothing to recompute
  kChange,      // (after - before) / before in percent, or one of its relatives
  kRatio,       // after / before, or before / after
  kConversion,  // operands[0] in the other unit: unit pairs
  kQuotient,    // operands[0] / operands[1] * scale: derived columns of tools
  kSum,         // sum of the operands
  kProduct,     // product of the operands
  kShare,       // operands[0] / operands[1] in percent
  kDifference,  // after - before
  kPoints,      // after - before of two percents
  kDiffstat,    // operands: lines per file; stated: insertions and deletions
  kDrift,       // the two controls of a sandwich against each other
  kOrder,       // operands[0] against operands[1] as `operation` says: "smaller", "larger"
  kWord,        // a quantity in words ("most of"), operands[0] is the computed share
};

// How the text bounds its number.
enum class Bound : uint8_t { kExact, kAbout, kNearly, kOver, kUnder, kUpTo, kRange };

// Where a pair of figures was found, from the surest to the loosest link.
enum class PairStep : uint8_t {
  kAdjacent = 1,  // in the same parentheses or beside the claim
  kSentence,      // in the same sentence, or labelled there
  kBlock,         // in the block above, under before and after headings
  kRow,           // in a table row that shares a word with the claim
  kRestated,      // a delta that a table prints already
};

// A value before and a value after. Several figures on a side are averaged (repeats, or the two
// controls of a sandwich).
struct FigurePair {
  std::vector<Figure> before;
  std::vector<Figure> after;
  PairStep step = PairStep::kSentence;
  bool ordered = false;           // "from A to B", an arrow, or labels say which is which
  bool lower_better = false;      // times, cycles: a speed reading is admissible
  std::optional<Figure> printed;  // the delta that the row prints
  std::string label;              // of the row or block
  uint32_t slot = 0;              // tables: which columns, equal for all rows of a table
};

struct ClaimCandidate {
  Claim claim;  // place, quote, kind, metric, stated text, value and unit are filled in
  Measure measure = Measure::kNone;
  Bound bound = Bound::kExact;
  PrintedNumber stated;        // with its sign as printed
  PrintedNumber stated_high;   // upper end of a range
  int direction = 0;           // +1 the text says up, -1 down, 0 neither
  bool signed_number = false;  // the text prints a sign
  bool speed_words = false;    // faster, speedup, improvement: a speed reading is admissible
  bool compare_words = false;  // faster, slower than: the other side may be the base
  bool binding = false;        // the link to the pair is unambiguous: a miss is a contradiction
  bool complete = false;       // the pairs are all members of the set ("up to", ranges)
  bool carry_quirk = false;    // the producer loses the carry: x.95 to x.99 print as x.0
  bool repeated_runs = false;  // a mean of quotients: need not equal the quotient of the means
  double scale = 1;            // of quotients
  double tolerance = 0;        // relative miss that is no contradiction
  std::vector<FigurePair> pairs;
  std::optional<FigurePair> finer;  // the only pair of the text that pairs[0] is a rounding of
  std::vector<Figure> operands;
  std::string operation;  // how the operands read, e.g. "3 points x 2 operations x 15 rounds"
  uint32_t table = 0;     // tables count from 1 in their message; 0 outside tables
  uint32_t column = 0;    // percent column of the table
  uint32_t row = 0;
  bool header_fixes = false;  // header words fix columns or convention
  bool tentative = false;     // a claim only if figures confirm or contradict it
  bool in_changelog = false;  // under "v2:" and the like: figures elsewhere need not bear on it
};

}  // namespace regress
