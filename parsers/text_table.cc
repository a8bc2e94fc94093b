// SPDX-License-Identifier: Apache-2.0
#include "parsers/text_table.h"

#include <algorithm>
#include <utility>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxTableLine = 4096;
constexpr size_t kMaxHeadLines = 3;
constexpr size_t kMaxGap = 5;  // lines of wrapped labels between two rows

bool IsNumeric(CellKind kind) {
  return kind == CellKind::kValue || kind == CellKind::kPercent || kind == CellKind::kRatio ||
         kind == CellKind::kBoth;
}

// "( -0.70%)" or "*  -4.56%*" behind a value belongs to it: the length of such a tail at `at`.
size_t PercentTail(std::string_view text, size_t at) {
  size_t from = at;
  while (from < text.size() && from - at < 12 && IsBlank(text[from])) ++from;
  if (from >= text.size()) return 0;
  const char open = text[from];
  if (open != '(' && open != '*' && open != '[') return 0;
  const char close = open == '(' ? ')' : open == '[' ? ']' : '*';
  size_t end = from + 1;
  bool percent = false;
  bool digit = false;
  while (end < text.size() && end - from < 24 && text[end] != close) {
    const char c = text[end];
    percent |= c == '%';
    digit |= IsDigit(c) || c == 'n';
    if (!IsBlank(c) && !IsDigit(c) && c != '%' && c != '+' && c != '-' && c != '.' && c != ',' &&
        c != 'n' && c != 'a' && c != 'N' && (static_cast<unsigned char>(c) & 0x80) == 0) {
      return 0;
    }
    ++end;
  }
  if (end >= text.size() || text[end] != close || !percent || !digit) return 0;
  return end + 1 - at;
}

// "± 3%", "+/- 12.1", "+- 0.5%" behind a value: the length of such a tail at `at`.
size_t SpreadTail(std::string_view text, size_t at) {
  size_t from = at;
  while (from < text.size() && from - at < 4 && IsBlank(text[from])) ++from;
  size_t sign = 0;
  const std::string_view rest = text.substr(std::min(from, text.size()));
  if (rest.starts_with("\xc2\xb1")) sign = 2;
  if (rest.starts_with("+/-")) sign = 3;
  if (rest.starts_with("+-")) sign = 2;
  if (sign == 0) return 0;
  size_t end = from + sign;
  while (end < text.size() && IsBlank(text[end]) && end - from < 8) ++end;
  const size_t digits = end;
  while (end < text.size() && (IsDigit(text[end]) || text[end] == '.' || text[end] == '%')) ++end;
  return end == digits ? 0 : end - at;
}

bool IsDashText(std::string_view text) {
  return text.empty() || text == "-" || text == "--" || text == "---" || text == "n/a" ||
         text == "N/A" || text == "NA" || text == "na" || text == "\xe2\x80\x94";
}

// Words behind the number of a cell that may still make it a value: a unit or a short noun.
bool IsUnitText(std::string_view text) {
  text = Trim(text);
  if (text.size() > 14) return false;
  size_t words = text.empty() ? 0 : 1;
  for (const char c : text) {
    if (c == ' ') ++words;
    if (!IsLetter(c) && c != ' ' && c != '/' && c != '.' && c != '*' && c != '+' && c != '#' &&
        c != '!' && (static_cast<unsigned char>(c) & 0x80) == 0) {
      return false;
    }
  }
  return words <= 2;
}

void Shift(NumberToken& token, size_t by) {
  token.begin += by;
  token.end += by;
  token.number_end += by;
}

void Classify(std::string_view line, TextCell& cell, std::vector<NumberToken>& scratch) {
  const std::string_view text = line.substr(cell.begin, cell.end - cell.begin);
  if (IsDashText(text)) {
    cell.kind = CellKind::kEmpty;
    return;
  }
  cell.kind = CellKind::kText;
  const char first = text.front();
  const bool starts = IsDigit(first) || first == '-' || first == '+' || first == '~' ||
                      first == '(' || first == '<' || first == '>' || first == '*' ||
                      first == '.' || (static_cast<unsigned char>(first) & 0x80) != 0;
  if (!starts) return;
  scratch.clear();
  ScanNumbers(text, scratch);
  if (scratch.empty() || scratch.size() > 4) return;
  std::string_view lead = text.substr(0, scratch.front().begin);
  for (const char c : lead) {
    if (c != ' ' && c != '(' && c != '<' && c != '>' && c != '*' && c != '.' &&
        (static_cast<unsigned char>(c) & 0x80) == 0) {
      return;
    }
  }
  std::vector<NumberToken*> plain;
  for (NumberToken& token : scratch) {
    if (!token.spread) plain.push_back(&token);
  }
  if (plain.empty() || plain.size() > 2) return;
  const bool derived = plain[0]->unit_class == UnitClass::kPercent ||
                       plain[0]->unit_class == UnitClass::kRatio ||
                       plain[0]->unit_class == UnitClass::kPoints;
  const std::string_view behind = text.substr(plain[0]->end);
  if (plain.size() == 1) {
    std::string_view words = behind;
    if (scratch.size() == 2) words = words.substr(0, words.find_first_of("+(\xc2"));
    while (!words.empty() && (words.back() == ')' || words.back() == ' ')) words.remove_suffix(1);
    if (!IsUnitText(words)) return;
    Shift(*plain[0], cell.begin);
    if (derived) {
      cell.kind = plain[0]->unit_class == UnitClass::kRatio ? CellKind::kRatio : CellKind::kPercent;
      cell.percent = std::move(*plain[0]);
    } else {
      cell.kind = CellKind::kValue;
      cell.value = std::move(*plain[0]);
    }
    return;
  }
  const bool second_derived =
      plain[1]->unit_class == UnitClass::kPercent || plain[1]->unit_class == UnitClass::kRatio;
  if (derived == second_derived) return;
  std::string_view between = text.substr(plain[0]->end, plain[1]->begin - plain[0]->end);
  if (between.size() > 24) return;
  if (between.find("->") != std::string_view::npos) return;
  NumberToken* value = derived ? plain[1] : plain[0];
  NumberToken* percent = derived ? plain[0] : plain[1];
  Shift(*value, cell.begin);
  Shift(*percent, cell.begin);
  cell.kind = CellKind::kBoth;
  cell.value = std::move(*value);
  cell.percent = std::move(*percent);
}

