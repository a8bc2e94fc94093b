// SPDX-License-Identifier: Apache-2.0
// Tables with a column per point: which columns are points of one metric, and which are controls.
#include <algorithm>
#include <map>

#include "parsers/table_planner.h"

namespace regress {
namespace {

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

}  // namespace

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

std::vector<LevelDraft> TablePlanner::Levels() const {
  std::vector<LevelDraft> drafts;
  for (size_t i = 0; i < names_.size(); ++i) {
    if (Kind(i) == ColumnKind::kLevel) drafts.push_back(DraftLevel(i, names_[i]));
  }
  return drafts;
}

// True if a derived column speaks of the stem; `right` asks for the reference side only.
bool TablePlanner::MentionedByDerived(std::string_view stem, bool right_only) const {
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

bool TablePlanner::HasDerived() const {
  return std::any_of(names_.begin(), names_.end(), [](const ColumnName& name) {
    return name.column.kind == ColumnKind::kDelta || name.column.kind == ColumnKind::kDrift ||
           name.column.kind == ColumnKind::kMidpoint;
  });
}

void TablePlanner::FindWide() {
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
void TablePlanner::PlanGroup(const std::string& metric, const std::vector<LevelDraft>& group) {
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

void TablePlanner::NameWide() {
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

void TablePlanner::SetAmbiguity(const std::vector<LevelDraft>& group, const std::string& question) {
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

// Roles that a table with derived figures, or with one role of two, must have but does not tell.
void TablePlanner::Explain() {
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

}  // namespace regress
