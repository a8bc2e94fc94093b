// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_run.h"

#include <cmath>

#include "models/sim/inhibition_parameters.h"

namespace regress {
namespace {

constexpr double kCloseEnough = 0.025;

}  // namespace

InhibitionCounters SimulateInhibition(std::string_view workload, std::string_view tracker,
                                      int slots, const ParameterSet& parameters, uint64_t seed,
                                      CallObserver* observer) {
  const auto make_tracker = [tracker, slots](BufferPool& buffers, uint64_t tracker_seed) {
    return MakeTracker(tracker, buffers, slots, tracker_seed);
  };
  const auto run = [observer](auto& simulation) {
    if (observer != nullptr) simulation.Observe(*observer);
    return simulation.Run();
  };
  if (workload == kRemapWorkload) {
    RemapWorkload simulation(ToRemapConfig(parameters), seed, make_tracker);
    return run(simulation);
  }
  EvictWorkload simulation(ToEvictConfig(parameters), seed, make_tracker);
  return run(simulation);
}

bool GapFit::reached() const {
  return std::fabs(ratio - kFitTarget) <= kFitTolerance;
}

GapFit FitGap(std::string_view workload, const ParameterSet& parameters, uint64_t seed) {
  GapFit best;
  uint64_t low = kLeastGap;
  uint64_t high = kMostGap;
  while (high - low > 1) {
    const double middle =
        std::sqrt(static_cast<double>(low * high));  // exactly rounded by IEEE 754
    const auto gap = std::clamp(static_cast<uint64_t>(std::llround(middle)), low + 1, high - 1);
    ParameterSet tried = parameters;
    tried.Set("T", static_cast<double>(gap), Basis::kFitted);
    const double ratio = SimulateInhibition(workload, "none", 0, tried, seed).Ratio();
    ++best.runs;
    if (best.gap == 0 || std::fabs(ratio - kFitTarget) < std::fabs(best.ratio - kFitTarget)) {
      best.gap = gap;
      best.ratio = ratio;
    }
    if (std::fabs(ratio - kFitTarget) <= kCloseEnough) break;
    (ratio > kFitTarget ? low : high) = gap;
  }
  return best;
}

}  // namespace regress
