// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/sim/inhibition_figures.h"

namespace regress {

std::string VariantSummary::label() const {
  return choice.slots == 0 ? choice.name : fmt::format("{}:{}", choice.name, choice.slots);
}

double VariantSummary::Counter(std::string_view name) const {
  for (size_t i = 0; i < kCounterFields.size(); ++i)
    if (kCounterFields.at(i).name == name) return counters[i];
  return 0;
}

std::vector<VariantSummary> Summaries(std::span<const VariantChoice> choices, uint32_t runs,
                                      std::span<const TaskFigures> figures) {
  std::vector<VariantSummary> summaries;
  for (size_t i = 0; i < choices.size(); ++i) {
    VariantSummary summary;
    summary.choice = choices[i];
    summary.counters.assign(kCounterFields.size(), 0);
    std::vector<double> ratios;
    for (uint32_t run = 0; run < runs; ++run) {
      const TaskFigures& figure = figures[i * runs + run];
      const InhibitionCounters counters = FromFigures(figure);
      ratios.push_back(counters.Ratio());
      summary.longest_cleanup =
          std::max(summary.longest_cleanup, static_cast<double>(counters.max_cleanup));
      for (size_t field = 0; field < figure.size(); ++field)
        summary.counters[field] += figure[field] / runs;
    }
    summary.ratio = MeanAndDeviation(ratios);
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

const VariantSummary* Find(std::span<const VariantSummary> summaries, std::string_view name) {
  for (const VariantSummary& summary : summaries)
    if (summary.choice.name == name) return &summary;
  return nullptr;
}

bool IsSweep(std::span<const VariantSummary> summaries) {
  for (const VariantSummary& a : summaries)
    for (const VariantSummary& b : summaries)
      if (a.choice.name == b.choice.name && a.choice.slots != b.choice.slots) return true;
  return false;
}

Cost CostOf(const ParameterSet& p, const VariantSummary& summary) {
  const double visit_ms = p.Get("visit_ns") / 1e6;
  Cost cost;
  cost.copies =
      (summary.Counter("first_cow") + summary.Counter("re_cow")) * p.Get("t_cow") * visit_ms;
  cost.writes = summary.Counter("writes") * p.Get("t_write") * visit_ms;
  if (summary.choice.name == "xarray")
    cost.calls = summary.Counter("inhibit_calls") * p.Get("inhibit_ns") / 1e6;
  return cost;
}

TextBlock CostBlock(const ParameterSet& parameters, std::span<const VariantSummary> summaries) {
  TextBlock block;
  block.title = "cost, means of the runs; COW, write, call and total in simulated ms";
  block.columns = {"tracker", "re-COWs", "writes", "calls", "cleanup",
                   "COW",     "write",   "call",   "total"};
  block.verbose_only = true;
  for (const VariantSummary& summary : summaries) {
    const Cost cost = CostOf(parameters, summary);
    block.rows.push_back({summary.label(), fmt::format("{:.0f}", summary.Counter("re_cow")),
                          fmt::format("{:.0f}", summary.Counter("writes")),
                          fmt::format("{:.0f}", summary.Counter("inhibit_calls")),
                          fmt::format("{:.0f}", summary.longest_cleanup),
                          fmt::format("{:.0f}", cost.copies), fmt::format("{:.0f}", cost.writes),
                          fmt::format("{:.0f}", cost.calls), fmt::format("{:.0f}", cost.total())});
  }
  return block;
}

}  // namespace regress
