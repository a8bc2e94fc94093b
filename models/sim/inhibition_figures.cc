// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_figures.h"

namespace regress {

TaskFigures ToFigures(const InhibitionCounters& counters) {
  TaskFigures figures;
  for (const CounterField& field : kCounterFields)
    figures.push_back(static_cast<double>(counters.*field.member));
  return figures;
}

InhibitionCounters FromFigures(std::span<const double> figures) {
  InhibitionCounters counters;
  for (size_t i = 0; i < kCounterFields.size() && i < figures.size(); ++i)
    counters.*kCounterFields.at(i).member = static_cast<uint64_t>(figures[i]);
  return counters;
}

const PublishedRatio* FindPublishedRatio(std::string_view tracker, int slots) {
  for (const PublishedRatio& published : kPublishedRatios)
    if (published.tracker == tracker && published.slots == slots) return &published;
  return nullptr;
}

}  // namespace regress
