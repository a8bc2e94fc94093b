// SPDX-License-Identifier: Apache-2.0
// Judges claims that pairs of figures bear on: percents, ratios, points, differences, bounds,
// ranges and drifts. A contradiction needs a link without doubt and a miss of every reading.
#pragma once

#include "models/data/claim_candidates.h"

namespace regress {

void JudgePairs(ClaimCandidate& c);
// A drift of the two controls; which row it belongs to cannot be told from words: any may.
void JudgeDrift(ClaimCandidate& c);

}  // namespace regress
