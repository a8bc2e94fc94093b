// SPDX-License-Identifier: Apache-2.0
// Pairs of a table that the prose around it may rest on.
#include <algorithm>
#include <initializer_list>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/table_reader.h"

namespace regress {

// The columns of two rows that name both sides, for claims of the prose.
void TableReader::OfferColumns(size_t before, size_t after) {
  for (size_t c = 0; c < columns_.size() && context_.pairs.size() < 20000; ++c) {
    ClaimCandidate holder;
    AddPair(holder, kSlotRowsLabelled, before, c, after, c);
    if (holder.pairs.empty()) continue;
    ContextPair out;
    out.pair = std::move(holder.pairs.front());
    out.pair.step = PairStep::kRow;
    out.pair.label = Squeeze(table_.heads[c], 80);
    out.line_index = table_.rows[after].line_index;
    out.words = columns_[c].head + " " + LinesAbove();
    out.table = number_;
    context_.pairs.push_back(std::move(out));
  }
}

// Two rows alone, "base" and "patched", without a row of changes.
void TableReader::OfferRows() {
  if (table_.rows.size() != 2 || !table_.has_heads) return;
  const int first = LabelRole(RowLabel(0));
  const int second = LabelRole(RowLabel(1));
  if (first == 0 || first != -second) return;
  OfferColumns(first < 0 ? 0 : 1, first < 0 ? 1 : 0);
}

const std::string& TableReader::HeadWords() {
  if (head_words_.empty()) {
    for (const TextColumn& column : columns_) head_words_ += column.head + " ";
    head_words_ += LinesAbove();
  }
  return head_words_;
}

// Columns that compare kernels, not a tool's output with a column per metric: their heads say so
// or the table derives something, and all values of a row are of one kind.
bool TableReader::IsComparative(size_t r, const std::vector<size_t>& values) const {
  bool named = false;
  for (const TextColumn& column : columns_) {
    named |= column.change_head &&
             (column.kind == TextColumnKind::kPercent || column.kind == TextColumnKind::kRatio);
    named |= column.kind == TextColumnKind::kBoth;
  }
  UnitClass unit_class = UnitClass::kNone;
  for (const size_t c : values) {
    named |= columns_[c].role != 0;
    const UnitClass own = Cell(r, c).value->unit_class;
    if (own == UnitClass::kNone) continue;
    if (unit_class != UnitClass::kNone && own != unit_class) return false;
    unit_class = own;
  }
  return named;
}

// The pairs of a row for the prose: labelled sides, else the first value against the others.
void TableReader::OfferPairs(size_t r) {
  if (context_.pairs.size() > 20000) return;
  std::vector<size_t> values;
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (HasValue(r, c)) values.push_back(c);
  }
  if (values.size() < 2 || values.size() > 24 || !IsComparative(r, values)) return;
  const std::string label = RowLabel(r);
  const std::string words = LowerCase(label) + " " + HeadWords();
  size_t offered = 0;
  for (size_t i = 0; i + 1 < values.size() && offered < 6; ++i) {
    for (size_t k = i + 1; k < values.size() && offered < 6; ++k) {
      const int role_a = columns_[values[i]].role;
      const int role_b = columns_[values[k]].role;
      if (role_a != 0 && role_a == role_b) continue;
      if (Cell(r, values[i]).value->number.value == 0 ||
          Cell(r, values[k]).value->number.value == 0) {
        continue;
      }
      if (values.size() > 2 && role_a == 0 && role_b == 0 && i > 0) continue;
      ClaimCandidate holder;
      AddPair(holder, kSlotNearest, r, values[i], r, values[k]);
      if (holder.pairs.empty()) continue;
      ContextPair out;
      out.pair = std::move(holder.pairs.front());
      out.pair.step = PairStep::kRow;
      out.line_index = table_.rows[r].line_index;
      out.words = words;
      out.table = number_;
      for (size_t c = 0; c < columns_.size(); ++c) {
        const TextCell& cell = Cell(r, c);
        const bool own = cell.kind == CellKind::kBoth ? c == values[k] : values.size() == 2;
        if (own && cell.percent && cell.percent->unit_class == UnitClass::kPercent) {
          out.pair.printed = context_.MakeFigure(*cell.percent, out.line_index, label);
        }
      }
      context_.pairs.push_back(std::move(out));
      ++offered;
    }
  }
}

}  // namespace regress
