// SPDX-License-Identifier: Apache-2.0
#include "stats/table_comparisons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "models/data/table_words.h"
#include "stats/figure_check.h"
#include "stats/rounds_claims.h"
#include "stats/sandwich.h"

namespace regress {
namespace {

// A point of the table with its figure of one metric.
struct TablePointFigure {
  TablePoint name;
  Point point;
  double order = 0;
  double unit = 0;  // weight of the mean's last digit
};

// All points of one metric and key, for one subset of the rounds.
struct Figures {
  std::vector<TablePointFigure> points;
  uint32_t line = 0;
  std::string unit;
};

struct SeriesKey {
  std::string section;
  std::string metric;
  size_t order = 0;  // of first appearance
  bool operator<(const SeriesKey& other) const {
    return std::tie(section, metric) < std::tie(other.section, other.metric);
  }
};

using BySubset = std::map<uint32_t, Figures>;  // by number of dropped rounds

double Average(const std::vector<const TablePointFigure*>& points) {
  double sum = 0;
  for (const TablePointFigure* point : points) sum += point->point.mean.value_or(0);
  return points.empty() ? 0 : sum / static_cast<double>(points.size());
}

bool AllMeans(const std::vector<const TablePointFigure*>& points) {
  return !points.empty() &&
         std::all_of(points.begin(), points.end(),
                     [](const TablePointFigure* p) { return p->point.mean.has_value(); });
}

// The controls around a patched kernel: of several control kernels the pair that encloses it most
// closely.
std::vector<const TablePointFigure*> ControlsFor(const Figures& figures, const std::string& stem,
                                                 const std::vector<std::string>& controls) {
  size_t first = figures.points.size();
  size_t last = 0;
  for (size_t i = 0; i < figures.points.size(); ++i) {
    if (figures.points[i].name.stem != stem) continue;
    first = std::min(first, i);
    last = i;
  }
  std::vector<const TablePointFigure*> best;
  size_t best_span = SIZE_MAX;
  for (const std::string& control : controls) {
    if (control == stem) continue;
    std::vector<const TablePointFigure*> found;
    size_t low = figures.points.size();
    size_t high = 0;
    for (size_t i = 0; i < figures.points.size(); ++i) {
      if (figures.points[i].name.stem != control) continue;
      found.push_back(&figures.points[i]);
      low = std::min(low, i);
      high = i;
    }
    if (found.empty()) continue;
    const bool encloses = low < first && high > last;
    const size_t span =
        encloses ? high - low : figures.points.size() + (low > first ? low - first : first - low);
    if (span < best_span) {
      best_span = span;
      best = std::move(found);
    }
  }
  return best;
}

class TableComparer {
 public:
  explicit TableComparer(const EvidenceTable& table) : table_(table) {}

  std::vector<TableComparison> Compare() {
    if (table_.layout == TableLayout::kWide) AddWide();
    if (table_.layout == TableLayout::kPoints) AddPoints();
    std::vector<std::pair<SeriesKey, BySubset*>> ordered;
    for (auto& [key, subsets] : series_) ordered.emplace_back(key, &subsets);
    std::sort(ordered.begin(), ordered.end(),
              [](const auto& a, const auto& b) { return a.first.order < b.first.order; });
    std::vector<TableComparison> comparisons;
    for (auto& [key, subsets] : ordered) Emit(key, *subsets, comparisons);
    return comparisons;
  }

 private:
  Figures& SeriesOf(const std::string& section, const std::string& metric, uint32_t dropped,
                    uint32_t line, const std::string& unit) {
    SeriesKey key{section, metric, series_.size()};
    Figures& figures = series_[key][dropped];
    if (figures.line == 0) figures.line = line;
    if (figures.unit.empty()) figures.unit = unit;
    return figures;
  }

  // "ns/watch" of a metric called p8_distinct_ns_per_watch
  static std::string UnitOf(const std::string& unit, const std::string& metric) {
    if (!unit.empty()) return unit;
    const Words words = SplitWords(metric);
    if (words.size() >= 3 && words[words.size() - 2] == "per" &&
        (words[words.size() - 3] == "ns" || words[words.size() - 3] == "us" ||
         words[words.size() - 3] == "ms"))
      return fmt::format("{}/{}", words[words.size() - 3], words.back());
    if (!words.empty() && (words.back() == "ns" || words.back() == "us" || words.back() == "ms"))
      return words.back();
    if (!words.empty() && words.back() == "iops") return "1/s";
    return "";
  }

  std::string RowUnit(const EvidenceRow& row) const {
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      if (table_.columns[i].kind == ColumnKind::kUnit) return row.cells[i].text;
    }
    return "";
  }

