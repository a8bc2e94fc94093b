// SPDX-License-Identifier: Apache-2.0
#include "stats/table_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/data/table_words.h"
#include "stats/figure_check.h"

namespace regress {
namespace {

constexpr size_t kMostFigures = 20000;  // of one table

// "min_expected_match_ratio" and "unexpected_results_mean" name the same checks as without the
// statistic.
std::string CheckName(const std::string& column) {
  Words words = SplitWords(column);
  std::erase_if(words, [](const std::string& word) {
    return word == "min" || word == "max" || word == "mean" || word == "avg" || word == "total" ||
           word == "sum";
  });
  return JoinWords(words);
}

EvidenceFigure FigureOf(const EvidenceTable& table, const EvidenceRow& row, size_t column,
                        std::string kind, std::string name) {
  EvidenceFigure figure;
  figure.kind = std::move(kind);
  figure.name = std::move(name);
  figure.point = row.label;
  figure.number = *row.cells[column].number;
  figure.unit = table.columns[column].unit;
  figure.source = {table.path, {-1, -1, row.line, row.cells[column].column}};
  return figure;
}

}  // namespace

std::vector<EvidenceFigure> FiguresOfTable(const EvidenceTable& table) {
  std::vector<EvidenceFigure> figures;
  for (const EvidenceRow& row : table.rows) {
    for (size_t i = 0; i < table.columns.size() && figures.size() < kMostFigures; ++i) {
      const TableColumn& column = table.columns[i];
      if (!row.cells[i].number) continue;
      switch (column.kind) {
        case ColumnKind::kCalls: {
          EvidenceFigure figure =
              FigureOf(table, row, i, "calls", row.metric.empty() ? row.key : row.metric);
          figure.number.rounding = Rounding::kExact;
          // A table of counts may name the function in a column of plain words.
          for (size_t k = 0; k < row.cells.size() && figure.name.empty(); ++k) {
            if (!row.cells[k].number) figure.name = row.cells[k].text;
          }
          figures.push_back(std::move(figure));
          break;
        }
        case ColumnKind::kCheck:
          figures.push_back(FigureOf(table, row, i, "check", CheckName(column.name)));
          break;
        case ColumnKind::kCount:
          figures.push_back(FigureOf(table, row, i, "n", column.name));
          break;
        case ColumnKind::kLevel: {
          if (table.layout == TableLayout::kOther) break;
          EvidenceFigure figure =
              FigureOf(table, row, i, "mean", row.metric.empty() ? column.metric : row.metric);
          if (figure.name.empty()) figure.name = row.key;
          if (!column.point.empty()) figure.point = column.point.stem;
          figures.push_back(std::move(figure));
          break;
        }
        default:
          break;
      }
    }
  }
  return figures;
}

void AddFigures(const EvidenceTable& table, const std::vector<Claim>& claims,
                std::vector<EvidenceFigure>& figures) {
  size_t next = 0;  // claims are in the order of rows
  for (const Claim& claim : claims) {
    if (claim.verdict != ClaimVerdict::kConfirmed || claim.kind != ClaimKind::kTableDelta) continue;
    while (next < table.rows.size() && table.rows[next].line < claim.source.at.line) ++next;
    if (next == table.rows.size()) return;
    const EvidenceRow& row = table.rows[next];
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (row.cells[i].column != claim.source.at.column || !row.cells[i].number) continue;
      const TableColumn& column = table.columns[i];
      const bool drift = column.kind == ColumnKind::kDrift ||
                         claim.convention.find("(B - A)") == 0 ||
                         claim.convention.find("|B - A|") == 0;
      const bool dropped = std::max(row.subset.dropped, column.subset.dropped) > 0;
      EvidenceFigure figure = FigureOf(
          table, row, i, std::string(dropped ? "drop-first-" : "") + (drift ? "drift" : "delta"),
          row.metric.empty() ? row.key : row.metric);
      figure.derivation = claim.answer;
      figures.push_back(std::move(figure));
      break;
    }
  }
}

void AddFigures(const Comparison& comparison, std::vector<EvidenceFigure>& figures) {
  if (comparison.is_difference || !comparison.change) return;
  std::string controls;
  size_t count = 0;
  double sum = 0;
  std::string patched;
  for (const Point& point : comparison.points) {
    if (!point.mean) continue;
    if (point.role == Role::kControl) {
      ++count;
      sum += *point.mean;
      controls = point.printed.empty() ? ShortNumber(*point.mean) : point.printed;
    } else {
      patched = point.printed.empty() ? ShortNumber(*point.mean) : point.printed;
    }
  }
  if (count > 1) controls = "midpoint " + ShortNumber(sum / static_cast<double>(count));
  const auto add = [&](std::string kind, double percent, std::string derivation) {
    EvidenceFigure figure;
    figure.kind = std::move(kind);
    figure.name = comparison.metric;
    figure.number.value = percent;
    figure.number.rounding = Rounding::kExact;
    figure.number.text = fmt::format("{:.3f}", percent);
    figure.unit = "%";
    figure.derivation = std::move(derivation);
    figure.source = comparison.source;
    figures.push_back(std::move(figure));
  };
  add("delta", *comparison.change, fmt::format("{} / {} - 1", patched, controls));
  if (comparison.drift) add("drift", comparison.drift->value, "(B - A) / midpoint");
  if (!comparison.drop_first) return;
  add("drop-first-delta", comparison.drop_first->delta, "without the first rounds");
  if (comparison.drop_first->drift)
    add("drop-first-drift", *comparison.drop_first->drift, "without the first rounds");
}

}  // namespace regress
