// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison_family.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "cli/text_layout.h"
#include "cli/text_numbers.h"
#include "stats/aggregate.h"
#include "stats/gate.h"
#include "stats/multiplicity.h"

namespace regress {
namespace {

using Rows = std::vector<const Comparison*>;

// 95% interval of a mean logarithm, as wide as those of the rows.
constexpr double kConfidence = 0.95;
constexpr size_t kMostCombined = 8;  // metrics listed

std::string Together(const std::map<std::pair<std::string, Direction>, Rows>& by_unit) {
  std::string text;
  for (const auto& [head, rows] : by_unit) {
    if (rows.size() < 2) continue;
    std::vector<double> ratios;
    ratios.reserve(rows.size());
    for (const Comparison* row : rows)
      ratios.push_back(row->change && !row->is_difference ? 1 + *row->change / 100 : 0);
    const std::optional<RatioAggregate> all = AggregateRatios(ratios, kConfidence);
    if (!all || all->used < 2) continue;
    const std::optional<Interval> bounds =
        all->interval ? std::optional<Interval>(
                            {100 * (all->interval->low - 1), 100 * (all->interval->high - 1)})
                      : std::nullopt;
    std::string line = fmt::format("geometric mean of {} matched ratios{}: {}{}", all->used,
                                   head.first.empty() ? "" : " in " + Printable(head.first, true),
                                   PercentText(100 * (all->geometric_mean - 1), bounds),
                                   bounds ? " " + IntervalText(*bounds) + " across metrics" : "");
    if (!all->left_out.empty())
      line += fmt::format("; {} without a positive ratio left out", all->left_out.size());
    text += Wrap(line, 0, 2);
  }
  return text;
}

// Repeats of one metric in one section: are they one change?
std::string Repeats(const Rows& rows) {
  std::map<std::pair<std::string, std::string>, Rows> repeats;
  for (const Comparison* row : rows) {
    if (row->p_within && row->change) repeats[{row->metric, row->section}].push_back(row);
  }
  std::string text;
  size_t listed = 0;
  for (const auto& [name, same] : repeats) {
    if (same.size() < 2 || listed == kMostCombined) continue;
    std::vector<double> one_sided;
    const bool up = *same.front()->change > 0;
    for (const Comparison* row : same) {
      const double half = *row->p_within / 2;
      one_sided.push_back(
          std::clamp((*row->change > 0) == up ? half : 1 - half, 1e-300, 1 - 1e-15));
    }
    const std::optional<CombinedP> combined = CombineP(one_sided);
    if (!combined) continue;
    ++listed;
    text += Wrap(fmt::format("{}{} is compared {} times; one change {} by all: p {} (Fisher), {} "
                             "(Stouffer), within boot",
                             Printable(name.first, true),
                             name.second.empty() ? "" : " " + Printable(name.second, true),
                             same.size(), up ? "up" : "down", ShortProbability(combined->fisher),
                             ShortProbability(combined->stouffer)),
                 0, 2);
  }
  return text;
}

// Metrics with a gate are headline metrics: a family of their own.
std::string Headline(const Rows& rows, const std::set<std::string>& gated) {
  Rows chosen;
  std::vector<std::optional<double>> p;
  for (const Comparison* row : rows) {
    if (!gated.contains(row->metric)) continue;
    chosen.push_back(row);
    p.push_back(row->p_between ? row->p_between : row->p_within);
  }
  const std::vector<std::optional<double>> adjusted = AdjustP(p, PAdjustment::kHolm);
  std::string list;
  size_t listed = 0;
  for (size_t i = 0; i < chosen.size() && listed < kMostCombined; ++i) {
    if (!adjusted[i]) continue;
    list += fmt::format("{}{} p {}{}", listed++ > 0 ? ", " : "", Printable(chosen[i]->metric, true),
                        ShortProbability(*adjusted[i]),
                        chosen[i]->p_between ? " between boots" : " within boot");
  }
  const size_t count = static_cast<size_t>(
      std::count_if(adjusted.begin(), adjusted.end(), [](const auto& q) { return q.has_value(); }));
  if (count == 0) return "";
  return Wrap(fmt::format("gated metrics, corrected by Holm for {}: {}{}", count, list,
                          count > listed ? fmt::format(", {} more", count - listed) : ""),
              0, 2);
}

}  // namespace

std::string FamilyText(const std::vector<ComparisonGroup>& groups,
                       const std::set<std::string>& gated) {
  std::map<std::pair<std::string, Direction>, Rows> by_unit;
  Rows all;
  for (const ComparisonGroup& group : groups) {
    for (const Comparison& row : group.rows) {
      by_unit[{row.unit, row.better}].push_back(&row);
      all.push_back(&row);
    }
  }
  return Together(by_unit) + Repeats(all) + Headline(all, gated);
}

}  // namespace regress
