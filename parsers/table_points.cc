// SPDX-License-Identifier: Apache-2.0
// Tables with a row per point: which column names the points, and which of them are controls.
#include <algorithm>
#include <map>

#include "parsers/scan.h"
#include "parsers/table_planner.h"

namespace regress {

std::vector<std::string> TablePlanner::LabelsOf(size_t column) const {
  std::vector<std::string> labels;
  std::set<std::string_view> seen;
  for (const SampleRow& row : sample_) {
    const std::string_view cell = Trim(Cell(row, column));
    if (cell.empty() || labels.size() >= kMostLabels) continue;
    if (seen.insert(cell).second) labels.emplace_back(cell);
  }
  return labels;
}

RoleWord TablePlanner::RoleOfLabel(std::string_view label, std::string_view stem) const {
  for (const auto& [name, control] : labels_) {
    if (name == label || name == stem) return control ? RoleWord::kControl : RoleWord::kPatched;
  }
  return RoleOfWords(SplitWords(stem));
}

// True if labels of this stem are named with both roles.
bool TablePlanner::NamedApart(std::string_view stem, const std::vector<std::string>& labels) const {
  bool control = false;
  bool patched = false;
  for (const auto& [name, is_control] : labels_) {
    if (PointOfLabel(name, labels).stem == stem) (is_control ? control : patched) = true;
  }
  return control && patched;
}

bool TablePlanner::NamesLabelOf(const std::vector<std::string>& labels) const {
  return std::any_of(labels.begin(), labels.end(), [&](const std::string& label) {
    return std::any_of(labels_.begin(), labels_.end(), [&](const auto& named) {
      return named.first == label || named.first == SplitRepeat(SplitWords(label)).stem;
    });
  });
}

// Stems whose repeats surround rows of others: "v70-a", "v71", "v70-b".
std::vector<std::string> TablePlanner::Surrounding(const std::vector<TablePoint>& order) {
  std::vector<std::string> found;
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i].repeat < 0) continue;
    for (size_t j = order.size(); j-- > i + 2;) {
      if (order[j].stem == order[i].stem && order[j].repeat != order[i].repeat) {
        if (std::find(found.begin(), found.end(), order[i].stem) == found.end())
          found.push_back(order[i].stem);
        break;
      }
    }
  }
  return found;
}

std::optional<TablePlanner::PointColumn> TablePlanner::JudgePoints(size_t column) const {
  const bool named_point = Kind(column) == ColumnKind::kPoint;
  const int rank = PointColumnRank(names_[column].words);
  const std::vector<std::string> labels = LabelsOf(column);
  const bool named_label = NamesLabelOf(labels);
  if (rank == 0 && !Fixed(column) && !named_label) return std::nullopt;
  // Of a long table the first rows may show one point only.
  const bool late = partial_ && named_point && rank >= 50;
  if (labels.empty() || (labels.size() < 2 && !late) || labels.size() >= kMostLabels)
    return std::nullopt;
  std::vector<TablePoint> order;
  PointColumn result;
  result.column = column;
  std::vector<std::string> controls;
  std::vector<std::string> patched;
  std::vector<std::string> either;
  for (const std::string& label : labels) {
    const Words words = SplitWords(label);
    if (words.size() > 12) return std::nullopt;
    if (std::find(words.begin(), words.end(), "vs") != words.end()) return std::nullopt;
    TablePoint point = PointOfLabel(label, labels);
    // Of "kernel-a" and "kernel-b" one may be named as control and one as patched.
    if (NamedApart(point.stem, labels)) point = {JoinWords(words), -1};
    order.push_back(point);
    if (std::find(result.stems.begin(), result.stems.end(), point.stem) != result.stems.end())
      continue;
    result.stems.push_back(point.stem);
    switch (RoleOfLabel(label, point.stem)) {
      case RoleWord::kControl:
        controls.push_back(point.stem);
        break;
      case RoleWord::kPatched:
        patched.push_back(point.stem);
        break;
      case RoleWord::kEither:
        either.push_back(point.stem);
        break;
      case RoleWord::kNone:
        break;
    }
  }
  std::vector<std::string> surrounding;
  if (named_point && rank >= 50) surrounding = Surrounding(order);
  const auto surrounds = [&](const std::string& stem) {
    return std::find(surrounding.begin(), surrounding.end(), stem) != surrounding.end();
  };
  if (controls.empty()) {
    if (!surrounding.empty()) {
      controls = {surrounding.front()};
    } else if (!patched.empty() && either.size() == 1 && named_point) {
      controls = either;
    } else if (either.size() >= 2 && either.size() == result.stems.size() && rank >= 80) {
      result.ambiguity = "which of '" + either.front() + "' and '" + either[1] + "' is the control";
    }
  } else if (controls.size() > 1) {
    std::vector<std::string> repeated;
    for (const std::string& stem : controls) {
      if (surrounds(stem)) repeated.push_back(stem);
    }
    if (!repeated.empty()) {
      controls = repeated;
    } else {
      result.ambiguity =
          "which of '" + controls.front() + "' and '" + controls[1] + "' is the control";
    }
  }
  // A pair around the named controls is a control of its own for what lies between.
  if (result.ambiguity.empty() && !controls.empty() && !surrounding.empty() &&
      surrounding.front() != controls.front() &&
      std::find(controls.begin(), controls.end(), surrounding.front()) == controls.end() &&
      std::find(patched.begin(), patched.end(), surrounding.front()) == patched.end())
    controls.insert(controls.begin(), surrounding.front());
  if (!result.ambiguity.empty()) {
    result.score = rank;
    return result;
  }
  if (controls.empty() || controls.size() >= result.stems.size()) {
    if (!late || (controls.empty() && patched.empty())) return std::nullopt;
    result.late = true;
  }
  result.controls = std::move(controls);
  result.score = rank + (named_point ? 1000 : 0);
  if (Fixed(column) || named_label) result.score += 10000;
  return result;
}

