// SPDX-License-Identifier: Apache-2.0
#include "models/sim/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "models/data/error.h"

namespace regress {

std::string SimulatedRow::Label() const {
  return slots == 0 ? variant : fmt::format("{}:{}", variant, slots);
}

std::optional<double> SimulatedRow::DifferencePct() const {
  double figure = 0;
  const auto [end, error] =
      std::from_chars(published.data(), published.data() + published.size(), figure);
  if (published.empty() || error != std::errc() || figure == 0) return {};
  return (mean - figure) / figure * 100;
}

bool SimulatedRow::OutsideTolerance() const {
  const std::optional<double> difference = DifferencePct();
  return difference && tolerance_pct && std::fabs(*difference) > *tolerance_pct;
}

Calibration Experiment::Calibrate(const SimulationRequest&) const {
  throw Error(ErrorKind::kUsage, fmt::format("--{} has no parameter to calibrate", info().name));
}

void Experiment::WriteTrace(const SimulationRequest&, std::ostream&) const {
  throw Error(ErrorKind::kUsage, fmt::format("--{} has no calls to trace", info().name));
}

MeanDeviation MeanAndDeviation(std::span<const double> values) {
  MeanDeviation result;
  if (values.empty()) return result;
  const double n = static_cast<double>(values.size());
  for (const double value : values) result.mean += value;
  result.mean /= n;
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.stddev = std::sqrt(squares / (n - 1));  // exactly rounded by IEEE 754
  return result;
}

std::vector<VariantChoice> ExpandSlots(const ExperimentInfo& info,
                                       const SimulationRequest& request) {
  std::vector<VariantChoice> expanded;
  for (const VariantChoice& choice : request.variants) {
    const auto variant = std::find_if(info.variants.begin(), info.variants.end(),
                                      [&](const VariantInfo& v) { return v.name == choice.name; });
    const bool has_slots = variant != info.variants.end() && variant->default_slots > 0;
    if (choice.slots > 0 || !has_slots) {
      expanded.push_back(choice);
    } else if (request.slots.empty()) {
      expanded.push_back({choice.name, variant->default_slots});
    } else {
      for (const int slots : request.slots) expanded.push_back({choice.name, slots});
    }
  }
  return expanded;
}

std::vector<ParameterValue> ListParameters(const ExperimentInfo& info,
                                           const ParameterSet& parameters) {
  std::vector<ParameterValue> listed;
  for (const ParameterInfo& parameter : info.parameters) {
    std::optional<double> number;
    if (parameter.choices.empty()) number = parameters.Get(parameter.name);
    listed.push_back({parameter.name, parameters.Printed(parameter.name), number, parameter.unit,
                      parameters.basis(parameter.name)});
  }
  return listed;
}

}  // namespace regress
