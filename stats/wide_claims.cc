// SPDX-License-Identifier: Apache-2.0
#include "stats/wide_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "models/data/table_words.h"
#include "stats/figure_check.h"
#include "stats/table_row.h"

namespace regress {
namespace {

constexpr size_t kMostRecoveryFigures = 8;
constexpr size_t kRowsToLearnFrom = 32;

// A quotient of figures: its value and what the intervals of the figures allow. None if a divisor
// may be 0.
std::optional<Derivation> Derive(std::string convention, std::string formula,
                                 const std::vector<const RowFigure*>& figures,
                                 const std::function<double(const std::vector<double>&)>& f) {
  std::vector<double> values;
  values.reserve(figures.size());
  for (const RowFigure* figure : figures) values.push_back(figure->value);
  Derivation derivation{std::move(convention), std::move(formula), f(values), {}};
  if (!std::isfinite(derivation.value)) return std::nullopt;
  derivation.reachable = {derivation.value, derivation.value};
  for (size_t corner = 0; corner < size_t{1} << figures.size(); ++corner) {
    for (size_t i = 0; i < figures.size(); ++i) {
      const Interval& interval = figures[i]->interval;
      values[i] = (corner >> i & 1) != 0 ? interval.high : interval.low;
    }
    const double value = f(values);
    if (!std::isfinite(value)) return std::nullopt;
    derivation.reachable.low = std::min(derivation.reachable.low, value);
    derivation.reachable.high = std::max(derivation.reachable.high, value);
  }
  return derivation;
}

// True if the interval of a divisor keeps away from zero.
bool Divides(const RowFigure& figure) {
  return figure.interval.low > 0 || figure.interval.high < 0;
}

void Push(std::vector<Derivation>& list, std::optional<Derivation> derivation) {
  if (derivation) list.push_back(std::move(*derivation));
}

// patched against base: the change in percent or, where the column has no percent, also as a ratio.
void AddChange(std::vector<Derivation>& list, const RowFigure& patched, const RowFigure& base,
               const std::string& against, const std::string& unit) {
  const std::vector<const RowFigure*> figures{&patched, &base};
  const std::string quotient = fmt::format("{} / {}", patched.text, base.text);
  if (Divides(base)) {
    Push(list, Derive("patched / " + against + " - 1", quotient + " - 1", figures,
                      [](const auto& v) { return 100 * (v[0] / v[1] - 1); }));
    Push(list, Derive("|patched / " + against + " - 1|", fmt::format("|{} - 1|", quotient), figures,
                      [](const auto& v) { return std::abs(100 * (v[0] / v[1] - 1)); }));
    Push(list, Derive("1 - patched / " + against, "1 - " + quotient, figures,
                      [](const auto& v) { return 100 * (1 - v[0] / v[1]); }));
    if (unit != "%") {
      Push(list, Derive("patched / " + against, quotient, figures,
                        [](const auto& v) { return v[0] / v[1]; }));
      Push(list, Derive("patched / " + against + " - 1 as a fraction", quotient + " - 1", figures,
                        [](const auto& v) { return v[0] / v[1] - 1; }));
    }
  }
  if (Divides(base) && Divides(patched)) {
    const std::string inverse = fmt::format("{} / {}", base.text, patched.text);
    Push(list, Derive(against + " / patched - 1", inverse + " - 1", figures,
                      [](const auto& v) { return 100 * (v[1] / v[0] - 1); }));
    if (unit != "%")
      Push(list, Derive(against + " / patched", inverse, figures,
                        [](const auto& v) { return v[1] / v[0]; }));
  }
}

// patched against the midpoint of the controls or, failing that, against one of them.
void AddDelta(std::vector<Derivation>& list, const RowFigures& row, const RowFigure& patched,
              std::string_view reference_stem, const std::string& unit) {
  const std::optional<RowFigure> middle = row.Middle(reference_stem);
  if (!middle) return;
  const std::vector<RowFigure> repeats = row.Repeats(reference_stem);
  AddChange(list, patched, *middle, repeats.size() > 1 ? "midpoint" : "control", unit);
  if (repeats.size() < 2) return;
  AddChange(list, patched, repeats.front(), "A", unit);
  AddChange(list, patched, repeats.back(), "B", unit);
}

void AddDrift(std::vector<Derivation>& list, const RowFigure& a, const RowFigure& b) {
  const std::vector<const RowFigure*> figures{&a, &b};
  RowFigure middle;
  middle.interval = {(a.interval.low + b.interval.low) / 2,
                     (a.interval.high + b.interval.high) / 2};
  const std::string quotient = fmt::format("{} / {} - 1", b.text, a.text);
  const std::string halves = fmt::format("({} - {}) / midpoint", b.text, a.text);
  if (Divides(a)) {
    Push(list, Derive("(B - A) / A", quotient, figures,
                      [](const auto& v) { return 100 * (v[1] / v[0] - 1); }));
    Push(list, Derive("|B - A| / A", fmt::format("|{}|", quotient), figures,
                      [](const auto& v) { return std::abs(100 * (v[1] / v[0] - 1)); }));
  }
  if (Divides(middle)) {
    Push(list, Derive("(B - A) / midpoint", halves, figures,
                      [](const auto& v) { return 200 * (v[1] - v[0]) / (v[1] + v[0]); }));
    Push(list,
         Derive("|B - A| / midpoint", fmt::format("|{} - {}| / midpoint", b.text, a.text), figures,
                [](const auto& v) { return std::abs(200 * (v[1] - v[0]) / (v[1] + v[0])); }));
  }
  if (Divides(a) && Divides(b)) {
    Push(list, Derive("|B - A| / min(A, B)", fmt::format("|{} - {}| / the smaller", b.text, a.text),
                      figures, [](const auto& v) {
                        return std::abs(100 * (v[1] - v[0]) / std::min(v[0], v[1]));
                      }));
    Push(list, Derive("(B - A) / B", fmt::format("({} - {}) / {}", b.text, a.text, b.text), figures,
                      [](const auto& v) { return 100 * (v[1] - v[0]) / v[1]; }));
  }
}

std::optional<Derivation> Share(const RowFigure& a, const RowFigure& b, const RowFigure& c,
                                const RowFigure& d) {
  if (c.interval.Meets(d.interval)) return std::nullopt;
  return Derive(fmt::format("({} - {}) / ({} - {})", a.name, b.name, c.name, d.name),
                fmt::format("({} - {}) / ({} - {})", a.text, b.text, c.text, d.text),
                {&a, &b, &c, &d},
                [](const auto& v) { return 100 * (v[0] - v[1]) / (v[2] - v[3]); });
}

// Shares of the way between two figures that other figures cover; the usual reference, the change
// that the row is about, comes first.
void AddRecoveries(std::vector<Derivation>& list, const std::vector<RowFigure>& figures,
                   const RowFigure& control, bool all) {
  for (const bool usual : {true, false}) {
    for (size_t c = 0; c < figures.size(); ++c) {
      for (size_t d = 0; d < figures.size(); ++d) {
        if (c == d || (figures[d].name == control.name) != usual) continue;
        if (!usual && figures[c].name == control.name) continue;
        for (size_t a = 0; a < figures.size(); ++a) {
          for (size_t b = 0; b < figures.size(); ++b) {
            if (a != b && !(a == c && b == d))
              Push(list, Share(figures[a], figures[b], figures[c], figures[d]));
          }
        }
      }
    }
    if (!all) return;
  }
}

class WideJudge {
 public:
  explicit WideJudge(const EvidenceTable& table) : table_(table) {
    for (const TableColumn& column : table.columns) {
      if (!column.point.empty() && column.kind == ColumnKind::kLevel &&
          std::find(metrics_.begin(), metrics_.end(), column.metric) == metrics_.end())
        metrics_.push_back(column.metric);
    }
  }

