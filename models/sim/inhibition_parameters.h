// SPDX-License-Identifier: Apache-2.0
// The parameters of the inhibition experiment, with the basis of each default, and what they mean
// to its workloads.
#pragma once

#include <vector>

#include "models/sim/evict_workload.h"
#include "models/sim/parameters.h"
#include "models/sim/remap_workload.h"

namespace regress {

const std::vector<ParameterInfo>& InhibitionParameters();

// Throw Error(kUsage) for combinations that make no sense.
EvictConfig ToEvictConfig(const ParameterSet& parameters);
RemapConfig ToRemapConfig(const ParameterSet& parameters);

}  // namespace regress
