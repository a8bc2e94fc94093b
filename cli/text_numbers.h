// SPDX-License-Identifier: Apache-2.0
// How the text output prints figures: few digits, intervals and MDE rounded outward, signs on
// changes.
#pragma once

#include <optional>
#include <string>

#include "models/data/comparison.h"

namespace regress {

// The mean of the means of the points of a role; 0 without any.
double MeanOf(const Comparison& comparison, Role role);
std::string MeanText(double value);  // 2 decimals below 1000, 1 below 100 000, else none
// The change of a comparison with its sign: "+39.77%", or "+4 ns" where there is no percent.
std::string ChangeText(const Comparison& comparison);
std::string MdeText(double percent);     // 2 digits, rounded up: "1.4%"
std::string ShortProbability(double p);  // "0.047", "0.30", "<1e-6"

}  // namespace regress
