// SPDX-License-Identifier: Apache-2.0
#include "cli/text_robot_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/claim_block.h"
#include "cli/claim_details.h"
#include "cli/judge.h"
#include "stats/robot_claims.h"

namespace regress {
namespace {

constexpr size_t kBaseWidth = 11;
constexpr size_t kPatchedWidth = 13;
constexpr size_t kChangeWidth = 9;
constexpr size_t kQWidth = 9;
constexpr size_t kMaxNameWidth = kTextColumns - kBaseWidth - kPatchedWidth - kChangeWidth - kQWidth;

class TablePrinter {
 public:
  TablePrinter(const RobotReport& report, const TextContext& context)
      : report_(report), context_(context) {}

  std::string Run(const RobotView& view) const {
    std::string text = TableHead(view);
    size_t name_width = 0;
    for (const RobotRowView& row : view.rows) {
      name_width = std::max(name_width, DisplayWidth(Printable(row.name, context_.utf8)));
    }
    name_width = std::min(name_width, kMaxNameWidth + (view.tested > 0 ? 0 : kQWidth));
    if (!view.rows.empty()) {
      text += std::string(name_width, ' ') + PadLeft("base", kBaseWidth) +
              PadLeft("patched", kPatchedWidth) + PadLeft("change", kChangeWidth);
      if (view.tested > 0) text += PadLeft("q", kQWidth);
      text += '\n';
    }
    for (const RobotRowView& row : view.rows) text += Row(row, name_width, view.all_rows);
    if (view.all_rows && !Verbose()) return text + Needed(view);
    text += Noise(view);
    return Verbose() ? text + Family(view) : text;
  }

  // What -v adds: the headlines as a family of their own, and the n that the means allow.
  std::string Family(const RobotView& view) const {
    std::string text;
    if (!view.headline_p.empty()) {
      std::string list;
      for (const auto& [name, p] : view.headline_p)
        list += fmt::format("{}{} p {}", list.empty() ? "" : ", ", name, ProbabilityText(p));
      text += Wrap(Printable(fmt::format("headline metrics, corrected by Holm for {}: {}",
                                         view.headline_p.size(), list),
                             context_.utf8),
                   2, 4);
    }
    if (!view.whole_number_n.empty()) {
      std::string list;
      for (const size_t n : view.whole_number_n)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", n);
      text += Wrap("means of whole numbers (percentiles in ns) allow n = " + list, 2, 4);
    }
    return text;
  }

 private:
  bool Verbose() const { return context_.options.detail == Detail::kVerbose; }

  std::string TableHead(const RobotView& view) const {
    std::string head = "change vs " + (view.base_label.empty() ? "base" : view.base_label);
    if (view.columns > 1) {
      head += view.all_rows ? fmt::format(", {} columns", view.columns)
                            : fmt::format(", column {} of {}", view.column + 1, view.columns);
    }
    if (view.tested > 0) {
      head += fmt::format("; n = {} assumed (", view.assumed_n);
      head += view.n_given             ? "as given)"
              : view.n_from_deviations ? fmt::format("the deviations need n >= {})", view.assumed_n)
                                       : "the robot compares no fewer)";
    }
    return Wrap(head);
  }

  std::string Row(const RobotRowView& row, size_t name_width, bool deviations) const {
    const std::string name = Printable(row.name, context_.utf8);
    std::string text;
    if (Verbose() && DisplayWidth(name) > name_width) {
      text = name + "\n" + std::string(name_width, ' ');
    } else {
      text = PadRight(CutMiddle(name, name_width), name_width);
    }
    std::string change = PadLeft(row.change, kChangeWidth);
    if (row.stands) change = context_.paint(Paint::kBold, change);
    text += PadLeft(row.base, kBaseWidth) + PadLeft(row.patched, kPatchedWidth) + change;
    if (row.q) text += PadLeft(ProbabilityText(*row.q), kQWidth);
    text += '\n';
    if (deviations && !row.base_deviation.empty()) {
      text += std::string(name_width, ' ') + PadLeft(row.base_deviation, kBaseWidth) +
              PadLeft(row.patched_deviation, kPatchedWidth) + '\n';
    }
    return Verbose() ? text + Details(row) : text;
  }

