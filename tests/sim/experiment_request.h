// SPDX-License-Identifier: Apache-2.0
// A request as the command line makes it, for the tests of experiments.
#pragma once

#include <string>
#include <vector>

#include "models/sim/experiment.h"

namespace regress {

inline SimulationRequest RequestOf(const Experiment& experiment, const std::string& workload,
                                   const std::vector<std::string>& variants,
                                   const std::vector<std::string>& assignments = {}) {
  const ExperimentInfo& info = experiment.info();
  SimulationRequest request;
  request.workload = workload;
  request.device = info.devices.front().name;
  request.runs = 1;
  request.published = true;
  for (const std::string& variant : variants) request.variants.push_back({variant, 0});
  request.parameters = ParameterSet(info.parameters);
  for (const PresetInfo& preset : info.workloads) {
    if (preset.name != workload) continue;
    request.parameters.SetFromText(preset.parameters, preset.name);
    for (const auto& [name, value] : preset.overrides) request.parameters.Set(name, value);
  }
  for (const std::string& assignment : assignments) request.parameters.SetAssignment(assignment);
  return request;
}

}  // namespace regress
