// SPDX-License-Identifier: Apache-2.0
// Tables of control A, patched, control B: a claim and a comparison per row.
#include <algorithm>
#include <initializer_list>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/table_reader.h"

namespace regress {

// control A, patched, control B: the heads name two controls around something else.
bool TableReader::ReadSandwich() {
  std::vector<size_t> values;
  std::optional<size_t> derived;
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].kind == TextColumnKind::kValue) values.push_back(c);
    if (columns_[c].kind == TextColumnKind::kPercent && !derived) derived = c;
  }
  if (values.size() != 3) return false;
  const bool controls =
      columns_[values[0]].role < 0 && columns_[values[2]].role < 0 && columns_[values[1]].role >= 0;
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

void TableReader::AddComparison(size_t r, const std::vector<size_t>& values,
                                std::optional<size_t> derived) {
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

std::string TableReader::JoinLinesAbove() const {
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

std::string TableReader::TableUnit() const {
  const std::string& above = LinesAbove();
  for (const std::string_view unit : {"ns/op", "us/op", "ms/op", "ops/s", "mib/s", "mb/s", "iops",
                                      "usec", "msec", " ns", " us", " ms"}) {
    if (above.find(unit) != std::string::npos) return std::string(Trim(unit));
  }
  return "";
}

Direction TableReader::TableDirection() const {
  const std::string& above = LinesAbove();
  if (Contains(above, {"lower is better", "less is better", "smaller is better"})) {
    return Direction::kLower;
  }
  if (Contains(above, {"higher is better", "more is better", "bigger is better"})) {
    return Direction::kHigher;
  }
  return Direction::kUnknown;
}

}  // namespace regress
