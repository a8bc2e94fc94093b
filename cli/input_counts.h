// SPDX-License-Identifier: Apache-2.0
// What the summary of an input counts.
#pragma once

#include "cli/reporter.h"
#include "models/data/evidence.h"

namespace regress {

// Adds the claims, rows, lines and messages of a judged piece; of quoted copies there are none.
void Count(const EvidenceBundle& bundle, InputSummary& summary);

}  // namespace regress
