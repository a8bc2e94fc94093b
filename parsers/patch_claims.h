// SPDX-License-Identifier: Apache-2.0
// The claim finder: every number that a patch message, cover letter, reply or bug report asserts
// about performance, with the figures of the same message that bear on it. Robot tables, headlines
// and boxes are left to their own reader. Finds only; stats/claim_check.h judges.
#pragma once

#include "models/data/evidence.h"
#include "parsers/mail_message.h"

namespace regress {

// Appends to bundle.candidates, and sandwiches of the text to bundle.comparisons. Linear in the
// length of the message. What is beyond kMaxCandidates or kMaxTableCells is left out with a warning
// in bundle.diagnostics that counts it.
void FindClaims(const MailMessage& message, EvidenceBundle& bundle);

}  // namespace regress
