// SPDX-License-Identifier: Apache-2.0
// The statistics behind the test vectors of tests/stats/vectors: a table from the name of a
// function to a call that takes the vector's input and returns the figures that it expects,
// percents where it has percents.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/data/printed_number.h"

namespace regress {

using VectorFunction = std::function<nlohmann::json(const nlohmann::json& input)>;
using VectorTable = std::map<std::string, VectorFunction>;

void AddDistributionVectors(VectorTable& table);
void AddPointVectors(VectorTable& table);     // descriptive, quantised
void AddContrastVectors(VectorTable& table);  // sandwich, drift, equivalence, two samples, power
void AddBootVectors(VectorTable& table);
void AddConventionVectors(VectorTable& table);
void AddDistributionFreeVectors(VectorTable& table);  // ranks, resampling, shapes, change points
void AddSeriesVectors(VectorTable& table);            // families of p, outliers, trends, warm-up

inline std::vector<double> Numbers(const nlohmann::json& list) {
  return list.get<std::vector<double>>();
}

inline nlohmann::json OrNull(std::optional<double> value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

inline nlohmann::json Pair(const Interval& interval) {
  return {interval.low, interval.high};
}

// Of a ratio: percent change.
inline nlohmann::json PercentPair(const Interval& ratio) {
  return {100 * (ratio.low - 1), 100 * (ratio.high - 1)};
}

}  // namespace regress
