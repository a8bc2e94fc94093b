// SPDX-License-Identifier: Apache-2.0
// Judges the claims that a text asserts against the figures of the same text. A claim is confirmed
// if any admissible reading of its figures gives the stated number, contradicted only if the link
// to its figures is unambiguous and none does, else uncheckable; each with one sentence why.
//
// Admissible for a percent change from a to b: (b - a) / a; for times with words of speed also
// a / b - 1; for comparisons (faster, slower than) also with b as base; b / a from 200% on; for two
// percents the difference in points. The mean of both sides as base is named, never accepted.
#pragma once

#include "models/data/evidence.h"

namespace regress {

// Turns bundle.candidates into bundle.claims and marks what a quote repeats. Changes nothing else.
void JudgeClaims(EvidenceBundle& bundle);

}  // namespace regress
