// SPDX-License-Identifier: Apache-2.0
#include "stats/repeat_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "models/data/table_words.h"
#include "stats/figure_check.h"
#include "stats/rounds_claims.h"
#include "stats/table_row.h"

namespace regress {
namespace {

constexpr size_t kMostRows = 4096;  // of a table that takes part

std::string_view DirectoryOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view FileOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

Words StemWords(std::string_view path) {
  const std::string_view file = FileOf(path);
  return SplitWords(file.substr(0, file.find('.')));
}

size_t CommonWords(const Words& a, const Words& b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
  return n;
}

// The means of the points of one table: of one metric, key and subset of the rounds.
struct PointSet {
  size_t table = 0;
  size_t column = 0;
  std::string key;
  std::string metric;
  size_t dropped = 0;
  bool listed = false;  // computed from listed rounds
  RowFigures figures{{}, {}};
};

std::string KeyOf(const EvidenceRow& row) {
  return row.key.empty() ? row.metric : row.metric.empty() ? row.key : row.key + " " + row.metric;
}

class Repeats {
 public:
  explicit Repeats(std::span<const EvidenceTable> tables)
      : tables_(tables), claims_(tables.size()) {}

  std::vector<std::vector<Claim>> Judge() {
    if (tables_.size() < 2) return std::move(claims_);
    std::set<size_t> dropped{0};
    for (const EvidenceTable& table : tables_) {
      words_.push_back(StemWords(table.path));
      for (const TableColumn& column : table.columns) dropped.insert(column.subset.dropped);
      for (const EvidenceRow& row : table.rows) dropped.insert(row.subset.dropped);
    }
    for (size_t i = 0; i < tables_.size(); ++i) Index(i, dropped);
    for (size_t i = 0; i < tables_.size(); ++i) {
      if (tables_[i].rows.size() > kMostRows || tables_[i].continued) continue;
      if (tables_[i].layout == TableLayout::kWide) JudgeWide(i);
      if (tables_[i].layout == TableLayout::kPoints) JudgePoints(i);
    }
    return std::move(claims_);
  }

