// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/sim/inhibition_figures.h"
#include "models/sim/inhibition_run.h"
#include "models/sim/inhibition_sensitivity.h"
#include "models/sim/tracker.h"

namespace regress {
namespace {

// A knee: with fewer slots most of the gain is gone, with more there is next to none.
constexpr double kKneeRoom = 1.15;
constexpr double kKneeGain = 2;

// What the runs of one variant came to.
struct VariantSummary {
  VariantChoice choice;
  MeanDeviation ratio;
  std::vector<double> counters;  // means, in the order of kCounterFields
  double longest_cleanup = 0;    // of all runs

  std::string label() const {
    return choice.slots == 0 ? choice.name : fmt::format("{}:{}", choice.name, choice.slots);
  }
  double Counter(std::string_view name) const {
    for (size_t i = 0; i < kCounterFields.size(); ++i)
      if (kCounterFields.at(i).name == name) return counters[i];
    return 0;
  }
};

const TrackerKind& Kind(const std::string& name) {
  return *std::find_if(TrackerKinds().begin(), TrackerKinds().end(),
                       [&](const TrackerKind& kind) { return kind.name == name; });
}

std::vector<VariantSummary> Summaries(std::span<const VariantChoice> choices, uint32_t runs,
                                      std::span<const TaskFigures> figures) {
  std::vector<VariantSummary> summaries;
  for (size_t i = 0; i < choices.size(); ++i) {
    VariantSummary summary;
    summary.choice = choices[i];
    summary.counters.assign(kCounterFields.size(), 0);
    std::vector<double> ratios;
    for (uint32_t run = 0; run < runs; ++run) {
      const TaskFigures& figure = figures[i * runs + run];
      const InhibitionCounters counters = FromFigures(figure);
      ratios.push_back(counters.Ratio());
      summary.longest_cleanup =
          std::max(summary.longest_cleanup, static_cast<double>(counters.max_cleanup));
      for (size_t field = 0; field < figure.size(); ++field)
        summary.counters[field] += figure[field] / runs;
    }
    summary.ratio = MeanAndDeviation(ratios);
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

const VariantSummary* Find(std::span<const VariantSummary> summaries, std::string_view name) {
  for (const VariantSummary& summary : summaries)
    if (summary.choice.name == name) return &summary;
  return nullptr;
}

// A variant with several numbers of slots makes a sweep.
bool IsSweep(std::span<const VariantSummary> summaries) {
  for (const VariantSummary& a : summaries)
    for (const VariantSummary& b : summaries)
      if (a.choice.name == b.choice.name && a.choice.slots != b.choice.slots) return true;
  return false;
}

// "a", "a and b", "a, b and c"
std::string Enumerate(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

// "workload evict16, 5 runs, seed 1"
std::string RunsPhrase(const SimulationRequest& request) {
  return fmt::format("workload {}, {} run{}, seed {}", request.workload, request.runs,
                     request.runs == 1 ? "" : "s", request.seed);
}

std::string Percent(double share) {
  return fmt::format("{:.0f}%", share * 100);
}

// --- rows
// ------------------------------------------------------------------------------------------

Basis BasisOf(const SimulationRequest& request, const VariantChoice& choice) {
  const PublishedRatio* published = FindPublishedRatio(choice.name, choice.slots);
  if (published == nullptr) return Basis::kPredicted;
  // T as given by the user is no fit.
  if (published->basis == Basis::kFitted && request.parameters.basis("T") != Basis::kFitted)
    return Basis::kChosen;
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

// --- side figures and sentences
// -----------------------------------------------------------------------

struct Cost {
  double copies = 0, writes = 0, calls = 0;  // milliseconds
  double total() const { return copies + writes + calls; }
};

// Only the xarray's stores are charged, with what they take beyond an array's.
Cost CostOf(const SimulationRequest& request, const VariantSummary& summary) {
  const ParameterSet& p = request.parameters;
  const double visit_ms = p.Get("visit_ns") / 1e6;
  Cost cost;
  cost.copies =
      (summary.Counter("first_cow") + summary.Counter("re_cow")) * p.Get("t_cow") * visit_ms;
  cost.writes = summary.Counter("writes") * p.Get("t_write") * visit_ms;
  if (summary.choice.name == "xarray")
    cost.calls = summary.Counter("inhibit_calls") * p.Get("inhibit_ns") / 1e6;
  return cost;
}

TextBlock CostBlock(const SimulationRequest& request, std::span<const VariantSummary> summaries) {
  TextBlock block;
  block.title = "cost, means of the runs; ms of simulated time";
  block.columns = {"tracker", "re-COWs",  "writes",   "calls", "cleanup",
                   "COW ms",  "write ms", "calls ms", "total"};
  block.verbose_only = true;
  for (const VariantSummary& summary : summaries) {
    const Cost cost = CostOf(request, summary);
    block.rows.push_back({summary.label(), fmt::format("{:.0f}", summary.Counter("re_cow")),
                          fmt::format("{:.0f}", summary.Counter("writes")),
                          fmt::format("{:.0f}", summary.Counter("inhibit_calls")),
                          fmt::format("{:.0f}", summary.longest_cleanup),
                          fmt::format("{:.0f}", cost.copies), fmt::format("{:.0f}", cost.writes),
                          fmt::format("{:.0f}", cost.calls), fmt::format("{:.0f}", cost.total())});
  }
  return block;
}

std::string AssumptionLine(const SimulationRequest& request) {
  const ParameterSet& p = request.parameters;
  return fmt::format(
      "assumed: Q {} refs, interleave {} files, t_write {} visits of {} ns; T {} visits, {}",
      p.Printed("Q"), p.Printed("interleave"), p.Printed("t_write"), p.Printed("visit_ns"),
      p.Printed("T"),
      p.basis("T") == Basis::kFitted ? fmt::format("fitted to none = {} alone", kFitTarget)
                                     : "as given");
}

std::string CleanupLine(std::span<const VariantSummary> summaries) {
  std::string line;
  for (const VariantSummary& summary : summaries) {
    if (summary.choice.name == "none") continue;
    line += fmt::format("{}{} {:.0f}", line.empty() ? "longest cleanup: " : ", ",
                        summary.choice.name, summary.longest_cleanup);
  }
  return line.empty() ? line : fmt::format("{} buffers", line);
}

// What part of the unbounded tracker's gain a row keeps.
double Share(double none, double row, double xarray) {
  return (none - row) / (none - xarray);
}

double PublishedNumber(const PublishedRatio& published) {
  return std::stod(std::string(published.text));
}

// "clock:8 keeps 97% of what the unbounded xarray gains, array:32 51% (published 96% and 49%); ..."
std::string GainSentence(const SimulationRequest& request,
                         std::span<const VariantSummary> summaries) {
  const VariantSummary* none = Find(summaries, "none");
  const VariantSummary* xarray = Find(summaries, "xarray");
  if (none == nullptr || xarray == nullptr || none->ratio.mean < 1.2 * xarray->ratio.mean)
    return "";
  std::vector<const VariantSummary*> bounded;
  for (const VariantSummary& summary : summaries)
    if (summary.choice.slots > 0) bounded.push_back(&summary);
  if (bounded.empty()) return "";
  std::stable_sort(bounded.begin(), bounded.end(),
                   [](const VariantSummary* a, const VariantSummary* b) {
                     return a->ratio.mean < b->ratio.mean;
                   });
  std::string sentence;
  std::vector<std::string> published;
  for (const VariantSummary* summary : bounded) {
    const std::string share =
        Percent(Share(none->ratio.mean, summary->ratio.mean, xarray->ratio.mean));
    sentence += sentence.empty() ? fmt::format("{} keeps {} of what the unbounded xarray gains",
                                               summary->label(), share)
                                 : fmt::format(", {} {}", summary->label(), share);
    const PublishedRatio* row = FindPublishedRatio(summary->choice.name, summary->choice.slots);
    if (row != nullptr) {
      published.push_back(
          Percent(Share(PublishedNumber(*FindPublishedRatio("none", 0)), PublishedNumber(*row),
                        PublishedNumber(*FindPublishedRatio("xarray", 0)))));
    }
  }
  if (request.published && published.size() == bounded.size())
    sentence += fmt::format(" (published {})", Enumerate(published));
  return fmt::format("{}; its cleanup is bounded by {}.", sentence, bounded.front()->choice.slots);
}

// Why a bounded tracker beats the xarray although the xarray copies less.
std::string CostSentence(const SimulationRequest& request,
                         std::span<const VariantSummary> summaries) {
  const VariantSummary* xarray = Find(summaries, "xarray");
  const VariantSummary* best = nullptr;
  for (const VariantSummary& summary : summaries) {
    if (summary.choice.slots > 0 && (best == nullptr || summary.ratio.mean < best->ratio.mean))
      best = &summary;
  }
  if (xarray == nullptr || best == nullptr) return "";
  const Cost bounded = CostOf(request, *best);
  const Cost unbounded = CostOf(request, *xarray);
  return fmt::format(
      "Cost of copies, writes and tracking: {} {:.0f} ms, xarray {:.0f} ms, of which {:.0f} for "
      "{:.1f} M stores.",
      best->label(), bounded.total(), unbounded.total(), unbounded.calls,
      xarray->Counter("inhibit_calls") / 1e6);
}

std::string KneeSentence(std::span<const SimulatedRow> rows) {
  std::vector<int> knees;
  for (const SimulatedRow& row : rows)
    if (row.knee) knees.push_back(row.slots);
  if (knees.empty()) return "No knee in this range of slots.";
  if (std::adjacent_find(knees.begin(), knees.end(), std::not_equal_to<>()) != knees.end()) {
    return fmt::format("The knees lie at {} to {} slots: the hot set is about {} blocks.",
                       *std::min_element(knees.begin(), knees.end()),
                       *std::max_element(knees.begin(), knees.end()),
                       *std::min_element(knees.begin(), knees.end()));
  }
  if (knees.size() == 1) return fmt::format("The knee is the hot set of {} blocks.", knees.front());
  return fmt::format("Eviction decides, not its policy: the knee is the hot set of {} blocks.",
                     knees.front());
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

// --- the two kinds of workload
// --------------------------------------------------------------------------

void ReportEviction(const ExperimentInfo& info, const SimulationRequest& request,
                    std::span<const VariantSummary> summaries, SimulationResult& result) {
  const bool sweep = IsSweep(summaries);
  result.sweep = sweep;
  result.metrics = {{"recow_per_first_cow", "re-COW per first-COW", "", "lower", 2}};
  result.rows = RatioRows(info, request, summaries, sweep);
  result.notes = {"set by the sweep count, chosen with the published table in view"};
  for (const SimulatedRow& row : result.rows)
    if (row.note == 2) result.notes = {result.notes[0], "T is as given, not fitted"};
  result.remarks = {AssumptionLine(request)};
  if (sweep) {
    result.remarks.insert(result.remarks.begin(), RunsPhrase(request));
  }
  result.plot = SlotsPlot(summaries);
  if (sweep) {
    MarkKnees(result.rows);
    for (const SimulatedRow& row : result.rows)
      if (row.knee) result.plot->marks = {{row.slots, fmt::format("knee, {} slots", row.slots)}};
    result.closing = {KneeSentence(result.rows)};
    return;
  }
  result.remarks.push_back(CleanupLine(summaries));
  result.blocks = {CostBlock(request, summaries)};
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
  result.closing = {
      "An operation makes two descents; while the fs tree is one leaf that is two calls, later "
      "four. The "
      "published figures were counted in 1000 + 1000 operations."};
  result.blocks = {CostBlock(request, summaries)};
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
        fmt::format("The order xarray, clock:8, array:32, none holds in {} of {} changes. A T "
                    "marked * does not "
                    "reach none = {}.",
                    OrderKept(figures), figures.size(), kFitTarget)};
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
