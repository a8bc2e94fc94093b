// SPDX-License-Identifier: Apache-2.0
// The lines of a message as the claim finder sees them: what each one is (prose, patch, diffstat,
// command, tool output of robots), and prose joined to sentences over line wraps with a way back
// to the physical place. Lines borrow the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/mail_message.h"

namespace regress {

enum class LineClass : uint8_t {
  kText,
  kBlank,
  kRule,     // only - = + | and the like
  kPatch,    // inside a diff
  kCommand,  // after a prompt
  kTrailer,  // Signed-off-by: and the like, links
  kRobot,    // rows and boxes of a robot report, read elsewhere
};

struct ClaimLine {
  std::string_view text;
  uint32_t line = 0;
  uint32_t column = 1;
  int32_t part = 0;
  uint16_t depth = 0;
  LineClass line_class = LineClass::kText;
  bool has_digit = false;
  bool has_percent = false;
  bool has_equals = false;
  bool has_open = false;  // "("
  bool has_pipe = false;
  bool in_changelog = false;
  bool in_table = false;  // set by the table finder
};

// All lines of all parts in order. A page that an archive flattened to one long line is cut at its
// quote marks.
std::vector<ClaimLine> ClassifyLines(const MailMessage& message);

// A sentence of prose, joined over wraps with single blanks.
struct Sentence {
  struct Piece {
    size_t offset = 0;      // in text
    size_t line_index = 0;  // in the vector of lines
    size_t byte = 0;        // in the text of that line
  };
  std::string text;
  std::vector<Piece> pieces;
  size_t first_line = 0;  // index of the first line

  // Index of the line and byte in it of the character at `offset`.
  const Piece& PieceAt(size_t offset) const;
};

// Cuts the prose of lines [first, last) into sentences, at most kMaxSentence bytes each. All lines
// of the range are prose of one quote depth.
constexpr size_t kMaxSentence = 8192;
std::vector<Sentence> SplitSentences(const std::vector<ClaimLine>& lines, size_t first,
                                     size_t last);

// A list item: "- ", "* ", "o ", "1. ", "a) "; returns the length of the mark, or 0.
size_t BulletLength(std::string_view text);

}  // namespace regress