struct Span {
  size_t begin;
  size_t end;
};

// Cuts at pipes; the text outside the outer pipes gives no cell.
void CutAtPipes(std::string_view line, std::vector<Span>& spans) {
  size_t begin = 0;
  const std::string_view body = TrimLeft(line);
  const bool leading = body.starts_with('|');
  if (leading) begin = line.size() - body.size() + 1;
  while (begin <= line.size() && spans.size() <= kMaxCells) {
    const size_t bar = line.find('|', begin);
    const size_t end = bar == std::string_view::npos ? line.size() : bar;
    if (bar == std::string_view::npos && Trim(line.substr(begin)).empty()) break;
    spans.push_back({begin, end});
    if (bar == std::string_view::npos) break;
    begin = bar + 1;
  }
}

// Cuts at tabs and runs of blanks, but not before "( 0.7%)" and the like.
void CutAtBlanks(std::string_view line, std::vector<Span>& spans) {
  size_t at = 0;
  while (at < line.size() && IsBlank(line[at])) ++at;
  size_t begin = at;
  while (at < line.size() && spans.size() <= kMaxCells) {
    if (!IsBlank(line[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    bool tab = false;
    while (end < line.size() && IsBlank(line[end])) tab |= line[end++] == '\t';
    if (IsDigit(line[at - 1]) || IsLetter(line[at - 1]) || line[at - 1] == ')') {
      size_t tail = PercentTail(line, at);
      if (tail == 0) tail = SpreadTail(line, at);
      if (tail != 0) {
        at += tail;
        continue;
      }
    }
    if (tab || end - at >= 2) {
      spans.push_back({begin, at});
      begin = end;
    }
    at = end;
  }
  if (begin < line.size()) {
    size_t end = line.size();
    while (end > begin && IsBlank(line[end - 1])) --end;
    spans.push_back({begin, end});
  }
}

// "Case1 100 120 +20%" held together by single blanks: cut before its trailing numbers.
void CutTrailingNumbers(std::string_view line, Span span, std::vector<Span>& out) {
  std::vector<Span> words;
  size_t at = span.begin;
  while (at < span.end) {
    while (at < span.end && IsBlank(line[at])) ++at;
    size_t end = at;
    while (end < span.end && !IsBlank(line[end])) ++end;
    if (end > at) words.push_back({at, end});
    at = end;
    if (words.size() > kMaxCells) break;
  }
  const auto numeric = [&](const Span& word) {
    std::string_view text = line.substr(word.begin, word.end - word.begin);
    if (text.starts_with('+') || text.starts_with('-') || text.starts_with('~')) {
      text.remove_prefix(1);
    }
    if (text.empty() || !IsDigit(text.front())) return false;
    size_t i = 0;
    while (i < text.size() && (IsDigit(text[i]) || text[i] == '.' || text[i] == ',')) ++i;
    const std::string_view rest = text.substr(i);
    return rest.empty() || rest == "%" || rest == "x" || rest == "k" || rest == "K" ||
           rest == "M" || rest == "G" || rest == "s" || rest == "us" || rest == "ms" ||
           rest == "ns";
  };
  size_t first = words.size();
  while (first > 0 && numeric(words[first - 1])) --first;
  if (words.size() - first < 2) {
    out.push_back(span);
    return;
  }
  if (first > 0) out.push_back({words[0].begin, words[first - 1].end});
  for (size_t i = first; i < words.size(); ++i) out.push_back(words[i]);
}

// Screen columns of the spans, tabs to every eighth column.
void Measure(std::string_view line, std::vector<TextCell>& cells) {
  size_t column = 0;
  size_t next = 0;
  for (size_t i = 0; i <= line.size() && next < cells.size(); ++i) {
    if (i == cells[next].begin) cells[next].left = column;
    if (i == cells[next].end) {
      cells[next].right = column;
      ++next;
      if (next < cells.size() && cells[next].begin == i) cells[next].left = column;
    }
    if (i < line.size()) {
      if (line[i] == '\t') {
        column = (column / 8 + 1) * 8;
      } else if ((static_cast<unsigned char>(line[i]) & 0xc0) != 0x80) {
        ++column;
      }
    }
  }
}

size_t NumericCells(const std::vector<TextCell>& cells) {
  return static_cast<size_t>(std::count_if(
      cells.begin(), cells.end(), [](const TextCell& cell) { return IsNumeric(cell.kind); }));
}

// A line that may be a row: at least two cells, of which two are numbers, or one number with a
// percent in it, or a label and a number.
bool IsRow(const std::vector<TextCell>& cells) {
  return cells.size() >= 2 && cells.size() <= kMaxCells && NumericCells(cells) >= 1;
}

bool SameShape(const std::vector<TextCell>& a, const std::vector<TextCell>& b) {
  if (a.size() != b.size()) return false;
  size_t differing = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const bool numeric_a = IsNumeric(a[i].kind) || a[i].kind == CellKind::kEmpty;
    const bool numeric_b = IsNumeric(b[i].kind) || b[i].kind == CellKind::kEmpty;
    if (numeric_a != numeric_b) ++differing;
  }
  return differing * 3 <= a.size();
}

// A row whose label runs into its first number: one cell short, a cell ends in a number.
bool SplitToMatch(std::string_view line, size_t wanted, std::vector<TextCell>& cells) {
  if (cells.size() + 1 != wanted) return false;
  std::vector<NumberToken> scratch;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].kind != CellKind::kText) continue;
    const std::string_view text = line.substr(cells[i].begin, cells[i].end - cells[i].begin);
    const size_t blank = text.find_last_of(' ');
    if (blank == std::string_view::npos) continue;
    // A sentence that ends in a number is no row.
    if (blank > 48 || text.find(". ") != std::string_view::npos ||
        text.find(", ") != std::string_view::npos) {
      continue;
    }
    TextCell left = cells[i];
    TextCell right = cells[i];
    right.begin = cells[i].begin + blank + 1;
    left.end = cells[i].begin + blank;
    while (left.end > left.begin && IsBlank(line[left.end - 1])) --left.end;
    Classify(line, left, scratch);
    Classify(line, right, scratch);
    if (!IsNumeric(right.kind)) continue;
    cells[i] = left;
    cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(i) + 1, right);
    Measure(line, cells);
    return true;
  }
  return false;
}

