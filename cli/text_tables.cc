// SPDX-License-Identifier: Apache-2.0
#include "cli/text_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/claim_block.h"

namespace regress {
namespace {

std::string KindOf(const Claim& claim) {
  switch (claim.kind) {
    case ClaimKind::kCount:
      return "n";
    case ClaimKind::kMean:
      return claim.convention == "mean of the means" ? "midpoint" : "mean";
    case ClaimKind::kStddev:
      return claim.convention.find(" cv") == std::string::npos && claim.convention != "sd / mean"
                 ? "sd"
                 : "cv";
    case ClaimKind::kTableDelta:
      return claim.convention.find("B - A") == std::string::npos ? "delta" : "drift";
    case ClaimKind::kShare:
      return "recovery";
    default:
      return "difference";
  }
}

constexpr size_t kMostContradictions = 8;

// Derived figures that do not follow from their row: the row, the figure, what the row gives.
class TableContradictions final : public TextSection {
 public:
  explicit TableContradictions(const TextContext& context) : context_(context) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    if (input.format != "table") return;
    for (const Claim& claim : bundle.claims) {
      if (claim.verdict != ClaimVerdict::kContradicted) continue;
      ++count_;
      if (count_ > kMostContradictions && context_.options.detail != Detail::kVerbose) continue;
      const std::string head =
          fmt::format("{}:{}: {}", claim.source.path, claim.source.at.line, claim.metric);
      text_ += Wrap(Printable(head, context_.utf8), 0, 2) +
               QuoteLine(claim, context_, claim.stated_text) + AnswerLine(claim, context_) +
               HelpLines(claim, context_);
    }
  }

  std::string Print() override {
    if (count_ > kMostContradictions && context_.options.detail != Detail::kVerbose)
      text_ += fmt::format("{} more contradicted figures (-v lists them)\n",
                           count_ - kMostContradictions);
    return text_;
  }

 private:
  const TextContext& context_;
  std::string text_;
  uint64_t count_ = 0;
};

}  // namespace

std::unique_ptr<TextSection> MakeTableContradictions(const TextContext& context) {
  return std::make_unique<TableContradictions>(context);
}

std::string TallyText(const Tally& tally) {
  std::string text;
  const auto add = [&](uint64_t n, std::string_view word) {
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, word);
  };
  add(tally.contradicted, "contradicted");
  add(tally.confirmed, "confirmed");
  add(tally.uncheckable, "uncheckable");
  return text;
}

void TableLines::Add(const InputSummary& input, const EvidenceBundle& bundle) {
  if (input.format != "table") return;
  std::vector<std::string>& kinds = figure_kinds_[input.index];
  for (const Claim& claim : bundle.claims) {
    const std::string kind = KindOf(claim);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
}

std::string TableLines::Line(const InputSummary& input, const std::vector<InputSummary>& inputs) {
  if (input.directory.empty()) return OneTable(input);
  return told_.insert(input.directory).second ? Directory(input.directory, inputs) : "";
}

std::string TableLines::OneTable(const InputSummary& input) const {
  std::string line = fmt::format("{}: {}, ", Printable(input.path, context_.utf8), input.what);
  line += input.description.empty() ? Count(input.rows, "row")
                                    : Printable(input.description, context_.utf8);
  std::string text = Wrap(line, 0, 2);
  if (input.claims.total() == 0) return text;
  std::string kinds;
  if (const auto found = figure_kinds_.find(input.index); found != figure_kinds_.end()) {
    for (const std::string& kind : found->second) kinds += (kinds.empty() ? "" : ", ") + kind;
  }
  return text + Wrap(fmt::format("{} ({}): {}", Count(input.claims.total(), "figure"), kinds,
                                 TallyText(input.claims)),
                     2, 4);
}

std::string TableLines::Directory(const std::string& directory,
                                  const std::vector<InputSummary>& inputs) const {
  uint64_t tables = 0;
  uint64_t rows = 0;
  bool compared = false;
  bool spread = false;
  Tally claims;
  for (const InputSummary& input : inputs) {
    if (input.directory != directory || input.format != "table" || input.of_point) continue;
    ++tables;
    rows += input.rows;
    claims += input.claims;
    compared |= !input.description.empty();
    spread |= input.description.find("round") != std::string::npos;
  }
  std::string line = fmt::format("{}: evidence, {}, {}", Printable(directory, context_.utf8),
                                 Count(tables, "table"), Count(rows, "row"));
  if (compared && !spread) line += " (means only: no intervals)";
  std::string text = Wrap(line, 0, 2);
  if (claims.total() > 0)
    text += Wrap(fmt::format("{}: {}", Count(claims.total(), "derived figure"), TallyText(claims)),
                 2, 4);
  return text;
}

}  // namespace regress
