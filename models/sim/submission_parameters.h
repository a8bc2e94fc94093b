// SPDX-License-Identifier: Apache-2.0
// The parameters of the submission experiment and what the models need of them.
#pragma once

#include <string_view>
#include <vector>

#include "models/sim/parameters.h"
#include "models/sim/submission_cost.h"
#include "models/sim/submission_timing.h"
#include "models/sim/throttle_model.h"

namespace regress {

const std::vector<ParameterInfo>& SubmissionParameters();

IoDirection ParseDirection(std::string_view word);  // "read" or "write"
int FolioBlocks(const ParameterSet& parameters);
int FolioExtents(const ParameterSet& parameters);  // at most one per block

SubmissionCost CostOf(const ParameterSet& parameters, IoDirection direction);
// Nanoseconds of one folio by the cost table; `variant` is block or extent.
double FolioCost(const ParameterSet& parameters, std::string_view variant, IoDirection direction);
ThrottleParameters ToThrottle(const ParameterSet& parameters, std::string_view variant,
                              std::string_view device);
NvmeDeviceParameters ToNvme(const ParameterSet& parameters);
RamDeviceParameters ToRam(const ParameterSet& parameters);
TimingParameters ToTiming(const ParameterSet& parameters, IoDirection direction);

}  // namespace regress
