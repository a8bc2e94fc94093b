// SPDX-License-Identifier: Apache-2.0
// Single values that tools print behind a key, and the side that a heading names.
#pragma once

#include <optional>
#include <string_view>

#include "parsers/claim_numbers.h"

namespace regress {

// The number with unit that follows `key` in `text`: "bw=120MiB/s".
std::optional<NumberToken> ValueAfter(std::string_view text, std::string_view key);

// "run=272145-272145msec" or "runt=  6000msec": the time in seconds if both ends are equal.
std::optional<NumberToken> RunTime(std::string_view text);

// A heading that names one side: -1 "before this change:", "Without the patch", +1 "After:", 0
// none.
int HeadingRole(std::string_view text);

}  // namespace regress
