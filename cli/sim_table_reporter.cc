// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "cli/sim_reporter.h"
#include "version.h"

namespace regress {
namespace {

constexpr std::array<std::string_view, 10> kColumns = {
    "variant", "slots",  "metric", "unit",          "n",
    "mean",    "stddev", "basis",  "tolerance_pct", "published"};

std::array<std::string, 10> Cells(const SimulationResult& result, const SimulatedRow& row) {
  std::string unit;
  for (const SimulatedMetric& metric : result.metrics)
    if (metric.name == row.metric) unit = metric.unit;
  return {row.Label(),
          row.slots == 0 ? "" : fmt::format("{}", row.slots),
          row.metric,
          unit,
          fmt::format("{}", row.n),
          fmt::format("{}", row.mean),
          row.stddev ? fmt::format("{}", *row.stddev) : "",
          std::string(ToString(row.basis)),
          row.tolerance_pct ? fmt::format("{}", *row.tolerance_pct) : "",
          row.published};
}

// Quoted if it has to be; a cell that a spreadsheet would take for a formula gets an apostrophe.
std::string CsvCell(const std::string& cell) {
  std::string text = cell;
  if (!text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos &&
      text.find_first_not_of("+-0123456789.e") != std::string::npos)
    text = fmt::format("'{}", text);
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void WriteSimTable(const SimulationResult& result, const SimView&, std::ostream& out) {
  out << fmt::format(
      "# regress-sim {} experiment={} workload={} seed={} runs={} origin=simulated\n",
      REGRESS_VERSION, result.experiment, result.workload, result.seed, result.runs);
  out << fmt::format("{}\n", fmt::join(kColumns, "\t"));
  for (const SimulatedRow& row : result.rows)
    out << fmt::format("{}\n", fmt::join(Cells(result, row), "\t"));
}

void WriteSimCsv(const SimulationResult& result, const SimView&, std::ostream& out) {
  out << fmt::format("{}\n", fmt::join(kColumns, ","));
  for (const SimulatedRow& row : result.rows) {
    std::array<std::string, 10> cells = Cells(result, row);
    for (std::string& cell : cells) cell = CsvCell(cell);
    out << fmt::format("{}\n", fmt::join(cells, ","));
  }
}

}  // namespace regress
