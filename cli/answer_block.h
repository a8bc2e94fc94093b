// SPDX-License-Identifier: Apache-2.0
// A claim and its answer as the text output shows them: the text's own line behind "> ", then a
// line per claim with verdict, stated value, recomputation or reason, and the place. It reads as a
// mail quote with its answer and can be pasted into a reply.
//   > kernel test robot noticed a 12.4% improvement of fio.write_iops on:
//     confirmed        12.4%  1360660 -> 1530010 [58], higher is better  [8]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/text_reporter.h"
#include "models/data/claim.h"

namespace regress {

// "[58]"; with the column if `line_length` is above 200. `path` in front if it is not empty.
std::string PlaceMark(const InputRef& ref, size_t line_length, std::string_view path = "");

// The line behind "> ", cut to the screen.
std::string QuoteLine(const TextContext& context, std::string_view quote);
// The same and below it carets under `length` bytes at `offset`; the cut leaves them visible.
std::string QuoteWithCarets(const TextContext& context, std::string_view quote, size_t offset,
                            size_t length);

// "  confirmed        12.4%  ANSWER  [8]", the place flush right, the answer wrapped if it must be.
std::string AnswerLine(const TextContext& context, ClaimVerdict verdict, std::string_view stated,
                       std::string_view answer, std::string_view place);
std::string HelpLine(const TextContext& context, std::string_view help);

// Quote, answer and, for a contradicted claim, carets and at most three help lines.
std::string ClaimBlock(const TextContext& context, const Claim& claim);

}  // namespace regress
