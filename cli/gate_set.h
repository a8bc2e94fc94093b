// SPDX-License-Identifier: Apache-2.0
// The gates of a call: --gate, --gate-file and --require, applied to comparisons as they pass by.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/check_options.h"
#include "models/data/comparison.h"
#include "models/data/gate.h"
#include "stats/gate.h"

namespace regress {

class GateSet {
 public:
  // Reads the gate files. Throws Error(kUsage) for a gate of the command line that is none,
  // Error(kBadInput) with its place for one of a file, and Error(kIo).
  explicit GateSet(const CheckOptions& options);

  // Applies every gate that matches. Throws Error(kUsage) where a gate makes no sense for the
  // metric.
  void Apply(const Comparison& comparison, const SandwichAnalysis& analysis);
  // A metric that some input has, compared or not.
  void Present(std::string_view metric);

  // A metric of a robot report, whose means have no rounds to gate.
  void InReport(std::string_view metric);

  // Results by gate, in the order given, the requirements last. A gate that matched nothing is
  // missing. `metrics` is how many metrics are compared, `example` a metric of some input;
  // `one_sided` tells what role was not given, if one was.
  std::vector<GateResult> TakeResults(size_t metrics, const std::string& example,
                                      std::string_view one_sided);

  bool empty() const { return rules_.empty() && required_.empty(); }
  // Gates decide on comparisons; what is only required need not be compared.
  bool has_rules() const { return !rules_.empty(); }
  // All gates as text, one a line: what the hash of a stored gate is made of.
  std::string Text() const;

 private:
  struct Required {
    std::string glob;
    bool present = false;
  };

  std::vector<GateRule> rules_;
  std::vector<std::vector<GateResult>> results_;  // by rule
  std::vector<char> in_report_;                   // by rule
  std::vector<Required> required_;
  GatePolicy policy_;
};

}  // namespace regress
