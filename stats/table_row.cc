// SPDX-License-Identifier: Apache-2.0
#include "stats/table_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/data/table_words.h"
#include "stats/figure_check.h"

namespace regress {
namespace {

bool MeansMiddle(std::string_view word) {
  return word == "midpoint" || word == "mid" || word == "midpt" || word == "avg" ||
         word == "average" || word == "mean";
}

// True if all words of `phrase` stand in `stem`, at its begin or end.
bool WordsMatch(const Words& phrase, const Words& stem) {
  if (phrase.empty() || phrase.size() > stem.size()) return false;
  return std::equal(phrase.begin(), phrase.end(), stem.begin()) ||
         std::equal(phrase.rbegin(), phrase.rend(), stem.rbegin());
}

std::string NameOf(const TablePoint& point) {
  return point.repeat < 0 ? point.stem
                          : fmt::format("{} {}", point.stem, RepeatLetter(point.repeat));
}

}  // namespace

RowFigure FigureOfCell(const EvidenceCell& cell, std::string name) {
  return {std::move(name), cell.text, cell.number->value, cell.number->interval()};
}

RowFigures::RowFigures(const EvidenceTable& table, const EvidenceRow& row,
                       std::string_view metric) {
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const TableColumn& column = table.columns[i];
    const EvidenceCell& cell = row.cells[i];
    if (column.point.empty() || column.kind != ColumnKind::kLevel || !cell.number) continue;
    if (column.metric != metric) continue;
    points_.push_back({column.point, FigureOfCell(cell, NameOf(column.point)),
                       PrintedDecimals(*cell.number), row.line, cell.column});
  }
  ListStems(table.controls);
}

RowFigures::RowFigures(std::vector<PointFigure> points, const std::vector<std::string>& controls)
    : points_(std::move(points)) {
  ListStems(controls);
}

void RowFigures::ListStems(const std::vector<std::string>& controls) {
  for (const PointFigure& figure : points_) {
    if (std::find(stems_.begin(), stems_.end(), figure.point.stem) == stems_.end())
      stems_.push_back(figure.point.stem);
  }
  for (const std::string& stem : controls) {
    if (std::find(stems_.begin(), stems_.end(), stem) != stems_.end()) {
      control_ = stem;
      break;
    }
  }
}

std::vector<RowFigure> RowFigures::Repeats(std::string_view stem) const {
  std::vector<const PointFigure*> found;
  for (const PointFigure& figure : points_) {
    if (figure.point.stem == stem) found.push_back(&figure);
  }
  std::stable_sort(found.begin(), found.end(), [](const PointFigure* a, const PointFigure* b) {
    return a->point.repeat < b->point.repeat;
  });
  std::vector<RowFigure> repeats;
  repeats.reserve(found.size());
  for (const PointFigure* figure : found) repeats.push_back(figure->figure);
  return repeats;
}

std::optional<RowFigure> RowFigures::Middle(std::string_view stem) const {
  const std::vector<RowFigure> repeats = Repeats(stem);
  if (repeats.empty()) return std::nullopt;
  if (repeats.size() == 1) return repeats.front();
  RowFigure middle;
  middle.name = std::string(stem) + " midpoint";
  for (const RowFigure& repeat : repeats) {
    middle.value += repeat.value;
    middle.interval.low += repeat.interval.low;
    middle.interval.high += repeat.interval.high;
  }
  const auto count = static_cast<double>(repeats.size());
  middle.value /= count;
  middle.interval = {middle.interval.low / count, middle.interval.high / count};
  int decimals = 0;
  for (const PointFigure& figure : points_) {
    if (figure.point.stem == stem) decimals = std::max(decimals, figure.decimals);
  }
  middle.text = fmt::format("midpoint {:.{}f}", middle.value, decimals);
  return middle;
}

const PointFigure* RowFigures::Find(const TablePoint& point) const {
  const Words words = SplitWords(point.stem);
  const PointFigure* found = nullptr;
  for (const PointFigure& figure : points_) {
    if (figure.point.repeat != point.repeat) continue;
    if (figure.point.stem == point.stem) return &figure;
    const Words other = SplitWords(figure.point.stem);
    if (WordsMatch(words, other) || WordsMatch(other, words)) found = &figure;
  }
  return found;
}

std::string RowFigures::StemOf(std::string_view phrase) const {
  Words words = SplitWords(phrase);
  while (!words.empty() && MeansMiddle(words.back())) words.pop_back();
  if (words.size() > 1 && words.back() == "control") words.pop_back();
  if (words.empty()) return control_;
  const std::string bare = SplitRepeat(words).stem;
  for (const std::string& stem : stems_) {
    if (stem == JoinWords(words) || stem == bare) return stem;
  }
  const Words bare_words = SplitWords(bare);
  for (const std::string& stem : stems_) {
    if (WordsMatch(bare_words, SplitWords(stem))) return stem;
  }
  if (bare == "control" || bare == "baseline" || bare == "base" || bare == "reference" ||
      bare == "parent")
    return control_;
  return "";
}

std::optional<RowFigure> RowFigures::Operand(std::string_view phrase) const {
  const std::string stem = StemOf(phrase);
  if (stem.empty()) return std::nullopt;
  Words words = SplitWords(phrase);
  if (!words.empty() && MeansMiddle(words.back())) return Middle(stem);
  const TablePoint point = SplitRepeat(words);
  if (point.repeat >= 0) {
    for (const PointFigure& figure : points_) {
      if (figure.point.stem == stem && figure.point.repeat == point.repeat) return figure.figure;
    }
  }
  return Middle(stem);
}

}  // namespace regress
