// SPDX-License-Identifier: Apache-2.0
// The pairs of values of a table that a derived cell may follow from.
#include <algorithm>
#include <initializer_list>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/table_reader.h"

namespace regress {

// Asked for many times per row: the last one is kept.
const std::string& TableReader::RowLabel(size_t r) const {
  if (label_row_ != r) {
    label_ = MakeRowLabel(r);
    label_lower_better_ = IsLowerBetterText(LowerCase(label_) + " ");
    label_row_ = r;
  }
  return label_;
}

std::string TableReader::MakeRowLabel(size_t r) const {
  std::string label;
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].kind != TextColumnKind::kLabel && columns_[c].kind != TextColumnKind::kKey)
      continue;
    const std::string_view text = table_.text(context_.lines, table_.rows[r], Cell(r, c));
    if (text.empty()) continue;
    if (!label.empty()) label += ' ';
    label += text;
  }
  return Squeeze(label, 80);
}

bool TableReader::LowerBetter(size_t r, size_t c) const {
  if (Cell(r, c).value && IsLowerBetterUnit(Cell(r, c).value->unit_class)) return true;
  if (head_lower_better_.empty()) {
    for (const TextColumn& column : columns_)
      head_lower_better_.push_back(IsLowerBetterText(" " + column.head));
  }
  RowLabel(r);
  return label_lower_better_ || head_lower_better_[c];
}

void TableReader::AddPair(ClaimCandidate& candidate, uint32_t slot, size_t row_a, size_t a,
                          size_t row_b, size_t b) const {
  if (candidate.pairs.size() >= 12) return;
  if (row_a == row_b && a == b) return;
  if (!HasValue(row_a, a) || !HasValue(row_b, b)) return;
  FigurePair pair;
  // Labels decide which side is which, not positions.
  const bool swap = row_a == row_b && (columns_[a].role > 0 || columns_[b].role < 0) &&
                    columns_[a].role >= columns_[b].role;
  pair.before = {swap ? At(row_b, b) : At(row_a, a)};
  pair.after = {swap ? At(row_a, a) : At(row_b, b)};
  pair.step = PairStep::kAdjacent;
  pair.ordered = columns_[a].role != 0 || columns_[b].role != 0 || row_a != row_b;
  pair.lower_better = LowerBetter(row_b, b);
  pair.label = RowLabel(row_b);
  pair.slot = slot;
  candidate.pairs.push_back(std::move(pair));
}

void TableReader::CollectPairs(ClaimCandidate& candidate, size_t r, size_t c, bool in_cell,
                               size_t base_row) const {
  std::vector<size_t> left;
  std::vector<size_t> right;
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (!HasValue(r, k) || k == c) continue;
    (k < c ? left : right).push_back(k);
  }
  if (in_cell) {
    // The nearest plain value on the left, the first of the row, the neighbours.
    for (size_t i = left.size(); i-- > 0;) {
      const TextCell& other = Cell(r, left[i]);
      if (other.kind == CellKind::kValue || (other.percent && other.percent->number.value == 0)) {
        AddPair(candidate, kSlotNearest, r, left[i], r, c);
        break;
      }
    }
    if (!left.empty()) {
      AddPair(candidate, kSlotFirst, r, left.front(), r, c);
      AddPair(candidate, kSlotAround, r, left.back(), r, c);
    } else if (!right.empty()) {
      AddPair(candidate, kSlotRight, r, right.front(), r, c);
    }
    if (base_row < r) AddPair(candidate, kSlotBaseRow, base_row, c, r, c);
    if (r > 0 && base_row != r - 1) AddPair(candidate, kSlotPreviousRow, r - 1, c, r, c);
    return;
  }
  AddLabelled(candidate, r, left);
  AddSameHead(candidate, r, c, left);
  if (left.size() >= 2) {
    AddPair(candidate, kSlotNearest, r, left[left.size() - 2], r, left.back());
  }
  if (left.size() >= 3) {
    AddPair(candidate, kSlotFirst, r, left.front(), r, left.back());
    AddPair(candidate, kSlotFirstTwo, r, left[0], r, left[1]);
    AddMidpoint(candidate, r, left);
  }
  if (!left.empty() && !right.empty()) {
    AddPair(candidate, kSlotAround, r, left.back(), r, right.front());
  }
  if (left.size() < 2 && right.size() >= 2) {
    AddPair(candidate, kSlotRight, r, right[0], r, right[1]);
  }
  if (!left.empty()) {
    if (base_row < r) AddPair(candidate, kSlotBaseRow, base_row, left.back(), r, left.back());
    if (r > 0 && base_row != r - 1) {
      AddPair(candidate, kSlotPreviousRow, r - 1, left.back(), r, left.back());
    }
  }
}

void TableReader::AddLabelled(ClaimCandidate& candidate, size_t r,
                              const std::vector<size_t>& left) const {
  std::optional<size_t> before;
  std::optional<size_t> after;
  for (size_t i = left.size(); i-- > 0;) {
    const int role = columns_[left[i]].role;
    if (role < 0 && !before) before = left[i];
    if (role > 0 && !after) after = left[i];
  }
  if (!before || !after) return;
  AddPair(candidate, kSlotLabelled, r, *before, r, *after);
  candidate.header_fixes = true;
}

// "MB/s  lat  MB/s  lat  MB/s%  lat%": the two values of the metric that the head names.
void TableReader::AddSameHead(ClaimCandidate& candidate, size_t r, size_t c,
                              const std::vector<size_t>& left) const {
  if (left.size() < 4) return;
  const std::vector<std::string> own = HeadMetric(columns_[c].head);
  if (own.empty()) return;
  std::vector<size_t> same;
  for (const size_t k : left) {
    const std::vector<std::string> words = HeadMetric(columns_[k].head);
    const bool all = std::all_of(own.begin(), own.end(), [&](const std::string& word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    });
    if (all) same.push_back(k);
  }
  if (same.size() == 2) AddPair(candidate, kSlotSameHead, r, same[0], r, same[1]);
}

// The words of a head that name its metric, without "%", "diff" and the like.
std::vector<std::string> TableReader::HeadMetric(std::string_view head) {
  std::vector<std::string> words;
  size_t at = 0;
  while (at < head.size() && words.size() < 8) {
    while (at < head.size() && !IsLetter(head[at]) && !IsDigit(head[at])) ++at;
    size_t end = at;
    while (end < head.size() && (IsLetter(head[end]) || IsDigit(head[end]) || head[end] == '/')) {
      ++end;
    }
    std::string word(head.substr(at, end - at));
    if (!word.empty() && !IsChangeHead(word)) words.push_back(std::move(word));
    at = end;
  }
  return words;
}

void TableReader::AddMidpoint(ClaimCandidate& candidate, size_t r,
                              const std::vector<size_t>& left) const {
  const size_t n = left.size();
  FigurePair pair;
  pair.before = {At(r, left[n - 3]), At(r, left[n - 1])};
  pair.after = {At(r, left[n - 2])};
  pair.step = PairStep::kAdjacent;
  pair.ordered = true;
  pair.label = RowLabel(r);
  pair.slot = kSlotMidpoint;
  pair.lower_better = LowerBetter(r, left[n - 2]);
  if (candidate.pairs.size() < 12) candidate.pairs.push_back(std::move(pair));
}

}  // namespace regress
