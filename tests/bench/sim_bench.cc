// SPDX-License-Identifier: Apache-2.0
// Speed of the inhibition simulator in CPU time: visits per second for each tracker, how the time
// grows with the number of files, what the published table costs with its calibration, and what a
// sweep costs on two threads against one.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "models/sim/experiment.h"
#include "models/sim/inhibition_experiment.h"
#include "models/sim/inhibition_parameters.h"
#include "models/sim/inhibition_run.h"
#include "models/sim/tracker.h"

namespace {

using namespace regress;

double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <typename Work>
double Cost(Work work) {
  const double begin = CpuSeconds();
  work();
  return CpuSeconds() - begin;
}

void Visits(std::string_view tracker, int slots, const ParameterSet& parameters,
            const std::string& what) {
  constexpr int kRepetitions = 5;
  double best = 1e9;
  uint64_t visits = 0;
  for (int i = 0; i < kRepetitions; ++i) {
    best = std::min(best, Cost([&] {
                      visits = SimulateInhibition("evict16", tracker, slots, parameters, 1).visits;
                    }));
  }
  fmt::print("{:<24} {:8.1f} M visits/s {:8.1f} ms\n", what,
             static_cast<double>(visits) / best / 1e6, best * 1e3);
}

SimulationRequest Request(std::vector<VariantChoice> variants, std::vector<int> slots,
                          uint32_t runs) {
  SimulationRequest request;
  request.variants = std::move(variants);
  request.slots = std::move(slots);
  request.workload = "evict16";
  request.device = "nvme";
  request.runs = runs;
  request.parameters = ParameterSet(InhibitionParameters());
  return request;
}

}  // namespace

int main() {
  const ParameterSet defaults(InhibitionParameters());
  for (const TrackerKind& kind : TrackerKinds()) {
    const std::string name(kind.name);
    if (kind.max_slots == 0) {
      Visits(kind.name, 0, defaults, name);
      continue;
    }
    for (const int slots : {8, 32})
      Visits(kind.name, slots, defaults, fmt::format("{}:{}", name, slots));
  }
  for (const int files : {4, 16, 64}) {
    ParameterSet parameters = defaults;
    parameters.Set("files", files);
    Visits("clock", 8, parameters, fmt::format("clock:8, {} files", files));
  }

  const InhibitionExperiment experiment;
  const SimulationRequest published =
      Request({{"none", 0}, {"array", 32}, {"clock", 8}, {"xarray", 0}}, {}, 5);
  const double table = Cost([&] {
    experiment.Calibrate(published);
    RunExperiment(experiment, published, 1);
  });
  fmt::print("published table with calibration  {:.2f} s\n", table);

  std::vector<int> slots;
  for (int n = 1; n <= 64; ++n) slots.push_back(n);
  const SimulationRequest sweep = Request({{"array", 0},
                                           {"clock", 0},
                                           {"fifo", 0},
                                           {"lru", 0},
                                           {"sieve", 0},
                                           {"s3fifo", 0},
                                           {"random", 0}},
                                          slots, 1);
  const double one = Cost([&] { RunExperiment(experiment, sweep, 1); });
  const double two = Cost([&] { RunExperiment(experiment, sweep, 2); });
  fmt::print(
      "sweep of 64 slots x 7 trackers    {:.2f} s on one thread, {:.2f} s on two (x {:.3f})\n", one,
      two, two / one);
  return 0;
}
