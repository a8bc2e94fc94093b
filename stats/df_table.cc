// SPDX-License-Identifier: Apache-2.0
#include "stats/df_table.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>

namespace regress {
namespace {

// Pieces of 1 / df; the functions bend most at small df.
constexpr std::array<double, 4> kBorders = {0, 0.15, 0.45, 1};

}  // namespace

DfTable::DfTable(std::function<double(double)> exact) : exact_(std::move(exact)) {}

void DfTable::Build() const {
  built_ = true;
  for (size_t piece = 0; piece < series_.size(); ++piece) {
    const double middle = (kBorders[piece] + kBorders[piece + 1]) / 2;
    const double half = (kBorders[piece + 1] - kBorders[piece]) / 2;
    std::array<double, kTerms> values{};
    for (int k = 0; k < kTerms; ++k) {
      const double x = middle + half * std::cos(std::numbers::pi * (k + 0.5) / kTerms);
      values[static_cast<size_t>(k)] = std::log(exact_(1 / x));
    }
    for (int j = 0; j < kTerms; ++j) {
      double sum = 0;
      for (int k = 0; k < kTerms; ++k) {
        sum += values[static_cast<size_t>(k)] * std::cos(std::numbers::pi * j * (k + 0.5) / kTerms);
      }
      series_[piece][static_cast<size_t>(j)] = sum * (j == 0 ? 1.0 : 2.0) / kTerms;
    }
  }
}

double DfTable::operator()(double df) const {
  if (!(df >= 1)) return df > 0 ? exact_(df) : std::numeric_limits<double>::quiet_NaN();
  if (!built_) Build();
  const double x = 1 / df;
  size_t piece = 0;
  while (x > kBorders[piece + 1]) ++piece;
  const double middle = (kBorders[piece] + kBorders[piece + 1]) / 2;
  const double half = (kBorders[piece + 1] - kBorders[piece]) / 2;
  const double z = 2 * (x - middle) / half;
  double b1 = 0;
  double b2 = 0;
  for (size_t j = kTerms - 1; j > 0; --j) {
    const double b0 = series_[piece][j] + z * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return std::exp(series_[piece][0] + z / 2 * b1 - b2);
}

}  // namespace regress
