// SPDX-License-Identifier: Apache-2.0
// From the figures of the tasks to the result of the submission experiment.
#pragma once

#include "models/sim/experiment.h"
#include "models/sim/submission_workloads.h"
#include "models/sim/throttle_model.h"

namespace regress {

enum LimitFigure : size_t { kBios, kLargestBio, kLimitFigures };

TaskFigures ToFigures(const ThrottleResult& result);
TaskFigures ToFigures(const DeviceLoadResult& result);

// The parameters of a workload before anything is set by the user.
ParameterSet WorkloadDefaults(const SubmissionWorkload& workload);

SimulationResult ReportSubmission(const ExperimentInfo& info, const SimulationRequest& request,
                                  std::span<const SimulationTask> tasks,
                                  std::span<const TaskFigures> figures);

}  // namespace regress
