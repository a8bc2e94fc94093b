// SPDX-License-Identifier: Apache-2.0
// The words of a judged claim: the recomputation on the answer line, the reason in one sentence,
// what would decide an open claim.
#pragma once

#include <string>

#include "stats/claim_reading.h"

namespace regress {

// "7518 -> 7041 = -6.3%", with "[24]" behind figures of another line than the claim's.
std::string AnswerText(const ClaimCandidate& candidate, const FigurePair& pair,
                       const Reading& reading, Convention convention);
// Decimals of a recomputation for this claim: its own, one more for "about" and bounds.
int AnswerDecimals(const ClaimCandidate& candidate);

// Fills in the verdict, the recomputed value, the figures and the sentence of a claim that one
// reading decides. `why` is what follows the recomputation in the sentence.
void SetOutcome(ClaimCandidate& candidate, const FigurePair& pair, const Reading& reading,
                Convention convention, ClaimVerdict verdict, ReasonCode code,
                const std::string& why);
// An open claim with a reason of its own.
void SetOpen(ClaimCandidate& candidate, ReasonCode code, std::string reason);

// What to attach, by the kind of claim.
std::string WouldDecide(const ClaimCandidate& candidate);

}  // namespace regress
