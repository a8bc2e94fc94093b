// SPDX-License-Identifier: Apache-2.0
// The file of --directions: tab-separated columns glob, better_when (higher or lower), and if
// wanted class and note, with or without a line of heads. Lines that begin with '#' and rows whose
// note begins with "doubtful" are left out.
#pragma once

#include <vector>

#include "models/data/direction_rule.h"
#include "parsers/byte_stream.h"

namespace regress {

// Throws Error(kBadInput) for a line that is none of these.
std::vector<DirectionRule> ReadDirections(ByteStream& input);

}  // namespace regress
