// SPDX-License-Identifier: Apache-2.0
// A page that an archive or a client has flattened: a whole report stands on one line, its line
// breaks are blanks. Puts the breaks back around what the robot prints, so that the readers of
// lines find it; quote marks in front of a piece give its depth. Prose between stays in one piece.
#pragma once

#include <vector>

#include "parsers/mail_message.h"

namespace regress {

// True if `line` is so long, or goes on behind its titles, that it may hold several lines of a
// report. Costs next to nothing for other lines.
bool MayBeFlattened(const TextLine& line);

// Appends the pieces of `line` to `lines`: in order, all of its text but the quote marks between
// them. One piece if it holds no row, box or headline. At most `limit` pieces, the last with the
// rest.
void CutFlattened(const TextLine& line, size_t limit, std::vector<TextLine>& lines);

}  // namespace regress
