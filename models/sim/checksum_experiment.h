// SPDX-License-Identifier: Apache-2.0
// `--checksum`: who computes data checksums, when, and what it does to write bandwidth.
#pragma once

#include "models/sim/experiment.h"

namespace regress {

class ChecksumExperiment : public Experiment {
 public:
  ChecksumExperiment();
  const ExperimentInfo& info() const override { return info_; }
  std::vector<SimulationTask> Plan(const SimulationRequest& request) const override;
  TaskFigures Simulate(const SimulationTask& task) const override;
  SimulationResult Summarise(const SimulationRequest& request,
                             std::span<const SimulationTask> tasks,
                             std::span<const TaskFigures> figures) const override;

 private:
  ExperimentInfo info_;
};

}  // namespace regress
