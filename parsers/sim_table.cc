// SPDX-License-Identifier: Apache-2.0
#include "parsers/sim_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "models/data/error.h"
#include "parsers/delimited.h"
#include "parsers/scan.h"
#include "parsers/table_columns.h"
#include "parsers/table_sniff.h"

namespace regress {
namespace {

constexpr std::string_view kMark = "# regress-sim ";
constexpr size_t kFiguresPerPiece = 1024;

// The columns that are read; others are passed over.
enum Field {
  kVariant,
  kSlots,
  kMetric,
  kUnit,
  kRuns,
  kMean,
  kStddev,
  kBasis,
  kTolerance,
  kPublished,
  kNames
};
constexpr std::array<std::string_view, kNames> kColumnNames = {
    "variant", "slots",  "metric", "unit",          "n",
    "mean",    "stddev", "basis",  "tolerance_pct", "published"};

// "experiment" in "... experiment=tracker workload=evict16 ..."
std::string_view Setting(std::string_view line, std::string_view name) {
  while (!line.empty()) {
    const std::string_view field = NextField(line);
    if (field.size() > name.size() && field.substr(0, name.size()) == name &&
        field[name.size()] == '=')
      return field.substr(name.size() + 1);
  }
  return "";
}

bool IsCount(std::string_view unit) {
  return unit.empty() || unit == "1" || unit == "-" || unit == "ratio";
}

}  // namespace

int LooksLikeSimTable(std::string_view head) {
  return head.substr(0, kMark.size()) == kMark ? 95 : 0;
}

void ParseSimTable(ByteStream& input, const ParseOptions&, const BundleSink& sink) {
  const std::string_view head = input.Peek(kSniffBytes);
  std::string comment(head.substr(0, std::min(head.find('\n'), head.size())));
  const std::string experiment(Setting(comment, "experiment"));
  const std::string runs(Setting(comment, "runs"));
  size_t begin = 0;
  const char delimiter = FindDelimiter(head, begin);
  const auto skipped = static_cast<uint32_t>(
      std::count(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  input.Skip(begin);
  DelimitedReader reader(input, delimiter == 0 ? '\t' : delimiter, skipped + 1);
  std::vector<DelimitedField> fields;
  std::array<size_t, kNames> at;
  at.fill(SIZE_MAX);
  if (reader.Next(fields)) {
    for (size_t i = 0; i < fields.size(); ++i) {
      for (size_t name = 0; name < kNames; ++name) {
        if (Trim(fields[i].text) == kColumnNames[name]) at[name] = i;
      }
    }
  }
  for (const Field name : {kVariant, kMetric, kMean}) {
    if (at[name] == SIZE_MAX)
      throw Error(ErrorKind::kBadInput, input.path() + ":" + std::to_string(skipped + 1) +
                                            ": error: a table of regress-sim has a column '" +
                                            std::string(kColumnNames[name]) + "'");
  }
  EvidenceBundle bundle;
  const auto text = [&](Field name) {
    return at[name] < fields.size() ? Trim(fields[at[name]].text) : std::string_view();
  };
  while (reader.Next(fields)) {
    ++bundle.rows;
    const std::optional<CellNumber> mean = ParseCell(text(kMean));
    if (!mean) {
      Diagnostic warning;
      warning.source = {input.path(), {-1, -1, reader.line(), 1}};
      warning.message = "row without a mean is left out";
      bundle.diagnostics.push_back(std::move(warning));
      ++bundle.skipped;
      continue;
    }
    EvidenceFigure figure;
    figure.name = std::string(text(kMetric));
    figure.unit = std::string(text(kUnit));
    figure.kind = IsCount(figure.unit) ? "ratio" : "mean";
    figure.point = std::string(text(kVariant));
    if (const std::string_view slots = text(kSlots);
        !slots.empty() && slots != "-" && figure.point.find(':') == std::string::npos)
      figure.point += ":" + std::string(slots);
    figure.number = mean->number;
    figure.source = {input.path(), {-1, -1, reader.line(), fields[at[kMean]].column}};
    figure.origin = Origin::kSimulated;
    figure.basis = std::string(text(kBasis));
    figure.published = std::string(text(kPublished));
    if (const auto tolerance = ParseDouble(text(kTolerance))) figure.tolerance_pct = *tolerance;
    if (const auto n = ParseUnsigned(text(kRuns))) figure.n = *n;
    if (const auto stddev = ParseDouble(text(kStddev))) figure.stddev = *stddev;
    bundle.figures.push_back(std::move(figure));
    if (bundle.figures.size() >= kFiguresPerPiece) sink(std::exchange(bundle, {}));
  }
  bundle.description = "regress-sim";
  if (!experiment.empty())
    bundle.description += " (" + experiment + (runs.empty() ? "" : ", " + runs + " runs") + ")";
  bundle.description += ", simulated";
  sink(std::move(bundle));
}

}  // namespace regress
