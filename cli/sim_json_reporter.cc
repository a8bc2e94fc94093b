// SPDX-License-Identifier: Apache-2.0
// --format json of regress-sim, schema_version 1. Absent is null; percents are percents.
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/sim_reporter.h"

namespace regress {
namespace {

using Json = nlohmann::ordered_json;

Json Number(double value) {
  if (!std::isfinite(value)) return {};
  // Counts as whole numbers.
  if (value == std::floor(value) && std::fabs(value) < 9e15) return static_cast<int64_t>(value);
  return value;
}
Json OrNull(const std::optional<double>& value) {
  return value ? Number(*value) : Json();
}
Json OrNull(std::string_view text) {
  return text.empty() ? Json() : Json(text);
}

Json ToJson(const ParameterValue& parameter) {
  return {{"name", parameter.name},
          {"value", parameter.number ? Number(*parameter.number) : Json(parameter.value)},
          {"unit", OrNull(parameter.unit)},
          {"basis", ToString(parameter.basis)}};
}

Json ToJson(const SimulationResult& result, const SimulatedRow& row) {
  std::string unit;
  for (const SimulatedMetric& metric : result.metrics)
    if (metric.name == row.metric) unit = metric.unit;
  return {
      {"variant", row.variant},
      {"slots", row.slots == 0 ? Json() : Json(row.slots)},
      {"metric", row.metric},
      {"value", Number(row.mean)},
      {"stddev", OrNull(row.stddev)},
      {"unit", OrNull(unit)},
      {"published", row.published.empty() ? Json() : Json::parse(row.published, nullptr, false)},
      {"basis", OrNull(ToString(row.basis))},
      {"difference_pct", OrNull(row.DifferencePct())},
      {"tolerance_pct", OrNull(row.tolerance_pct)}};
}

}  // namespace

void WriteSimJson(const SimulationResult& result, const SimView&, std::ostream& out) {
  Json parameters = Json::array();
  for (const ParameterValue& parameter : result.parameters) parameters.push_back(ToJson(parameter));
  Json rows = Json::array();
  for (const SimulatedRow& row : result.rows) rows.push_back(ToJson(result, row));
  Json counters = Json::object();
  for (const SimulatedCounter& counter : result.counters)
    counters[counter.label][counter.name] = Number(counter.value);
  const Json document = {{"schema_version", 1},
                         {"experiment", result.experiment},
                         {"device", OrNull(result.device)},
                         {"workload", result.workload},
                         {"seed", result.seed},
                         {"runs", result.runs},
                         {"parameters", std::move(parameters)},
                         {"rows", std::move(rows)},
                         {"counters", std::move(counters)}};
  out << document.dump(2) << '\n';
}

}  // namespace regress
