// SPDX-License-Identifier: Apache-2.0
// Claims that their own text leaves open, decided by other inputs of the same call: counts of calls
// by traces, checks and drop-first deltas by evidence tables. What a text decides itself stays as
// it is; simulated figures have a judge of their own (simulated_check.h).
#pragma once

#include <vector>

#include "models/data/evidence.h"

namespace regress {

void ApplyEvidence(std::vector<Claim>& claims, const std::vector<EvidenceFigure>& figures);

}  // namespace regress
