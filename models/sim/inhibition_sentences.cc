// SPDX-License-Identifier: Apache-2.0
#include "models/sim/inhibition_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/sim/inhibition_figures.h"
#include "models/sim/inhibition_parameters.h"
#include "models/sim/inhibition_run.h"

namespace regress {
namespace {

// "a", "a and b", "a, b and c"
std::string Enumerate(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string Percent(double share) {
  return fmt::format("{:.0f}%", share * 100);
}

// What part of the unbounded tracker's gain a row keeps.
double Share(double none, double row, double xarray) {
  return (none - row) / (none - xarray);
}

double PublishedNumber(const PublishedRatio& published) {
  return std::stod(std::string(published.text));
}

}  // namespace

bool IsFitted(const SimulationRequest& request) {
  if (request.parameters.basis("T") != Basis::kFitted) return false;
  if (request.calibrated) return true;
  for (const ParameterInfo& parameter : InhibitionParameters())
    if (request.parameters.Get(parameter.name) != parameter.default_value) return false;
  return true;
}

std::string RunsPhrase(const SimulationRequest& request) {
  return fmt::format("workload {}, {} run{}, seed {}", request.workload, request.runs,
                     request.runs == 1 ? "" : "s", request.seed);
}

std::string AssumptionLine(const SimulationRequest& request) {
  const ParameterSet& p = request.parameters;
  return fmt::format(
      "assumed: Q {} refs, interleave {} files, t_write {} visits of {} ns; T {} visits, {}",
      p.Printed("Q"), p.Printed("interleave"), p.Printed("t_write"), p.Printed("visit_ns"),
      p.Printed("T"),
      IsFitted(request) ? fmt::format("fitted to none = {} alone", kFitTarget)
                        : "not fitted under these assumptions");
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

std::string CostSentence(const SimulationRequest& request,
                         std::span<const VariantSummary> summaries) {
  const VariantSummary* xarray = Find(summaries, "xarray");
  const VariantSummary* best = nullptr;
  for (const VariantSummary& summary : summaries) {
    if (summary.choice.slots > 0 && (best == nullptr || summary.ratio.mean < best->ratio.mean))
      best = &summary;
  }
  if (xarray == nullptr || best == nullptr) return "";
  const Cost bounded = CostOf(request.parameters, *best);
  const Cost unbounded = CostOf(request.parameters, *xarray);
  return fmt::format(
      "Cost of copies, writes and tracking: {} {:.0f} ms, xarray {:.0f} ms, of which {:.0f} for "
      "{:.1f} M stores.",
      best->label(), bounded.total(), unbounded.total(), unbounded.calls,
      xarray->Counter("inhibit_calls") / 1e6);
}

std::string KneeSentence(std::span<const SimulatedRow> rows) {
  std::map<int, std::vector<std::string>> variants_by_knee;
  for (const SimulatedRow& row : rows)
    if (row.knee) variants_by_knee[row.slots].push_back(row.variant);
  if (variants_by_knee.empty()) return "No knee in this range of slots.";
  const auto most = std::max_element(
      variants_by_knee.begin(), variants_by_knee.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (variants_by_knee.size() == 1 && most->second.size() > 1) {
    return fmt::format("Eviction decides, not its policy: the knee is the hot set of {} blocks.",
                       most->first);
  }
  std::string sentence = fmt::format("The knee of {} is the hot set of {} blocks",
                                     Enumerate(most->second), most->first);
  for (const auto& [knee, variants] : variants_by_knee)
    if (knee != most->first) sentence += fmt::format("; {} needs {}", Enumerate(variants), knee);
  return sentence + '.';
}

}  // namespace regress
