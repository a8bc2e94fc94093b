// SPDX-License-Identifier: Apache-2.0
#include "parsers/text_table.h"

#include <algorithm>
#include <utility>

#include "parsers/scan.h"
#include "parsers/table_cells.h"

namespace regress {
namespace {

constexpr size_t kMaxTableLine = 4096;
constexpr size_t kMaxHeadLines = 3;
constexpr size_t kMaxGap = 5;  // lines of wrapped labels between two rows

struct Span {
  size_t begin;
  size_t end;
};

bool IsTableText(const ClaimLine& line) {
  return (line.line_class == LineClass::kText || line.line_class == LineClass::kCommand) &&
         line.text.size() <= kMaxTableLine;
}

class TableFinder {
 public:
  explicit TableFinder(std::vector<ClaimLine>& lines) : lines_(lines) {}

  TextTables Run() {
    size_t at = 0;
    while (at < lines_.size()) {
      if (!Candidate(at)) {
        ++at;
        continue;
      }
      at = ReadTable(at);
    }
    return std::move(found_);
  }

 private:
  bool Candidate(size_t i) const {
    const ClaimLine& line = lines_[i];
    if (line.line_class != LineClass::kText || !line.has_digit) return false;
    if (line.text.size() > kMaxTableLine || line.text.size() < 3) return false;
    if (!line.has_pipe && IsArrowList(line.text)) return false;
    return line.has_pipe || MayHaveCells(line.text);
  }

  // "read:   1200 MB/s -> 1320 MB/s  (+10.0%)": a list of pairs, read as prose line by line.
  static bool IsArrowList(std::string_view text) {
    const size_t arrow = std::min(text.find("->"), text.find("=>"));
    if (arrow == std::string_view::npos) return false;
    const std::string_view before = text.substr(0, arrow);
    const std::string_view after = TrimLeft(text.substr(arrow + 2));
    return before.find_first_of("0123456789") != std::string_view::npos && !after.empty() &&
           (IsDigit(after.front()) || after.front() == '~');
  }

  // A tab or two blanks inside, or two numbers behind single blanks.
  static bool MayHaveCells(std::string_view text) {
    size_t numbers = 0;
    size_t at = 0;
    while (at < text.size() && IsBlank(text[at])) ++at;
    for (++at; at < text.size(); ++at) {
      if (!IsBlank(text[at - 1])) continue;
      if (text[at - 1] == '\t' || IsBlank(text[at])) return true;
      const char c = text[at];
      if ((IsDigit(c) || c == '+' || c == '-' || c == '~') && ++numbers >= 2) return true;
    }
    return false;
  }

  size_t ReadTable(size_t first) {
    std::vector<TextCell> cells = SplitCells(lines_[first].text);
    if (!IsRow(cells)) return first + 1;
    TextTable table;
    table.rows.push_back({first, cells});
    const uint16_t depth = lines_[first].depth;
    const bool piped = lines_[first].text.find('|') != std::string_view::npos;
    size_t last = first;
    size_t at = first + 1;
    size_t gap = 0;
    size_t blanks = 0;
    for (; at < lines_.size() && gap <= kMaxGap; ++at) {
      const ClaimLine& line = lines_[at];
      if (line.depth != depth) break;
      if (line.line_class == LineClass::kRule) continue;
      if (line.line_class == LineClass::kBlank) {
        if (++blanks > 1) break;
        continue;
      }
      if (line.line_class != LineClass::kText || line.text.size() > kMaxTableLine) break;
      if (piped != (line.text.find('|') != std::string_view::npos) && piped) break;
      std::vector<TextCell> next = line.has_digit ? SplitCells(line.text) : std::vector<TextCell>();
      if (IsRow(next) || (!next.empty() && next.size() + 1 == cells.size())) {
        if (next.size() + 1 == cells.size() && IsUnlabelled(cells, next)) {
          TextCell empty;
          empty.begin = empty.end = next[0].begin;
          empty.left = empty.right = next[0].left;
          next.insert(next.begin(), empty);
        }
        const bool fits = SameShape(cells, next) ||
                          (SplitToMatch(line.text, cells.size(), next) && SameShape(cells, next));
        if (!fits && table.rows.size() == 1 && cells.size() + 1 == next.size() &&
            SplitToMatch(lines_[first].text, next.size(), cells) && SameShape(cells, next)) {
          table.rows[0].cells = cells;
        } else if (!fits) {
          break;
        }
        if (NumericCells(next) == 0) break;
        if (cells_ + table.rows.size() * cells.size() < kMaxTableCells) {
          table.rows.push_back({at, std::move(next)});
        } else {
          LeaveOut(at);
        }
        last = at;
        gap = 0;
        blanks = 0;
        continue;
      }
      // A wrapped label: indented, short; anything else ends the table.
      const bool indented = !line.text.empty() && IsBlank(line.text.front());
      const std::string_view body = Trim(line.text);
      if (!indented || body.size() > 48 || body.back() == ':' ||
          (!line.has_digit && SplitCells(line.text).size() > 1) || piped) {
        break;
      }
      ++gap;
    }
    Finish(table);
    return last + 1;
  }