// "                -50%    -13%" under "patched   402   9.8": all numbers, none below the label.
bool IsUnlabelled(const std::vector<TextCell>& above, const std::vector<TextCell>& cells) {
  if (above.front().kind != CellKind::kText || cells.front().left < above.front().right)
    return false;
  return std::all_of(cells.begin(), cells.end(),
                     [](const TextCell& cell) { return IsNumeric(cell.kind); });
}

bool IsTableText(const ClaimLine& line) {
  return (line.line_class == LineClass::kText || line.line_class == LineClass::kCommand) &&
         line.text.size() <= kMaxTableLine;
}

class TableFinder {
 public:
  explicit TableFinder(std::vector<ClaimLine>& lines) : lines_(lines) {}

  std::vector<TextTable> Run() {
    size_t at = 0;
    while (at < lines_.size()) {
      if (!Candidate(at)) {
        ++at;
        continue;
      }
      at = ReadTable(at);
    }
    return std::move(tables_);
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
        table.rows.push_back({at, std::move(next)});
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
    tables_.push_back(std::move(table));
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
  std::vector<TextTable> tables_;
};

}  // namespace

std::vector<TextCell> SplitCells(std::string_view line) {
  std::vector<TextCell> cells;
  if (line.size() > kMaxTableLine) return cells;
  std::vector<Span> spans;
  const size_t pipes = static_cast<size_t>(std::count(line.begin(), line.end(), '|'));
  const bool piped = pipes >= 2 || (pipes == 1 && TrimLeft(line).starts_with('|')) ||
                     (pipes == 1 && line.find(" | ") != std::string_view::npos);
  if (piped) {
    CutAtPipes(line, spans);
    for (Span& span : spans) {
      while (span.begin < span.end && IsBlank(line[span.begin])) ++span.begin;
      while (span.end > span.begin && IsBlank(line[span.end - 1])) --span.end;
    }
    // Cells of a piped line may hold several aligned numbers: "zram | 100  120 | 5%".
  } else {
    std::vector<Span> coarse;
    CutAtBlanks(line, coarse);
    for (const Span& span : coarse) CutTrailingNumbers(line, span, spans);
  }
  if (spans.size() > kMaxCells) return cells;
  cells.resize(spans.size());
  std::vector<NumberToken> scratch;
  for (size_t i = 0; i < spans.size(); ++i) {
    cells[i].begin = spans[i].begin;
    cells[i].end = spans[i].end;
    Classify(line, cells[i], scratch);
  }
  Measure(line, cells);
  return cells;
}

std::vector<TextTable> FindTables(std::vector<ClaimLine>& lines) {
  return TableFinder(lines).Run();
}

}  // namespace regress
