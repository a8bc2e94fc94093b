// SPDX-License-Identifier: Apache-2.0
// What the finders of one message share: its lines, the candidates found so far and the pairs of
// values that tables and blocks offer to the claims of its prose. Lives as long as the message is
// being read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/claim_candidates.h"
#include "models/data/evidence.h"
#include "parsers/claim_lines.h"
#include "parsers/claim_numbers.h"
#include "parsers/mail_message.h"
#include "parsers/text_table.h"

namespace regress {

// A pair of values that a table row or a block states, and the words it is known by.
struct ContextPair {
  FigurePair pair;
  size_t line_index = 0;
  std::string words;   // lower case: row label and heads
  bool block = false;  // under before and after headings
  uint32_t table = 0;
  size_t sentence = 0;  // of pairs of the prose: which sentence of the message
  // Filled in by PreparePair for look-ups.
  bool prepared = false;
  std::vector<std::string> label_words;
  uint32_t families = 0;
};

// The values under a heading that names a side, for claims that name two headings.
struct HeadedValues {
  int role = 0;
  std::string heading;  // lower case
  std::vector<Figure> bandwidth;
};

// Possible claims of one message: far more than any reader's mail has. Each takes some kilobytes,
// so that text made of numbers alone would need a hundred times its own size.
constexpr size_t kMaxCandidates = 20000;

struct ClaimContext {
  ClaimContext(const MailMessage& mail, EvidenceBundle& out)
      : message(mail), bundle(out), lines(ClassifyLines(mail)) {}

  InputRef At(size_t line_index, size_t byte) const {
    const ClaimLine& line = lines[line_index];
    return {message.path,
            {message.index, line.part, line.line, line.column + static_cast<uint32_t>(byte)}};
  }

  // The figure of `token`, which stands at byte `token.begin` of the line. Its source has no path:
  // it stands in the message of the claim.
  Figure MakeFigure(const NumberToken& token, size_t line_index,
                    std::string_view label = {}) const {
    Figure figure;
    figure.number = token.number;
    figure.unit = std::string(token.unit);
    figure.label = std::string(label);
    const ClaimLine& line = lines[line_index];
    figure.source.at = {message.index, line.part, line.line,
                        line.column + static_cast<uint32_t>(token.begin)};
    return figure;
  }

  // A candidate for what stands in bytes [begin, end) of a line.
  ClaimCandidate MakeCandidate(ClaimKind kind, size_t line_index, size_t begin, size_t end) const;

  // Keeps a candidate; those beyond kMaxCandidates are only counted.
  void Add(ClaimCandidate&& candidate);

  const MailMessage& message;
  EvidenceBundle& bundle;
  std::vector<ClaimLine> lines;
  std::vector<TextTable> tables;
  std::vector<ClaimCandidate> candidates;
  uint64_t left_out = 0;           // candidates that were not kept
  InputRef first_left_out;         // the first of them
  std::vector<ContextPair> pairs;  // in the order of their lines
  std::vector<HeadedValues> headed;
};

std::string LowerCase(std::string_view text);
// Names a unit's family for comparisons: time and cycles are better when lower.
bool IsLowerBetterUnit(UnitClass unit_class);
// `text` without control characters, runs of blanks made one, cut to `most` bytes.
std::string Squeeze(std::string_view text, size_t most = 400);

}  // namespace regress
