// SPDX-License-Identifier: Apache-2.0
// How the predicted rows move when an assumption is changed: for each change T is fitted again to
// the row without inhibition, then the three other rows are simulated with two seeds.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "models/sim/experiment.h"

namespace regress {

struct AssumptionChange {
  std::string_view name;
  std::vector<std::string_view> assignments;  // KEY=VALUE
};

std::span<const AssumptionChange> AssumptionChanges();

// T, whether it was reached (1 or 0), then the ratios of none, array:32, clock:8 and xarray.
TaskFigures SimulateChange(const AssumptionChange& change, const ParameterSet& parameters,
                           std::string_view workload, uint64_t seed);

// In how many changes xarray < clock:8 < array:32 < none.
size_t OrderKept(std::span<const TaskFigures> figures);

TextBlock SensitivityBlock(std::span<const TaskFigures> figures);
// The same as rows; the metric names the change: "recow_per_first_cow[csum=off]".
std::vector<SimulatedRow> SensitivityRows(std::span<const TaskFigures> figures);

}  // namespace regress