  void Finish(TextTable& table) {
    table.heads.assign(table.rows[0].cells.size(), "");
    FindHeads(table);
    const size_t numeric = NumericCells(table.rows[0].cells);
    const bool percent = std::any_of(table.rows.begin(), table.rows.end(), [](const TextRow& row) {
      return std::any_of(row.cells.begin(), row.cells.end(),
                         [](const TextCell& cell) { return cell.percent.has_value(); });
    });
    // A single line without heads is a table only if it has figures and something derived.
    if (table.rows.empty()) return;
    if (table.rows.size() == 1 && !table.has_heads && (numeric < 3 || !percent)) return;
    if (numeric < 1) return;
    // "IOPS increased by   ~1.5  times": words behind the only number make prose.
    const std::vector<TextCell>& cells = table.rows[0].cells;
    if (numeric == 1 && !IsNumeric(cells.back().kind)) return;
    // "real  0m20.0s": values by name are no table; blocks read them.
    if (numeric == 1 && !percent && !table.has_heads) return;
    // "After: 1357 ops/sec", "Improvement: 10%": neither.
    const bool both = std::any_of(table.rows.begin(), table.rows.end(), [](const TextRow& row) {
      return row.cells.size() != 2 || row.cells[1].kind == CellKind::kBoth;
    });
    if (numeric == 1 && !table.has_heads && !both) return;
    for (const TextRow& row : table.rows) lines_[row.line_index].in_table = true;
    if (table.has_heads) {
      for (size_t i = table.first_head; i < table.rows[0].line_index; ++i)
        lines_[i].in_table = true;
    }
    if (cells_ >= kMaxTableCells) {
      for (const TextRow& row : table.rows) LeaveOut(row.line_index);
      return;
    }
    cells_ += table.rows.size() * table.rows[0].cells.size();
    found_.tables.push_back(std::move(table));
  }

  void LeaveOut(size_t line_index) {
    lines_[line_index].in_table = true;
    if (found_.rows_left_out++ == 0) found_.first_left_out = line_index;
  }

  // Extent of a column over the first rows.
  static Span Extent(const TextTable& table, size_t column) {
    Span extent{table.rows[0].cells[column].left, table.rows[0].cells[column].right};
    for (size_t r = 1; r < table.rows.size() && r < 8; ++r) {
      extent.begin = std::min(extent.begin, table.rows[r].cells[column].left);
      extent.end = std::max(extent.end, table.rows[r].cells[column].right);
    }
    return extent;
  }

  void FindHeads(TextTable& table) {
    const size_t columns = table.rows[0].cells.size();
    // A first row of words is the head (its numbers are names such as "5.10").
    if (table.rows.size() >= 3) {
      size_t words = 0;
      for (size_t c = 1; c < columns; ++c) {
        if (table.rows[0].cells[c].kind == CellKind::kText &&
            IsNumeric(table.rows[1].cells[c].kind) && IsNumeric(table.rows[2].cells[c].kind)) {
          ++words;
        }
      }
      if (words > 0) {
        for (size_t c = 0; c < columns; ++c) {
          table.heads[c] = std::string(table.text(lines_, table.rows[0], table.rows[0].cells[c]));
        }
        table.first_head = table.rows[0].line_index;
        table.rows.erase(table.rows.begin());
        table.has_heads = true;
        return;
      }
    }
    const size_t first = table.rows[0].line_index;
    table.first_head = first;
    const ClaimLine& row = lines_[first];
    const bool piped = row.text.find('|') != std::string_view::npos;
    size_t taken = 0;
    size_t blanks = 0;
    for (size_t i = first; i-- > 0 && taken < kMaxHeadLines;) {
      const ClaimLine& line = lines_[i];
      if (line.depth != row.depth || line.in_table) break;
      if (line.line_class == LineClass::kRule) continue;
      if (line.line_class == LineClass::kBlank) {
        if (taken > 0 || ++blanks > 1) break;
        continue;
      }
      if (!IsTableText(line)) break;
      std::vector<TextCell> cells = SplitCells(line.text);
      if (cells.size() > columns) JoinBracketed(line.text, cells);
      if (cells.empty() || cells.size() > columns + 1) break;
      const bool head_piped = line.text.find('|') != std::string_view::npos;
      size_t words = 0;
      for (const TextCell& cell : cells) {
        if (cell.kind == CellKind::kText || cell.kind == CellKind::kEmpty) ++words;
      }
      if (cells.size() == 1) {
        // "operation" alone heads nothing; a title above a head ends it.
        if (taken > 0 || !piped) {
          if (!TakeSingle(table, lines_[i], cells[0], taken)) break;
          ++taken;
          table.first_head = i;
          table.has_heads = true;
          continue;
        }
        break;
      }
      if (words * 2 < cells.size() && taken > 0) break;
      if (words == 0 && !AllNames(line.text, cells)) break;
      Assign(table, line.text, cells, head_piped);
      ++taken;
      table.first_head = i;
      table.has_heads = true;
    }
  }

