// SPDX-License-Identifier: Apache-2.0
#include "cli/text_comparisons.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "cli/comparison_detail.h"
#include "cli/comparison_family.h"
#include "cli/comparison_tables.h"
#include "cli/round_plot.h"
#include "cli/text_rounds.h"
#include "cli/text_traces.h"

namespace regress {
namespace {

constexpr size_t kMostRows = 8;         // of a group
constexpr size_t kMostVerbose = 10000;  // rows of a group with -v
constexpr size_t kMostDescribed = 4;    // rows of a group with -v whose rounds are described
constexpr size_t kMostGated = 10000;

size_t CountOf(const Comparison& comparison, Role role) {
  return static_cast<size_t>(std::count_if(comparison.points.begin(), comparison.points.end(),
                                           [&](const Point& point) { return point.role == role; }));
}

bool HasSpread(const Comparison& comparison) {
  return comparison.delta_ci || comparison.resolution;
}

class ComparisonSection final : public TextSection {
 public:
  explicit ComparisonSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    const bool text = input.format == "mail" || input.format == "lkp" || input.format == "fio" ||
                      input.format == "ftrace";
    if (text && !input.points) return;  // comparisons that a text makes are told with its claims
    for (const Comparison& comparison : bundle.comparisons) {
      if (!IsCallComparison(input, comparison)) Keep(comparison);
    }
    if (bundle.more_comparisons > 0 && !groups_.empty()) {
      groups_.back().left_out += bundle.more_comparisons;
      total_ += bundle.more_comparisons;
    }
  }

  void AddGate(const GateResult& gate) override {
    if (context_.options.detail == Detail::kVerbose && gated_.size() < kMostGated)
      gated_.insert(gate.metric);
  }

  std::string Print() override {
    if (context_.options.detail == Detail::kQuiet || groups_.empty()) return "";
    std::string text;
    const auto add = [&](const std::string& block) {
      if (block.empty()) return;
      if (!text.empty()) text += '\n';
      text += block;
    };
    const bool one = total_with_spread_ == 1;
    const bool verbose = context_.options.detail == Detail::kVerbose;
    for (const ComparisonGroup& group : groups_) {
      if (!group.spread) continue;
      if (one) {
        add(DetailText(group.rows.front(), context_.options));
        if (verbose) add(RoundsText(group.rows.front(), context_.options));
      } else {
        add(IntervalTable(context_, group));
        if (&group == FirstSpread() || context_.options.detail == Detail::kVerbose)
          add(Plot(group));
        if (verbose) add(OtherMethods(group));
      }
    }
    bool first_means = true;
    for (const ComparisonGroup& group : groups_) {
      if (group.spread) continue;
      add(MeansTable(context_, group, first_means));
      first_means = false;
    }
    if (verbose) add(FamilyText(groups_, gated_));
    return text;
  }

  std::string Closing(const Outcome& outcome) override {
    if (groups_.empty() || outcome.texts > 0) return "";  // a mail closes with its claims
    const ComparisonGroup* group = FirstSpread();
    if (group == nullptr) group = &groups_.front();
    // A row of which a percent can be given tells more than one of zeros.
    const auto telling = std::find_if(
        group->rows.begin(), group->rows.end(),
        [](const Comparison& row) { return row.change.has_value() && !row.is_difference; });
    const Comparison& row = telling == group->rows.end() ? group->rows.front() : *telling;
    return ClosingSentence(row, total_, outcome.inconclusive, context_.options);
  }

 private:
  void Keep(const Comparison& comparison) {
    ++total_;
    const bool spread = HasSpread(comparison);
    total_with_spread_ += spread ? 1 : 0;
    const bool sandwich = CountOf(comparison, Role::kControl) > 1;
    std::vector<std::string> labels;
    for (const Point& point : comparison.points) labels.push_back(point.label);
    auto found = std::find_if(groups_.begin(), groups_.end(), [&](const ComparisonGroup& group) {
      return group.spread == spread && group.sandwich == sandwich;
    });
    if (found == groups_.end()) {
      groups_.push_back({spread, sandwich, labels, {}, 0});
      found = groups_.end() - 1;
    }
    if (found->labels != labels || labels.size() > 3) found->labels.clear();
    const size_t limit = context_.options.detail == Detail::kVerbose ? kMostVerbose : kMostRows;
    if (found->rows.size() < limit) {
      found->rows.push_back(comparison);
    } else {
      ++found->left_out;
    }
  }

  const ComparisonGroup* FirstSpread() const {
    for (const ComparisonGroup& group : groups_) {
      if (group.spread) return &group;
    }
    return nullptr;
  }

  std::string Plot(const ComparisonGroup& group) const {
    const bool all = context_.options.detail == Detail::kVerbose;
    std::string text;
    for (const Comparison& row : group.rows) {
      const std::string plot = PlotRounds(row);
      if (plot.empty()) continue;
      if (!text.empty()) text += '\n';
      text += fmt::format(
                  "{}, rounds in run order{}\n", RowName(context_, row, false),
                  all || group.rows.size() == 1 || DisplayWidth(RowName(context_, row, false)) > 26
                      ? ""
                      : " (-v plots every metric)") +
              plot;
      if (!all) break;
    }
    return text;
  }

  // The rounds of the first rows in other ways.
  std::string OtherMethods(const ComparisonGroup& group) const {
    std::string text;
    size_t described = 0;
    for (const Comparison& row : group.rows) {
      if (described == kMostDescribed) break;
      const std::string rounds = RoundsText(row, context_.options);
      if (rounds.empty()) continue;
      text += (text.empty() ? "" : "\n") + rounds;
      ++described;
    }
    if (described > 0 && group.rows.size() > described)
      text +=
          fmt::format("  {} more by --metric\n", Count(group.rows.size() - described, "metric"));
    return text;
  }

  const TextContext& context_;
  std::set<std::string> gated_;
  std::vector<ComparisonGroup> groups_;
  uint64_t total_ = 0;
  uint64_t total_with_spread_ = 0;
};

}  // namespace

std::unique_ptr<TextSection> MakeComparisonSection(const TextContext& context) {
  return std::make_unique<ComparisonSection>(context);
}

}  // namespace regress
