// SPDX-License-Identifier: Apache-2.0
// The comparisons of given points and evidence tables of one call, until the family is complete: q
// values need all p values. Kept packed (10^5 metrics with their rounds in about 20 MB) and handed
// out one by one, analysed and decided, in the order added.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/check_options.h"
#include "models/data/comparison.h"
#include "stats/comparison_analysis.h"
#include "stats/directions.h"
#include "stats/sandwich_analysis.h"

namespace regress {

class ComparisonPool {
 public:
  ComparisonPool(const CheckOptions& options, const Directions& directions);

  // `owner`: index of the input that it comes from. Metrics that --metric does not choose are left
  // out. `doubts` are reasons that make it inconclusive (other machines, other options).
  // `boots` is the spread between boots where more is known than the points tell.
  void Add(size_t owner, const Comparison& comparison, const std::vector<std::string>& doubts = {},
           const std::optional<BootSpread>& boots = std::nullopt);
  // Corrects the p values for the size of the family. Nothing may be added afterwards.
  void Finish();

  using Use = std::function<void(Comparison&& comparison, const SandwichAnalysis& analysis)>;
  // Comparisons of one owner.
  // Of these, `most` are handed out; the others are only counted, with those that are inconclusive.
  struct Rest {
    uint64_t comparisons = 0;
    uint64_t inconclusive = 0;
  };
  Rest ForEach(size_t owner, size_t most, const Use& use) const;

  size_t size() const { return entries_.size(); }
  // Names of the first metrics added, to suggest.
  const std::vector<std::string>& examples() const { return examples_; }
  size_t metrics() const { return metrics_; }

 private:
  struct Entry {
    uint32_t block;
    uint32_t begin;  // in its block
    uint32_t owner;
    VerdictBasis basis;
    double within;  // p, then q; NaN if there is none
    double between;
  };

  void Pack(const Comparison& comparison, const std::vector<std::string>& doubts,
            std::string& bytes);
  Comparison Unpack(const Entry& entry, std::vector<std::string>& doubts,
                    std::optional<BootSpread>& boots) const;

  const CheckOptions& options_;
  const Directions& directions_;
  // The analyzer that knows this spread; rebuilt when it changes.
  const SandwichAnalyzer& AnalyzerFor(const std::optional<BootSpread>& boots) const;

  SandwichAnalyzer analyzer_;
  mutable std::optional<SandwichAnalyzer> spread_analyzer_;
  ComparisonRules rules_;
  std::vector<std::string> blocks_;  // of packed comparisons
  std::vector<Entry> entries_;
  std::vector<std::string> examples_;
  size_t metrics_ = 0;
};

}  // namespace regress
