// SPDX-License-Identifier: Apache-2.0
#include "cli/evidence_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "stats/table_claims.h"
#include "stats/table_comparisons.h"
#include "stats/table_figures.h"
#include "stats/time_weight.h"

namespace regress {
namespace {

constexpr size_t kComparisonsPerPiece = 256;
constexpr size_t kMostListed = 1024;  // comparisons of an input in a text output that shows a few
constexpr uint64_t kMostFigures = 2000;  // comparisons whose figures other inputs may need
constexpr size_t kMostToMatch = 4096;    // comparisons that are looked through for the same figures

std::string DirectoryOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

}  // namespace

EvidencePool::EvidencePool(const CheckOptions& options, const Directions& directions)
    : options_(options),
      directions_(directions),
      comparisons_of_(options, directions),
      points_(options),
      gates_(options),
      ignored_(options.ignore_file, options.ignore_file.empty() ? std::string() : Today()) {}

void EvidencePool::NoteMetrics(const EvidenceBundle& bundle) {
  const auto note = [&](const std::string& metric) {
    // A metric whose better side is known makes the better example.
    if (example_.empty() || (!example_known_ && directions_.Find(metric) != Direction::kUnknown &&
                             example_ != metric)) {
      example_ = metric;
      example_known_ = directions_.Find(metric) != Direction::kUnknown;
    }
    gates_.Present(metric);
  };
  for (const Measurement& measurement : bundle.measurements) {
    if (measurement.preferred) note(measurement.metric);
    gates_.Present(measurement.metric);
  }
  for (const Comparison& comparison : bundle.comparisons) note(comparison.metric);
  for (const EventCount& event : bundle.events) note(event.name);
  if (gates_.empty()) return;  // rows of a report are many
  for (const RobotRow& row : bundle.robot.rows) {
    const std::string metric(bundle.robot.Metric(row));
    note(metric);
    gates_.InReport(metric);
  }
}

void EvidencePool::TakeTables(size_t input, EvidenceBundle& bundle) {
  for (EvidenceTable& table : bundle.evidence_tables) {
    // Pieces of a long table are compared at once; only short tables take part in cross-checks.
    if (table.continued) {
      for (const auto& [comparison, boots] : CompareTable(table)) {
        Describe(input, comparison);
        gates_.Present(comparison.metric);
        if (!ignored_.Ignores(comparison.metric)) comparisons_of_.Add(input, comparison, {}, boots);
      }
      std::vector<TableClaims> judged = JudgeTables({&table, 1});
      pieces_.push_back({input, std::move(judged[0].claims), std::move(judged[0].diagnostics), {}});
      continue;
    }
    tables_.push_back(std::move(table));
    inputs_of_tables_.push_back(input);
  }
  bundle.evidence_tables.clear();
  for (const Comparison& comparison : bundle.comparisons) {
    Describe(input, comparison);
    gates_.Present(comparison.metric);
    if (!ignored_.Ignores(comparison.metric)) comparisons_of_.Add(input, comparison);
  }
  bundle.comparisons.clear();
}

// Tables of one experiment give the same comparison several times: the one that knows most stays.
void EvidencePool::AddComparisons(const std::vector<EvidenceTable>& tables) {
  struct Found {
    size_t input;
    Comparison comparison;
    std::optional<BootSpread> boots;
    bool dropped = false;
  };
  std::vector<Found> all;
  // When points ran may stand in another table of their directory.
  std::map<std::string, std::map<std::string, double>> times;
  for (const EvidenceTable& table : tables) AddPointTimes(table, times[DirectoryOf(table.path)]);
  for (size_t i = 0; i < tables.size(); ++i) {
    for (TableComparison& found : CompareTable(tables[i])) {
      if (auto weighted = TimeWeightedDelta(found.comparison, times[DirectoryOf(tables[i].path)]))
        found.comparison.reasons.push_back(std::move(*weighted));
      gates_.Present(found.comparison.metric);
      all.push_back({inputs_of_tables_[i], std::move(found.comparison), found.boots});
    }
  }
  for (size_t i = 0; i < all.size() && all.size() <= kMostToMatch; ++i) {
    for (size_t j = 0; j < all.size() && !all[i].dropped; ++j) {
      if (i == j || all[j].dropped || all[i].input == all[j].input) continue;
      if (!SameFigures(all[i].comparison, all[j].comparison)) continue;
      const int mine = Richness(all[i].comparison);
      const int other = Richness(all[j].comparison);
      if (other > mine || (other == mine && j < i)) {
        all[i].dropped = true;
        if (!all[j].comparison.drop_first)
          all[j].comparison.drop_first = all[i].comparison.drop_first;
      }
    }
  }
  for (const Found& found : all) {
    if (found.dropped) continue;
    Describe(found.input, found.comparison);
    if (!ignored_.Ignores(found.comparison.metric))
      comparisons_of_.Add(found.input, found.comparison, {}, found.boots);
  }
}

void EvidencePool::Describe(size_t input, const Comparison& comparison) {
  std::string text = comparison.points.size() == 3   ? "sandwich"
                     : comparison.points.size() == 2 ? "A/B"
                                                     : "points";
  std::set<size_t> counts;
  for (size_t i = 0; i < comparison.points.size(); ++i) {
    text += (i == 0 ? " " : ", ") + comparison.points[i].label;
    counts.insert(comparison.points[i].rounds.size());
  }
  if (counts.size() == 1 && *counts.begin() > 0) {
    text += fmt::format(", {} {}{}", *counts.begin(), *counts.begin() == 1 ? "round" : "rounds",
                        comparison.points.size() > 1 ? " each" : "");
  } else if (!counts.empty() && *counts.rbegin() > 0) {
    std::string list;
    for (const Point& point : comparison.points)
      list += (list.empty() ? "" : " + ") + std::to_string(point.rounds.size());
    text += ", " + list + " rounds";
  } else {
    text += " (means only: no intervals)";
  }
  // Several comparisons of one table speak of the same points or of too many to tell.
  const auto [found, added] = descriptions_.emplace(input, text);
  if (!added && found->second != text && found->second.find(" each") == std::string::npos)
    found->second = text;
}

std::string EvidencePool::Description(size_t input) const {
  const auto found = descriptions_.find(input);
  return found == descriptions_.end() ? "" : found->second;
}

void EvidencePool::Finish(std::vector<Diagnostic>& diagnostics) {
  std::vector<TableClaims> judged = JudgeTables(tables_);
  for (size_t i = 0; i < tables_.size(); ++i) {
    std::vector<EvidenceFigure> figures = FiguresOfTable(tables_[i]);
    AddFigures(tables_[i], judged[i].claims, figures);
    pieces_.push_back({inputs_of_tables_[i], std::move(judged[i].claims),
                       std::move(judged[i].diagnostics), std::move(figures)});
  }
  AddComparisons(tables_);
  tables_.clear();
  points_.Finish(diagnostics, [&](Comparison&& comparison, const std::vector<std::string>& doubts) {
    gates_.Present(comparison.metric);
    if (!ignored_.Ignores(comparison.metric)) comparisons_of_.Add(kPoints, comparison, doubts);
  });
  comparisons_of_.Finish();
  metrics_ = comparisons_of_.metrics();
  if (example_.empty() && !comparisons_of_.examples().empty())
    example_ = comparisons_of_.examples().front();
}

void EvidencePool::Deliver(size_t owner, const Sink& sink) {
  for (Piece& piece : pieces_) {
    if (piece.input != owner) continue;
    EvidenceBundle bundle;
    bundle.claims = std::move(piece.claims);
    bundle.diagnostics = std::move(piece.diagnostics);
    bundle.figures = std::move(piece.figures);
    if (!bundle.claims.empty() || !bundle.diagnostics.empty() || !bundle.figures.empty())
      sink(std::move(bundle));
  }
  EvidenceBundle bundle;
  const auto use = [&](Comparison&& comparison, const SandwichAnalysis& analysis) {
    gates_.Apply(comparison, analysis);
    ++comparisons_;
    inconclusive_ += comparison.verdict == ComparisonVerdict::kInconclusive ? 1 : 0;
    if (comparisons_ <= kMostFigures) AddFigures(comparison, bundle.figures);
    bundle.comparisons.push_back(std::move(comparison));
    if (bundle.comparisons.size() >= kComparisonsPerPiece) sink(std::exchange(bundle, {}));
  };
  const bool all = options_.format != "text" || options_.detail == Detail::kVerbose ||
                   !options_.database.empty() || !gates_.empty();
  const ComparisonPool::Rest rest =
      comparisons_of_.ForEach(owner, all ? SIZE_MAX : kMostListed, use);
  comparisons_ += rest.comparisons;
  inconclusive_ += rest.inconclusive;
  bundle.more_comparisons = rest.comparisons;
  if (!bundle.comparisons.empty() || rest.comparisons > 0) sink(std::move(bundle));
}

std::vector<GateResult> EvidencePool::TakeGateResults() {
  return gates_.TakeResults(metrics_, example_, points_.MissingRole());
}

std::string EvidencePool::WhyNothing() const {
  // A gate has said it already.
  if (!points_.MissingRole().empty())
    return gates_.empty() ? fmt::format("no {} given to compare with", points_.MissingRole()) : "";
  return metrics_ == 0 ? points_.WhyNothing() : "";
}

}  // namespace regress
