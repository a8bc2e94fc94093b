// SPDX-License-Identifier: Apache-2.0
// The figures of one row of a wide table (a row is a comparison), found by what names say: points
// by stem and repeat, midpoints, and the operands of "child_vs_parent_midpoint".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence_table.h"

namespace regress {

// A figure of a row: a cell, or the midpoint of the repeats of a point.
struct RowFigure {
  std::string name;  // "parent midpoint"
  std::string text;  // "midpoint 38.3", or the cell as printed
  double value = 0;
  Interval interval;
};

// A figure that belongs to a point.
struct PointFigure {
  TablePoint point;
  RowFigure figure;
  int decimals = 0;  // as printed
  uint32_t line = 0;
  uint32_t column = 0;
};

class RowFigures {
 public:
  // `metric` chooses the columns of one metric where the row has several.
  RowFigures(const EvidenceTable& table, const EvidenceRow& row, std::string_view metric);
  // Figures of points that are rows.
  RowFigures(std::vector<PointFigure> points, const std::vector<std::string>& controls);

  const std::vector<PointFigure>& points() const { return points_; }
  // Stems in the order of their columns.
  const std::vector<std::string>& stems() const { return stems_; }
  const std::string& control() const { return control_; }

  // All repeats of a stem, in the order of their repeats.
  std::vector<RowFigure> Repeats(std::string_view stem) const;
  // The midpoint of all repeats, or the only figure. None if the row lacks one.
  std::optional<RowFigure> Middle(std::string_view stem) const;
  // The figure that an operand names: "child", "parent_b", "parent_midpoint", "midpoint".
  std::optional<RowFigure> Operand(std::string_view phrase) const;
  // The figure of one repeat, by a stem that may be longer or shorter ("baseline",
  // "large-baseline").
  const PointFigure* Find(const TablePoint& point) const;
  // The stem that an operand names, empty if none.
  std::string StemOf(std::string_view phrase) const;

 private:
  void ListStems(const std::vector<std::string>& controls);

  std::vector<PointFigure> points_;
  std::vector<std::string> stems_;
  std::string control_;
};

RowFigure FigureOfCell(const EvidenceCell& cell, std::string name);

}  // namespace regress
