// SPDX-License-Identifier: Apache-2.0
// The output formats of regress-sim: each prints any experiment's result. To add one: a function
// and a line in the table of sim_reporter.cc.
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "cli/check_options.h"
#include "cli/text_layout.h"
#include "models/sim/experiment.h"

namespace regress {

struct SimView {
  bool published = false;  // show columns of published figures
  Detail detail = Detail::kNormal;
  Painter paint{false};
};

struct SimReporterKind {
  std::string_view name;
  void (*write)(const SimulationResult& result, const SimView& view, std::ostream& out);
};

std::span<const SimReporterKind> SimReporterKinds();
// Throws Error(kUsage) naming the known ones.
const SimReporterKind& FindSimReporter(const std::string& name);

void WriteSimText(const SimulationResult& result, const SimView& view, std::ostream& out);
void WriteSimJson(const SimulationResult& result, const SimView& view, std::ostream& out);
// An evidence table that regress-check reads back: a comment line
//   # regress-sim 1.0 experiment=tracker workload=evict16 seed=1 runs=5 origin=simulated
// then a line of column names and a line for each row, separated by tabs:
//   variant slots metric unit n mean stddev basis tolerance_pct published
// Means and deviations have all their digits; what is absent is empty.
void WriteSimTable(const SimulationResult& result, const SimView& view, std::ostream& out);
// The same columns, separated by commas, without the comment.
void WriteSimCsv(const SimulationResult& result, const SimView& view, std::ostream& out);

// Variants, workloads, devices and parameters of an experiment (--list).
void WriteSimList(const ExperimentInfo& info, const ParameterSet& parameters, std::ostream& out);

}  // namespace regress