  std::vector<Claim> Judge() {
    std::vector<Claim> claims;
    for (size_t column = 0; column < table_.columns.size(); ++column) {
      std::vector<Claim> more;
      switch (table_.columns[column].kind) {
        case ColumnKind::kMidpoint:
          more = Column(column, ClaimKind::kMean, true);
          break;
        case ColumnKind::kDelta:
        case ColumnKind::kDrift:
          more = Column(column, ClaimKind::kTableDelta, true);
          break;
        case ColumnKind::kRecovery:
          more = Column(column, ClaimKind::kShare, false);
          break;
        case ColumnKind::kDifference:
          more = Column(column, ClaimKind::kDifference, true);
          break;
        default:
          break;
      }
      for (Claim& claim : more) claims.push_back(std::move(claim));
    }
    return claims;
  }

 private:
  // The metric that a derived column is about, by the words it shares with the names of metrics.
  std::string MetricOf(const TableColumn& column) const {
    if (metrics_.size() <= 1) return metrics_.empty() ? "" : metrics_.front();
    const Words words = SplitWords(column.name);
    std::string best = metrics_.front();
    size_t most = 0;
    for (const std::string& metric : metrics_) {
      const Words other = SplitWords(metric);
      const auto shared = static_cast<size_t>(
          std::count_if(other.begin(), other.end(), [&](const std::string& word) {
            return std::find(words.begin(), words.end(), word) != words.end();
          }));
      if (shared > most) {
        most = shared;
        best = metric;
      }
    }
    return best;
  }

