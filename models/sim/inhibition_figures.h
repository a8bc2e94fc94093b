// SPDX-License-Identifier: Apache-2.0
// The counters of a simulation as a row of figures, and the published table that they are held
// against.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "models/sim/counters.h"
#include "models/sim/experiment.h"

namespace regress {

struct CounterField {
  std::string_view name;
  uint64_t InhibitionCounters::*member;
};

// In the order of TaskFigures.
inline constexpr std::array kCounterFields = {
    CounterField{"first_cow", &InhibitionCounters::first_cow},
    CounterField{"re_cow", &InhibitionCounters::re_cow},
    CounterField{"overwrites", &InhibitionCounters::overwrites},
    CounterField{"writes", &InhibitionCounters::writes},
    CounterField{"sync_writes", &InhibitionCounters::sync_writes},
    CounterField{"skipped", &InhibitionCounters::skipped},
    CounterField{"passes", &InhibitionCounters::passes},
    CounterField{"handles", &InhibitionCounters::handles},
    CounterField{"flushes", &InhibitionCounters::flushes},
    CounterField{"inhibit_calls", &InhibitionCounters::inhibit_calls},
    CounterField{"evictions", &InhibitionCounters::evictions},
    CounterField{"longest_cleanup", &InhibitionCounters::max_cleanup},
    CounterField{"cleanup_entries", &InhibitionCounters::cleanup_entries},
    CounterField{"descents", &InhibitionCounters::descents},
    CounterField{"visits", &InhibitionCounters::visits},
    CounterField{"data_refs", &InhibitionCounters::data_refs},
    CounterField{"block_refs", &InhibitionCounters::block_refs},
    CounterField{"time_visits", &InhibitionCounters::time},
};

TaskFigures ToFigures(const InhibitionCounters& counters);
InhibitionCounters FromFigures(std::span<const double> figures);

struct PublishedRatio {
  std::string_view tracker;
  int slots;
  std::string_view text;  // as printed
  Basis basis;            // of the simulated figure beside it
};

// Re-COWs per first COW of the patch's table; the fitted row comes first.
inline constexpr std::array kPublishedRatios = {
    PublishedRatio{"none", 0, "6.1", Basis::kFitted},
    PublishedRatio{"array", 32, "3.8", Basis::kPredicted},
    PublishedRatio{"clock", 8, "1.6", Basis::kPredicted},
    PublishedRatio{"xarray", 0, "1.4", Basis::kChosen},
};
inline constexpr double kDeclaredTolerancePct = 10;

// nullptr if the table has no such row.
const PublishedRatio* FindPublishedRatio(std::string_view tracker, int slots);

}  // namespace regress
