// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/sim/inhibition_figures.h"
#include "models/sim/inhibition_run.h"
#include "models/sim/inhibition_sensitivity.h"
#include "models/sim/inhibition_sentences.h"
#include "models/sim/inhibition_summary.h"
#include "models/sim/tracker.h"

namespace regress {
namespace {

// A knee: with fewer slots most of the gain is gone, with more there is next to none.
constexpr double kKneeRoom = 1.15;
constexpr double kKneeGain = 2;

const TrackerKind& Kind(const std::string& name) {
  return *std::find_if(TrackerKinds().begin(), TrackerKinds().end(),
                       [&](const TrackerKind& kind) { return kind.name == name; });
}

Basis BasisOf(const SimulationRequest& request, const VariantChoice& choice) {
  const PublishedRatio* published = FindPublishedRatio(choice.name, choice.slots);
  if (published == nullptr) return Basis::kPredicted;
  if (published->basis == Basis::kFitted && !IsFitted(request)) return Basis::kChosen;
  return published->basis;
}

std::vector<SimulatedRow> RatioRows(const ExperimentInfo& info, const SimulationRequest& request,
                                    std::span<const VariantSummary> summaries, bool sweep) {
  std::vector<SimulatedRow> rows;
  const bool has_published = request.workload == info.workloads.front().name;
  for (const VariantSummary& summary : summaries) {
    SimulatedRow row;
    row.variant = summary.choice.name;
    row.slots = summary.choice.slots;
    row.metric = "recow_per_first_cow";
    row.n = request.runs;
    row.mean = summary.ratio.mean;
    row.stddev = summary.ratio.stddev;
    row.basis = BasisOf(request, summary.choice);
    const PublishedRatio* published = FindPublishedRatio(row.variant, row.slots);
    if (published != nullptr && has_published) {
      row.tolerance_pct = kDeclaredTolerancePct;
      if (request.published) row.published = published->text;
      if (row.basis == Basis::kChosen && request.published)
        row.note = row.slots == 0 && row.variant == "none" ? 2 : 1;
    }
    const std::span<const int> sizes = Kind(row.variant).kernel_slots;
    row.no_kernel_size =
        sweep && !sizes.empty() && std::find(sizes.begin(), sizes.end(), row.slots) == sizes.end();
    rows.push_back(std::move(row));
  }
  return rows;
}

// Marks the knee of each variant whose rows have one: the first number of slots that is nearly as
// good as the largest.
void MarkKnees(std::vector<SimulatedRow>& rows) {
  for (size_t first = 0; first < rows.size();) {
    size_t end = first;
    while (end < rows.size() && rows[end].variant == rows[first].variant) ++end;
    const auto by_slots = [](const SimulatedRow& a, const SimulatedRow& b) {
      return a.slots < b.slots;
    };
    if (end - first > 2 &&
        std::is_sorted(rows.begin() + static_cast<std::ptrdiff_t>(first),
                       rows.begin() + static_cast<std::ptrdiff_t>(end), by_slots)) {
      const double best = rows[end - 1].mean;
      size_t knee = end - 1;
      while (knee > first && rows[knee - 1].mean <= best * kKneeRoom) --knee;
      if (rows[first].mean >= best * kKneeGain && knee > first) rows[knee].knee = true;
    }
    first = end;
  }
}

PlotModel SlotsPlot(std::span<const VariantSummary> summaries) {
  PlotModel plot;
  plot.title = "re-COWs per first COW by number of tracked buffers";
  plot.x_label = "slots";
  plot.y_label = "re-COW per first-COW";
  plot.log_x = true;
  int least = INT32_MAX;
  int most = 1;
  for (const VariantSummary& summary : summaries) {
    if (summary.choice.slots == 0) continue;
    least = std::min(least, summary.choice.slots);
    most = std::max(most, summary.choice.slots);
  }
  least = std::min(least, most);
  for (const VariantSummary& summary : summaries) {
    if (plot.series.empty() || plot.series.back().name != summary.choice.name)
      plot.series.push_back({summary.choice.name, {}});
    std::vector<std::pair<double, double>>& points = plot.series.back().points;
    if (summary.choice.slots > 0) {
      points.emplace_back(summary.choice.slots, summary.ratio.mean);
    } else {  // no slots: a line across
      points.emplace_back(least, summary.ratio.mean);
      points.emplace_back(most, summary.ratio.mean);
    }
  }
  return plot;
}

void ReportEviction(const ExperimentInfo& info, const SimulationRequest& request,
                    std::span<const VariantSummary> summaries, SimulationResult& result) {
  const bool sweep = IsSweep(summaries);
  result.sweep = sweep;
  result.metrics = {{"recow_per_first_cow", "re-COW per first-COW", "", "lower", 2}};
  result.rows = RatioRows(info, request, summaries, sweep);
  result.notes = {"set by the sweep count, chosen with the published table in view"};
  for (const SimulatedRow& row : result.rows)
    if (row.note == 2)
      result.notes = {result.notes[0], "T is not fitted under these assumptions (--calibrate)"};
  result.remarks = {AssumptionLine(request)};
  if (sweep) {
    result.remarks.insert(result.remarks.begin(), RunsPhrase(request));
  }
  result.plot = SlotsPlot(summaries);
  if (sweep) {
    MarkKnees(result.rows);
    for (const SimulatedRow& row : result.rows) {
      if (row.knee && result.plot->marks.empty())
        result.plot->marks = {
            {row.slots, fmt::format("knee of {}, {} slots", row.variant, row.slots)}};
    }
    result.closing = {KneeSentence(result.rows)};
    return;
  }
  result.remarks.push_back(CleanupLine(summaries));
  result.blocks = {CostBlock(request.parameters, summaries)};
  result.closing = {GainSentence(request, summaries), CostSentence(request, summaries)};
  if (result.closing[0].empty() && result.closing[1].empty()) {
    result.closing = {
        "To compare: --tracker none,array:32,clock:8,xarray --published, or --slots 1..64."};
  }
}

// Calls per operation beside those that were counted on a machine.
void ReportRemap(const SimulationRequest& request, std::span<const SimulationTask> tasks,
                 std::span<const VariantSummary> summaries, std::span<const VariantSummary> counted,
                 SimulationResult& result) {
  struct PerOperation {
    std::string_view metric, title, counter, published;
    Basis basis;
  };
  // 7473 inhibit calls and 2033 ends of handles in 2000 operations.
  constexpr std::array<PerOperation, 2> kRates = {{
      {"inhibit_calls_per_op", "inhibit calls per operation", "inhibit_calls", "3.74",
       Basis::kPredicted},
      {"handle_ends_per_op", "ends of handles per operation", "handles", "1.02", Basis::kChosen},
  }};
  result.group_word = "operations";
  result.notes = {"by the interval of background handles, chosen with the counts in view"};
  const auto add_rows = [&](const PerOperation& rate, std::span<const VariantSummary> from,
                            double operations, const std::string& metric) {
    for (const VariantSummary& summary : from) {
      SimulatedRow row;
      row.group = fmt::format("2 x {}", operations);
      row.variant = summary.choice.name;
      row.slots = summary.choice.slots;
      row.metric = metric;
      row.n = request.runs;
      row.mean = summary.Counter(rate.counter) / (2 * operations);
      row.basis = rate.basis;
      row.tolerance_pct = kDeclaredTolerancePct;
      if (request.published) row.published = rate.published;
      if (request.published && rate.basis == Basis::kChosen) row.note = 1;
      result.rows.push_back(std::move(row));
    }
  };
  for (const PerOperation& rate : kRates) {
    const std::string metric(rate.metric);
    const std::string counted_metric = fmt::format("{}_counted", metric);
    result.metrics.push_back({metric, std::string(rate.title), "", "lower", 2});
    result.metrics.push_back({counted_metric, std::string(rate.title), "", "lower", 2});
    add_rows(rate, summaries, tasks.front().parameters.Get("operations"), metric);
    add_rows(rate, counted, tasks.back().parameters.Get("operations"), counted_metric);
  }
  const double operations = 2 * tasks.back().parameters.Get("operations");
  result.closing = {
      fmt::format(
          "In {} operations: {:.2f} inhibit calls and {:.2f} ends of handles each (counted on a "
          "machine: {} and {}).",
          operations, counted.front().Counter("inhibit_calls") / operations,
          counted.front().Counter("handles") / operations, kRates[0].published,
          kRates[1].published),
      "An operation makes two descents; while the fs tree is one leaf that is two calls, later "
      "four."};
  result.blocks = {CostBlock(request.parameters, summaries)};
}

}  // namespace

SimulationResult ReportInhibition(const ExperimentInfo& info, const SimulationRequest& request,
                                  std::span<const SimulationTask> tasks,
                                  std::span<const TaskFigures> figures) {
  SimulationResult result;
  result.experiment = info.name;
  result.workload = request.workload;
  result.device = request.device;
  result.runs = request.runs;
  result.seed = request.seed;
  result.parameters = ListParameters(info, request.parameters);
  result.title = fmt::format("tracker, workload {}, {} run{}, seed {}", request.workload,
                             request.runs, request.runs == 1 ? "" : "s", request.seed);
  if (request.device != info.devices.front().name)
    result.title += fmt::format(", device {}", request.device);
  if (request.sensitivity) {
    result.title =
        fmt::format("tracker, workload {}, sensitivity, seed {}", request.workload, request.seed);
    result.blocks = {SensitivityBlock(figures)};
    result.rows = SensitivityRows(figures);
    result.rows_in_text = false;
    result.closing = {
        fmt::format("The order xarray, clock:8, array:32, none holds in {} of {} changes.",
                    OrderKept(figures), figures.size())};
    if (std::any_of(figures.begin(), figures.end(), [](const TaskFigures& f) { return f[1] == 0; }))
      result.closing.push_back(fmt::format("A T marked * does not reach none = {}.", kFitTarget));
    return result;
  }
  const std::vector<VariantChoice> choices = ExpandSlots(info, request);
  const size_t planned = choices.size() * request.runs;
  const std::vector<VariantSummary> summaries =
      Summaries(choices, request.runs, figures.first(planned));
  if (request.workload == kRemapWorkload) {
    ReportRemap(request, tasks, summaries,
                Summaries(choices, request.runs, figures.subspan(planned)), result);
  } else {
    ReportEviction(info, request, summaries, result);
  }
  for (const VariantSummary& summary : summaries) {
    for (size_t field = 0; field < kCounterFields.size(); ++field) {
      result.counters.push_back(
          {summary.label(), std::string(kCounterFields.at(field).name), summary.counters[field]});
    }
  }
  std::erase(result.closing, "");
  std::erase(result.remarks, "");
  return result;
}

}  // namespace regress