  std::vector<Claim> Column(size_t column, ClaimKind kind, bool named) {
    const std::string metric = MetricOf(table_.columns[column]);
    std::vector<DerivedCell> cells;
    for (size_t i = 0; i < table_.rows.size(); ++i) {
      if (!table_.rows[i].cells[column].number) continue;
      DerivedCell cell{i, column, {}};
      const RowFigures row(table_, table_.rows[i], metric);
      AddDerivations(cell, row);
      const std::optional<RowFigure> base = row.Middle(row.control());
      cell.zero_base = cell.derivations.empty() &&
                       table_.columns[column].kind == ColumnKind::kDelta && base &&
                       !Divides(*base) && row.stems().size() > 1;
      cells.push_back(std::move(cell));
    }
    if (table_.columns[column].kind == ColumnKind::kRecovery) KeepAgreeing(cells);
    return JudgeColumn(table_, cells, kind, named);
  }

  void AddDerivations(DerivedCell& cell, const RowFigures& row) const {
    const TableColumn& column = table_.columns[cell.column];
    const EvidenceRow& table_row = table_.rows[cell.row];
    std::vector<Derivation>& list = cell.derivations;
    switch (column.kind) {
      case ColumnKind::kMidpoint: {
        const std::vector<RowFigure> repeats = row.Repeats(row.StemOf(column.left));
        if (repeats.size() < 2) return;
        if (const std::optional<RowFigure> middle = row.Middle(row.StemOf(column.left))) {
          std::string formula;
          for (const RowFigure& repeat : repeats)
            formula += (formula.empty() ? "(" : " + ") + repeat.text;
          formula += fmt::format(") / {}", repeats.size());
          list.push_back(
              {"mean of the means", std::move(formula), middle->value, middle->interval});
        }
        return;
      }
      case ColumnKind::kDelta:
        return AddDelta(list, row, column, table_row);
      case ColumnKind::kDrift: {
        const std::string stem = row.StemOf(column.left);
        const std::vector<RowFigure> repeats = row.Repeats(stem.empty() ? row.control() : stem);
        if (repeats.size() >= 2) AddDrift(list, repeats.front(), repeats.back());
        return;
      }
      case ColumnKind::kRecovery: {
        std::vector<RowFigure> figures;
        for (const std::string& stem : row.stems()) {
          if (auto middle = row.Middle(stem); middle && figures.size() < kMostRecoveryFigures)
            figures.push_back(std::move(*middle));
        }
        const std::optional<RowFigure> control = row.Middle(row.control());
        const bool fine = table_row.cells[cell.column].number->unit <= 0.01;
        if (control && figures.size() >= 3) AddRecoveries(list, figures, *control, fine);
        return;
      }
      case ColumnKind::kDifference:
        return AddDifference(list, row, column, table_row);
      default:
        return;
    }
  }

  void AddDelta(std::vector<Derivation>& list, const RowFigures& row, const TableColumn& column,
                const EvidenceRow& table_row) const {
    if (!column.left.empty() && !column.right.empty()) {
      const std::string left = row.StemOf(column.left);
      const std::string right = row.StemOf(column.right);
      if (left.empty() || right.empty()) return;
      const std::optional<RowFigure> patched = row.Operand(column.left);
      const std::optional<RowFigure> base = row.Operand(column.right);
      if (!patched || !base) return;
      if (left == right) {
        AddDrift(list, *base, *patched);
        return;
      }
      AddChange(list, *patched, *base, column.right, column.unit);
      // "child_vs_parent" of a table with two parents may mean either.
      const Words words = SplitWords(column.right);
      if (base->text.find("midpoint") == 0 && words.back() != "midpoint" && words.back() != "mid" &&
          words.back() != "avg") {
        const std::vector<RowFigure> repeats = row.Repeats(right);
        AddChange(list, *patched, repeats.front(), "A", column.unit);
        AddChange(list, *patched, repeats.back(), "B", column.unit);
      }
      return;
    }
    const std::string name = table_row.key + " " + table_row.metric;
    const Words words = SplitWords(name);
    const auto says = [&](std::string_view word) {
      return std::any_of(words.begin(), words.end(),
                         [&](const std::string& w) { return w == word; });
    };
    if (says("recovery") || says("recovered")) return AddRowRecovery(list, row, table_row);
    if (says("drift")) {
      const std::optional<RowFigure> a = row.Middle(row.control());
      for (const std::string& stem : row.stems()) {
        if (stem == row.control() || !a) continue;
        if (const std::optional<RowFigure> b = row.Middle(stem)) AddDrift(list, *a, *b);
      }
      return;
    }
    for (const std::string& stem : row.stems()) {
      if (stem == row.control()) continue;
      const std::optional<RowFigure> patched = row.Middle(stem);
      if (patched) regress::AddDelta(list, row, *patched, row.control(), column.unit);
    }
  }

