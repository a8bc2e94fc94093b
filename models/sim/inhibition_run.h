// SPDX-License-Identifier: Apache-2.0
// One simulation of the inhibition experiment, and the fit of its one free parameter.
#pragma once

#include <string>
#include <string_view>

#include "models/sim/call_observer.h"
#include "models/sim/counters.h"
#include "models/sim/parameters.h"

namespace regress {

inline constexpr std::string_view kRemapWorkload = "remap4k";

// `workload` is kRemapWorkload, else files are evicted. `observer` may be null.
InhibitionCounters SimulateInhibition(std::string_view workload, std::string_view tracker,
                                      int slots, const ParameterSet& parameters, uint64_t seed,
                                      CallObserver* observer = nullptr);

// The published ratio without inhibition, to which T is fitted, and where T is sought.
inline constexpr double kFitTarget = 6.1;
inline constexpr double kFitTolerance = 0.1;
inline constexpr uint64_t kLeastGap = 50;
inline constexpr uint64_t kMostGap = 20000;

struct GapFit {
  uint64_t gap = 0;  // T, visits
  double ratio = 0;  // without inhibition, at this T
  int runs = 0;
  bool reached() const;
};

// Bisection on a logarithmic scale: the ratio without inhibition falls as T grows. Stops at a
// quarter of the last printed digit or when the interval is used up; the best T seen counts.
GapFit FitGap(std::string_view workload, const ParameterSet& parameters, uint64_t seed);

}  // namespace regress
