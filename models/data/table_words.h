// SPDX-License-Identifier: Apache-2.0
// The words of names in tables, and the point that a name such as "control_a" stands for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence_table.h"

namespace regress {

using Words = std::vector<std::string>;

// Lower-case words of a name: "controlA mean_ns/op" is control, a, mean, ns, op. At most 32 words.
Words SplitWords(std::string_view name);
std::string JoinWords(std::span<const std::string> words, char separator = '_');

// Repeat that a word stands for beside a stem: "a", "1", "first" and "before" are 0, "b", "2",
// "recheck" are 1, "c" and "3" are 2 and so on.
std::optional<int32_t> RepeatOfWord(std::string_view word);
// "parent_b" is stem "parent", repeat 1; "child" is stem "child", repeat -1.
TablePoint SplitRepeat(std::span<const std::string> words);
// 0 is "a", 1 is "b".
constexpr char RepeatLetter(int32_t repeat) {
  return static_cast<char>('a' + (repeat < 0 ? 0 : repeat > 25 ? 25 : repeat));
}

}  // namespace regress
