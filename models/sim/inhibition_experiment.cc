// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_experiment.h"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "models/data/error.h"
#include "models/sim/device.h"
#include "models/sim/ftrace_log.h"
#include "models/sim/inhibition_figures.h"
#include "models/sim/inhibition_parameters.h"
#include "models/sim/inhibition_report.h"
#include "models/sim/inhibition_run.h"
#include "models/sim/inhibition_sensitivity.h"
#include "models/sim/tracker.h"

namespace regress {
namespace {

constexpr std::string_view kSensitivity = "sensitivity";
// The published calls per operation were counted in a run of this many operations of each kind.
constexpr double kCountedOperations = 1000;

void RequireEviction(const SimulationRequest& request, std::string_view what) {
  if (request.workload != kRemapWorkload) return;
  throw Error(ErrorKind::kUsage, fmt::format("{} needs a workload that removes files, not {}", what,
                                             request.workload));
}

}  // namespace

namespace {

// A metadata block to the emulated RAM disk, in visits of the default length.
double RamWriteVisits() {
  constexpr int64_t kMetadataBlock = 16384;
  const ParameterSet defaults(InhibitionParameters());
  const double ns = static_cast<double>(FindDeviceType("ram").idle_write_ns(kMetadataBlock));
  return std::floor(ns / defaults.Get("visit_ns") + 0.5);
}

}  // namespace

InhibitionExperiment::InhibitionExperiment() {
  info_.name = "tracker";
  for (const TrackerKind& kind : TrackerKinds()) {
    VariantInfo variant;
    variant.name = kind.name;
    variant.meaning = kind.meaning;
    variant.default_slots = kind.default_slots;
    variant.min_slots = kind.max_slots > 0 ? 1 : 0;
    variant.max_slots = kind.max_slots;
    variant.kernel_slots.assign(kind.kernel_slots.begin(), kind.kernel_slots.end());
    variant.slots_rule = kind.slots_rule;
    info_.variants.push_back(std::move(variant));
  }
  info_.devices = {{"nvme", "fast SSD, or two copies", {}},
                   {"ram", "copy of a block in memory", {{"t_write", RamWriteVisits()}}}};
  info_.workloads = {
      {"evict16", "16 fragmented files of 64 MiB removed in one transaction", {}},
      {"evict16-fsync",
       "the same, with a WB_SYNC_ALL every 20000 descents",
       {{"fsync_every", 20000}}},
      {"evict16-by4", "the same, four files at once, a handle each", {{"evictors", 4}}},
      {std::string(kRemapWorkload), "10000 clones and 10000 dedupes of 4 KiB", {}}};
  info_.parameters = InhibitionParameters();
}

Calibration InhibitionExperiment::Calibrate(const SimulationRequest& request) const {
  RequireEviction(request, "--calibrate");
  const GapFit fit = FitGap(request.workload, request.parameters, request.seed);
  Calibration calibration;
  calibration.parameter = std::string("T");
  calibration.value = static_cast<double>(fit.gap);
  calibration.reached = fit.reached();
  calibration.description =
      calibration.reached
          ? fmt::format("T fitted to none = {} with seed {}: {} visits give {:.2f}, {} runs",
                        kFitTarget, request.seed, fit.gap, fit.ratio, fit.runs)
          : fmt::format(
                "T cannot be fitted to none = {}: the nearest in {} to {} visits is {:.2f} "
                "at T = {}, {} runs",
                kFitTarget, kLeastGap, kMostGap, fit.ratio, fit.gap, fit.runs);
  return calibration;
}

std::vector<SimulationTask> InhibitionExperiment::Plan(const SimulationRequest& request) const {
  std::vector<SimulationTask> tasks;
  SimulationTask task;
  task.workload = request.workload;
  task.device = request.device;
  task.parameters = request.parameters;
  if (request.sensitivity) {
    RequireEviction(request, "--sensitivity");
    task.group = kSensitivity;
    task.seed = request.seed;
    for (task.run = 0; task.run < AssumptionChanges().size(); ++task.run) tasks.push_back(task);
    return tasks;
  }
  const std::vector<VariantChoice> choices = ExpandSlots(info_, request);
  const auto add_runs = [&] {
    for (const VariantChoice& choice : choices) {
      task.variant = choice.name;
      task.slots = choice.slots;
      for (task.run = 0; task.run < request.runs; ++task.run) {
        task.seed = request.seed + task.run;
        tasks.push_back(task);
      }
    }
  };
  add_runs();
  if (request.workload == kRemapWorkload) {  // and as many operations as were counted
    task.parameters.Set("operations", kCountedOperations);
    add_runs();
  }
  return tasks;
}

TaskFigures InhibitionExperiment::Simulate(const SimulationTask& task) const {
  if (task.group == kSensitivity) {
    return SimulateChange(AssumptionChanges()[task.run], task.parameters, task.workload, task.seed);
  }
  return ToFigures(
      SimulateInhibition(task.workload, task.variant, task.slots, task.parameters, task.seed));
}

SimulationResult InhibitionExperiment::Summarise(const SimulationRequest& request,
                                                 std::span<const SimulationTask> tasks,
                                                 std::span<const TaskFigures> figures) const {
  return ReportInhibition(info_, request, tasks, figures);
}

void InhibitionExperiment::WriteTrace(const SimulationRequest& request, std::ostream& out) const {
  const std::vector<VariantChoice> choices = ExpandSlots(info_, request);
  if (choices.size() != 1) {
    throw Error(ErrorKind::kUsage, fmt::format("--trace takes one variant, not {}", choices.size()),
                "for example --tracker clock:8 --workload remap4k --trace FILE");
  }
  const auto simulate = [&](CallObserver& observer) {
    SimulateInhibition(request.workload, choices[0].name, choices[0].slots, request.parameters,
                       request.seed, &observer);
  };
  CallCounter counter;
  simulate(counter);
  FtraceLog log(out, request.workload, static_cast<uint64_t>(request.parameters.Get("visit_ns")),
                counter.calls());
  simulate(log);
}

}  // namespace regress
