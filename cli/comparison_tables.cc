// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/text_numbers.h"
#include "stats/gate.h"

namespace regress {
namespace {

std::string UnitHead(const Comparison& comparison) {
  std::string text = comparison.unit.empty() ? "" : Printable(comparison.unit, true) + ", ";
  switch (comparison.better) {
    case Direction::kHigher:
      return text + "higher is better";
    case Direction::kLower:
      return text + "lower is better";
    case Direction::kUnknown:
      break;
  }
  return text + "direction unknown";
}

std::string DropFirstText(const Comparison& comparison) {
  if (!comparison.drop_first) return "-";
  return PercentText(comparison.drop_first->delta,
                     comparison.delta_ci ? std::optional<Interval>(comparison.delta_ci->bounds)
                                         : comparison.resolution);
}

std::string DriftOf(const Comparison& comparison) {
  return comparison.drift ? PercentText(comparison.drift->value, comparison.drift->bounds) : "-";
}

class Tables {
 public:
  explicit Tables(const TextContext& context) : context_(context) {}

  std::string Intervals(const ComparisonGroup& group) const {
    const bool sandwich = group.sandwich;
    const bool one_metric = OneMetric(group);
    std::string text =
        fmt::format("delta vs {}; {:g}% interval, within boot\n", sandwich ? "midpoint" : "control",
                    100 * (1 - context_.options.alpha));
    if (one_metric) text = Printable(group.rows.front().metric, context_.utf8) + ", " + text;
    // Units in the order of their first row.
    std::vector<std::string> heads;
    for (const Comparison& row : group.rows) {
      if (std::find(heads.begin(), heads.end(), UnitHead(row)) == heads.end())
        heads.push_back(UnitHead(row));
    }
    const std::vector<std::pair<std::string, std::string>> first =
        MeansOf(group, group.rows.front());
    std::vector<size_t> widths(first.size(), 0);
    size_t delta = 6;
    size_t interval = 8;
    size_t name = 12;
    // The first figure shares its column with the names: a long name may stand beside a short
    // figure.
    size_t edge = heads.front().size() + 1 + first[0].first.size();
    for (const Comparison& row : group.rows) {
      const auto means = MeansOf(group, row);
      for (size_t i = 1; i < widths.size(); ++i) {
        widths[i] = std::max({widths[i], means[i].second.size() + 2, first[i].first.size() + 1});
      }
      delta = std::max(delta, ChangeText(row).size() + 2);
      interval = std::max(interval, 1 + IntervalOf(row).size());
      name = std::max(name, DisplayWidth(NameOf(row, one_metric)));
      edge = std::max(edge, DisplayWidth(NameOf(row, one_metric)) + 2 + means[0].second.size());
    }
    size_t rest = delta + interval;
    for (const size_t width : widths) rest += width;
    const size_t most = rest + 20 < kTextColumns ? kTextColumns - rest : 20;
    if (context_.options.detail != Detail::kVerbose) edge = std::min(edge, most);
    // A name with its first figure behind it.
    const auto begin = [&](const std::string& text_of_row, const std::string& figure) {
      const size_t room = edge > figure.size() + 2 ? edge - figure.size() - 2 : 1;
      const std::string cut = CutMiddle(text_of_row, room);
      return cut + PadLeft(figure, edge - std::min(edge, DisplayWidth(cut)));
    };
    bool head = true;
    for (const std::string& unit : heads) {
      if (head) {
        const size_t room = edge > first[0].first.size() + 1 ? edge - first[0].first.size() - 1 : 1;
        const std::string cut = CutEnd(unit, room);
        text += cut + PadLeft(first[0].first, edge - std::min(edge, DisplayWidth(cut)));
        for (size_t i = 1; i < widths.size(); ++i) text += PadLeft(first[i].first, widths[i]);
        text += PadLeft("delta", delta) + " interval";
      } else {
        text += unit;
      }
      text += '\n';
      head = false;
      for (const Comparison& row : group.rows) {
        if (UnitHead(row) != unit) continue;
        const auto means = MeansOf(group, row);
        text += begin(NameOf(row, one_metric), means[0].second);
        for (size_t i = 1; i < widths.size(); ++i) text += PadLeft(means[i].second, widths[i]);
        text += Painted(row, PadLeft(ChangeText(row), delta)) + " " + IntervalOf(row) + "\n";
      }
    }
    text += '\n';
    if (context_.options.detail != Detail::kVerbose)
      name = std::min<size_t>(name, sandwich ? 22 : 38);
    text += PadRight("", name);
    if (sandwich) text += PadLeft("drift", 8) + PadLeft("state", 11);
    text += PadLeft("drop-first", 11) + PadLeft("MDE", 7) + " support\n";
    std::string between;
    double df = 0;
    for (const std::string& unit : heads) {
      for (const Comparison& row : group.rows) {
        if (UnitHead(row) != unit) continue;
        text += PadRight(CutMiddle(NameOf(row, one_metric), name), name);
        if (sandwich)
          text += PadLeft(DriftOf(row), 8) +
                  PadLeft(row.drift ? std::string(Name(row.drift->state)) : "-", 11);
        text += PadLeft(DropFirstText(row), 11) + PadLeft(row.mde ? MdeText(*row.mde) : "-", 7) +
                " " + SupportWord(row) + "\n";
        if (!row.p_between || !row.q_value) continue;
        between += (between.empty() ? "" : ", ") + ShortProbability(*row.q_value);
        df = static_cast<double>(row.points.size()) - 2;
      }
    }
    const bool plain =
        std::all_of(group.rows.begin(), group.rows.end(), [&](const Comparison& row) {
          return row.points.size() == group.rows.front().points.size();
        });
    if (!between.empty())
      text += Wrap(
          fmt::format("between boots: q {}{}", between, plain ? fmt::format(" ({:g} df)", df) : ""),
          2, 4);
    text += Notes(group);
    text += LeftOut(group);
    return text;
  }

