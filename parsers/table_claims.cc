// SPDX-License-Identifier: Apache-2.0
#include "parsers/table_claims.h"

#include <algorithm>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/table_reader.h"

namespace regress {

void TableReader::Run() {
  if (ReadSandwich()) return;
  if (ReadVariants()) return;
  size_t base_row = 0;
  for (size_t r = 0; r < table_.rows.size(); ++r) {
    if (IsChangeRow(r)) {
      ReadChangeRow(r);
      group_ = r + 1;
      base_row = r + 1;
      continue;
    }
    if (IsBaseRow(r)) base_row = r;
    for (size_t c = 0; c < columns_.size(); ++c) ReadDerived(r, c, base_row);
    OfferPairs(r);
  }
  OfferRows();
}

// The base of a group: its change is "-" or exactly zero.
bool TableReader::IsBaseRow(size_t r) const {
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].kind != TextColumnKind::kPercent &&
        columns_[c].kind != TextColumnKind::kRatio) {
      continue;
    }
    const TextCell& cell = Cell(r, c);
    if (cell.kind == CellKind::kEmpty || cell.kind == CellKind::kText) return true;
    if (cell.kind == CellKind::kValue && cell.value && cell.value->number.value == 0) return true;
    if (cell.percent && cell.percent->unit_class == UnitClass::kPercent &&
        cell.percent->number.value == 0) {
      return true;
    }
  }
  return false;
}

// "delta   5.4%   5.4%  -5.3%" under two rows of values: no value of its own, and values above.
bool TableReader::IsChangeRow(size_t r) const {
  if (r < group_ + 2) return false;
  const std::string label = LowerCase(RowLabel(r));
  const bool percent_label = label.find('%') != std::string::npos && IsChangeHead(label);
  size_t changes = 0;
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].kind == TextColumnKind::kLabel || columns_[c].kind == TextColumnKind::kKey ||
        columns_[c].kind == TextColumnKind::kDeviation) {
      continue;
    }
    const TextCell& cell = Cell(r, c);
    if (cell.kind == CellKind::kEmpty || cell.kind == CellKind::kText) continue;
    const bool derived = cell.kind == CellKind::kPercent || cell.kind == CellKind::kRatio ||
                         (cell.kind == CellKind::kValue && percent_label);
    if (!derived || !HasValue(r - 1, c) || !HasValue(r - 2, c)) return false;
    ++changes;
  }
  return changes >= 1 && (label.empty() || IsChangeHead(label) || changes >= 2);
}

// The row of the group above `r` whose label names that side.
std::optional<size_t> TableReader::RowOfRole(size_t r, int role) const {
  for (size_t row = r; row-- > group_;) {
    if (LabelRole(RowLabel(row)) == role) return row;
  }
  return std::nullopt;
}

void TableReader::ReadChangeRow(size_t r) {
  const std::string label = LowerCase(RowLabel(r));
  const std::optional<size_t> before = RowOfRole(r, -1);
  const std::optional<size_t> after = RowOfRole(r, 1);
  for (size_t c = 0; c < columns_.size(); ++c) {
    const TextCell& cell = Cell(r, c);
    if (columns_[c].kind == TextColumnKind::kLabel || columns_[c].kind == TextColumnKind::kKey)
      continue;
    const NumberToken* token = cell.percent ? &*cell.percent : cell.value ? &*cell.value : nullptr;
    if (token == nullptr || token->spread) continue;
    const bool ratio = token->unit_class == UnitClass::kRatio;
    ClaimCandidate candidate =
        context_.MakeCandidate(ratio ? ClaimKind::kRatio : ClaimKind::kTableDelta,
                               table_.rows[r].line_index, token->begin, token->end);
    candidate.measure = ratio ? Measure::kRatio : Measure::kChange;
    candidate.stated = token->number;
    candidate.signed_number = token->sign != 0;
    candidate.claim.metric = Squeeze(table_.heads[c], 80);
    candidate.claim.stated_unit = cell.percent ? std::string(token->unit) : "%";
    candidate.table = number_;
    candidate.column = static_cast<uint32_t>(c);
    candidate.row = static_cast<uint32_t>(r);
    candidate.header_fixes = IsChangeHead(label);
    candidate.speed_words = Contains(label, {"improv", "gain", "speed", "faster"});
    if (token->tilde) candidate.bound = Bound::kAbout;
    if (before && after) AddPair(candidate, kSlotRowsLabelled, *before, c, *after, c);
    AddPair(candidate, kSlotRowsAbove, r - 2, c, r - 1, c);
    if (r > group_ + 2) AddPair(candidate, kSlotRowsFirst, group_, c, r - 1, c);
    candidate.tentative = !candidate.header_fixes || candidate.pairs.empty();
    context_.Add(std::move(candidate));
  }
  if (before && after) OfferColumns(*before, *after);
}

