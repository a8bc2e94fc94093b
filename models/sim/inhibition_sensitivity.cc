// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_sensitivity.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/sim/inhibition_figures.h"
#include "models/sim/inhibition_run.h"

namespace regress {
namespace {

constexpr int kSeeds = 2;

}  // namespace

std::span<const AssumptionChange> AssumptionChanges() {
  static const std::vector<AssumptionChange> kChanges = {
      {"as declared", {}},
      {"no checksum tree", {"csum=off"}},
      {"no free-space tree", {"free_space_tree=off"}},
      {"no refs of blocks", {"block_refs=off"}},
      {"commit not counted", {"commit_counted=off"}},
      {"gap of fixed length", {"gap=fixed"}},
      {"Q 43691 (6 sweeps)", {"Q=43691"}},
      {"Q 65536 (4 sweeps)", {"Q=65536"}},
      {"8 files interleaved", {"interleave=8"}},
      {"none interleaved", {"interleave=1"}},
      {"quarter flushes, Q 20000", {"flush_share=25", "Q=20000"}},
      {"one item a descent", {"items_per_descent=1"}},
      {"4 files at once", {"evictors=4"}},
      {"t_write 30", {"t_write=30"}},
      {"t_write 90", {"t_write=90"}},
      {"t_write 0", {"t_write=0"}},
      {"t_write 0, block items 40%", {"t_write=0", "block_fill=40"}},
      {"t_write 0, fs leaves 90%", {"t_write=0", "fs_fill=90"}},
      {"t_write 0, passes of 8", {"t_write=0", "pass_limit=8"}},
      {"t_write 0, 4 descents", {"t_write=0", "free_space_descents=4"}},
      {"t_write 0, file by file", {"t_write=0", "Q=16384", "interleave=5"}},
  };
  return kChanges;
}

TaskFigures SimulateChange(const AssumptionChange& change, const ParameterSet& parameters,
                           std::string_view workload, uint64_t seed) {
  ParameterSet changed = parameters;
  for (const std::string_view assignment : change.assignments) changed.SetAssignment(assignment);
  const GapFit fit = FitGap(workload, changed, seed);
  changed.Set("T", static_cast<double>(fit.gap), Basis::kFitted);
  TaskFigures figures = {static_cast<double>(fit.gap), fit.reached() ? 1.0 : 0.0};
  for (const PublishedRatio& row : kPublishedRatios) {
    double sum = 0;
    for (uint64_t run = 0; run < kSeeds; ++run)
      sum += SimulateInhibition(workload, row.tracker, row.slots, changed, seed + run).Ratio();
    figures.push_back(sum / kSeeds);
  }
  return figures;
}

size_t OrderKept(std::span<const TaskFigures> figures) {
  return static_cast<size_t>(
      std::count_if(figures.begin(), figures.end(), [](const TaskFigures& figure) {
        return figure[5] < figure[4] && figure[4] < figure[3] && figure[3] < figure[2];
      }));
}

TextBlock SensitivityBlock(std::span<const TaskFigures> figures) {
  TextBlock block;
  block.title = "assumption changed, T fitted again; means of 2 runs";
  block.columns = {"change", "T", "none", "array:32", "clock:8", "xarray"};
  for (size_t i = 0; i < figures.size(); ++i) {
    const TaskFigures& figure = figures[i];
    std::vector<std::string> row = {std::string(AssumptionChanges()[i].name),
                                    fmt::format("{}{}", figure[0], figure[1] == 0 ? "*" : "")};
    for (size_t column = 2; column < figure.size(); ++column)
      row.push_back(fmt::format("{:.2f}", figure[column]));
    block.rows.push_back(std::move(row));
  }
  return block;
}

std::vector<SimulatedRow> SensitivityRows(std::span<const TaskFigures> figures) {
  std::vector<SimulatedRow> rows;
  for (size_t i = 0; i < figures.size(); ++i) {
    std::string metric = "recow_per_first_cow[";
    for (const std::string_view assignment : AssumptionChanges()[i].assignments)
      metric += fmt::format("{}{}", metric.ends_with('[') ? "" : " ", assignment);
    metric += ']';
    for (size_t row = 0; row < kPublishedRatios.size(); ++row) {
      SimulatedRow simulated;
      simulated.variant = kPublishedRatios.at(row).tracker;
      simulated.slots = kPublishedRatios.at(row).slots;
      simulated.metric = metric;
      simulated.n = kSeeds;
      simulated.mean = figures[i][row + 2];
      simulated.basis = row == 0 ? Basis::kFitted : Basis::kPredicted;
      rows.push_back(std::move(simulated));
    }
  }
  return rows;
}

}  // namespace regress