  void AddWide() {
    for (const EvidenceRow& row : table_.rows) {
      // Rows that give a drift or a recovery are claims, not comparisons.
      const Words words = SplitWords(row.key + " " + row.metric);
      const auto says = [&](std::string_view word) {
        return std::find(words.begin(), words.end(), word) != words.end();
      };
      if ((says("drift") && says("vs")) || says("recovery")) continue;
      for (size_t i = 0; i < table_.columns.size(); ++i) {
        const TableColumn& column = table_.columns[i];
        if (column.point.empty() || column.kind != ColumnKind::kLevel || !row.cells[i].number)
          continue;
        std::string metric = !row.metric.empty() ? row.metric : column.metric;
        if (metric.empty()) metric = "mean";
        const std::string row_unit = RowUnit(row);
        const std::string unit = UnitOf(row_unit.empty() ? column.unit : row_unit, metric);
        const uint32_t dropped = std::max(row.subset.dropped, column.subset.dropped);
        Figures& figures = SeriesOf(row.key, metric, dropped, row.line, unit);
        TablePointFigure figure;
        figure.name = column.point;
        figure.point.label = Label(column.point);
        figure.point.mean = row.cells[i].number->value;
        figure.point.printed = row.cells[i].text;
        figure.unit = row.cells[i].number->unit;
        AddSpread(row, column.point, figure);
        figures.points.push_back(std::move(figure));
      }
    }
    // Controls first and last: columns say nothing about the run order, repeats do.
    for (auto& [key, subsets] : series_) {
      for (auto& [dropped, figures] : subsets) {
        std::stable_sort(figures.points.begin(), figures.points.end(),
                         [&](const TablePointFigure& a, const TablePointFigure& b) {
                           return Rank(a) < Rank(b);
                         });
      }
    }
  }

  int Rank(const TablePointFigure& figure) const {
    const bool control = std::find(table_.controls.begin(), table_.controls.end(),
                                   figure.name.stem) != table_.controls.end();
    if (!control) return 1;
    return figure.name.repeat > 0 ? 2 + figure.name.repeat : 0;
  }

  static std::string Label(const TablePoint& point) {
    return point.repeat < 0 ? point.stem
                            : fmt::format("{}-{}", point.stem, RepeatLetter(point.repeat));
  }

  // cv_parent_a_pct, sd_child, n_child of a wide table
  void AddSpread(const EvidenceRow& row, const TablePoint& point, TablePointFigure& figure) const {
    const Words label = SplitWords(Label(point));
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      const ColumnKind kind = table_.columns[i].kind;
      if ((kind != ColumnKind::kCv && kind != ColumnKind::kStddev && kind != ColumnKind::kCount) ||
          !row.cells[i].number)
        continue;
      const Words words = SplitWords(table_.columns[i].name);
      if (std::search(words.begin(), words.end(), label.begin(), label.end()) == words.end()) {
        if (kind == ColumnKind::kCount && words.size() == 1) SetCount(row.cells[i], figure.point);
        continue;
      }
      SetSpread(kind, row.cells[i], figure.point);
    }
  }

  static void SetCount(const EvidenceCell& cell, Point& point) {
    const double n = cell.number->value;
    if (n >= 1 && n < 1e9 && n == std::floor(n)) point.n = static_cast<uint64_t>(n);
  }

  static void SetSpread(ColumnKind kind, const EvidenceCell& cell, Point& point) {
    if (kind == ColumnKind::kCount) return SetCount(cell, point);
    if (cell.number->value < 0) return;
    if (kind == ColumnKind::kStddev) {
      point.stddev = cell.number->value;
    } else if (!point.stddev && point.mean) {
      point.stddev = cell.number->value / 100 * std::abs(*point.mean);
    }
    point.stddev_kind = StddevKind::kSample;
  }

