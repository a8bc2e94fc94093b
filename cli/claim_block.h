// SPDX-License-Identifier: Apache-2.0
// One claim as the text output shows it: the text's own line behind "> ", then an answer line per
// claim of that line, with the place flush at column 72. It is a mail quote with its answer.
//   > The two control points drifted by only 0.905% for clone and 0.325%...
//     confirmed       0.905%  2970.446 / 2943.790 - 1 (against A)       [38]
#pragma once

#include <string>
#include <string_view>

#include "cli/text_reporter.h"
#include "models/data/claim.h"

namespace regress {

// "> " and the line, cut to the screen; carets stand under `marked`, a piece of the line, if it is
// not empty.
std::string QuoteLine(const Claim& claim, const TextContext& context, std::string_view marked);

// Verdict, stated value, recomputation and tag; `answer` may hold line breaks of its own.
std::string AnswerLines(const TextContext& context, ClaimVerdict verdict, std::string_view stated,
                        std::string_view answer, std::string_view tag);
std::string AnswerLine(const Claim& claim, const TextContext& context);

// "    help: ..." lines of a contradiction, three at most.
std::string HelpLines(const Claim& claim, const TextContext& context);

}  // namespace regress
