// SPDX-License-Identifier: Apache-2.0
// --tracker: how much do the ways of tracking inhibited buffers save, and at what cost? The ratio
// of re-COWs to first COWs from mechanism (transaction.h), beside the published table: one number,
// the gap T between writeback passes, is fitted to its row without inhibition; Q and t_write were
// chosen with the table in view; the rows of array and CLOCK are predicted.
#pragma once

#include "models/sim/experiment.h"

namespace regress {

class InhibitionExperiment final : public Experiment {
 public:
  InhibitionExperiment();
  const ExperimentInfo& info() const override { return info_; }
  Calibration Calibrate(const SimulationRequest& request) const override;
  std::vector<SimulationTask> Plan(const SimulationRequest& request) const override;
  TaskFigures Simulate(const SimulationTask& task) const override;
  SimulationResult Summarise(const SimulationRequest& request,
                             std::span<const SimulationTask> tasks,
                             std::span<const TaskFigures> figures) const override;
  void WriteTrace(const SimulationRequest& request, std::ostream& out) const override;

 private:
  ExperimentInfo info_;
};

}  // namespace regress
