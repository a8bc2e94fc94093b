// SPDX-License-Identifier: Apache-2.0
// Exponential and logarithm from exactly rounded operations only (+, -, *, / and powers of two), so
// that a simulated figure has the same bits with every libm. Accurate to some 1e-15 relative, which
// is far more than a service time in whole nanoseconds needs.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace regress {

// e^x for |x| <= 700.
inline double ExactExp(double x) {
  constexpr double kLog2 = 0.693147180559945309417;
  constexpr auto kCoefficients = [] {  // 1 / n!, highest first
    std::array<double, 16> values{};
    double factorial = 1;
    for (int n = 0; n < 16; ++n) {
      values[static_cast<size_t>(15 - n)] = 1 / factorial;
      factorial *= n + 1;
    }
    return values;
  }();
  const double scaled = x * 1.44269504088896340736;
  const auto power = static_cast<int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
  const double rest = x - static_cast<double>(power) * kLog2;  // |rest| <= 0.35
  double sum = 0;
  for (const double coefficient : kCoefficients) sum = sum * rest + coefficient;
  return sum * std::bit_cast<double>(static_cast<uint64_t>(power + 1023) << 52);
}

// Natural logarithm of a positive normal number: 2 artanh((m - 1) / (m + 1)) of the mantissa m.
inline double ExactLog(double x) {
  constexpr double kLog2 = 0.693147180559945309417;
  const auto bits = std::bit_cast<uint64_t>(x);
  const auto power = static_cast<int64_t>(bits >> 52) - 1023;
  const double mantissa =
      std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);  // [1, 2)
  const double ratio = (mantissa - 1) / (mantissa + 1);                           // [0, 1/3)
  const double square = ratio * ratio;
  double sum = 0;
  for (int term = 41; term >= 1; term -= 2) sum = sum * square + 1.0 / term;
  return 2 * ratio * sum + static_cast<double>(power) * kLog2;
}

// To the nearest whole number of a value >= 0, halves up.
inline int64_t RoundHalfUp(double value) {
  const double shifted = value + 0.5;
  return static_cast<int64_t>(shifted);
}

}  // namespace regress
