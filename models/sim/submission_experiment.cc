// SPDX-License-Identifier: Apache-2.0
#include "models/sim/submission_experiment.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "models/data/error.h"
#include "models/sim/submission_parameters.h"
#include "models/sim/submission_report.h"
#include "models/sim/submission_workloads.h"

namespace regress {
namespace {

// A device with the user's parameters under one of the loads; a device without a queue runs at
// depth 1.
TaskFigures RunLoad(const SimulationTask& task) {
  for (const NamedLoad& named : DeviceLoads()) {
    if (named.name != task.group) continue;
    const std::unique_ptr<Device> device = task.device == "ram"
                                               ? MakeRamDevice(ToRam(task.parameters))
                                               : MakeNvmeDevice(ToNvme(task.parameters), task.seed);
    DeviceLoad load = named.load;
    load.depth = std::min(load.depth, device->tags().value_or(1));
    return ToFigures(RunDeviceLoad(*device, load));
  }
  throw std::logic_error("no load " + task.group);
}

// Writes 64 MiB in contiguous space with the executed code, or reads it; counts the bios.
TaskFigures CountBios(const ParameterSet& parameters, std::string_view variant) {
  constexpr int64_t kBytes = int64_t{64} << 20;
  const bool read = parameters.Word("direction") == "read";
  const int64_t folio_bytes = FolioBlocks(parameters) * kBlockBytes;
  Inode inode;
  inode.size = kBytes;
  inode.extents.Insert(0, kBytes, int64_t{1} << 30);
  inode.ordered.Insert(0, kBytes);
  std::vector<Folio> folios;
  for (int64_t at = 0; at < kBytes; at += folio_bytes) {
    folios.emplace_back(at, FolioBlocks(parameters), (int64_t{1} << 40) + 2 * at);
    if (!read) folios.back().state->Set(BlockProperty::kDirty, 0, folios.back().blocks);
  }
  std::vector<Bio> bios;
  BioBuilder builder(read ? IoDirection::kRead : IoDirection::kWrite,
                     static_cast<int64_t>(parameters.Get("limit")), &inode.ordered, bios);
  const SubmissionVariant& code = FindSubmissionVariant(variant);
  {
    ExtentCache cache(inode.extents);
    for (Folio& folio : folios) {
      if (read) {
        code.read(inode, cache, builder, folio);
      } else {
        code.write(inode, builder, folio);
      }
    }
  }
  builder.Submit();
  TaskFigures figures(kLimitFigures);
  for (const Bio& bio : bios) {
    figures[kLargestBio] = std::max(figures[kLargestBio], static_cast<double>(bio.bytes));
  }
  figures[kBios] = static_cast<double>(bios.size());
  return figures;
}

}  // namespace

ParameterSet WorkloadDefaults(const SubmissionWorkload& workload) {
  ParameterSet defaults(SubmissionParameters());
  for (const auto& [name, value] : workload.overrides) defaults.Set(name, value);
  return defaults;
}

SubmissionExperiment::SubmissionExperiment() {
  info_.name = "submission";
  info_.group_word = "direction";
  for (const SubmissionVariant& variant : SubmissionVariants()) {
    VariantInfo listed;
    listed.name = variant.name;
    listed.meaning = variant.meaning;
    info_.variants.push_back(std::move(listed));
  }
  info_.devices = {{"nvme", "a queue with tags, throttled", {}, {}},
                   {"ram", "no queue: the submitting thread copies", {}, {}}};
  for (const SubmissionWorkload& workload : SubmissionWorkloads()) {
    info_.workloads.push_back({workload.name, workload.meaning, workload.overrides, {}});
  }
  info_.parameters = SubmissionParameters();
}

bool SubmissionExperiment::MeasuresHostTime(const SimulationRequest& request) const {
  return FindSubmissionWorkload(request.workload).kind == SubmissionWorkloadKind::kExecuted;
}

std::vector<SimulationTask> SubmissionExperiment::Plan(const SimulationRequest& request) const {
  const SubmissionWorkload& workload = FindSubmissionWorkload(request.workload);
  if (workload.kind == SubmissionWorkloadKind::kThrottle &&
      request.parameters.Word("direction") == "read") {
    throw Error(ErrorKind::kUsage, "throttling is of writes: --direction read has nothing to show");
  }
  // `both` is what the settings of read and write say already.
  SimulationRequest own = request;
  const ParameterSet defaults = WorkloadDefaults(workload);
  if (request.parameters.Word("direction") == "both") {
    own.parameters.Set("direction", defaults.Get("direction"), defaults.basis("direction"));
  }
  // A device does not know who submits.
  if (workload.kind == SubmissionWorkloadKind::kDevice) own.variants = {{request.device, 0}};
  return PlanSettings(AgreeingSettings(workload.settings, own, defaults), own);
}

TaskFigures SubmissionExperiment::Simulate(const SimulationTask& task) const {
  const IoDirection direction = ParseDirection(task.parameters.Word("direction"));
  switch (FindSubmissionWorkload(task.workload).kind) {
    case SubmissionWorkloadKind::kCost:
      return {FolioCost(task.parameters, task.variant, direction) / 1e3};
    case SubmissionWorkloadKind::kThrottle:
      return ToFigures(
          RunThrottle(ToThrottle(task.parameters, task.variant, task.device), task.seed));
    case SubmissionWorkloadKind::kLimit:
      return CountBios(task.parameters, task.variant);
    case SubmissionWorkloadKind::kDevice:
      return RunLoad(task);
    case SubmissionWorkloadKind::kExecuted:
      return {MeasureSubmission(FindSubmissionVariant(task.variant),
                                ToTiming(task.parameters, direction)) /
              1e3};
  }
  return {};
}

SimulationResult SubmissionExperiment::Summarise(const SimulationRequest& request,
                                                 std::span<const SimulationTask> tasks,
                                                 std::span<const TaskFigures> figures) const {
  return ReportSubmission(info_, request, tasks, figures);
}

}  // namespace regress
