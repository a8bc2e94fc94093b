// SPDX-License-Identifier: Apache-2.0
#include "cli/text_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/text_layout.h"
#include "stats/gate.h"

namespace regress {

double MeanOf(const Comparison& comparison, Role role) {
  double sum = 0;
  double count = 0;
  for (const Point& point : comparison.points) {
    if (point.role != role || !point.mean) continue;
    sum += *point.mean;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

std::string MeanText(double value) {
  const double size = std::abs(value);
  const int decimals = size < 1000 ? 2 : size < 100000 ? 1 : 0;
  std::string text =
      size < 1e15 ? fmt::format("{:.{}f}", value, decimals) : fmt::format("{:.6g}", value);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  // Small figures would vanish: 4 significant digits.
  if (size > 0 && size < 0.1) text = fmt::format("{:.4g}", value);
  return text;
}

std::string ChangeText(const Comparison& comparison) {
  if (!comparison.change) return "-";
  if (comparison.is_difference)
    return fmt::format("{}{}{}", *comparison.change < 0 ? "-" : "+",
                       MeanText(std::abs(*comparison.change)),
                       comparison.unit.empty() ? "" : " " + Printable(comparison.unit, true));
  return PercentText(*comparison.change, comparison.delta_ci
                                             ? std::optional<Interval>(comparison.delta_ci->bounds)
                                             : comparison.resolution);
}

std::string MdeText(double percent) {
  if (!(percent > 0)) return "0%";
  const double scale = std::pow(10.0, 1 - std::floor(std::log10(percent)));
  const double rounded = std::ceil(percent * scale - 1e-9) / scale;
  const int decimals = std::clamp(static_cast<int>(std::lround(std::log10(scale))), 0, 6);
  return fmt::format("{:.{}f}%", rounded, decimals);
}

std::string ShortProbability(double p) {
  if (p < 1e-6) return "<1e-6";
  if (p >= 0.05) return fmt::format("{:.2f}", p);
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(p)));
  return fmt::format("{:.{}f}", p, decimals);
}

}  // namespace regress
