// SPDX-License-Identifier: Apache-2.0
#include "cli/text_reporter.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "cli/text_claims.h"
#include "cli/text_comparisons.h"
#include "cli/text_fio.h"
#include "cli/text_gates.h"
#include "cli/text_robot.h"
#include "cli/text_tables.h"
#include "cli/text_traces.h"
#include "cli/verdict_line.h"

namespace regress {
namespace {

using MakeSection = std::unique_ptr<TextSection> (*)(const TextContext&);

// In the order of the screen.
constexpr auto kSections = std::to_array<MakeSection>({
    MakeContradictionSection,
    MakeTableContradictions,
    MakeGateSection,
    MakeRobotSection,
    MakeComparisonSection,
    MakeClaimSection,
    MakeFioSection,
    MakeTraceSection,
});

bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale = value;
    return locale.find("UTF-8") != std::string_view::npos ||
           locale.find("utf8") != std::string_view::npos;
  }
  return false;
}

bool ColorWanted(const CheckOptions& options) {
  if (options.color != ColorMode::kAuto) return options.color == ColorMode::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  return options.output.empty() && isatty(STDOUT_FILENO) == 1 &&
         (no_color == nullptr || *no_color == '\0');
}

std::string VerdictCounts(const Tally& tally) {
  if (tally.contradicted > 0) return fmt::format("{} contradicted", tally.contradicted);
  std::string text;
  const auto add = [&](uint64_t n, std::string_view word) {
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, word);
  };
  add(tally.confirmed, "confirmed");
  add(tally.uncheckable, "uncheckable");
  return text;
}

// "98 claims", "2 of 98 claims chosen"
std::string ClaimCount(const InputSummary& input) {
  const uint64_t chosen = input.claims.total();
  if (input.not_chosen == 0) return Count(chosen, "claim");
  return fmt::format("{} of {} chosen", chosen, Count(chosen + input.not_chosen, "claim"));
}

class TextReporter final : public Reporter {
 public:
  TextReporter(const CheckOptions& options, std::ostream& out)
      : context_{options, Painter(ColorWanted(options)), LocaleIsUtf8()}, out_(out) {
    for (const MakeSection make : kSections) sections_.push_back(make(context_));
  }

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    tables_.Add(input, bundle);
    for (const auto& section : sections_) section->Add(input, bundle);
  }
  void EndInput(const InputSummary& input) override {
    for (const auto& section : sections_) section->EndInput(input);
    if (input.error.empty()) inputs_.push_back(input);
  }
  void AddGate(const GateResult& gate) override {
    for (const auto& section : sections_) section->AddGate(gate);
  }

  void Finish(const Outcome& outcome) override {
    const bool quiet = context_.options.detail == Detail::kQuiet;
    std::string text;
    if (!quiet) text += InputLines();
    for (const auto& section : sections_) {
      const std::string part = section->Print();
      if (part.empty()) continue;
      if (!text.empty()) text += '\n';
      text += part;
    }
    std::string closing;
    for (const auto& section : sections_) {
      if (closing.empty()) closing = section->Closing(outcome);
    }
    if (!quiet && !closing.empty()) text += '\n' + Wrap(closing);
    out_ << text
         << context_.paint(Paint::kBold, VerdictLine(outcome, !context_.options.metrics.empty()))
         << '\n';
  }

 private:
  std::string InputLines() {
    std::sort(inputs_.begin(), inputs_.end(),
              [](const InputSummary& a, const InputSummary& b) { return a.index < b.index; });
    std::string text;
    for (const InputSummary& input : inputs_) {
      if (input.of_point) continue;  // told together
      if (input.format == "table") {
        text += tables_.Line(input, inputs_);
        continue;
      }
      if (std::any_of(sections_.begin(), sections_.end(),
                      [&](const auto& section) { return section->OwnsInputLine(input); }))
        continue;
      std::string line = fmt::format("{}: {}", Printable(input.path, context_.utf8), input.what);
      if (!input.description.empty()) line += ", " + input.description;
      if (input.messages > 1) line += ", " + Count(input.messages, "message");
      if (input.messages == 1) line += ", " + Count(input.lines, "line");
      if (input.messages > 0 || input.claims.total() > 0) {
        line += ", " + ClaimCount(input);
        if (input.claims.total() > 0) line += ": " + VerdictCounts(input.claims);
      }
      text += Wrap(line, 0, 2);
      for (const auto& section : sections_) text += section->InputNote(input);
    }
    return text;
  }

  TextContext context_;
  std::ostream& out_;
  std::vector<std::unique_ptr<TextSection>> sections_;
  std::vector<InputSummary> inputs_;
  TableLines tables_{context_};
};

}  // namespace

std::unique_ptr<Reporter> MakeTextReporter(const CheckOptions& options, std::ostream& out) {
  return std::make_unique<TextReporter>(options, out);
}

}  // namespace regress
