// SPDX-License-Identifier: Apache-2.0
// Every reading of a claim that a reader would accept, and how each stands to what the text says,
// its bound ("about", "over", "up to") taken into account.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/data/claim_candidates.h"
#include "stats/claim_reading.h"

namespace regress {

// How a reading stands to what the text says, its bound taken into account.
enum class Standing : uint8_t { kAgrees, kTruncated, kSlip, kGrey, kMiss };

struct Trial {
  size_t pair = 0;
  Convention convention = Convention::kChange;
  bool usual = true;
  Reading reading;
  Standing standing = Standing::kMiss;
};

// Half the width of "about N".
double AboutWidth(const PrintedNumber& number);
Standing StandingOf(const ClaimCandidate& c, const Reading& reading);
bool Agrees(Standing standing);
bool AnyAgrees(const std::vector<Trial>& trials);

// All pairs of the claim under all readings that are admissible for it.
std::vector<Trial> TryAll(const ClaimCandidate& c);

// "about ", "over ": the bound as a reason says it.
std::string BoundWords(const ClaimCandidate& c);

}  // namespace regress
