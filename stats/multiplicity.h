// SPDX-License-Identifier: Apache-2.0
// p values of many metrics corrected for their number. The false discovery rate of a report by
// Benjamini and Hochberg (JRSS B 57 (1995) 289), under any dependence by Benjamini and Yekutieli
// (Ann. Statist. 29 (2001) 1165); the family-wise error of declared headline metrics by Holm
// (Scand. J. Statist. 6 (1979) 65).
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace regress {

enum class PAdjustment {
  kBenjaminiHochberg,
  kBenjaminiYekutieli,
  kHolm,
  kHochberg,
  kBonferroni,
};

// Adjusted values in the order of the input, at most 1. A p that is missing, not a number or
// outside [0, 1] stays missing and does not count in the family.
std::vector<std::optional<double>> AdjustP(std::span<const std::optional<double>> p,
                                           PAdjustment method);

}  // namespace regress