void TableReader::ReadDerived(size_t r, size_t c, size_t base_row) {
  const TextCell& cell = Cell(r, c);
  const TextColumn& column = columns_[c];
  // "-0.3 us (-9.7%)" under "Delta" is the change of the columns on its left.
  const bool in_cell =
      cell.kind == CellKind::kBoth && !(column.change_head && column.role == 0 && c >= 2 &&
                                        HasValue(r, c - 1) && HasValue(r, c - 2));
  const bool plain = cell.kind == CellKind::kValue && !cell.percent;
  const NumberToken* token = cell.percent ? &*cell.percent : nullptr;
  bool as_percent = false;
  Measure measure = Measure::kChange;
  if (token == nullptr) {
    if (!plain ||
        (column.kind != TextColumnKind::kDifference && column.kind != TextColumnKind::kPercent &&
         column.kind != TextColumnKind::kRatio)) {
      return;
    }
    token = &*cell.value;
    if (column.kind == TextColumnKind::kPercent && token->unit.empty()) {
      as_percent =
          column.head.find('%') != std::string::npos || Contains(column.head, {"pct", "perc"});
    }
    measure = as_percent ? Measure::kChange : Measure::kDifference;
    if (column.kind == TextColumnKind::kRatio) measure = Measure::kRatio;
  } else if (token->unit_class == UnitClass::kRatio) {
    measure = Measure::kRatio;
  }
  if (token->spread) return;
  if (measure == Measure::kChange && !in_cell && IsShareColumn(c)) measure = Measure::kShare;
  const bool is_percent = measure == Measure::kChange;
  if (column.level_head && !column.change_head) return;
  // The base of mmtests and of groups prints 0.00%: a mark, no claim.
  if (in_cell && is_percent && token->number.value == 0 && FirstValue(r) == c) return;
  const ClaimKind kind = measure == Measure::kDifference ? ClaimKind::kDifference
                         : measure == Measure::kRatio    ? ClaimKind::kRatio
                                                         : ClaimKind::kTableDelta;
  ClaimCandidate candidate =
      context_.MakeCandidate(kind, table_.rows[r].line_index, token->begin, token->end);
  candidate.measure = measure;
  candidate.stated = token->number;
  candidate.signed_number = token->sign != 0;
  candidate.claim.metric = RowLabel(r);
  candidate.claim.stated_unit = as_percent ? "%" : std::string(token->unit);
  candidate.table = number_;
  candidate.column = static_cast<uint32_t>(c);
  candidate.row = static_cast<uint32_t>(r);
  candidate.header_fixes = column.change_head;
  candidate.speed_words = Contains(column.head, {"improv", "gain", "speed", "faster"});
  if (token->tilde) candidate.bound = Bound::kAbout;
  CollectPairs(candidate, r, c, in_cell, base_row);
  // Without a head that says so, an unsigned percent may be a level or a share.
  candidate.tentative = measure == Measure::kDifference || as_percent ||
                        (!column.change_head && !candidate.signed_number && !in_cell) ||
                        (in_cell && !candidate.signed_number && !column.change_head) ||
                        (measure == Measure::kRatio && !column.change_head) ||
                        candidate.pairs.empty();
  context_.Add(std::move(candidate));
}

// "ratio  100.2%  105.9%": one value in percent of the other, where the head says so and the
// percents are near a hundred.
bool TableReader::IsShareColumn(size_t c) const {
  if (!Contains(columns_[c].head, {"ratio", "share", "%age", "% of", "relative", "/"}))
    return false;
  size_t large = 0;
  size_t all = 0;
  for (const TextRow& row : table_.rows) {
    const std::optional<NumberToken>& percent = row.cells[c].percent;
    if (!percent) continue;
    if (percent->sign != 0) return false;
    ++all;
    large += percent->number.value >= 50 ? 1 : 0;
  }
  return large * 2 > all;
}

std::optional<size_t> TableReader::FirstValue(size_t r) const {
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (HasValue(r, c)) return c;
  }
  return std::nullopt;
}

// "tracking | re-COW per first-COW": one value per variant, nothing derived.
bool TableReader::ReadVariants() {
  if (columns_.size() != 2 || columns_[0].kind != TextColumnKind::kLabel ||
      columns_[1].kind != TextColumnKind::kValue || table_.rows.size() < 2 || !table_.has_heads) {
    return false;
  }
  return true;  // variant_claims.cc reads them
}

void FindTableClaims(ClaimContext& context) {
  uint32_t number = 0;
  for (const TextTable& table : context.tables) {
    if (table.rows.empty()) continue;
    TableReader(context, table, ++number).Run();
  }
}

}  // namespace regress
