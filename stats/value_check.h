// SPDX-License-Identifier: Apache-2.0
// Judges claims that follow from operands by arithmetic: conversions of units, quotients, sums,
// products, diffstats, and words and orders that two or three values decide.
#pragma once

#include "models/data/claim_candidates.h"

namespace regress {

// The number of base units behind one printed unit, to print a value as the claim does.
double PrintedFactor(const PrintedNumber& number);

void JudgeConversion(ClaimCandidate& c);
void JudgeQuotient(ClaimCandidate& c);
void JudgeTotal(ClaimCandidate& c);
void JudgeDiffstat(ClaimCandidate& c);
// "leaves most of", "recovers almost all of": the share of the way from the worst to the best.
void JudgeWord(ClaimCandidate& c);
// "10.93us vs 13.34us", of which the first is said to be the smaller.
void JudgeOrder(ClaimCandidate& c);

}  // namespace regress
