// SPDX-License-Identifier: Apache-2.0
// Cheap looks that tell which prose may hold claims, before it is taken apart.
#pragma once

#include <string_view>

#include "parsers/claim_lines.h"

namespace regress {

// Words and signs that may make a claim without a percent sign; one pass.
bool HasTriggerWord(std::string_view text);
// "before 12.3 seconds, after 3.2": a pair that the next sentence may speak of.
bool HasLabelledValues(std::string_view text);
bool IsTrigger(const ClaimLine& line);
// The robot's own headline is read elsewhere.
bool IsRobotHeadline(std::string_view sentence);

}  // namespace regress