  std::string Means(const ComparisonGroup& group, bool with_head) const {
    const bool sandwich = group.sandwich;
    const bool one_metric = OneMetric(group);
    const bool drops = std::any_of(group.rows.begin(), group.rows.end(), [](const Comparison& row) {
      return row.drop_first.has_value();
    });
    size_t name = 8;
    size_t delta = 9;
    for (const Comparison& row : group.rows) {
      name = std::max(name, DisplayWidth(NameOf(row, one_metric)));
      delta = std::max(delta, ChangeText(row).size() + 2);
    }
    const size_t rest =
        delta + (sandwich ? 8u : 0u) + (drops ? 12u + (sandwich ? 8u : 0u) : 0u) + 13;
    if (context_.options.detail != Detail::kVerbose) name = std::min(name, kTextColumns - rest);
    std::string text;
    std::string last_head;
    for (const Comparison& row : group.rows) {
      const std::string head = UnitHead(row);
      if (head != last_head) {
        std::string line = fmt::format("{}, delta vs {}", head, sandwich ? "midpoint" : "control");
        if (sandwich) line += ", drift (B - A) / midpoint";
        if (one_metric) line.insert(0, Printable(row.metric, context_.utf8) + ", ");
        text += Wrap(line, 0, 2);
        if (last_head.empty()) {
          text += PadRight("", name) + PadLeft("delta", delta);
          if (sandwich) text += PadLeft("drift", 8);
          if (drops) text += PadLeft("drop-first", 12) + (sandwich ? PadLeft("drift", 8) : "");
          text += "  support\n";
        }
        last_head = head;
      }
      text += PadRight(CutMiddle(NameOf(row, one_metric), name), name) +
              Painted(row, PadLeft(ChangeText(row), delta));
      if (sandwich) text += PadLeft(DriftOf(row), 8);
      if (drops) {
        text += PadLeft(DropFirstText(row), 12);
        if (sandwich)
          text += PadLeft(row.drop_first && row.drop_first->drift
                              ? PercentText(*row.drop_first->drift, std::nullopt)
                              : "-",
                          8);
      }
      text += "  " + SupportWord(row) + "\n";
    }
    const bool means = std::all_of(group.rows.begin(), group.rows.end(), [](const Comparison& row) {
      return std::all_of(row.points.begin(), row.points.end(),
                         [](const Point& point) { return point.rounds.size() < 2; });
    });
    if (with_head)
      text += means ? "  means only: no intervals, no MDE\n" : "  no intervals, no MDE\n";
    text += Notes(group);
    text += LeftOut(group);
    return text;
  }

