// SPDX-License-Identifier: Apache-2.0
// Decides what the columns of a table of evidence are, from its header and its first rows. Borrows
// both. Its parts: table_columns.cc (option, keys, rounds), table_wide.cc (points as columns),
// table_points.cc (points as rows).
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parsers/column_kinds.h"
#include "parsers/table_columns.h"
#include "parsers/table_names.h"

namespace regress {

constexpr size_t kMostLabels = 256;  // distinct labels of points that are looked at

// A numeric column as the figure of a point: the words of its role and those of its metric.
struct LevelDraft {
  size_t column = 0;
  RoleWord role = RoleWord::kNone;
  TablePoint point;
  std::string metric;  // words beside the role
};

// Cuts the run of role words out of a column's words.
LevelDraft DraftLevel(size_t index, const ColumnName& name);

class TablePlanner {
 public:
  TablePlanner(const SampleRow& header, std::span<const SampleRow> sample, std::string_view option,
               bool partial, bool others);

  TablePlan Plan();

 private:
  TableColumn& Column(size_t i) { return names_[i].column; }
  ColumnKind Kind(size_t i) const { return names_[i].column.kind; }
  bool Fixed(size_t i) const { return fixed_.count(i) > 0; }

  std::string_view Cell(const SampleRow& row, size_t column) const {
    return column < row.size() ? std::string_view(row[column]) : std::string_view();
  }

  // --columns control=old,patched=new,metric=name
  void ReadOption(std::string_view option);
  // Labels that the option names must stand in a row.
  bool HasLabel(std::string_view name) const;
  // A name of the option that is not found is an error, unless all of it may be of another table.
  void FindNames(bool others);
  // "its columns are kernel, round, lat_us; kernel is base, patched"
  std::string ListNames() const;
  std::vector<LevelDraft> Levels() const;
  // True if a derived column speaks of the stem; `right` asks for the reference side only.
  bool MentionedByDerived(std::string_view stem, bool right_only) const;
  bool HasDerived() const;
  void FindWide();
  // `group`: the columns of one metric.
  void PlanGroup(const std::string& metric, const std::vector<LevelDraft>& group);
  void NameWide();
  void SetAmbiguity(const std::vector<LevelDraft>& group, const std::string& question);
  std::vector<std::string> LabelsOf(size_t column) const;
  RoleWord RoleOfLabel(std::string_view label, std::string_view stem) const;
  // True if labels of this stem are named with both roles.
  bool NamedApart(std::string_view stem, const std::vector<std::string>& labels) const;
  bool NamesLabelOf(const std::vector<std::string>& labels) const;

  struct PointColumn {
    size_t column = 0;
    int score = 0;
    std::vector<std::string> stems;  // in the order of their first row
    std::vector<std::string> controls;
    std::string ambiguity;
    bool late = false;
  };
  // Stems whose repeats surround rows of others: "v70-a", "v71", "v70-b".
  static std::vector<std::string> Surrounding(const std::vector<TablePoint>& order);
  std::optional<PointColumn> JudgePoints(size_t column) const;
  void FindPoints();
  void FindCounts();
  // True if each value of a column is found with a control and with another point.
  bool Crosses(size_t column) const;
  void FindKeys();
  std::string SampleCell(size_t column) const {
    return sample_.empty() ? std::string() : std::string(Cell(sample_.front(), column));
  }

  void FindRounds();
  // Roles that a table with derived figures, or with one role of two, must have but does not tell.
  void Explain();
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

}  // namespace regress
