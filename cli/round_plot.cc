// SPDX-License-Identifier: Apache-2.0
#include "cli/round_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/text_layout.h"
#include "cli/text_numbers.h"

namespace regress {
namespace {

constexpr int kMostRows = 9;
constexpr size_t kMostColumns = 48;  // of rounds

// 1, 2 or 5 times a power of ten, at least `least`.
double NiceStep(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

// "35k", "0.5", "20M"
std::string AxisLabel(double value, double step) {
  double scale = 1;
  std::string_view suffix;
  if (step >= 1e6) {
    scale = 1e6;
    suffix = "M";
  } else if (step >= 1e3) {
    scale = 1e3;
    suffix = "k";
  }
  if (value == 0) return "0";
  int decimals = 0;
  for (double s = step / scale; s < 0.999 && decimals < 6; s *= 10) ++decimals;
  return fmt::format("{:.{}f}{}", value / scale, decimals, suffix);
}

}  // namespace

std::string PlotRounds(const Comparison& comparison) {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  size_t total = 0;
  for (const Point& point : comparison.points) {
    for (const double value : point.rounds) {
      low = std::min(low, value);
      high = std::max(high, value);
      ++total;
    }
  }
  if (total < 2 || !std::isfinite(low) || !std::isfinite(high)) return "";
  if (low > 0 && low < high / 2) low = 0;
  if (low == high) high = low + std::max(1.0, std::abs(low));
  const double step = NiceStep((high - low) / (kMostRows - 1));
  if (!(step > 0) || !std::isfinite(step)) return "";
  const auto row_of = [&](double value) {
    return static_cast<long>(std::floor(value / step + 1e-9));
  };
  const long bottom = row_of(low);
  const long top = row_of(high);
  if (top - bottom > 2L * kMostRows) return "";

  // Points share the width; long ones put several rounds into a column.
  const size_t shrink = (total + kMostColumns - 1) / kMostColumns;
  std::vector<size_t> widths;
  for (const Point& point : comparison.points)
    widths.push_back(std::max<size_t>(1, (point.rounds.size() + shrink - 1) / shrink));
  const long patched_row = row_of(MeanOf(comparison, Role::kPatched));
  const long control_row = row_of(MeanOf(comparison, Role::kControl));
  const bool midpoint =
      std::count_if(comparison.points.begin(), comparison.points.end(),
                    [](const Point& point) { return point.role == Role::kControl; }) > 1;
  std::string text;
  for (long row = top; row >= bottom; --row) {
    const char fill = row == control_row ? '=' : row == patched_row ? '-' : ' ';
    std::string line = fmt::format("{:>5} |", AxisLabel(static_cast<double>(row) * step, step));
    for (size_t i = 0; i < comparison.points.size(); ++i) {
      std::string cells(widths[i], fill);
      const std::vector<double>& rounds = comparison.points[i].rounds;
      for (size_t j = 0; j < rounds.size(); ++j) {
        if (row_of(rounds[j]) == row) cells[std::min(j / shrink, widths[i] - 1)] = 'o';
      }
      line += cells + "|";
    }
    if (row == control_row) line += midpoint ? " midpoint" : " control mean";
    if (row == patched_row) line += row == control_row ? ", patched" : " patched mean";
    text += line + "\n";
  }
  std::string labels = "       ";
  for (size_t i = 0; i < comparison.points.size(); ++i)
    labels += PadRight(comparison.points[i].label.substr(0, widths[i]), widths[i] + 1);
  while (!labels.empty() && labels.back() == ' ') labels.pop_back();
  return text + labels + "\n";
}

}  // namespace regress
