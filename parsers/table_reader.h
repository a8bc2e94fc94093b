// SPDX-License-Identifier: Apache-2.0
// Reads the claims of one table: changes, ratios and differences that its cells print, with the
// pairs of values that they may follow from, and pairs for the prose around it. Borrows the context
// and the table. Its parts: table_claims.cc (cells that derive something), table_pairs.cc (values
// that they may follow from), table_sandwich.cc (two controls around a patched kernel),
// table_offers.cc (pairs for the prose).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/claim_context.h"
#include "parsers/table_claims.h"
#include "parsers/text_columns.h"

namespace regress {

class TableReader {
 public:
  TableReader(ClaimContext& context, const TextTable& table, uint32_t number)
      : context_(context), table_(table), number_(number), columns_(ReadTextColumns(table)) {}

  void Run();

 private:
  const TextCell& Cell(size_t r, size_t c) const { return table_.rows[r].cells[c]; }
  bool HasValue(size_t r, size_t c) const {
    return Cell(r, c).value.has_value() && (columns_[c].kind == TextColumnKind::kValue ||
                                            columns_[c].kind == TextColumnKind::kBoth);
  }

  // Asked for many times per row: the last one is kept.
  const std::string& RowLabel(size_t r) const;
  std::string MakeRowLabel(size_t r) const;
  // The base of a group: its change is "-" or exactly zero.
  bool IsBaseRow(size_t r) const;
  // "delta   5.4%   5.4%  -5.3%" under two rows of values: no value of its own, and values above.
  bool IsChangeRow(size_t r) const;
  // The row of the group above `r` whose label names that side.
  std::optional<size_t> RowOfRole(size_t r, int role) const;
  void ReadChangeRow(size_t r);
  // The columns of two rows that name both sides, for claims of the prose.
  void OfferColumns(size_t before, size_t after);
  // Two rows alone, "base" and "patched", without a row of changes.
  void OfferRows();
  Figure At(size_t r, size_t c) const {
    return context_.MakeFigure(*Cell(r, c).value, table_.rows[r].line_index);
  }

  bool LowerBetter(size_t r, size_t c) const;
  void AddPair(ClaimCandidate& candidate, uint32_t slot, size_t row_a, size_t a, size_t row_b,
               size_t b) const;
  void ReadDerived(size_t r, size_t c, size_t base_row);
  // "ratio  100.2%  105.9%": one value in percent of the other, where the head says so and the
  // percents are near a hundred.
  bool IsShareColumn(size_t c) const;
  std::optional<size_t> FirstValue(size_t r) const;
  void CollectPairs(ClaimCandidate& candidate, size_t r, size_t c, bool in_cell,
                    size_t base_row) const;
  void AddLabelled(ClaimCandidate& candidate, size_t r, const std::vector<size_t>& left) const;
  // "MB/s  lat  MB/s  lat  MB/s%  lat%": the two values of the metric that the head names.
  void AddSameHead(ClaimCandidate& candidate, size_t r, size_t c,
                   const std::vector<size_t>& left) const;
  // The words of a head that name its metric, without "%", "diff" and the like.
  static std::vector<std::string> HeadMetric(std::string_view head);
  void AddMidpoint(ClaimCandidate& candidate, size_t r, const std::vector<size_t>& left) const;
  // control A, patched, control B: the heads name two controls around something else.
  bool ReadSandwich();
  void AddComparison(size_t r, const std::vector<size_t>& values, std::optional<size_t> derived);
  // "in ns/op (lower is better):" in the lines above the heads.
  const std::string& LinesAbove() const {
    if (!lines_above_) lines_above_ = JoinLinesAbove();
    return *lines_above_;
  }

  std::string JoinLinesAbove() const;
  std::string TableUnit() const;
  Direction TableDirection() const;
  // "tracking | re-COW per first-COW": one value per variant, nothing derived.
  bool ReadVariants();
  const std::string& HeadWords();
  // Columns that compare kernels, not a tool's output with a column per metric: their heads say so
  // or the table derives something, and all values of a row are of one kind.
  bool IsComparative(size_t r, const std::vector<size_t>& values) const;
  // The pairs of a row for the prose: labelled sides, else the first value against the others.
  void OfferPairs(size_t r);

  ClaimContext& context_;
  const TextTable& table_;
  uint32_t number_;
  std::vector<TextColumn> columns_;
  size_t group_ = 0;  // first row of the group above the next row of changes
  std::string head_words_;
  mutable std::optional<std::string> lines_above_;
  mutable size_t label_row_ = ~size_t{0};  // of label_
  mutable std::string label_;
  mutable bool label_lower_better_ = false;
  mutable std::vector<bool> head_lower_better_;  // by column
};

}  // namespace regress
