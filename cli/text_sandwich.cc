// SPDX-License-Identifier: Apache-2.0
#include "cli/text_sandwich.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace regress {
namespace {

constexpr size_t kMaxRows = 8;
constexpr size_t kMaxNamed = 4;  // rows whose support is told one by one

std::string Head(const Comparison& row) {
  std::string head = row.unit.empty() ? "" : Printable(row.unit, true) + ", ";
  if (row.better == Direction::kLower) head += "lower is better, ";
  if (row.better == Direction::kHigher) head += "higher is better, ";
  return head + "delta vs midpoint, drift (B - A) / midpoint\n";
}

std::string List(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string Small(double p) {
  if (p < 1e-6) return "<1e-6";
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(p))), 2, 7);
  return fmt::format("{:.{}f}", p, decimals);
}

}  // namespace

std::string SandwichTable(const TextContext& context, const std::vector<Comparison>& rows) {
  if (rows.empty()) return "";
  size_t width = 0;
  for (const Comparison& row : rows) {
    width = std::max(width, DisplayWidth(Printable(row.metric, context.utf8)));
  }
  width = std::clamp<size_t>(width, 12, 24);
  std::string text = context.paint(Paint::kDim, Head(rows.front()));
  text += fmt::format("{:<{}}{:>11}{:>10}{:>11}{:>9}{:>8}\n", "", width, "control A", "patched",
                      "control B", "delta", "drift");
  std::vector<std::string> supports;
  std::vector<std::string> times;
  std::vector<std::string> qs;
  size_t shown = 0;
  for (const Comparison& row : rows) {
    if (!row.change || row.points.size() != 3) continue;
    if (++shown > kMaxRows) continue;
    const std::string name = PadRight(CutMiddle(Printable(row.metric, context.utf8), width), width);
    text += fmt::format("{}{:>11}{:>10}{:>11}{:>9}{:>8}\n", name, row.points[0].printed,
                        row.points[1].printed, row.points[2].printed,
                        fmt::format("{:+.2f}%", *row.change),
                        row.drift ? fmt::format("{:+.2f}%", row.drift->value) : "-");
    supports.emplace_back(row.support == Support::kNone ? "no support" : Name(row.support));
    if (row.drift && row.drift->value != 0) {
      times.push_back(fmt::format("{:.1f}", std::abs(*row.change / row.drift->value)));
    }
    if (row.q_value) qs.push_back(Small(*row.q_value));
  }
  if (shown > kMaxRows) {
    text += fmt::format("  {} more rows (-v lists them)\n", shown - kMaxRows);
  }
  std::string note;
  for (const std::string& support : supports) note += (note.empty() ? "" : ", ") + support;
  if (shown > kMaxNamed) note = "support as in the JSON output";
  if (!times.empty() && times.size() <= kMaxNamed) {
    note += fmt::format(": {} times the drift", List(times));
  }
  if (!qs.empty() && qs.size() <= kMaxNamed) {
    note += fmt::format(", q = {} between boots (1 df)", List(qs));
  }
  note += "; no interval, the text gives no spread";
  return text + Wrap(note, 2, 2);
}

}  // namespace regress
