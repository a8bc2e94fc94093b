// SPDX-License-Identifier: Apache-2.0
#include "parsers/table_columns.h"

#include <algorithm>
#include <map>
#include <set>

#include "models/data/error.h"
#include "parsers/column_kinds.h"
#include "parsers/scan.h"
#include "parsers/table_names.h"

namespace regress {
namespace {

constexpr size_t kMostLabels = 256;  // distinct labels of points that are looked at

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

// A numeric column as the figure of a point: the words of its role and those of its metric.
struct LevelDraft {
  size_t column = 0;
  RoleWord role = RoleWord::kNone;
  TablePoint point;
  std::string metric;  // words beside the role
};

// Cuts the run of role words out of a column's words.
LevelDraft DraftLevel(size_t index, const ColumnName& name) {
  LevelDraft draft;
  draft.column = index;
  const Words& words = name.words;
  const auto counts = [&](size_t i, bool either) {
    const RoleWord role = RoleOfWord(words[i]);
    return role == RoleWord::kControl || role == RoleWord::kPatched ||
           (either && role == RoleWord::kEither);
  };
  for (const bool either : {false, true}) {
    size_t begin = 0;
    while (begin < words.size() && !counts(begin, either)) ++begin;
    if (begin == words.size()) continue;
    size_t end = begin + 1;
    while (end < words.size() && counts(end, true)) ++end;
    while (begin > 0 &&
           (counts(begin - 1, true) || words[begin - 1] == "no" || words[begin - 1] == "wo"))
      --begin;
    if (end < words.size() && RepeatOfWord(words[end])) ++end;
    // Words that mean both a kernel and something else must stand at an end of the name.
    if (either && begin > 0 && end < words.size()) return draft;
    const std::span<const std::string> all(words);
    draft.point = SplitRepeat(all.subspan(begin, end - begin));
    draft.role = RoleOfWords(SplitWords(draft.point.stem));
    Words metric;
    for (size_t i = 0; i < words.size(); ++i) {
      if (i < begin || i >= end) metric.push_back(words[i]);
    }
    draft.metric = JoinWords(metric);
    return draft;
  }
  Words point;
  for (const std::string& word : words) {
    if (!IsStatisticWord(word)) point.push_back(word);
  }
  draft.point = SplitRepeat(point);
  return draft;
}

// True if `phrase` ("v2", "parent_midpoint") speaks of the point with this stem ("upstream_v2").
bool Mentions(std::string_view phrase, std::string_view stem) {
  if (phrase.empty() || stem.empty()) return false;
  Words words = SplitWords(phrase);
  while (!words.empty() &&
         (words.back() == "midpoint" || words.back() == "mid" || words.back() == "avg" ||
          words.back() == "average" || words.back() == "mean" || words.back() == "control"))
    words.pop_back();
  if (words.empty()) return false;
  const std::string bare = SplitRepeat(words).stem;
  const Words stems = SplitWords(stem);
  return bare == JoinWords(stems) || JoinWords(words) == JoinWords(stems) ||
         (words.size() == 1 && (stems.front() == words[0] || stems.back() == words[0]));
}

class Planner {
 public:
  Planner(const SampleRow& header, std::span<const SampleRow> sample, std::string_view option,
          bool partial, bool others)
      : header_(header), sample_(sample), partial_(partial) {
    for (size_t i = 0; i < header.size(); ++i) {
      names_.push_back(ClassifyColumn(header[i], ShapeOf(sample, i)));
    }
    ReadOption(option);
    FindNames(others);
  }

  TablePlan Plan() {
    FindWide();
    if (plan_.table.layout != TableLayout::kWide) FindPoints();
    if (plan_.table.layout == TableLayout::kOther) FindCounts();
    FindKeys();
    FindRounds();
    Explain();
    if (!unknown_.empty()) {
      plan_.ambiguity = "no column or label is named '" + unknown_ + "', as --columns has it";
      plan_.help = ListNames();
    }
    for (ColumnName& name : names_) plan_.table.columns.push_back(std::move(name.column));
    return std::move(plan_);
  }

 private:
  TableColumn& Column(size_t i) { return names_[i].column; }
  ColumnKind Kind(size_t i) const { return names_[i].column.kind; }
  bool Fixed(size_t i) const { return fixed_.count(i) > 0; }

  std::string_view Cell(const SampleRow& row, size_t column) const {
    return column < row.size() ? std::string_view(row[column]) : std::string_view();
  }

