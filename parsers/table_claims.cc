// SPDX-License-Identifier: Apache-2.0
#include "parsers/table_claims.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/text_columns.h"

namespace regress {
namespace {

class TableReader {
 public:
  TableReader(ClaimContext& context, const TextTable& table, uint32_t number)
      : context_(context), table_(table), number_(number), columns_(ReadTextColumns(table)) {}

  void Run() {
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

 private:
  const TextCell& Cell(size_t r, size_t c) const { return table_.rows[r].cells[c]; }
  bool HasValue(size_t r, size_t c) const {
    return Cell(r, c).value.has_value() && (columns_[c].kind == TextColumnKind::kValue ||
                                            columns_[c].kind == TextColumnKind::kBoth);
  }

  std::string RowLabel(size_t r) const {
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

  // The base of a group: its change is "-" or exactly zero.
  bool IsBaseRow(size_t r) const {
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
  bool IsChangeRow(size_t r) const {
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
  std::optional<size_t> RowOfRole(size_t r, int role) const {
    for (size_t row = r; row-- > group_;) {
      if (LabelRole(RowLabel(row)) == role) return row;
    }
    return std::nullopt;
  }

  void ReadChangeRow(size_t r) {
    const std::string label = LowerCase(RowLabel(r));
    const std::optional<size_t> before = RowOfRole(r, -1);
    const std::optional<size_t> after = RowOfRole(r, 1);
    for (size_t c = 0; c < columns_.size(); ++c) {
      const TextCell& cell = Cell(r, c);
      if (columns_[c].kind == TextColumnKind::kLabel || columns_[c].kind == TextColumnKind::kKey)
        continue;
      const NumberToken* token = cell.percent ? &*cell.percent
                                 : cell.value ? &*cell.value
                                              : nullptr;
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

  // The columns of two rows that name both sides, for claims of the prose.
  void OfferColumns(size_t before, size_t after) {
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
  void OfferRows() {
    if (table_.rows.size() != 2 || !table_.has_heads) return;
    const int first = LabelRole(RowLabel(0));
    const int second = LabelRole(RowLabel(1));
    if (first == 0 || first != -second) return;
    OfferColumns(first < 0 ? 0 : 1, first < 0 ? 1 : 0);
  }

  Figure At(size_t r, size_t c) const {
    return context_.MakeFigure(*Cell(r, c).value, table_.rows[r].line_index);
  }

  bool LowerBetter(size_t r, size_t c) const {
    if (Cell(r, c).value && IsLowerBetterUnit(Cell(r, c).value->unit_class)) return true;
    return IsLowerBetterText(LowerCase(RowLabel(r)) + " " + columns_[c].head);
  }

  void AddPair(ClaimCandidate& candidate, uint32_t slot, size_t row_a, size_t a, size_t row_b,
               size_t b) const {
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

  void ReadDerived(size_t r, size_t c, size_t base_row) {
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
  bool IsShareColumn(size_t c) const {
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

  std::optional<size_t> FirstValue(size_t r) const {
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (HasValue(r, c)) return c;
    }
    return std::nullopt;
  }

  void CollectPairs(ClaimCandidate& candidate, size_t r, size_t c, bool in_cell,
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

  void AddLabelled(ClaimCandidate& candidate, size_t r, const std::vector<size_t>& left) const {
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
  void AddSameHead(ClaimCandidate& candidate, size_t r, size_t c,
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
  static std::vector<std::string> HeadMetric(std::string_view head) {
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

  void AddMidpoint(ClaimCandidate& candidate, size_t r, const std::vector<size_t>& left) const {
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

  // control A, patched, control B: the heads name two controls around something else.
  bool ReadSandwich() {
    std::vector<size_t> values;
    std::optional<size_t> derived;
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].kind == TextColumnKind::kValue) values.push_back(c);
      if (columns_[c].kind == TextColumnKind::kPercent && !derived) derived = c;
    }
    if (values.size() != 3) return false;
    const bool controls = columns_[values[0]].role < 0 && columns_[values[2]].role < 0 &&
                          columns_[values[1]].role >= 0;
    if (!controls) return false;
    for (size_t r = 0; r < table_.rows.size(); ++r) {
      if (!HasValue(r, values[0]) || !HasValue(r, values[1]) || !HasValue(r, values[2])) continue;
      ContextPair offered;
      FigurePair& pair = offered.pair;
      pair.before = {At(r, values[0]), At(r, values[2])};
      pair.after = {At(r, values[1])};
      pair.step = PairStep::kRow;
      pair.ordered = true;
      pair.label = RowLabel(r);
      pair.slot = kSlotMidpoint;
      pair.lower_better = LowerBetter(r, values[1]);
      if (derived && Cell(r, *derived).percent) {
        const NumberToken& token = *Cell(r, *derived).percent;
        ClaimCandidate candidate = context_.MakeCandidate(
            ClaimKind::kTableDelta, table_.rows[r].line_index, token.begin, token.end);
        candidate.measure = Measure::kChange;
        candidate.stated = token.number;
        candidate.signed_number = token.sign != 0;
        candidate.claim.metric = pair.label;
        candidate.claim.stated_unit.assign(1, '%');
        candidate.table = number_;
        candidate.column = static_cast<uint32_t>(*derived);
        candidate.row = static_cast<uint32_t>(r);
        candidate.header_fixes = true;
        candidate.pairs.push_back(pair);
        candidate.pairs.back().step = PairStep::kAdjacent;
        AddPair(candidate, kSlotFirstTwo, r, values[0], r, values[1]);
        pair.printed = context_.MakeFigure(token, table_.rows[r].line_index, pair.label);
        context_.Add(std::move(candidate));
      }
      AddComparison(r, values, derived);
      offered.line_index = table_.rows[r].line_index;
      offered.words = LowerCase(pair.label) + " " + HeadWords();
      offered.table = number_;
      context_.pairs.push_back(std::move(offered));
    }
    return true;
  }

  void AddComparison(size_t r, const std::vector<size_t>& values, std::optional<size_t> derived) {
    if (context_.left_out > 0) return;
    Comparison comparison;
    comparison.metric = RowLabel(r);
    comparison.unit = TableUnit();
    comparison.better = TableDirection();
    comparison.source = context_.At(table_.rows[r].line_index, Cell(r, values[0]).begin);
    comparison.quote_depth = context_.lines[table_.rows[r].line_index].depth;
    const Role roles[] = {Role::kControl, Role::kPatched, Role::kControl};
    for (size_t i = 0; i < 3; ++i) {
      Point point;
      point.role = roles[i];
      point.label = table_.heads[values[i]];
      point.mean = Cell(r, values[i]).value->number.value;
      point.printed = Cell(r, values[i]).value->number.text;
      comparison.points.push_back(std::move(point));
    }
    if (derived && Cell(r, *derived).percent) {
      comparison.printed_change =
          std::string(table_.text(context_.lines, table_.rows[r], Cell(r, *derived)));
    }
    context_.bundle.comparisons.push_back(std::move(comparison));
  }

  // "in ns/op (lower is better):" in the lines above the heads.
  std::string LinesAbove() const {
    std::string above;
    size_t taken = 0;
    for (size_t i = table_.first_head; i-- > 0 && taken < 3;) {
      const ClaimLine& line = context_.lines[i];
      if (line.line_class == LineClass::kBlank && taken > 0) break;
      if (line.line_class != LineClass::kText) continue;
      above.insert(0, " ");
      above.insert(0, LowerCase(line.text.substr(0, 400)));
      ++taken;
    }
    return above;
  }

  std::string TableUnit() const {
    const std::string above = LinesAbove();
    for (const std::string_view unit : {"ns/op", "us/op", "ms/op", "ops/s", "mib/s", "mb/s", "iops",
                                        "usec", "msec", " ns", " us", " ms"}) {
      if (above.find(unit) != std::string::npos) return std::string(Trim(unit));
    }
    return "";
  }

  Direction TableDirection() const {
    const std::string above = LinesAbove();
    if (Contains(above, {"lower is better", "less is better", "smaller is better"})) {
      return Direction::kLower;
    }
    if (Contains(above, {"higher is better", "more is better", "bigger is better"})) {
      return Direction::kHigher;
    }
    return Direction::kUnknown;
  }

  // "tracking | re-COW per first-COW": one value per variant, nothing derived.
  bool ReadVariants() {
    if (columns_.size() != 2 || columns_[0].kind != TextColumnKind::kLabel ||
        columns_[1].kind != TextColumnKind::kValue || table_.rows.size() < 2 || !table_.has_heads) {
      return false;
    }
    return true;  // variant_claims.cc reads them
  }

  const std::string& HeadWords() {
    if (head_words_.empty()) {
      for (const TextColumn& column : columns_) head_words_ += column.head + " ";
      head_words_ += LinesAbove();
    }
    return head_words_;
  }

  // Columns that compare kernels, not a tool's output with a column per metric: their heads say so
  // or the table derives something, and all values of a row are of one kind.
  bool IsComparative(size_t r, const std::vector<size_t>& values) const {
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
  void OfferPairs(size_t r) {
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

  ClaimContext& context_;
  const TextTable& table_;
  uint32_t number_;
  std::vector<TextColumn> columns_;
  size_t group_ = 0;  // first row of the group above the next row of changes
  std::string head_words_;
};

}  // namespace

void FindTableClaims(ClaimContext& context) {
  uint32_t number = 0;
  for (const TextTable& table : context.tables) {
    if (table.rows.empty()) continue;
    TableReader(context, table, ++number).Run();
  }
}

}  // namespace regress
