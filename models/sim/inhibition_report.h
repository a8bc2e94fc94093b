// SPDX-License-Identifier: Apache-2.0
// From the counters of the runs to the result of the inhibition experiment: rows, side figures,
// sentences, plot.
#pragma once

#include "models/sim/experiment.h"

namespace regress {

SimulationResult ReportInhibition(const ExperimentInfo& info, const SimulationRequest& request,
                                  std::span<const SimulationTask> tasks,
                                  std::span<const TaskFigures> figures);

}  // namespace regress
