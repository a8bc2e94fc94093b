// SPDX-License-Identifier: Apache-2.0
// Whether a text begins like an evidence table, and how its cells are separated.
#pragma once

#include <cstddef>
#include <string_view>

namespace regress {

// 0 to 100.
int LooksLikeTable(std::string_view head);

// Bytes of comment lines (`# ...`) and empty lines before the header; '\t', ',' or ';' by the first
// line behind them, 0 if it has none.
char FindDelimiter(std::string_view head, size_t& header_begin);

// One number a line, as simple tools read and write them.
bool IsListOfNumbers(std::string_view text);

}  // namespace regress