void TablePlanner::FindPoints() {
  std::optional<PointColumn> best;
  size_t first_level = names_.size();
  bool levels = false;
  for (size_t i = names_.size(); i-- > 0;) {
    const ColumnKind kind = Kind(i);
    if (kind == ColumnKind::kLevel || kind == ColumnKind::kRounds) {
      first_level = i;
      levels = true;
    }
  }
  if (!levels) {
    // Checks and calls of points are no comparison, but their rows have labels.
    first_level = names_.size();
  }
  for (size_t i = 0; i < names_.size(); ++i) {
    const ColumnKind kind = Kind(i);
    if (kind != ColumnKind::kPoint && (kind != ColumnKind::kText || i > first_level || !levels))
      continue;
    std::optional<PointColumn> judged = JudgePoints(i);
    if (judged && (!best || judged->score > best->score)) best = std::move(judged);
  }
  if (!best) return;
  if (!best->ambiguity.empty()) {
    if (levels && plan_.ambiguity.empty()) {
      plan_.ambiguity = "column '" + header_[best->column] + "' does not say " + best->ambiguity;
      plan_.help = "name them: --columns control=" + best->stems[0] + ",patched=" + best->stems[1];
    }
    return;
  }
  plan_.ambiguity.clear();
  plan_.point = best->column;
  Column(best->column).kind = ColumnKind::kPoint;
  plan_.table.controls = best->controls;
  plan_.late = best->late || (partial_ && Kind(best->column) == ColumnKind::kPoint);
  plan_.table.layout = TableLayout::kPoints;
  for (size_t i = 0; i < names_.size(); ++i) {
    if (i == best->column || Kind(i) != ColumnKind::kPoint) continue;
    if (names_[i].words == Words{"role"}) plan_.role = i;
    if (!Fixed(i)) Column(i).kind = ColumnKind::kText;
  }
}

void TablePlanner::FindCounts() {
  const bool calls = std::any_of(names_.begin(), names_.end(), [](const ColumnName& name) {
    return name.column.kind == ColumnKind::kCalls;
  });
  if (!calls) return;
  for (size_t i = 0; i < names_.size(); ++i) {
    if (Kind(i) == ColumnKind::kKey) {
      plan_.table.layout = TableLayout::kCounts;
      return;
    }
  }
}

// True if each value of a column is found with a control and with another point.
bool TablePlanner::Crosses(size_t column) const {
  std::map<std::string_view, std::pair<bool, bool>> values;
  for (const SampleRow& row : sample_) {
    const std::string_view label = Trim(Cell(row, *plan_.point));
    const std::vector<std::string> none;
    const std::string stem = SplitRepeat(SplitWords(label)).stem;
    const bool control = std::any_of(
        plan_.table.controls.begin(), plan_.table.controls.end(),
        [&](const std::string& name) { return stem.compare(0, name.size(), name) == 0; });
    auto& [with_control, with_other] = values[Trim(Cell(row, column))];
    (control ? with_control : with_other) = true;
    if (values.size() > kMostLabels) return false;
  }
  return values.size() >= 2 && std::all_of(values.begin(), values.end(), [](const auto& value) {
           return value.second.first && value.second.second;
         });
}

}  // namespace regress
