// SPDX-License-Identifier: Apache-2.0
// One claim in full, for -v and --explain: place, interval, figures, convention, readings tried.
#pragma once

#include <string>

#include "cli/text_reporter.h"
#include "models/data/claim.h"

namespace regress {

// The block of -v.
std::string DetailedClaim(const Claim& claim, const TextContext& context);
// The block of --explain: also every reading tried and what would decide it.
std::string ExplainedClaim(const Claim& claim, const TextContext& context);

}  // namespace regress
