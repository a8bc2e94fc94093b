// SPDX-License-Identifier: Apache-2.0
#include "parsers/table_cells.h"

#include <algorithm>
#include <utility>

#include "parsers/scan.h"

namespace regress {

bool IsNumeric(CellKind kind) {
  return kind == CellKind::kValue || kind == CellKind::kPercent || kind == CellKind::kRatio ||
         kind == CellKind::kBoth;
}

bool IsDashText(std::string_view text) {
  return text.empty() || text == "-" || text == "--" || text == "---" || text == "n/a" ||
         text == "N/A" || text == "NA" || text == "na" || text == "\xe2\x80\x94";
}

namespace {

constexpr size_t kMaxTableLine = 4096;

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

}  // namespace

size_t NumericCells(const std::vector<TextCell>& cells) {
  return static_cast<size_t>(std::count_if(
      cells.begin(), cells.end(), [](const TextCell& cell) { return IsNumeric(cell.kind); }));
}

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

bool IsUnlabelled(const std::vector<TextCell>& above, const std::vector<TextCell>& cells) {
  if (above.front().kind != CellKind::kText || cells.front().left < above.front().right)
    return false;
  return std::all_of(cells.begin(), cells.end(),
                     [](const TextCell& cell) { return IsNumeric(cell.kind); });
}

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

}  // namespace regress