  // The printed change as a claim: its interval, its figures with theirs, its convention.
  std::string Details(const RobotRowView& view) const {
    const RobotRow& row = report_.rows[view.row];
    Claim claim = RowClaim(report_, row, view.column);
    claim.id = ClaimId(claim);
    const Reading reading = RowReading(report_, row, view.column);
    if (claim.verdict == ClaimVerdict::kConfirmed && claim.recomputed) {
      claim.answer = SignedWithBounds(*claim.recomputed);
    }
    return AnswerLine(claim, context_) +
           DetailField("figures", Printable(FiguresText(reading), context_.utf8)) +
           DetailField("convention", claim.convention) +
           DetailField("claim", Printable(fmt::format("{}, {}, id {}", PlaceText(claim.source),
                                                      Name(claim.kind), claim.id),
                                          context_.utf8));
  }

  // "unsupported, unsupported: it takes 29 and 38 runs (MDE, 80% power)"
  static std::string Needed(const RobotView& view) {
    std::vector<std::string> words;
    std::vector<std::string> runs;
    size_t unsupported = 0;
    for (const RobotRowView& row : view.rows) {
      if (!row.q) continue;
      words.emplace_back(row.stands ? "supported" : "unsupported");
      if (!row.stands) ++unsupported;
      if (row.runs_needed) runs.push_back(fmt::format("{:.0f}", std::ceil(*row.runs_needed)));
    }
    if (words.empty()) return "";
    if (words.size() > kFewRows) {
      return Wrap(
          fmt::format("{} supported, {} unsupported", words.size() - unsupported, unsupported), 2,
          2);
    }
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    for (size_t i = 0; i < runs.size(); ++i) {
      text += i == 0 ? ": it takes " : i + 1 == runs.size() ? " and " : ", ";
      text += runs[i];
    }
    if (!runs.empty()) text += " runs (MDE, 80% power)";
    return Wrap(text, 2, 2);
  }

  std::string Noise(const RobotView& view) const {
    if (view.tested == 0) return "";
    const std::string level = fmt::format("q <= {:g}", context_.options.alpha);
    const size_t noise = view.tested - view.standing;
    std::string text;
    if (noise == 0) {
      text = fmt::format("all {} rows stand at {}", view.tested, level);
      if (view.tested == 1) text = "the row stands at " + level;
      return Wrap(text, 2, 2);
    }
    text = fmt::format("{} of {} stand at {}; {} {} not: ", view.standing,
                       Count(view.tested, "row"), level, noise, noise == 1 ? "does" : "do");
    if (view.noise_profile > 0) text += fmt::format("{} of perf-profile", view.noise_profile);
    if (view.noise_other > 0) {
      text += view.noise_profile > 0 ? fmt::format(", {} others", view.noise_other) : "";
      if (!view.noise_example.empty()) {
        text += fmt::format("{}{}{}", view.noise_profile > 0 ? " " : "",
                            noise > 1 ? "such as " : "", view.noise_example);
      }
    }
    if (text.ends_with(": ")) text.resize(text.size() - 2);
    if (!Verbose() && noise > 1) text += " (-v lists them)";
    return Wrap(Printable(text, context_.utf8), 2, 2);
  }

  const RobotReport& report_;
  const TextContext& context_;
};

}  // namespace

std::string RobotTableText(const RobotReport& report, const RobotView& view,
                           const TextContext& context) {
  return TablePrinter(report, context).Run(view);
}

std::string RobotSentence(const RobotView& view) {
  if (view.tested == 0) {
    return view.failures > 0 ? "The failure rates are counts; no deviation bears on them." : "";
  }
  const size_t noise = view.tested - view.standing;
  if (view.all_rows && view.standing == 0) {
    return "The changes follow from their cells but do not exceed the deviations.";
  }
  if (!view.headline_stands) {
    return fmt::format("{} of {} changes exceed their deviations.", view.standing, view.tested);
  }
  std::string text = *view.headline_stands ? "The headline exceeds its deviations"
                                           : "The headline does not exceed its deviations";
  const size_t others = view.tested - 1;
  const size_t other_noise = noise - (*view.headline_stands ? 0 : 1);
  if (others == 0) return text + ".";
  const double share = static_cast<double>(other_noise) / static_cast<double>(others);
  const std::string_view link = *view.headline_stands ? ", as do " : "; ";
  const std::string_view end =
      *view.headline_stands ? " of the other rows." : " of the other rows do.";
  if (other_noise == 0) return fmt::format("{}{}all{}", text, link, end);
  if (other_noise == others) return text + "; none of the other rows does.";
  if (share < 0.4) return fmt::format("{}{}most{}", text, link, end);
  if (share <= 0.6) return text + "; half of the other rows do not.";
  return text + "; most of the other rows do not.";
}

}  // namespace regress