  void AddPoints() {
    const std::vector<RoundColumns> lists = FindRoundColumns(table_);
    std::optional<size_t> order;
    size_t levels = 0;
    size_t spreads = 0;
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      if (table_.columns[i].kind == ColumnKind::kOrder && !order) order = i;
      levels += table_.columns[i].kind == ColumnKind::kLevel ? 1 : 0;
      spreads +=
          table_.columns[i].kind == ColumnKind::kStddev || table_.columns[i].kind == ColumnKind::kCv
              ? 1
              : 0;
    }
    for (size_t r = 0; r < table_.rows.size(); ++r) {
      const EvidenceRow& row = table_.rows[r];
      for (size_t i = 0; i < table_.columns.size(); ++i) {
        const TableColumn& column = table_.columns[i];
        if (column.kind != ColumnKind::kLevel || !row.cells[i].number) continue;
        const std::string metric = !row.metric.empty() ? row.metric : column.metric;
        const std::string row_unit = RowUnit(row);
        const uint32_t dropped = std::max(row.subset.dropped, column.subset.dropped);
        Figures& figures = SeriesOf(row.key, metric, dropped, row.line,
                                    UnitOf(row_unit.empty() ? column.unit : row_unit, metric));
        TablePointFigure figure;
        figure.name = row.point;
        figure.point.label = row.label;
        figure.point.mean = row.cells[i].number->value;
        figure.point.printed = row.cells[i].text;
        figure.unit = row.cells[i].number->unit;
        figure.order = order && row.cells[*order].number ? row.cells[*order].number->value
                                                         : static_cast<double>(r);
        const Words words = SplitWords(column.name);
        for (size_t j = 0; j < table_.columns.size(); ++j) {
          const TableColumn& other = table_.columns[j];
          if (!row.cells[j].number) continue;
          if (other.kind == ColumnKind::kCount && other.subset.dropped == column.subset.dropped)
            SetCount(row.cells[j], figure.point);
          if (other.kind != ColumnKind::kStddev && other.kind != ColumnKind::kCv) continue;
          if (levels == 1 || SharesSubject(other.name, words) ||
              (spreads == 1 && dropped == 0 && OnlySubset(i)))
            SetSpread(other.kind, row.cells[j], figure.point);
        }
        for (const RoundColumns& list : lists) {
          if (list.mean == i) figure.point.rounds = ParseRounds(row.cells[list.rounds].text).values;
        }
        if (!figure.point.rounds.empty()) {
          figure.point.n = figure.point.rounds.size();
          figure.point.stddev.reset();
          figure.point.stddev_kind = StddevKind::kNone;
        }
        figures.points.push_back(std::move(figure));
      }
    }
    for (auto& [key, subsets] : series_) {
      for (auto& [dropped, figures] : subsets) {
        std::stable_sort(
            figures.points.begin(), figures.points.end(),
            [](const TablePointFigure& a, const TablePointFigure& b) { return a.order < b.order; });
      }
    }
  }

  // "sd_mprotect" belongs to "mean_mprotect_ns_per_page"
  static bool SharesSubject(const std::string& name, const Words& words) {
    bool any = false;
    for (const std::string& word : SplitWords(name)) {
      if (word == "sd" || word == "cv" || word == "pct" || word == "stddev" || word == "stdev" ||
          word == "std" || word == "percent" || word == "rel")
        continue;
      if (std::find(words.begin(), words.end(), word) == words.end()) return false;
      any = true;
    }
    return any;
  }

  // True if all other levels of the table are the same metric without some rounds.
  bool OnlySubset(size_t column) const {
    return std::all_of(table_.columns.begin(), table_.columns.end(), [&](const TableColumn& other) {
      return other.kind != ColumnKind::kLevel || other.metric == table_.columns[column].metric ||
             (other.subset.stated && other.unit == table_.columns[column].unit);
    });
  }

  void Emit(const SeriesKey& key, const BySubset& subsets,
            std::vector<TableComparison>& comparisons) const {
    const auto main = subsets.begin();  // all rounds, or as many as there are
    const Figures& figures = main->second;
    std::vector<std::string> stems;
    for (const TablePointFigure& figure : figures.points) {
      const std::string& stem = figure.name.stem;
      if (std::find(table_.controls.begin(), table_.controls.end(), stem) ==
              table_.controls.end() &&
          std::find(stems.begin(), stems.end(), stem) == stems.end())
        stems.push_back(stem);
    }
    for (const std::string& stem : stems) {
      const std::vector<const TablePointFigure*> controls =
          ControlsFor(figures, stem, table_.controls);
      if (controls.empty()) continue;
      Comparison comparison;
      comparison.metric = key.metric;
      comparison.unit = figures.unit;
      comparison.section = key.section;
      if (stems.size() > 1) {
        if (!comparison.section.empty()) comparison.section += ", ";
        comparison.section += stem;
      }
      comparison.source = {table_.path, {-1, -1, figures.line, 1}};
      for (const TablePointFigure& figure : figures.points) {
        const bool patched = figure.name.stem == stem;
        const bool control = std::find(controls.begin(), controls.end(), &figure) != controls.end();
        if (!patched && !control) continue;
        Point point = figure.point;
        point.role = patched ? Role::kPatched : Role::kControl;
        comparison.points.push_back(std::move(point));
      }
      if (main->first > 0)
        comparison.reasons.push_back(
            main->first == 1
                ? "the first round is left out of the table"
                : fmt::format("the first {} rounds are left out of the table", main->first));
      for (auto other = std::next(main); other != subsets.end(); ++other) {
        AddDropFirst(other->second, stem, comparison);
        break;
      }
      comparisons.push_back({std::move(comparison), PooledSpread(figures, controls.size())});
    }
  }

  static std::optional<BootSpread> PooledSpread(const Figures& figures, size_t controls) {
    std::map<std::string, std::vector<double>> kernels;
    for (const TablePointFigure& figure : figures.points) {
      if (!figure.point.mean || !(*figure.point.mean > 0)) return std::nullopt;
      kernels[figure.name.stem].push_back(std::log(*figure.point.mean));
    }
    std::vector<std::vector<double>> boots;
    size_t repeated = 0;
    for (auto& [stem, logs] : kernels) {
      repeated += logs.size() > 1 ? logs.size() - 1 : 0;
      boots.push_back(std::move(logs));
    }
    return repeated + 1 > controls ? PooledBootSpread(boots) : std::nullopt;
  }

  void AddDropFirst(const Figures& figures, const std::string& stem, Comparison& comparison) const {
    std::vector<const TablePointFigure*> controls = ControlsFor(figures, stem, table_.controls);
    std::vector<const TablePointFigure*> patched;
    for (const TablePointFigure& figure : figures.points) {
      if (figure.name.stem == stem) patched.push_back(&figure);
    }
    if (!AllMeans(controls) || !AllMeans(patched)) return;
    const std::optional<double> delta = RelativeChange(Average(controls), Average(patched));
    if (!delta) return;
    comparison.drop_first = DropFirst{100 * *delta, std::nullopt};
    if (controls.size() < 2) return;
    if (const auto drift =
            RelativeDrift(*controls.front()->point.mean, *controls.back()->point.mean,
                          DriftConvention::kSignedVsMidpoint))
      comparison.drop_first->drift = 100 * *drift;
  }

  const EvidenceTable& table_;
  std::map<SeriesKey, BySubset> series_;
};

