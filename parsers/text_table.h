// SPDX-License-Identifier: Apache-2.0
// Tables in mail text: space- or tab-aligned, with pipes, boxed, markdown-like, mmtests. Finds
// their rows, cells and column heads; says nothing about what the figures mean (table_claims.h
// does).
//   fio 64 threads    562 Mb/s   624 Mb/s   -9.9%
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/claim_lines.h"
#include "parsers/claim_numbers.h"

namespace regress {

enum class CellKind : uint8_t {
  kEmpty,    // nothing, "-", "n/a"
  kText,     // words
  kValue,    // a number with its unit, perhaps a deviation
  kPercent,  // a percent alone
  kRatio,    // "1.5x" alone
  kBoth,     // a value with a percent behind it
};

struct TextCell {
  size_t begin = 0;  // bytes in the text of the line
  size_t end = 0;
  size_t left = 0;  // columns on the screen, tabs expanded
  size_t right = 0;
  CellKind kind = CellKind::kEmpty;
  std::optional<NumberToken> value;    // positions count from the begin of the line
  std::optional<NumberToken> percent;  // or ratio
};

struct TextRow {
  size_t line_index = 0;
  std::vector<TextCell> cells;
};

struct TextTable {
  std::vector<TextRow> rows;       // all of the same number of cells
  std::vector<std::string> heads;  // head of each column, words of all head lines joined
  size_t first_head = 0;           // index of the first head line; first row if there is none
  bool has_heads = false;
  std::string_view text(const std::vector<ClaimLine>& lines, const TextRow& row,
                        const TextCell& cell) const {
    return lines[row.line_index].text.substr(cell.begin, cell.end - cell.begin);
  }
};

// Cuts one line into cells. More than kMaxCells give none.
constexpr size_t kMaxCells = 64;
std::vector<TextCell> SplitCells(std::string_view line);

// Cells of all tables of a message; each takes a third of a kilobyte.
constexpr size_t kMaxTableCells = 200000;

struct TextTables {
  std::vector<TextTable> tables;
  uint64_t rows_left_out = 0;  // beyond kMaxTableCells
  size_t first_left_out = 0;   // index of the line of the first of them
};

// Finds the tables and marks their lines `in_table`, those of rows left out too.
TextTables FindTables(std::vector<ClaimLine>& lines);

}  // namespace regress
