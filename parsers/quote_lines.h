// SPDX-License-Identifier: Apache-2.0
// Splits the text of a mail part into lines and takes their quote marks off: any blanks and '>',
// repeated, then at most one blank. A '|' is never a quote mark (summary boxes begin with it).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "parsers/mail_message.h"

namespace regress {

// A part of more lines is cut there, so that memory stays a small multiple of its text.
constexpr size_t kMaxPartLines = 4000000;

// Appends the lines of `text` to `part`; false if it has more than kMaxPartLines, of which the
// first are kept. `first_line` is the number of the first line; if
// `line_numbers` is not empty, it has the number of every line instead. `from_escaped`: a line
// ">From " of an mbox loses its '>'. The lines borrow `text`.
bool AppendLines(std::string_view text, uint32_t first_line, std::span<const uint32_t> line_numbers,
                 bool from_escaped, MailPart& part);

// Takes the quote marks off one line.
TextLine SplitQuote(std::string_view raw, uint32_t line);

}  // namespace regress