struct Middle {
  double control = 0;
  double patched = 0;
  bool known = false;
};

Middle MiddleOf(const Comparison& comparison) {
  Middle middle;
  size_t controls = 0;
  size_t patched = 0;
  for (const Point& point : comparison.points) {
    std::optional<double> mean = point.mean;
    if (!point.rounds.empty()) {
      double sum = 0;
      for (const double value : point.rounds) sum += value;
      mean = sum / static_cast<double>(point.rounds.size());
    }
    if (!mean) return {};
    if (point.role == Role::kControl) {
      middle.control += *mean;
      ++controls;
    } else {
      middle.patched += *mean;
      ++patched;
    }
  }
  if (controls == 0 || patched == 0) return {};
  middle.control /= static_cast<double>(controls);
  middle.patched /= static_cast<double>(patched);
  middle.known = true;
  return middle;
}

// Half the weight of the last digit that the means are printed with.
double SlackOf(const Comparison& comparison) {
  double slack = 0;
  for (const Point& point : comparison.points) {
    const size_t dot = point.printed.find('.');
    const size_t decimals = dot == std::string::npos ? 0 : point.printed.size() - dot - 1;
    slack = std::max(slack,
                     0.51 * std::pow(10.0, -static_cast<double>(std::min<size_t>(decimals, 12))));
  }
  return slack;
}

}  // namespace

std::vector<TableComparison> CompareTable(const EvidenceTable& table) {
  return TableComparer(table).Compare();
}

bool SameFigures(const Comparison& a, const Comparison& b) {
  if (!a.unit.empty() && !b.unit.empty() && a.unit != b.unit) return false;
  const Middle x = MiddleOf(a);
  const Middle y = MiddleOf(b);
  if (!x.known || !y.known) return false;
  const double slack = SlackOf(a) + SlackOf(b);
  // Few digits agree by chance: then the names must agree, too.
  if (slack > 0.001 * std::abs(x.control) && (a.metric != b.metric || a.section != b.section))
    return false;
  return std::abs(x.control - y.control) <= slack && std::abs(x.patched - y.patched) <= slack;
}

int Richness(const Comparison& comparison) {
  int richness = comparison.points.size() >= 3 ? 1 : 0;
  if (comparison.drop_first) richness += 1;
  const bool rounds = std::all_of(comparison.points.begin(), comparison.points.end(),
                                  [](const Point& point) { return !point.rounds.empty(); });
  const bool spread = std::all_of(comparison.points.begin(), comparison.points.end(),
                                  [](const Point& point) { return point.stddev.has_value(); });
  return richness + (rounds ? 20 : spread ? 10 : 0);
}

}  // namespace regress
