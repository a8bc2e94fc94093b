// SPDX-License-Identifier: Apache-2.0
// What each column of a text table holds, from its head and its cells: labels, keys such as thread
// counts, values, and what is derived from them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/text_table.h"

namespace regress {

// kDeviation: the spread of the values beside it, never a side of a change.
enum class TextColumnKind : uint8_t {
  kLabel,
  kKey,
  kValue,
  kPercent,
  kRatio,
  kBoth,
  kDifference,
  kDeviation
};

struct TextColumn {
  TextColumnKind kind = TextColumnKind::kLabel;
  std::string head;  // lower case
  int role = 0;      // -1 before, +1 after
  bool change_head = false;
  bool level_head = false;
};

// One for each column of `table`, which has rows.
std::vector<TextColumn> ReadTextColumns(const TextTable& table);

// Heads, in lower case, of columns (or labels of rows) that hold changes.
bool IsChangeHead(std::string_view lower);
bool Contains(std::string_view text, std::initializer_list<std::string_view> words);

}  // namespace regress