  // --columns control=old,patched=new,metric=name
  void ReadOption(std::string_view option) {
    while (!option.empty()) {
      const size_t comma = std::min(option.find(','), option.size());
      std::string_view item = option.substr(0, comma);
      option.remove_prefix(std::min(comma + 1, option.size()));
      const size_t equals = item.find('=');
      const std::string_view what = Trim(item.substr(0, equals));
      const std::string_view name =
          equals == std::string_view::npos ? "" : Trim(item.substr(equals + 1));
      if (name.empty())
        throw Error(ErrorKind::kUsage,
                    "--columns wants ROLE=COLUMN, not '" + std::string(item) + "'",
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
  bool HasLabel(std::string_view name) const {
    return std::any_of(sample_.begin(), sample_.end(), [&](const SampleRow& row) {
      return std::any_of(row.begin(), row.end(), [&](const std::string& cell) {
        return Trim(cell) == name || SplitRepeat(SplitWords(cell)).stem == name;
      });
    });
  }

  // A name of the option that is not found is an error, unless all of it may be of another table.
  void FindNames(bool others) {
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
  std::string ListNames() const {
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

  std::vector<LevelDraft> Levels() const {
    std::vector<LevelDraft> drafts;
    for (size_t i = 0; i < names_.size(); ++i) {
      if (Kind(i) == ColumnKind::kLevel) drafts.push_back(DraftLevel(i, names_[i]));
    }
    return drafts;
  }

  // True if a derived column speaks of the stem; `right` asks for the reference side only.
  bool MentionedByDerived(std::string_view stem, bool right_only) const {
    for (const ColumnName& name : names_) {
      const TableColumn& column = name.column;
      if (column.kind != ColumnKind::kDelta && column.kind != ColumnKind::kDrift &&
          column.kind != ColumnKind::kMidpoint && column.kind != ColumnKind::kDifference)
        continue;
      if (Mentions(column.right, stem)) return true;
      if (!right_only && Mentions(column.left, stem)) return true;
    }
    return false;
  }

  bool HasDerived() const {
    return std::any_of(names_.begin(), names_.end(), [](const ColumnName& name) {
      return name.column.kind == ColumnKind::kDelta || name.column.kind == ColumnKind::kDrift ||
             name.column.kind == ColumnKind::kMidpoint;
    });
  }

  void FindWide() {
    if (!named_.empty()) return NameWide();
    std::vector<LevelDraft> drafts = Levels();
    std::set<std::string> stems;
    // Columns without a role word are points where the table itself says so.
    const auto twin = [&](const LevelDraft& draft) {
      return draft.point.repeat >= 0 &&
             std::count_if(drafts.begin(), drafts.end(), [&](const LevelDraft& other) {
               return other.point.stem == draft.point.stem && other.metric == draft.metric &&
                      other.point.repeat != draft.point.repeat;
             }) > 0;
    };
    std::vector<size_t> control_columns;
    for (const LevelDraft& draft : drafts) {
      if (draft.role == RoleWord::kControl) control_columns.push_back(draft.column);
    }
    for (LevelDraft& draft : drafts) {
      if (draft.role != RoleWord::kNone) continue;
      const bool between = control_columns.size() >= 2 && draft.column > control_columns.front() &&
                           draft.column < control_columns.back();
      if (twin(draft) || between || MentionedByDerived(draft.point.stem, false)) {
        draft.role = RoleWord::kEither;
      }
    }
    // By metric: which stems are controls, which are others.
    std::map<std::string, std::vector<LevelDraft>> groups;
    for (const LevelDraft& draft : drafts) {
      if (draft.role != RoleWord::kNone) groups[draft.metric].push_back(draft);
    }
    for (auto& [metric, group] : groups) PlanGroup(metric, group);
  }

  // `group`: the columns of one metric.
  void PlanGroup(const std::string& metric, const std::vector<LevelDraft>& group) {
    std::vector<std::string> controls;
    std::vector<std::string> others;
    std::vector<std::string> either;
    const auto add = [](std::vector<std::string>& list, const std::string& stem) {
      if (std::find(list.begin(), list.end(), stem) == list.end()) list.push_back(stem);
    };
    for (const LevelDraft& draft : group) {
      add(draft.role == RoleWord::kControl   ? controls
          : draft.role == RoleWord::kPatched ? others
                                             : either,
          draft.point.stem);
    }
    if (controls.empty()) {
      // The reference that a derived column names, or the other kernel beside one that is patched.
      std::vector<std::string> references;
      for (const std::string& stem : either) {
        if (MentionedByDerived(stem, true)) references.push_back(stem);
      }
      if (references.size() == 1 && either.size() + others.size() >= 2) {
        controls = references;
      } else if (!others.empty() && either.size() == 1) {
        controls = either;
      } else if (either.size() + others.size() >= 2 && group.size() >= 2 && !either.empty()) {
        return SetAmbiguity(group, "which of {} is the control");
      } else {
        return;
      }
    } else if (controls.size() > 1) {
      std::vector<std::string> references;
      for (const std::string& stem : controls) {
        if (MentionedByDerived(stem, true)) references.push_back(stem);
      }
      if (references.size() != 1) return SetAmbiguity(group, "which of {} is the control");
      controls = references;
    }
    if (controls.size() == group.size() ||
        std::none_of(group.begin(), group.end(),
                     [&](const LevelDraft& draft) { return draft.point.stem != controls.front(); }))
      return;  // controls only
    plan_.table.layout = TableLayout::kWide;
    if (std::find(plan_.table.controls.begin(), plan_.table.controls.end(), controls.front()) ==
        plan_.table.controls.end())
      plan_.table.controls.push_back(controls.front());
    for (const LevelDraft& draft : group) {
      TableColumn& column = Column(draft.column);
      column.point = draft.point;
      Words words = SplitWords(metric);
      std::string name = JoinWords(words);
      // The unit's words stay in the name: "mean_ns_per_op".
      Words with_unit = SplitWords(column.name);
      Words unit_words = with_unit;
      TakeUnit(unit_words);
      for (size_t i = unit_words.size(); i < with_unit.size(); ++i)
        name += (name.empty() ? "" : "_") + with_unit[i];
      column.metric = name;
    }
  }

  void NameWide() {
    plan_.table.layout = TableLayout::kWide;
    int32_t controls = 0;
    const auto count =
        std::count_if(named_.begin(), named_.end(), [](const auto& n) { return n.second; });
    for (const auto& [index, control] : named_) {
      TableColumn& column = Column(index);
      column.kind = ColumnKind::kLevel;
      if (control) {
        column.point = {"control", count > 1 ? controls++ : -1};
      } else {
        column.point = DraftLevel(index, names_[index]).point;
      }
      column.metric = "";
    }
    plan_.table.controls = {"control"};
  }

  void SetAmbiguity(const std::vector<LevelDraft>& group, const std::string& question) {
    if (!plan_.ambiguity.empty()) return;
    std::string list;
    for (const LevelDraft& draft : group) {
      if (!list.empty()) list += draft.column == group.back().column ? " and " : ", ";
      list += "'" + header_[draft.column] + "'";
    }
    std::string text = question;
    text.replace(text.find("{}"), 2, list);
    plan_.ambiguity = "the columns do not say " + text;
    plan_.help = "name them: --columns control=" + header_[group.front().column] +
                 ",patched=" + header_[group.back().column];
  }

  std::vector<std::string> LabelsOf(size_t column) const {
    std::vector<std::string> labels;
    std::set<std::string_view> seen;
    for (const SampleRow& row : sample_) {
      const std::string_view cell = Trim(Cell(row, column));
      if (cell.empty() || labels.size() >= kMostLabels) continue;
      if (seen.insert(cell).second) labels.emplace_back(cell);
    }
    return labels;
  }

  RoleWord RoleOfLabel(std::string_view label, std::string_view stem) const {
    for (const auto& [name, control] : labels_) {
      if (name == label || name == stem) return control ? RoleWord::kControl : RoleWord::kPatched;
    }
    return RoleOfWords(SplitWords(stem));
  }

  // True if labels of this stem are named with both roles.
  bool NamedApart(std::string_view stem, const std::vector<std::string>& labels) const {
    bool control = false;
    bool patched = false;
    for (const auto& [name, is_control] : labels_) {
      if (PointOfLabel(name, labels).stem == stem) (is_control ? control : patched) = true;
    }
    return control && patched;
  }

  bool NamesLabelOf(const std::vector<std::string>& labels) const {
    return std::any_of(labels.begin(), labels.end(), [&](const std::string& label) {
      return std::any_of(labels_.begin(), labels_.end(), [&](const auto& named) {
        return named.first == label || named.first == SplitRepeat(SplitWords(label)).stem;
      });
    });
  }

  struct PointColumn {
    size_t column = 0;
    int score = 0;
    std::vector<std::string> stems;  // in the order of their first row
    std::vector<std::string> controls;
    std::string ambiguity;
    bool late = false;
  };

  // Stems whose repeats surround rows of others: "v70-a", "v71", "v70-b".
  static std::vector<std::string> Surrounding(const std::vector<TablePoint>& order) {
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

  std::optional<PointColumn> JudgePoints(size_t column) const {
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
        result.ambiguity =
            "which of '" + either.front() + "' and '" + either[1] + "' is the control";
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

  void FindPoints() {
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
        plan_.help =
            "name them: --columns control=" + best->stems[0] + ",patched=" + best->stems[1];
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

  void FindCounts() {
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
  bool Crosses(size_t column) const {
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

  void FindKeys() {
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
        const bool metric =
            !words.empty() && (words.front() == "metric" || words.back() == "metric");
        if (metric || (!plan_.metric && plan_.keys.size() == 1 && !ParseCell(SampleCell(key))))
          plan_.metric = key;
      }
    }
    if (plan_.table.layout == TableLayout::kPoints && levels > 1 && generic != levels) {
      // Several columns are metrics of their own; the keys tell where they were measured.
      plan_.metric.reset();
    }
  }

  std::string SampleCell(size_t column) const {
    return sample_.empty() ? std::string() : std::string(Cell(sample_.front(), column));
  }

  void FindRounds() {
    if (plan_.table.layout != TableLayout::kWide && plan_.table.layout != TableLayout::kPoints)
      return;
    for (const ColumnName& name : names_) {
      const ColumnKind kind = name.column.kind;
      if (kind == ColumnKind::kRounds || kind == ColumnKind::kCount ||
          kind == ColumnKind::kStddev || kind == ColumnKind::kCv || kind == ColumnKind::kDelta ||
          kind == ColumnKind::kMidpoint)
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

  // Roles that a table with derived figures, or with one role of two, must have but does not tell.
  void Explain() {
    if (plan_.table.layout == TableLayout::kWide) plan_.ambiguity.clear();
    if (plan_.table.layout != TableLayout::kOther || !plan_.ambiguity.empty()) return;
    std::vector<LevelDraft> drafts = Levels();
    if (drafts.size() < 2) return;
    const bool control = std::any_of(drafts.begin(), drafts.end(), [](const LevelDraft& draft) {
      return draft.role == RoleWord::kControl && draft.metric.empty();
    });
    if (HasDerived() || control)
      SetAmbiguity(drafts, "which of {} is the control and which is patched");
  }

  const SampleRow& header_;
  std::span<const SampleRow> sample_;
  bool partial_;
  std::vector<ColumnName> names_;
  std::set<size_t> fixed_;
  std::vector<std::pair<size_t, bool>> named_;        // columns named as control or patched
  std::vector<std::pair<std::string, bool>> labels_;  // labels named so
  std::string unknown_;                               // the first name that is not found
  std::optional<size_t> metric_named_;
  TablePlan plan_;
};

}  // namespace

std::optional<CellNumber> ParseCell(std::string_view text) {
  text = Trim(text);
  if (text.empty() || text.size() > 64) return std::nullopt;
  const char first = text.front();
  if (!IsDigit(first) && first != '-' && first != '+' && first != '.') return std::nullopt;
  size_t end = 0;
  bool commas = false;
  while (end < text.size()) {
    const char c = text[end];
    const bool exponent =
        (c == 'e' || c == 'E') && end > 0 && end + 1 < text.size() &&
        (IsDigit(text[end + 1]) || ((text[end + 1] == '-' || text[end + 1] == '+') &&
                                    end + 2 < text.size() && IsDigit(text[end + 2])));
    const bool sign =
        (c == '-' || c == '+') && (end == 0 || text[end - 1] == 'e' || text[end - 1] == 'E');
    if (!IsDigit(c) && c != '.' && c != ',' && !exponent && !sign) break;
    commas |= c == ',';
    ++end;
  }
  std::string_view token = text.substr(0, end);
  std::string plain;
  if (commas) {  // thousands: groups of three digits
    size_t since = 0;
    bool seen = false;
    for (const char c : token) {
      if (c == ',') {
        if (seen && since != 3) return std::nullopt;
        seen = true;
        since = 0;
        continue;
      }
      if (c == '.') {
        if (seen && since != 3) return std::nullopt;
        seen = false;
      }
      ++since;
      plain += c;
    }
    if (seen && since != 3) return std::nullopt;
    token = plain;
  }
  std::string padded;
  if (!token.empty() && token.front() == '.') token = padded = "0" + std::string(token);
  std::optional<PrintedNumber> number = ParsePrinted(token);
  if (!number) return std::nullopt;
  CellNumber cell;
  const std::string_view rest = Trim(text.substr(end));
  if (!rest.empty()) {
    cell.unit = UnitOfText(rest);
    if (cell.unit.empty()) return std::nullopt;
  }
  cell.number = std::move(*number);
  cell.number.text = std::string(text.substr(0, end));
  return cell;
}

TablePlan PlanTable(const SampleRow& header, std::span<const SampleRow> sample,
                    std::string_view columns_option, bool partial, bool others) {
  return Planner(header, sample, columns_option, partial, others).Plan();
}

Role RoleOfStem(const EvidenceTable& table, std::string_view stem) {
  return std::find(table.controls.begin(), table.controls.end(), stem) != table.controls.end()
             ? Role::kControl
             : Role::kPatched;
}

}  // namespace regress
