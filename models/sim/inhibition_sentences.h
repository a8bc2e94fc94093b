// SPDX-License-Identifier: Apache-2.0
// What a run of the inhibition experiment shows, in words. A sentence that the rows give no ground
// for is empty.
#pragma once

#include <span>
#include <string>

#include "models/sim/inhibition_summary.h"

namespace regress {

// T is fitted under the defaults; with other assumptions only a calibration in this call is a fit.
bool IsFitted(const SimulationRequest& request);

// "workload evict16, 5 runs, seed 1"
std::string RunsPhrase(const SimulationRequest& request);
// The declared assumptions and the fitted parameter.
std::string AssumptionLine(const SimulationRequest& request);
// "longest cleanup: array 32, clock 8, xarray 1432 buffers"
std::string CleanupLine(std::span<const VariantSummary> summaries);
// "clock:8 keeps 97% of what the unbounded xarray gains, array:32 51% (published 96% and 49%); ..."
std::string GainSentence(const SimulationRequest& request,
                         std::span<const VariantSummary> summaries);
// Why a bounded tracker beats the xarray although the xarray copies less.
std::string CostSentence(const SimulationRequest& request,
                         std::span<const VariantSummary> summaries);
// Where the knees of a sweep lie.
std::string KneeSentence(std::span<const SimulatedRow> rows);

}  // namespace regress