  // A row named recovery gives the way between its two figures; the third stands in other rows.
  void AddRowRecovery(std::vector<Derivation>& list, const RowFigures& row,
                      const EvidenceRow& table_row) const {
    const std::optional<RowFigure> control = row.Middle(row.control());
    if (!control) return;
    for (const std::string& stem : row.stems()) {
      if (stem == row.control()) continue;
      const std::optional<RowFigure> patched = row.Middle(stem);
      if (!patched) continue;
      std::set<std::string> seen{control->text, patched->text};
      for (const EvidenceRow& other : table_.rows) {
        if (&other == &table_row || other.subset.dropped != table_row.subset.dropped) continue;
        for (size_t i = 0; i < other.cells.size(); ++i) {
          if (table_.columns[i].point.empty() || !other.cells[i].number) continue;
          if (!seen.insert(other.cells[i].text).second || seen.size() > 32) continue;
          const RowFigure third = FigureOfCell(other.cells[i], other.key + other.metric);
          RowFigure base = *control;
          RowFigure regressed = *patched;
          base.name = "reference";
          regressed.name = "candidate";
          Push(list, Share(regressed, third, regressed, base));
          Push(list, Share(base, third, base, regressed));
        }
      }
    }
  }

  void AddDifference(std::vector<Derivation>& list, const RowFigures& row,
                     const TableColumn& column, const EvidenceRow& table_row) const {
    std::optional<RowFigure> left;
    std::optional<RowFigure> right;
    if (!column.left.empty() && !column.right.empty()) {
      left = row.Operand(column.left);
      right = row.Operand(column.right);
      if (!left || !right) {
        left = ColumnFigure(column.left, column, table_row);
        right = ColumnFigure(column.right, column, table_row);
      }
    } else {
      for (const std::string& stem : row.stems()) {
        if (stem != row.control() && !left) left = row.Middle(stem);
      }
      right = row.Middle(row.control());
    }
    if (!left || !right) return;
    const std::vector<const RowFigure*> figures{&*left, &*right};
    Push(list, Derive(fmt::format("{} - {}", left->name, right->name),
                      fmt::format("{} - {}", left->text, right->text), figures,
                      [](const auto& v) { return v[0] - v[1]; }));
    Push(list, Derive(fmt::format("{} - {}", right->name, left->name),
                      fmt::format("{} - {}", right->text, left->text), figures,
                      [](const auto& v) { return v[1] - v[0]; }));
  }

  // "nolist" is the column nolist_recovery_pct.
  std::optional<RowFigure> ColumnFigure(std::string_view phrase, const TableColumn& self,
                                        const EvidenceRow& table_row) const {
    const Words words = SplitWords(phrase);
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      const TableColumn& column = table_.columns[i];
      if (&column == &self || column.kind == ColumnKind::kDifference || !table_row.cells[i].number)
        continue;
      const Words name = SplitWords(column.name);
      if (words.size() <= name.size() && std::equal(words.begin(), words.end(), name.begin()))
        return FigureOfCell(table_row.cells[i], std::string(phrase));
    }
    return std::nullopt;
  }

  // Of many possible shares only those that some row follows are worth telling.
  static void KeepAgreeing(std::vector<DerivedCell>& cells, const EvidenceTable& table) {
    std::set<std::string> followed;
    for (size_t i = 0; i < cells.size() && i < kRowsToLearnFrom; ++i) {
      const PrintedNumber& stated = *table.rows[cells[i].row].cells[cells[i].column].number;
      for (const Derivation& derivation : cells[i].derivations) {
        if (Agrees(Compare(stated, derivation))) followed.insert(derivation.convention);
      }
    }
    for (DerivedCell& cell : cells) {
      std::erase_if(cell.derivations,
                    [&](const Derivation& d) { return followed.count(d.convention) == 0; });
    }
  }
  void KeepAgreeing(std::vector<DerivedCell>& cells) const { KeepAgreeing(cells, table_); }

  const EvidenceTable& table_;
  std::vector<std::string> metrics_;
};

}  // namespace

std::vector<Claim> JudgeWideTable(const EvidenceTable& table) {
  return WideJudge(table).Judge();
}

}  // namespace regress
