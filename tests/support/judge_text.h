// SPDX-License-Identifier: Apache-2.0
// Finds and judges the claims of a mail given as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence.h"

namespace regress {

// The bundle of the first message in `mail`, judged. A mail without header lines is body alone.
EvidenceBundle JudgeMail(std::string_view mail);

// "table-delta confirmed 12%" for each claim, in text order.
std::vector<std::string> Verdicts(std::string_view mail);

}  // namespace regress
