// SPDX-License-Identifier: Apache-2.0
// Experiments whose workloads are lists of settings: each setting is simulated with every variant
// and every run.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/sim/experiment.h"

namespace regress {

// One group of rows: its label and the parameters that differ from the workload's.
struct Setting {
  std::string group;
  std::vector<std::pair<std::string, double>> changes;
};

// True if the parameter is not as the workload has it: the user has set it.
bool IsSetByUser(const SimulationRequest& request, const ParameterSet& defaults,
                 const std::string& name);

// The settings that agree with what the user has set; if none does, one with the user's values.
std::vector<Setting> AgreeingSettings(std::span<const Setting> settings,
                                      const SimulationRequest& request,
                                      const ParameterSet& defaults);

// A task for each setting, variant and run, in this order.
std::vector<SimulationTask> PlanSettings(std::span<const Setting> settings,
                                         const SimulationRequest& request);

// What the runs of one setting and variant came to.
struct SettingSummary {
  std::string group;
  std::string variant;
  std::vector<MeanDeviation> figures;
  const SimulationTask* task = nullptr;  // of the first run; borrowed

  double Mean(size_t figure) const { return figures[figure].mean; }
};
std::vector<SettingSummary> SummariseSettings(uint32_t runs, std::span<const SimulationTask> tasks,
                                              std::span<const TaskFigures> figures);

// "raid0.write_bandwidth": group and metric as one name without blanks.
std::string GroupMetric(const std::string& group, std::string_view metric);

// A row of `metric` in the summary's group, predicted, nothing published.
SimulatedRow SummaryRow(const SettingSummary& summary, std::string_view metric, uint32_t runs,
                        size_t figure);

// Adds a metric for each group of the rows from `first` on, all with the title of `metric`.
void AddGroupMetrics(SimulationResult& result, const SimulatedMetric& metric, size_t first);

// "+178%", "-0.9%": a change given as a ratio, one decimal below 10 %.
std::string SignedPercent(double ratio);
// "2M", "16K", "512": a size in bytes.
std::string SizeText(double bytes);

}  // namespace regress
