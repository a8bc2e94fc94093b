// SPDX-License-Identifier: Apache-2.0
#include "cli/mail_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace regress {
namespace {

constexpr size_t kMaxRows = 8;
constexpr size_t kNameColumns = 26;
constexpr size_t kLabelColumns = 10;

double Mean(const Point& point) {
  return std::accumulate(point.rounds.begin(), point.rounds.end(), 0.0) /
         static_cast<double>(point.rounds.size());
}

// Largest minus smallest round against the mean, in percent.
double Spread(const Point& point) {
  const auto [low, high] = std::minmax_element(point.rounds.begin(), point.rounds.end());
  const double mean = Mean(point);
  return mean > 0 ? 100 * (*high - *low) / mean : 0;
}

double Change(const Comparison& row) {
  const double before = Mean(row.points[0]);
  return before != 0 ? 100 * (Mean(row.points[1]) / before - 1) : 0;
}

std::string FirstWord(const std::string& label, std::string_view otherwise) {
  return label.empty() ? std::string(otherwise) : label.substr(0, label.find(' '));
}

std::string MeanText(double mean) {
  return fmt::format("{:.{}f}", mean, mean < 1000 ? 2 : mean < 100000 ? 1 : 0);
}

// Rows of one unit and direction share a head.
bool SharesHead(const Comparison& a, const Comparison& b) {
  const auto same = [](const Point& x, const Point& y) {
    return x.label == y.label && x.rounds.size() == y.rounds.size();
  };
  return a.unit == b.unit && a.better == b.better && same(a.points[0], b.points[0]) &&
         same(a.points[1], b.points[1]);
}

std::string Head(const Comparison& row) {
  std::string head = row.unit.empty() ? "" : row.unit + ", ";
  if (row.better == Direction::kLower) head += "lower is better, ";
  if (row.better == Direction::kHigher) head += "higher is better, ";
  return head + fmt::format("change vs \"{}\", {} + {} runs",
                            row.points[0].label.empty() ? "before" : row.points[0].label,
                            row.points[0].rounds.size(), row.points[1].rounds.size());
}

}  // namespace

std::string RoundsTable(const TextContext& context, const std::vector<Comparison>& rows) {
  std::string text;
  size_t least = SIZE_MAX;
  for (size_t i = 0; i < rows.size() && i < kMaxRows; ++i) {
    const Comparison& row = rows[i];
    const Point& control = row.points[0];
    const Point& patched = row.points[1];
    if (i == 0 || !SharesHead(rows[i - 1], row)) {
      text += context.paint(Paint::kDim, CutEnd(Printable(Head(row), context.utf8), kTextColumns));
      text += '\n';
      text += fmt::format(
          "{:<{}}{:>{}}{:>{}}{:>10}  spread\n", "", kNameColumns,
          CutEnd(Printable(FirstWord(control.label, "before"), context.utf8), kLabelColumns - 1),
          kLabelColumns - 1,
          CutEnd(Printable(FirstWord(patched.label, "after"), context.utf8), kLabelColumns - 1),
          kLabelColumns, "change");
    }
    const std::string name =
        PadRight(CutMiddle(Printable(row.metric, context.utf8), kNameColumns), kNameColumns);
    text += fmt::format("{}{:>{}}{:>{}}{:>10}  {:.0f}%, {:.0f}%\n", name, MeanText(Mean(control)),
                        kLabelColumns - 1, MeanText(Mean(patched)), kLabelColumns,
                        fmt::format("{:+.1f}%", Change(row)), Spread(control), Spread(patched));
    least = std::min({least, control.rounds.size(), patched.rounds.size()});
  }
  if (rows.size() > kMaxRows) {
    text += fmt::format("  {} more rows (--format json lists them)\n", rows.size() - kMaxRows);
  }
  if (least < context.options.min_rounds) {
    text += fmt::format("  no interval, no support: {}, --min-rounds is {}\n",
                        Count(least, "round"), context.options.min_rounds);
  }
  return text;
}

std::string RoundsSentence(const std::vector<Comparison>& rows) {
  bool better = true;
  bool worse = true;
  bool large = true;
  bool patch = true;
  for (const Comparison& row : rows) {
    const double change = Change(row);
    const bool good = row.better == Direction::kUnknown  ? false
                      : row.better == Direction::kHigher ? change > 0
                                                         : change < 0;
    better &= good;
    worse &= row.better != Direction::kUnknown && !good;
    large &= std::abs(change) > 3 * std::max(Spread(row.points[0]), Spread(row.points[1]));
    patch &= row.points[1].label.find("patch") != std::string::npos;
  }
  return fmt::format("{} {} is {} against the spread", patch ? "The patch's" : "The",
                     better  ? "gain"
                     : worse ? "loss"
                             : "change",
                     large ? "large" : "not large");
}

}  // namespace regress
