// SPDX-License-Identifier: Apache-2.0
// A metric is a named quantity with a unit and a direction.
#pragma once

#include <cstdint>
#include <string_view>

namespace regress {

// Which way is better. An unknown direction is never guessed into a regression.
enum class Direction : uint8_t { kUnknown, kHigher, kLower };

std::string_view Name(Direction direction);  // "higher", "lower", "unknown"

// True if `text` matches `pattern`, in which `*` stands for any run of characters and `?` for any
// one. Linear in practice, never exponential. Both as given, case matters.
bool GlobMatch(std::string_view pattern, std::string_view text);

}  // namespace regress