  // "ops/s   (CV%)" heads one column of values with their deviations.
  static void JoinBracketed(std::string_view text, std::vector<TextCell>& cells) {
    for (size_t c = 1; c < cells.size();) {
      if (cells[c].begin < text.size() && text[cells[c].begin] == '(') {
        cells[c - 1].end = cells[c].end;
        cells[c - 1].right = cells[c].right;
        cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(c));
      } else {
        ++c;
      }
    }
  }

  // Numbers that name kernels: "5.10" or "6.1".
  static bool AllNames(std::string_view text, const std::vector<TextCell>& cells) {
    return std::all_of(cells.begin(), cells.end(), [&](const TextCell& cell) {
      return text.substr(cell.begin, cell.end - cell.begin).size() <= 5 &&
             text.substr(cell.begin, cell.end - cell.begin).find('.') != std::string_view::npos;
    });
  }

  // A head line of one cell: only if it is short and stands over the numbers or is the first word
  // of a one-value table ("tracking re-COW per first-COW").
  bool TakeSingle(TextTable& table, const ClaimLine& line, const TextCell& cell, size_t taken) {
    const std::string_view text = line.text.substr(cell.begin, cell.end - cell.begin);
    if (text.size() > 50 || text.back() == '.' || text.back() == ':' || taken > 0) return false;
    // "Before: 1234 ops/sec" is a value of its own.
    if (text.find(": ") != std::string_view::npos &&
        text.find_first_of("0123456789") != std::string_view::npos) {
      return false;
    }
    if (table.rows[0].cells.size() != 2) return false;
    if (table.rows[0].cells[1].kind != CellKind::kValue) return false;
    table.heads[1] = std::string(text);
    return true;
  }

  void Assign(TextTable& table, std::string_view text, const std::vector<TextCell>& cells,
              bool piped) {
    const size_t columns = table.heads.size();
    auto prepend = [&](size_t column, const TextCell& cell) {
      std::string head(text.substr(cell.begin, cell.end - cell.begin));
      if (IsDashText(head)) return;
      if (head.find_first_not_of("-=+ ") == std::string::npos) return;
      std::string& known = table.heads[column];
      known = known.empty() ? head : head + " " + known;
    };
    if (cells.size() == columns) {
      for (size_t c = 0; c < columns; ++c) prepend(c, cells[c]);
      return;
    }
    if (cells.size() + 1 == columns && !piped) {
      // The label column has no head, or one head spans two columns: the screen decides.
      const Span label = Extent(table, 0);
      if (cells[0].left >= label.end || cells[0].left > label.begin + 4) {
        for (size_t c = 0; c < cells.size(); ++c) prepend(c + 1, cells[c]);
        return;
      }
    }
    for (const TextCell& cell : cells) {
      size_t best = columns;
      size_t best_overlap = 0;
      size_t best_distance = ~size_t{0};
      for (size_t c = 0; c < columns; ++c) {
        const Span extent = Extent(table, c);
        const size_t low = std::max(extent.begin, cell.left);
        const size_t high = std::min(extent.end, cell.right);
        const size_t overlap = high > low ? high - low : 0;
        const size_t distance = low > high ? low - high : 0;
        if (overlap > best_overlap ||
            (best_overlap == 0 && overlap == 0 && distance < best_distance)) {
          best = c;
          best_overlap = overlap;
          best_distance = distance;
        }
      }
      // A head that spans several columns heads each of them.
      bool spread = false;
      for (size_t c = 0; c < columns && piped; ++c) {
        const Span extent = Extent(table, c);
        if (extent.begin >= cell.left && extent.end <= cell.right + 1) {
          prepend(c, cell);
          spread = true;
        }
      }
      if (!spread && best < columns && best_distance < 6) prepend(best, cell);
    }
  }

  std::vector<ClaimLine>& lines_;
  TextTables found_;
  size_t cells_ = 0;  // of the tables found
};

}  // namespace

TextTables FindTables(std::vector<ClaimLine>& lines) {
  return TableFinder(lines).Run();
}

}  // namespace regress
