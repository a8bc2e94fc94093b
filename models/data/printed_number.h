// SPDX-License-Identifier: Apache-2.0
// A number as a text prints it. The printed digits stand for an interval of values; claims are
// compared as intervals, never with an epsilon.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace regress {

// A closed interval, low <= high.
struct Interval {
  double low = 0;
  double high = 0;

  double width() const { return high - low; }
  bool Contains(double value) const { return low <= value && value <= high; }
  // Closed intervals that touch meet. The bounds of an interval are decimal figures rounded to
  // binary, so two that are equal on paper may differ in the last bits: 8 units in the last place
  // are allowed.
  bool Meets(const Interval& other) const;
  // Distance between the intervals, 0 if they meet.
  double Gap(const Interval& other) const;
  bool operator==(const Interval&) const = default;
};

// What the producer did with the digits that it did not print.
enum class Rounding : uint8_t {
  kNearest,    // v stands for [v - u/2, v + u/2], u = weight of the last digit
  kTruncated,  // cut off toward zero: v >= 0 stands for [v, v + u], v < 0 for [v - u, v]
  kExact,      // counts and parameters: v stands for itself
};

struct PrintedNumber {
  double value = 0;
  double unit = 0;   // weight of the last printed digit, in the unit of `value` (prefixes applied)
  std::string text;  // the token as printed, without unit
  Rounding rounding = Rounding::kNearest;

  Interval interval() const;
};

// The interval of a function that is monotone in each argument: its values at the corners.
template <typename Function>
Interval Corners(const Interval& a, const Interval& b, Function f) {
  const auto [low, high] =
      std::minmax({f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)});
  return {low, high};
}

// (patched - base) / base in percent, base interval not containing 0.
Interval PercentChange(const Interval& base, const Interval& patched);

}  // namespace regress
