// SPDX-License-Identifier: Apache-2.0
// One claim in full, for -v and --explain: place, interval, figures, convention, readings tried.
#pragma once

#include <string>
#include <string_view>

#include "cli/text_reporter.h"
#include "models/data/claim.h"

namespace regress {

// The block of -v.
std::string DetailedClaim(const Claim& claim, const TextContext& context);
// The block of --explain: also every reading tried and what would decide it.
std::string ExplainedClaim(const Claim& claim, const TextContext& context);

// The pieces of these blocks: "    figures     32us [31.5, 32.5] -> 2.5us [2.45, 2.55]".
std::string DetailField(std::string_view name, std::string_view text);
std::string FiguresText(const Reading& reading);
std::string PlaceText(const InputRef& source);  // "report.txt:58:9"
// "+12.45% [+12.44, +12.45]", bounds rounded outward
std::string SignedWithBounds(const Recomputed& recomputed);

}  // namespace regress
