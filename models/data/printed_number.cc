// SPDX-License-Identifier: Apache-2.0
#include "models/data/printed_number.h"

#include <cmath>
#include <limits>

namespace regress {
namespace {

double Slack(double a, double b) {
  return 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
}

}  // namespace

double Interval::Gap(const Interval& other) const {
  const double gap = std::max(other.low - high, low - other.high);
  const double slack = gap == other.low - high ? Slack(other.low, high) : Slack(low, other.high);
  return gap <= slack ? 0 : gap;
}

bool Interval::Meets(const Interval& other) const {
  return Gap(other) == 0;
}

Interval PrintedNumber::interval() const {
  switch (rounding) {
    case Rounding::kNearest:
      return {value - unit / 2, value + unit / 2};
    case Rounding::kTruncated:
      return value < 0 ? Interval{value - unit, value} : Interval{value, value + unit};
    case Rounding::kExact:
      break;
  }
  return {value, value};
}

Interval PercentChange(const Interval& base, const Interval& patched) {
  return Corners(base, patched, [](double b, double p) { return 100 * (p - b) / b; });
}

}  // namespace regress
