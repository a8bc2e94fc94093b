// SPDX-License-Identifier: Apache-2.0
#include "stats/metric_direction.h"

#include <algorithm>
#include <array>

namespace regress {

Direction DirectionOfUnit(std::string_view unit) {
  constexpr std::array<std::string_view, 7> kTimes = {"ns", "us", "ms", "s", "sec", "cycles", "ps"};
  const auto is_time = [&](std::string_view text) {
    return std::find(kTimes.begin(), kTimes.end(), text) != kTimes.end();
  };
  const size_t slash = unit.find('/');
  if (slash == std::string_view::npos)
    return is_time(unit) ? Direction::kLower : Direction::kUnknown;
  const std::string_view over = unit.substr(0, slash);
  const std::string_view under = unit.substr(slash + 1);
  if (is_time(over)) return is_time(under) ? Direction::kUnknown : Direction::kLower;  // ns/op
  return is_time(under) ? Direction::kHigher : Direction::kUnknown;                    // ops/s
}

Direction DirectionOf(const Directions& directions, std::string_view metric,
                      std::string_view unit) {
  const Direction direction = directions.Find(metric);
  return direction != Direction::kUnknown ? direction : DirectionOfUnit(unit);
}

}  // namespace regress