 private:
  std::string NameOf(const Comparison& comparison, bool section_only) const {
    return RowName(context_, comparison, section_only);
  }

  // True if all rows are one metric, told apart by their sections.
  static bool OneMetric(const ComparisonGroup& group) {
    return group.rows.size() > 1 && !group.rows.front().section.empty() &&
           std::all_of(group.rows.begin(), group.rows.end(),
                       [&](const Comparison& c) { return c.metric == group.rows.front().metric; });
  }

  // Columns of the means: each point of a sandwich or A/B, else the mean of each role.
  std::vector<std::pair<std::string, std::string>> MeansOf(const ComparisonGroup& group,
                                                           const Comparison& comparison) const {
    std::vector<std::pair<std::string, std::string>> means;
    if (!group.labels.empty()) {
      for (const Point& point : comparison.points)
        means.emplace_back(CutMiddle(Printable(point.label, context_.utf8), 10),
                           point.mean ? MeanText(*point.mean) : "-");
    } else {
      means.emplace_back("controls", MeanText(MeanOf(comparison, Role::kControl)));
      means.emplace_back("patched", MeanText(MeanOf(comparison, Role::kPatched)));
    }
    return means;
  }

  std::string Painted(const Comparison& comparison, std::string text) const {
    if (comparison.support != Support::kSupported) return text;
    if (comparison.verdict == ComparisonVerdict::kBetter)
      return context_.paint(Paint::kGreen, text);
    if (comparison.verdict == ComparisonVerdict::kWorse) return context_.paint(Paint::kRed, text);
    return text;
  }

  static std::string IntervalOf(const Comparison& row) {
    if (row.delta_ci && !row.is_difference) return IntervalText(row.delta_ci->bounds);
    if (row.delta_ci)
      return fmt::format("[{:+.4g}, {:+.4g}]", row.delta_ci->bounds.low, row.delta_ci->bounds.high);
    if (row.resolution) return ResolutionText(*row.resolution) + " resolution";
    return "no interval";
  }

  static std::string SupportWord(const Comparison& row) {
    return row.support == Support::kNone ? "no support" : std::string(Name(row.support));
  }

  // Reasons that rows share, once each.
  std::string Notes(const ComparisonGroup& group) const {
    std::vector<std::pair<std::string, size_t>> reasons;
    for (const Comparison& row : group.rows) {
      for (const std::string& reason : row.reasons) {
        const auto found = std::find_if(reasons.begin(), reasons.end(),
                                        [&](const auto& r) { return r.first == reason; });
        if (found == reasons.end()) {
          reasons.emplace_back(reason, 1);
        } else {
          ++found->second;
        }
      }
    }
    std::string text;
    size_t shown = 0;
    for (const auto& [reason, count] : reasons) {
      if (reason.find("the controls drift") == 0) continue;  // stands in the table
      if (reason.find("by time stamps") == 0 && context_.options.detail != Detail::kVerbose)
        continue;
      const bool doubt =
          reason.find("the delta is smaller") == 0 || reason.find("the patched mean lies") == 0;
      if (++shown > 4 && context_.options.detail != Detail::kVerbose) break;
      const std::string rows = count == group.rows.size() && group.rows.size() > 1 ? ""
                               : count == 1 && group.rows.size() > 1               ? "1 row: "
                               : count > 1 ? fmt::format("{} rows: ", count)
                                           : "";
      text += Wrap((doubt ? "inconclusive: " : "") + rows + Printable(reason, context_.utf8), 2, 4);
    }
    return text;
  }

  std::string LeftOut(const ComparisonGroup& group) const {
    if (group.left_out == 0) return "";
    return fmt::format("  {} more {} (-v lists them)\n", group.left_out,
                       group.left_out == 1 ? "metric" : "metrics");
  }

  const TextContext& context_;
};

}  // namespace

std::string RowName(const TextContext& context, const Comparison& row, bool section_only) {
  std::string name = row.metric;
  if (!row.section.empty()) name = section_only ? row.section : name + " " + row.section;
  return Printable(name, context.utf8);
}

std::string IntervalTable(const TextContext& context, const ComparisonGroup& group) {
  return Tables(context).Intervals(group);
}

std::string MeansTable(const TextContext& context, const ComparisonGroup& group, bool with_head) {
  return Tables(context).Means(group, with_head);
}

}  // namespace regress
