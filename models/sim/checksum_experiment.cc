// SPDX-License-Identifier: Apache-2.0
#include "models/sim/checksum_experiment.h"

#include <string>

#include "models/sim/checksum_parameters.h"
#include "models/sim/checksum_report.h"
#include "models/sim/checksum_workloads.h"
#include "models/sim/device.h"
#include "models/sim/parameter_sets.h"

namespace regress {
ParameterSet WorkloadDefaults(const ChecksumWorkload& workload) {
  ParameterSet defaults(ChecksumParameters());
  if (!workload.parameter_set.empty()) {
    defaults.SetFromText(ParameterSetText(workload.parameter_set), workload.parameter_set);
  }
  for (const auto& [name, value] : workload.overrides) defaults.Set(name, value);
  return defaults;
}

ChecksumExperiment::ChecksumExperiment() {
  info_.name = "checksum";
  info_.group_word = "profile";
  for (const ChecksumVariant& variant : ChecksumVariants()) {
    VariantInfo listed;
    listed.name = variant.name;
    listed.meaning = variant.meaning;
    info_.variants.push_back(std::move(listed));
  }
  info_.devices = {{"nvme", "a queue with tags in front of a constant rate", {}},
                   {"ram", "the submitting thread copies", {}}};
  for (const ChecksumWorkload& workload : ChecksumWorkloads()) {
    PresetInfo preset;
    preset.name = workload.name;
    preset.meaning = workload.meaning;
    preset.overrides = workload.overrides;
    if (!workload.parameter_set.empty())
      preset.parameters = ParameterSetText(workload.parameter_set);
    info_.workloads.push_back(std::move(preset));
  }
  info_.parameters = ChecksumParameters();
}

std::vector<SimulationTask> ChecksumExperiment::Plan(const SimulationRequest& request) const {
  const ChecksumWorkload& workload = FindChecksumWorkload(request.workload);
  const ParameterSet defaults = WorkloadDefaults(workload);
  if (workload.kind == ChecksumWorkloadKind::kBytes &&
      IsSetByUser(request, defaults, "csum_type")) {
    const Setting one = {request.parameters.Word("csum_type"), {}};
    return PlanSettings({&one, 1}, request);
  }
  return PlanSettings(AgreeingSettings(workload.settings, request, defaults), request);
}

TaskFigures ChecksumExperiment::Simulate(const SimulationTask& task) const {
  if (FindChecksumWorkload(task.workload).kind == ChecksumWorkloadKind::kBytes) {
    return ToFigures(
        RunChecksumPath(ToPath(task.parameters, task.variant, task.group, task.device), task.seed));
  }
  return ToFigures(
      RunWriteback(ToWriteback(task.parameters, task.variant, task.device), task.seed));
}

SimulationResult ChecksumExperiment::Summarise(const SimulationRequest& request,
                                               std::span<const SimulationTask> tasks,
                                               std::span<const TaskFigures> figures) const {
  return ReportChecksum(info_, request, tasks, figures);
}

}  // namespace regress
