// SPDX-License-Identifier: Apache-2.0
// The runs of each variant of the inhibition experiment in figures: means, and what they cost in
// time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/sim/experiment.h"

namespace regress {

// What the runs of one variant came to.
struct VariantSummary {
  VariantChoice choice;
  MeanDeviation ratio;
  std::vector<double> counters;  // means, in the order of kCounterFields
  double longest_cleanup = 0;    // of all runs

  std::string label() const;  // "clock:8"
  double Counter(std::string_view name) const;
};

// `figures` holds `runs` entries for each of `choices`.
std::vector<VariantSummary> Summaries(std::span<const VariantChoice> choices, uint32_t runs,
                                      std::span<const TaskFigures> figures);

// The first of that name, or nullptr.
const VariantSummary* Find(std::span<const VariantSummary> summaries, std::string_view name);
// A variant with several numbers of slots makes a sweep.
bool IsSweep(std::span<const VariantSummary> summaries);

// Time on the modelled machine, milliseconds.
struct Cost {
  double copies = 0, writes = 0, calls = 0;
  double total() const { return copies + writes + calls; }
};

// Only the xarray's stores are charged, with what they take beyond an array's.
Cost CostOf(const ParameterSet& parameters, const VariantSummary& summary);
TextBlock CostBlock(const ParameterSet& parameters, std::span<const VariantSummary> summaries);

}  // namespace regress
