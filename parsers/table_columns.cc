// SPDX-License-Identifier: Apache-2.0
#include "parsers/table_columns.h"

#include <algorithm>
#include <map>
#include <set>

#include "models/data/error.h"
#include "parsers/column_kinds.h"
#include "parsers/scan.h"
#include "parsers/table_names.h"
#include "parsers/table_planner.h"

namespace regress {
namespace {

bool Blank(std::string_view cell) {
  cell = Trim(cell);
  return cell.empty() || cell == "-" || cell == "NA" || cell == "N/A" || cell == "n/a" ||
         cell == "none" || cell == "null";
}

bool NotFinite(std::string_view cell) {
  cell = Trim(cell);
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  std::string lower(cell);
  std::transform(lower.begin(), lower.end(), lower.begin(), ToLower);
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

size_t NumbersIn(std::string_view cell) {
  size_t count = 0;
  size_t at = 0;
  while (at < cell.size()) {
    const size_t end = std::min(cell.find_first_of(" ,;|", at), cell.size());
    const std::string_view token = cell.substr(at, end - at);
    if (!token.empty()) {
      if (!ParsePrinted(token) && !NotFinite(token)) return 0;
      ++count;
    }
    at = end + 1;
  }
  return count;
}

CellShape ShapeOf(std::span<const SampleRow> sample, size_t column) {
  size_t filled = 0;
  size_t numbers = 0;
  size_t lists = 0;
  CellShape shape;
  for (const SampleRow& row : sample) {
    if (column >= row.size() || Blank(row[column])) continue;
    const std::string& cell = row[column];
    ++filled;
    if (ParseCell(cell) || NotFinite(cell)) {
      ++numbers;
    } else if (NumbersIn(cell) >= 2) {
      ++lists;
    } else if (!shape.subsets) {
      // "all_15_rounds", "drop_first_mean", but not a function with such a word in its name.
      Words words = SplitWords(cell);
      shape.subsets = TakeSubset(words).stated &&
                      std::all_of(words.begin(), words.end(), [](const std::string& word) {
                        return word == "rounds" || word == "round" || word == "runs" ||
                               word == "run" || word == "samples" || word == "values" ||
                               word == "data" || word == "mean" || word == "means";
                      });
    }
  }
  shape.numeric = numbers * 2 >= filled && numbers > 0;
  shape.lists = lists * 2 >= filled && lists > 0;
  return shape;
}

}  // namespace

TablePlanner::TablePlanner(const SampleRow& header, std::span<const SampleRow> sample,
                           std::string_view option, bool partial, bool others)
    : header_(header), sample_(sample), partial_(partial) {
  for (size_t i = 0; i < header.size(); ++i) {
    names_.push_back(ClassifyColumn(header[i], ShapeOf(sample, i)));
  }
  ReadOption(option);
  FindNames(others);
}

TablePlan TablePlanner::Plan() {
  FindWide();
  if (plan_.table.layout != TableLayout::kWide) FindPoints();
  if (plan_.table.layout == TableLayout::kOther) FindCounts();
  FindKeys();
  FindRounds();
  Explain();
  const bool one_role = plan_.table.layout == TableLayout::kWide && !named_.empty() &&
                        std::all_of(named_.begin(), named_.end(), [&](const auto& named) {
                          return named.second == named_.front().second;
                        });
  if (one_role) {
    plan_.ambiguity = named_.front().second ? "--columns names a control but no patched column"
                                            : "--columns names a patched column but no control";
    plan_.help = ListNames();
  }
  if (!unknown_.empty()) {
    plan_.ambiguity = "no column or label is named '" + unknown_ + "', as --columns has it";
    plan_.help = ListNames();
  }
  for (ColumnName& name : names_) plan_.table.columns.push_back(std::move(name.column));
  return std::move(plan_);
}

// --columns control=old,patched=new,metric=name
void TablePlanner::ReadOption(std::string_view option) {
  while (!option.empty()) {
    const size_t comma = std::min(option.find(','), option.size());
    std::string_view item = option.substr(0, comma);
    option.remove_prefix(std::min(comma + 1, option.size()));
    const size_t equals = item.find('=');
    const std::string_view what = Trim(item.substr(0, equals));
    const std::string_view name =
        equals == std::string_view::npos ? "" : Trim(item.substr(equals + 1));
    if (name.empty())
      throw Error(ErrorKind::kUsage, "--columns wants ROLE=COLUMN, not '" + std::string(item) + "'",
                  "--columns control=old,patched=new,metric=name");
    std::optional<size_t> column;
    for (size_t i = 0; i < header_.size(); ++i) {
      if (Trim(header_[i]) == name) column = i;
    }
    if (what == "control" || what == "patched") {
      if (column) {
        named_.emplace_back(*column, what == "control");
      } else {
        labels_.emplace_back(name, what == "control");
      }
      continue;
    }
    const std::pair<std::string_view, ColumnKind> kinds[] = {
        {"metric", ColumnKind::kKey},    {"key", ColumnKind::kKey},
        {"point", ColumnKind::kPoint},   {"role", ColumnKind::kPoint},
        {"subset", ColumnKind::kSubset}, {"round", ColumnKind::kRound},
        {"order", ColumnKind::kOrder},   {"unit", ColumnKind::kUnit},
        {"value", ColumnKind::kLevel},   {"n", ColumnKind::kCount},
        {"stddev", ColumnKind::kStddev}, {"values", ColumnKind::kRounds},
        {"time", ColumnKind::kTime},     {"ignore", ColumnKind::kText}};
    const auto found = std::find_if(std::begin(kinds), std::end(kinds),
                                    [&](const auto& kind) { return kind.first == what; });
    if (found == std::end(kinds))
      throw Error(
          ErrorKind::kUsage, "--columns knows no role '" + std::string(what) + "'",
          "control, patched, metric, key, point, subset, round, order, unit, value, n, stddev, "
          "values, time, ignore");
    if (!column) {
      if (unknown_.empty()) unknown_ = name;
      continue;
    }
    Column(*column).kind = found->second;
    fixed_.insert(*column);
    if (what == "metric") metric_named_ = *column;
  }
}

// Labels that the option names must stand in a row.
bool TablePlanner::HasLabel(std::string_view name) const {
  return std::any_of(sample_.begin(), sample_.end(), [&](const SampleRow& row) {
    return std::any_of(row.begin(), row.end(), [&](const std::string& cell) {
      return Trim(cell) == name || SplitRepeat(SplitWords(cell)).stem == name;
    });
  });
}

// A name of the option that is not found is an error, unless all of it may be of another table.
void TablePlanner::FindNames(bool others) {
  bool found = !named_.empty() || !fixed_.empty();
  for (const auto& [name, control] : labels_) {
    if (partial_ || HasLabel(name)) {
      found = true;
    } else if (unknown_.empty()) {
      unknown_ = name;
    }
  }
  if (unknown_.empty() || found || !others) return;
  plan_.option_unused = true;
  unknown_.clear();
  labels_.clear();
}

// "its columns are kernel, round, lat_us; kernel is base, patched"
std::string TablePlanner::ListNames() const {
  constexpr size_t kMostNames = 12;
  std::string text = "its columns are ";
  for (size_t i = 0; i < header_.size() && i < kMostNames; ++i)
    text += (i > 0 ? ", " : "") + header_[i];
  if (header_.size() > kMostNames) text += ", ...";
  for (size_t i = 0; i < names_.size(); ++i) {
    if (PointColumnRank(names_[i].words) < 50) continue;
    const std::vector<std::string> labels = LabelsOf(i);
    if (labels.empty() || labels.size() > kMostNames) continue;
    text += "; " + header_[i] + " is ";
    for (size_t j = 0; j < labels.size(); ++j) text += (j > 0 ? ", " : "") + labels[j];
  }
  return text;
}

void TablePlanner::FindKeys() {
  size_t first_point = names_.size();
  for (size_t i = 0; i < names_.size(); ++i) {
    if (!Column(i).point.empty()) first_point = std::min(first_point, i);
  }
  size_t generic = 0;
  size_t levels = 0;
  for (size_t i = 0; i < names_.size(); ++i) {
    const ColumnKind kind = Kind(i);
    if (kind == ColumnKind::kSubset) plan_.subset = i;
    if (kind == ColumnKind::kRound) plan_.round = i;
    if (kind == ColumnKind::kUnit) plan_.unit = i;
    if (kind == ColumnKind::kLevel) {
      ++levels;
      generic += names_[i].generic ? 1 : 0;
    }
    if (kind == ColumnKind::kKey) {
      plan_.keys.push_back(i);
    } else if (plan_.table.layout == TableLayout::kWide) {
      // Whatever stands before the first point tells rows apart.
      const bool text = (kind == ColumnKind::kText || kind == ColumnKind::kPoint) &&
                        PointColumnRank(names_[i].words) > 0 && LabelsOf(i).size() > 1;
      const bool setting = kind == ColumnKind::kLevel && Column(i).point.empty();
      if (i < first_point && (text || setting)) {
        if (!Fixed(i)) Column(i).kind = ColumnKind::kKey;
        plan_.keys.push_back(i);
      }
    } else if (plan_.table.layout == TableLayout::kPoints && i != plan_.point) {
      const bool candidate =
          kind == ColumnKind::kText || (kind == ColumnKind::kLevel && IsSetting(names_[i].words));
      if (candidate && i != plan_.role && PointColumnRank(names_[i].words) != 50 && Crosses(i)) {
        if (!Fixed(i)) Column(i).kind = ColumnKind::kKey;
        plan_.keys.push_back(i);
        if (kind == ColumnKind::kLevel) --levels;
      }
    }
  }
  if (metric_named_) {
    plan_.metric = metric_named_;
  } else {
    for (const size_t key : plan_.keys) {
      const Words words = SplitWords(header_[key]);
      const bool metric = !words.empty() && (words.front() == "metric" || words.back() == "metric");
      if (metric || (!plan_.metric && plan_.keys.size() == 1 && !ParseCell(SampleCell(key))))
        plan_.metric = key;
    }
  }
  if (plan_.table.layout == TableLayout::kPoints && levels > 1 && generic != levels) {
    // Several columns are metrics of their own; the keys tell where they were measured.
    plan_.metric.reset();
  }
}

void TablePlanner::FindRounds() {
  if (plan_.table.layout != TableLayout::kWide && plan_.table.layout != TableLayout::kPoints)
    return;
  for (const ColumnName& name : names_) {
    const ColumnKind kind = name.column.kind;
    if (kind == ColumnKind::kRounds || kind == ColumnKind::kCount || kind == ColumnKind::kStddev ||
        kind == ColumnKind::kCv || kind == ColumnKind::kDelta || kind == ColumnKind::kMidpoint)
      return;
  }
  // A long table of points has its points far from each other, as a table of rounds has.
  if (plan_.round || (partial_ && plan_.table.layout == TableLayout::kPoints)) {
    plan_.rounds = true;
    return;
  }
  std::set<std::string> seen;
  for (const SampleRow& row : sample_) {
    std::string key;
    for (const size_t column : plan_.keys) key += std::string(Cell(row, column)) + '\x1f';
    if (plan_.point) key += std::string(Cell(row, *plan_.point));
    if (plan_.subset) key += '\x1e' + std::string(Cell(row, *plan_.subset));
    if (!seen.insert(key).second) {
      plan_.rounds = true;
      return;
    }
  }
}

TablePlan PlanTable(const SampleRow& header, std::span<const SampleRow> sample,
                    std::string_view columns_option, bool partial, bool others) {
  return TablePlanner(header, sample, columns_option, partial, others).Plan();
}

Role RoleOfStem(const EvidenceTable& table, std::string_view stem) {
  return std::find(table.controls.begin(), table.controls.end(), stem) != table.controls.end()
             ? Role::kControl
             : Role::kPatched;
}

}  // namespace regress
