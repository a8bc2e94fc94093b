// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_set.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "models/data/error.h"
#include "models/data/metric.h"
#include "parsers/byte_stream.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

[[noreturn]] void WrongLine(const std::string& path, uint32_t line, size_t column,
                            std::string_view why, const std::string& help) {
  throw Error(ErrorKind::kBadInput, fmt::format("{}:{}:{}: error: {}", path, line, column, why),
              help);
}

}  // namespace

GateSet::GateSet(const CheckOptions& options)
    : policy_{options.gate_on_estimate, options.gate_support, options.max_drift_pct,
              options.min_rounds} {
  for (const std::string& gate : options.gates) rules_.push_back(ParseGate(gate));
  for (const std::string& path : options.gate_files) {
    ByteStream file = ByteStream::Open(path);
    const std::string text = file.ReadAll();
    LineReader lines(text);
    while (const auto line = lines.Next()) {
      const std::string_view gate = Trim(line->substr(0, line->find('#')));
      if (gate.empty()) continue;
      const auto column = 1 + static_cast<size_t>(gate.data() - line->data());
      if (gate.find('\0') != std::string_view::npos)
        WrongLine(path, lines.line(), column + gate.find('\0'), "a gate holds a NUL byte",
                  "a line is METRIC:LIMIT");
      try {
        rules_.push_back(ParseGate(gate));
      } catch (const Error& error) {
        std::string_view why = error.what();
        const std::string option = fmt::format("--gate '{}': ", gate);
        if (why.starts_with(option)) why.remove_prefix(option.size());
        WrongLine(path, lines.line(), column, why, error.help());
      }
    }
  }
  for (const std::string& glob : options.required) required_.push_back({glob});
  results_.resize(rules_.size());
  in_report_.resize(rules_.size(), 0);
}

void GateSet::Apply(const Comparison& comparison, const SandwichAnalysis& analysis) {
  for (size_t i = 0; i < rules_.size(); ++i) {
    if (!GlobMatch(rules_[i].metric, comparison.metric)) continue;
    GateResult result = ApplyGate(rules_[i], comparison, analysis, policy_);
    if (!comparison.section.empty()) result.metric += " (" + comparison.section + ")";
    results_[i].push_back(std::move(result));
  }
}

void GateSet::Present(std::string_view metric) {
  for (Required& required : required_) {
    if (!required.present) required.present = GlobMatch(required.glob, metric);
  }
}

void GateSet::InReport(std::string_view metric) {
  for (size_t i = 0; i < rules_.size(); ++i) {
    if (in_report_[i] == 0) in_report_[i] = GlobMatch(rules_[i].metric, metric) ? 1 : 0;
  }
}

std::vector<GateResult> GateSet::TakeResults(size_t metrics, const std::string& example,
                                             std::string_view one_sided) {
  std::vector<GateResult> all;
  const auto suggest = [&] {
    if (example.empty()) return std::string("no metric is present in any input");
    if (metrics == 0)
      return fmt::format("metrics such as {} are present, but not compared", example);
    return fmt::format("{} present, such as {}",
                       metrics == 1 ? "1 metric is" : fmt::format("{} metrics are", metrics),
                       example);
  };
  for (size_t i = 0; i < rules_.size(); ++i) {
    if (!results_[i].empty()) {
      if (all.empty()) {
        all = std::move(results_[i]);
      } else {
        std::move(results_[i].begin(), results_[i].end(), std::back_inserter(all));
      }
      results_[i].clear();
      continue;
    }
    GateResult missing;
    missing.gate = rules_[i].text;
    missing.verdict = GateVerdict::kMissing;
    if (!one_sided.empty()) {
      missing.reason = fmt::format("no {} given to compare with", one_sided);
    } else if (in_report_[i] != 0) {
      missing.reason = "only a robot report has it: its means have no rounds to gate";
      missing.help = "give the rounds: --control and --patched";
    } else {
      missing.reason = "no comparison has such a metric";
      missing.help = suggest();
    }
    all.push_back(std::move(missing));
  }
  for (const Required& required : required_) {
    if (required.present) continue;
    GateResult missing;
    missing.gate = required.glob;
    missing.verdict = GateVerdict::kMissing;
    missing.reason = "required, but no input has it";
    missing.help = suggest();
    all.push_back(std::move(missing));
  }
  return all;
}

std::string GateSet::Text() const {
  std::string text;
  for (const GateRule& rule : rules_) text += rule.text + "\n";
  for (const Required& required : required_) text += "require " + required.glob + "\n";
  return text;
}

}  // namespace regress
