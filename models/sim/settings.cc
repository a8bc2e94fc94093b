// SPDX-License-Identifier: Apache-2.0
#include "models/sim/settings.h"

#include <fmt/format.h>

#include <cmath>

namespace regress {

bool IsSetByUser(const SimulationRequest& request, const ParameterSet& defaults,
                 const std::string& name) {
  return request.parameters.Get(name) != defaults.Get(name) ||
         request.parameters.basis(name) != defaults.basis(name);
}

std::vector<Setting> AgreeingSettings(std::span<const Setting> settings,
                                      const SimulationRequest& request,
                                      const ParameterSet& defaults) {
  std::vector<Setting> agreeing;
  for (const Setting& setting : settings) {
    bool agrees = true;
    for (const auto& [name, value] : setting.changes) {
      agrees = agrees &&
               (!IsSetByUser(request, defaults, name) || request.parameters.Get(name) == value);
    }
    if (agrees) agreeing.push_back(setting);
  }
  if (!agreeing.empty() || settings.empty()) return agreeing;
  Setting own;
  for (const auto& [name, value] : settings.front().changes) {
    if (IsSetByUser(request, defaults, name)) {
      own.group += (own.group.empty() ? "" : ", ") + request.parameters.Printed(name);
    } else {
      own.changes.emplace_back(name, value);
    }
  }
  return {own};
}

std::vector<SimulationTask> PlanSettings(std::span<const Setting> settings,
                                         const SimulationRequest& request) {
  std::vector<SimulationTask> tasks;
  for (const Setting& setting : settings) {
    SimulationTask task;
    task.group = setting.group;
    task.workload = request.workload;
    task.device = request.device;
    task.parameters = request.parameters;
    for (const auto& [name, value] : setting.changes) task.parameters.Set(name, value);
    for (const VariantChoice& choice : request.variants) {
      task.variant = choice.name;
      for (task.run = 0; task.run < request.runs; ++task.run) {
        task.seed = request.seed + task.run;
        tasks.push_back(task);
      }
    }
  }
  return tasks;
}

std::vector<SettingSummary> SummariseSettings(uint32_t runs, std::span<const SimulationTask> tasks,
                                              std::span<const TaskFigures> figures) {
  std::vector<SettingSummary> summaries;
  for (size_t first = 0; first < tasks.size(); first += runs) {
    SettingSummary summary;
    summary.group = tasks[first].group;
    summary.variant = tasks[first].variant;
    summary.task = &tasks[first];
    for (size_t figure = 0; figure < figures[first].size(); ++figure) {
      std::vector<double> values;
      for (size_t run = 0; run < runs; ++run) values.push_back(figures[first + run][figure]);
      summary.figures.push_back(MeanAndDeviation(values));
    }
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

std::string GroupMetric(const std::string& group, std::string_view metric) {
  std::string name;
  for (const char c : group) {
    if (c == ',') continue;
    name += c == ' ' || c == '/' ? '_' : c;
  }
  return fmt::format("{}{}{}", name, name.empty() ? "" : ".", metric);
}

SimulatedRow SummaryRow(const SettingSummary& summary, std::string_view metric, uint32_t runs,
                        size_t figure) {
  SimulatedRow row;
  row.group = summary.group;
  row.variant = summary.variant;
  row.metric = GroupMetric(summary.group, metric);
  row.n = runs;
  row.mean = summary.figures[figure].mean;
  row.stddev = summary.figures[figure].stddev;
  row.basis = Basis::kPredicted;
  return row;
}

void AddGroupMetrics(SimulationResult& result, const SimulatedMetric& metric, size_t first) {
  for (size_t i = first; i < result.rows.size(); ++i) {
    SimulatedMetric own = metric;
    own.name = result.rows[i].metric;
    if (i == first || result.metrics.back().name != own.name) {
      result.metrics.push_back(std::move(own));
    }
  }
}

std::string SignedPercent(double ratio) {
  const double percent = ratio * 100;
  const std::string text = fmt::format("{:+.{}f}%", percent, std::fabs(percent) < 9.95 ? 1 : 0);
  return text == "-0.0%" ? "+0.0%" : text;
}

std::string SizeText(double bytes) {
  constexpr std::pair<double, char> kUnits[] = {
      {1073741824.0, 'G'}, {1048576.0, 'M'}, {1024.0, 'K'}};
  for (const auto& [unit, letter] : kUnits) {
    if (bytes >= unit && std::fmod(bytes, unit) == 0)
      return fmt::format("{}{}", bytes / unit, letter);
  }
  return fmt::format("{}", bytes);
}

}  // namespace regress
