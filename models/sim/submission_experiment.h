// SPDX-License-Identifier: Apache-2.0
// `--submission`: folios submitted block by block or extent by extent.
#pragma once

#include "models/sim/experiment.h"

namespace regress {

class SubmissionExperiment : public Experiment {
 public:
  SubmissionExperiment();
  const ExperimentInfo& info() const override { return info_; }
  bool MeasuresHostTime(const SimulationRequest& request) const override;
  std::vector<SimulationTask> Plan(const SimulationRequest& request) const override;
  TaskFigures Simulate(const SimulationTask& task) const override;
  SimulationResult Summarise(const SimulationRequest& request,
                             std::span<const SimulationTask> tasks,
                             std::span<const TaskFigures> figures) const override;

 private:
  ExperimentInfo info_;
};

}  // namespace regress
