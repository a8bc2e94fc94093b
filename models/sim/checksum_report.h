// SPDX-License-Identifier: Apache-2.0
// From the figures of the tasks to the result of the checksum experiment.
#pragma once

#include "models/sim/checksum_path.h"
#include "models/sim/checksum_workloads.h"
#include "models/sim/experiment.h"
#include "models/sim/writeback_model.h"

namespace regress {

TaskFigures ToFigures(const WritebackResult& result);
TaskFigures ToFigures(const PathResult& result);

// The parameters of a workload before anything is set by the user.
ParameterSet WorkloadDefaults(const ChecksumWorkload& workload);

SimulationResult ReportChecksum(const ExperimentInfo& info, const SimulationRequest& request,
                                std::span<const SimulationTask> tasks,
                                std::span<const TaskFigures> figures);

}  // namespace regress
