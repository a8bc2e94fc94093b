// SPDX-License-Identifier: Apache-2.0
#include "cli/text_gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace regress {
namespace {

constexpr size_t kMostOfAKind = 8;

class GateSection final : public TextSection {
 public:
  explicit GateSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary&, const EvidenceBundle&) override {}
  // Of a verdict only those that are shown are kept.
  void AddGate(const GateResult& gate) override {
    Kind& kind = kinds_[static_cast<size_t>(Rank(gate.verdict))];
    if (kind.shown.size() < kMostOfAKind || context_.options.detail == Detail::kVerbose) {
      kind.shown.push_back(gate);
    } else {
      ++kind.more;
    }
  }

  std::string Print() override {
    std::string text;
    for (const Kind& kind : kinds_) {
      for (const GateResult& gate : kind.shown) text += PrintGate(gate);
      if (kind.more > 0)
        text += fmt::format("{} {} more (-v lists them)\n",
                            PadRight(std::string(Name(kind.shown.front().verdict)), 13), kind.more);
    }
    return text;
  }

 private:
  static int Rank(GateVerdict verdict) {
    switch (verdict) {
      case GateVerdict::kFail:
        return 0;
      case GateVerdict::kMissing:
        return 1;
      case GateVerdict::kInconclusive:
        return 2;
      case GateVerdict::kPass:
        return 3;
    }
    return 4;
  }

  Paint ColorOf(GateVerdict verdict) const {
    if (verdict == GateVerdict::kPass) return Paint::kGreen;
    return verdict == GateVerdict::kInconclusive ? Paint::kYellow : Paint::kRed;
  }

  std::string PrintGate(const GateResult& gate) const {
    const std::string name = Printable(gate.gate, context_.utf8);
    const std::string word(Name(gate.verdict));
    std::string reason = Printable(gate.reason, context_.utf8);
    const size_t colon = gate.gate.rfind(':');
    if (!gate.metric.empty() && gate.metric != gate.gate.substr(0, colon))
      reason = Printable(gate.metric, context_.utf8) + " " + reason;
    // A bracketed interval is not broken.
    size_t indent = 14 + DisplayWidth(name) + 2;
    const bool beside = indent <= 44;
    if (!beside) indent = 14;
    std::string text = context_.paint(ColorOf(gate.verdict), word) +
                       std::string(14 - std::min<size_t>(13, word.size()), ' ') + name +
                       (beside ? "  " : "\n" + std::string(indent, ' '));
    size_t column = indent;
    for (size_t at = 0; at < reason.size();) {
      size_t end = at;
      int depth = 0;
      while (end < reason.size() && (depth > 0 || reason[end] != ' ')) {
        depth += reason[end] == '[' ? 1 : reason[end] == ']' ? -1 : 0;
        ++end;
      }
      // What follows a semicolon stays together if it fits a line.
      if (at >= 2 && reason[at - 2] == ';' && column > indent) {
        const size_t clause = DisplayWidth(reason.substr(at));
        if (column + 1 + clause > kTextColumns && indent + clause <= kTextColumns) {
          text += "\n" + std::string(indent, ' ');
          column = indent;
        }
      }
      const std::string word_text = reason.substr(at, end - at);
      const size_t width = DisplayWidth(word_text);
      if (column > indent && column + 1 + width > kTextColumns) {
        text += "\n" + std::string(indent, ' ');
        column = indent;
      } else if (column > indent) {
        text += ' ';
        ++column;
      }
      text += word_text;
      column += width;
      at = end + 1;
    }
    text += '\n';
    if (!gate.help.empty()) text += Wrap("help: " + Printable(gate.help, context_.utf8), 2, 4);
    return text;
  }

  struct Kind {
    std::vector<GateResult> shown;
    size_t more = 0;
  };
  const TextContext& context_;
  std::array<Kind, 5> kinds_;  // by rank
};

}  // namespace

std::unique_ptr<TextSection> MakeGateSection(const TextContext& context) {
  return std::make_unique<GateSection>(context);
}

}  // namespace regress
