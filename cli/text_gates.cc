// SPDX-License-Identifier: Apache-2.0
#include "cli/text_gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace regress {
namespace {

constexpr size_t kMostOfAKind = 8;

class GateSection final : public TextSection {
 public:
  explicit GateSection(const TextContext& context) : context_(context) {}

  void Add(const InputSummary&, const EvidenceBundle&) override {}
  void AddGate(const GateResult& gate) override { gates_.push_back(gate); }

  std::string Print() override {
    std::stable_sort(gates_.begin(), gates_.end(), [](const GateResult& a, const GateResult& b) {
      return Rank(a.verdict) < Rank(b.verdict);
    });
    std::string text;
    size_t of_kind = 0;
    for (size_t i = 0; i < gates_.size(); ++i) {
      of_kind = i > 0 && gates_[i].verdict == gates_[i - 1].verdict ? of_kind + 1 : 0;
      if (of_kind >= kMostOfAKind && context_.options.detail != Detail::kVerbose) {
        const size_t more = static_cast<size_t>(std::count_if(
            gates_.begin() + static_cast<std::ptrdiff_t>(i), gates_.end(),
            [&](const GateResult& gate) { return gate.verdict == gates_[i].verdict; }));
        text += fmt::format("{} {} more (-v lists them)\n",
                            PadRight(std::string(Name(gates_[i].verdict)), 13), more);
        i += more - 1;
        continue;
      }
      text += PrintGate(gates_[i]);
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

  const TextContext& context_;
  std::vector<GateResult> gates_;
};

}  // namespace

std::unique_ptr<TextSection> MakeGateSection(const TextContext& context) {
  return std::make_unique<GateSection>(context);
}

}  // namespace regress
