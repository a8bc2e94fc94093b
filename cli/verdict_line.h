// SPDX-License-Identifier: Apache-2.0
// The last line of a report: "verdict: WORD, status N (counts)", the same in all formats for
// people.
#pragma once

#include <string>

#include "cli/reporter.h"

namespace regress {

// `part_chosen`: --metric left claims out. Without an end of line; at most 72 columns unless the
// counts that matter need more.
std::string VerdictLine(const Outcome& outcome, bool part_chosen);

}  // namespace regress