 private:
  void Index(size_t index, const std::set<size_t>& dropped) {
    const EvidenceTable& table = tables_[index];
    if (table.layout != TableLayout::kPoints || table.continued || table.rows.size() > kMostRows)
      return;
    std::map<std::tuple<std::string, size_t, size_t>, std::vector<PointFigure>> sets;
    std::set<size_t> with_lists;
    for (const RoundColumns& list : FindRoundColumns(table)) {
      if (!list.mean) continue;
      with_lists.insert(*list.mean);
      for (const EvidenceRow& row : table.rows) {
        const ListedRounds rounds = ParseRounds(row.cells[list.rounds].text);
        for (const size_t drop : dropped) {
          if (rounds.values.size() <= drop) continue;
          const double mean = MeanWithout(rounds, drop);
          const double slack = rounds.unit < 1 ? rounds.unit / 2 : 0;
          RowFigure figure{
              row.label, fmt::format("{:.6f}", mean), mean, {mean - slack, mean + slack}};
          sets[{KeyOf(row), *list.mean, drop}].push_back(
              {row.point, std::move(figure), 6, row.line, row.cells[list.rounds].column});
        }
      }
    }
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].kind != ColumnKind::kLevel || with_lists.count(i) > 0) continue;
      for (const EvidenceRow& row : table.rows) {
        if (!row.cells[i].number) continue;
        const size_t drop = std::max(row.subset.dropped, table.columns[i].subset.dropped);
        sets[{KeyOf(row), i, drop}].push_back({row.point, FigureOfCell(row.cells[i], row.label),
                                               PrintedDecimals(*row.cells[i].number), row.line,
                                               row.cells[i].column});
      }
    }
    for (auto& [id, points] : sets) {
      const auto& [key, column, drop] = id;
      sets_.push_back({index, column, key, table.columns[column].metric, drop,
                       with_lists.count(column) > 0,
                       RowFigures(std::move(points), table.controls)});
    }
  }

  // The sets that a figure of `table` may repeat, the likeliest ones.
  template <typename Use>
  std::vector<const PointSet*> Candidates(size_t table, const std::string& key, size_t dropped,
                                          Use use) const {
    std::vector<const PointSet*> best;
    size_t best_score = 0;
    for (const PointSet& set : sets_) {
      if (set.table == table || set.dropped != dropped) continue;
      if (DirectoryOf(tables_[set.table].path) != DirectoryOf(tables_[table].path)) continue;
      const bool same_key = !key.empty() && key == set.key;
      if (!key.empty() && !set.key.empty() && !same_key) continue;
      const size_t common = CommonWords(words_[table], words_[set.table]);
      if (common == 0 && !same_key) continue;
      if (!use(set)) continue;
      const size_t score = (same_key ? 100 : 0) + 2 * common + (set.listed ? 1 : 0);
      if (score > best_score) best.clear();
      if (score >= best_score) best.push_back(&set);
      best_score = std::max(best_score, score);
    }
    return best;
  }

  // "x-comparison" and "x-points", or the same scenario with the same unit.
  bool Belong(size_t table, size_t row, size_t column, const PointSet& set) const {
    const std::string& unit = tables_[table].columns[column].unit;
    const std::string& other = tables_[set.table].columns[set.column].unit;
    if (!unit.empty() && !other.empty() && unit != other) return false;
    const Words& a = words_[table];
    const Words& b = words_[set.table];
    if (a.size() == b.size() && a.size() > 1 && CommonWords(a, b) + 1 == a.size()) return true;
    return !KeyOf(tables_[table].rows[row]).empty() && KeyOf(tables_[table].rows[row]) == set.key;
  }

  void AddClaim(size_t table, size_t row, size_t column, const std::vector<const PointSet*>& sets,
                const std::vector<RowFigure>& figures, const std::vector<uint32_t>& lines) {
    const PrintedNumber& stated = *tables_[table].rows[row].cells[column].number;
    size_t chosen = SIZE_MAX;
    for (size_t i = 0; i < figures.size() && chosen == SIZE_MAX; ++i) {
      if (stated.interval().Meets(figures[i].interval)) chosen = i;
    }
    // Of several figures any may be meant; a single one that differs is a contradiction if the
    // tables belong together without doubt.
    if (chosen == SIZE_MAX && figures.size() == 1 && Belong(table, row, column, *sets[0]))
      chosen = 0;
    if (chosen == SIZE_MAX) return;
    const EvidenceTable& from = tables_[sets[chosen]->table];
    Claim claim = ClaimOfCell(tables_[table], row, column, ClaimKind::kMean);
    Derivation derivation;
    derivation.convention = "repeated from " + std::string(FileOf(from.path));
    derivation.formula =
        fmt::format("{}:{} {}{}", FileOf(from.path), lines[chosen], figures[chosen].text,
                    sets[chosen]->listed ? " (mean of its values)" : "");
    derivation.value = figures[chosen].value;
    derivation.reachable = figures[chosen].interval;
    Decide(claim, stated, derivation, Compare(stated, derivation));
    claim.evidence.push_back({from.path, {-1, -1, lines[chosen], 1}});
    claims_[table].push_back(std::move(claim));
  }

  void JudgeWide(size_t index) {
    const EvidenceTable& table = tables_[index];
    for (size_t r = 0; r < table.rows.size(); ++r) {
      const EvidenceRow& row = table.rows[r];
      const Words words = SplitWords(KeyOf(row));
      const auto vs = std::find(words.begin(), words.end(), "vs");
      const bool drift = std::find(words.begin(), words.end(), "drift") != words.end();
      const bool recovery = std::find(words.begin(), words.end(), "recovery") != words.end();
      for (size_t c = 0; c < table.columns.size(); ++c) {
        const TableColumn& column = table.columns[c];
        if (column.point.empty() || !row.cells[c].number) continue;
        if (vs != words.end() || recovery) {
          const bool control = std::find(table.controls.begin(), table.controls.end(),
                                         column.point.stem) != table.controls.end();
          JudgeOperand(index, r, c, words, drift, control);
          continue;
        }
        std::vector<RowFigure> figures;
        std::vector<uint32_t> lines;
        const auto sets = Candidates(
            index, KeyOf(row), std::max(row.subset.dropped, column.subset.dropped),
            [&](const PointSet& set) { return set.figures.Find(column.point) != nullptr; });
        for (const PointSet* set : sets) {
          const PointFigure* found = set->figures.Find(column.point);
          figures.push_back(found->figure);
          lines.push_back(found->line);
        }
        AddClaim(index, r, c, sets, figures, lines);
      }
    }
  }

  // A row named "child_vs_parent_midpoint" or "v70_control_drift_b_vs_a": its figures are operands.
  void JudgeOperand(size_t index, size_t r, size_t c, const Words& words, bool drift,
                    bool control) {
    const EvidenceRow& row = tables_[index].rows[r];
    const auto vs = std::find(words.begin(), words.end(), "vs");
    std::string phrase;
    if (vs != words.end()) {
      const Words left(words.begin(), vs);
      const Words right(vs + 1, words.end());
      phrase = JoinWords(control ? right : left);
      if (drift && !left.empty() && !right.empty()) {
        Words subject(words.begin(), std::find(words.begin(), words.end(), "drift"));
        std::erase(subject, "control");
        subject.push_back(control ? right.back() : left.back());
        phrase = JoinWords(subject);
      }
    }
    std::vector<RowFigure> figures;
    std::vector<uint32_t> lines;
    std::vector<const PointSet*> sets;
    for (const PointSet& set : sets_) {
      if (set.table == index || set.dropped != row.subset.dropped) continue;
      if (DirectoryOf(tables_[set.table].path) != DirectoryOf(tables_[index].path)) continue;
      std::vector<RowFigure> possible;
      if (!phrase.empty()) {
        if (auto figure = set.figures.Operand(phrase)) possible.push_back(std::move(*figure));
      } else {  // a recovery does not name what its figures are
        for (const std::string& stem : set.figures.stems()) {
          auto middle = set.figures.Middle(stem);
          if (middle && row.cells[c].number->interval().Meets(middle->interval))
            possible.push_back(std::move(*middle));
        }
      }
      for (RowFigure& figure : possible) {
        uint32_t line = 0;
        for (const PointFigure& point : set.figures.points()) {
          if (line == 0 && figure.name.find(point.point.stem) == 0) line = point.line;
        }
        lines.push_back(
            line == 0 && !set.figures.points().empty() ? set.figures.points().front().line : line);
        figures.push_back(std::move(figure));
        sets.push_back(&set);
      }
    }
    AddClaim(index, r, c, sets, figures, lines);
  }

  void JudgePoints(size_t index) {
    const EvidenceTable& table = tables_[index];
    for (size_t c = 0; c < table.columns.size(); ++c) {
      if (table.columns[c].kind != ColumnKind::kLevel) continue;
      // Figures that listed rounds of the same table give are judged there.
      if (std::any_of(sets_.begin(), sets_.end(), [&](const PointSet& set) {
            return set.table == index && set.column == c && set.listed;
          }))
        continue;
      for (size_t r = 0; r < table.rows.size(); ++r) {
        const EvidenceRow& row = table.rows[r];
        if (!row.cells[c].number) continue;
        std::vector<RowFigure> figures;
        std::vector<uint32_t> lines;
        const auto sets = Candidates(index, KeyOf(row),
                                     std::max(row.subset.dropped, table.columns[c].subset.dropped),
                                     [&](const PointSet& set) {
                                       return set.listed && set.metric == table.columns[c].metric &&
                                              set.figures.Find(row.point) != nullptr;
                                     });
        for (const PointSet* set : sets) {
          const PointFigure* found = set->figures.Find(row.point);
          figures.push_back(found->figure);
          lines.push_back(found->line);
        }
        AddClaim(index, r, c, sets, figures, lines);
      }
    }
  }

  std::span<const EvidenceTable> tables_;
  std::vector<Words> words_;
  std::vector<PointSet> sets_;
  std::vector<std::vector<Claim>> claims_;
};

}  // namespace

std::vector<std::vector<Claim>> JudgeRepeats(std::span<const EvidenceTable> tables) {
  return Repeats(tables).Judge();
}

}  // namespace regress
