// SPDX-License-Identifier: Apache-2.0
// A smooth positive function of the degrees of freedom, such as a quantile of t at a fixed level,
// kept as Chebyshev series of its logarithm in 1 / df so that 10^5 comparisons with 10^5 different
// real df cost some 20 ns each. This is the function to rounding accuracy (relative error below
// 1e-11 over df in [1, infinity), tested), not an interpolation between rows of a table. Building
// it costs 42 evaluations.
#pragma once

#include <array>
#include <functional>

namespace regress {

class DfTable {
 public:
  // `exact` must be positive and finite for every df in [1, infinity).
  // The table is made when it is first asked; not for several threads at once.
  explicit DfTable(std::function<double(double)> exact);

  // df < 1 is passed on to the exact function; NaN gives NaN.
  double operator()(double df) const;

 private:
  static constexpr int kTerms = 14;
  using Series = std::array<double, kTerms>;

  void Build() const;

  std::function<double(double)> exact_;
  mutable bool built_ = false;
  mutable std::array<Series, 3> series_{};
};

}  // namespace regress
