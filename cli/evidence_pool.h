// SPDX-License-Identifier: Apache-2.0
// Evidence that must wait for other inputs: tables, whose figures other tables repeat, and the
// rounds of given points. Pieces are added while inputs are read; Finish() judges and compares;
// then every input says what it has, and so do the points.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/check_options.h"
#include "cli/comparison_pool.h"
#include "cli/gate_set.h"
#include "cli/ignore_list.h"
#include "cli/point_rounds.h"
#include "models/data/evidence.h"

namespace regress {

class EvidencePool {
 public:
  // Owner of the comparisons of given points.
  static constexpr size_t kPoints = UINT32_MAX;

  EvidencePool(const CheckOptions& options, const Directions& directions);

  // Takes tables and comparisons out of `bundle`; what is left can be reported at once.
  void TakeTables(size_t input, EvidenceBundle& bundle);
  PointRounds& points() { return points_; }
  // Metrics that an input has; --require looks for them.
  void NoteMetrics(const EvidenceBundle& bundle);

  void Finish(std::vector<Diagnostic>& diagnostics);

  using Sink = std::function<void(EvidenceBundle&&)>;
  // Claims, warnings, figures and comparisons of one input (or of the points), in pieces. Gates are
  // applied on the way.
  void Deliver(size_t owner, const Sink& sink);

  GateSet& gates() { return gates_; }
  // Why the given points give no comparison; empty if that is not known.
  std::string WhyNothing() const;
  std::vector<GateResult> TakeGateResults();
  std::vector<Diagnostic> IgnoreWarnings() const { return ignored_.Warnings(); }
  IgnoreList& ignored() { return ignored_; }
  // What the input line says of an input that holds one table: "sandwich parent-a, child, parent-b,
  // 15 rounds each".
  std::string Description(size_t input) const;

  uint64_t comparisons() const { return comparisons_; }
  uint64_t inconclusive() const { return inconclusive_; }

 private:
  struct Piece {
    size_t input;
    std::vector<Claim> claims;
    std::vector<Diagnostic> diagnostics;
    std::vector<EvidenceFigure> figures;
  };

  void AddComparisons(const std::vector<EvidenceTable>& tables);
  void Describe(size_t input, const Comparison& comparison);

  const CheckOptions& options_;
  const Directions& directions_;
  ComparisonPool comparisons_of_;
  PointRounds points_;
  GateSet gates_;
  IgnoreList ignored_;
  std::vector<EvidenceTable> tables_;
  std::vector<size_t> inputs_of_tables_;
  std::vector<Piece> pieces_;
  std::map<size_t, std::string> descriptions_;
  uint64_t comparisons_ = 0;
  uint64_t inconclusive_ = 0;
  size_t metrics_ = 0;
  std::string example_;
  bool example_known_ = false;
};

}  // namespace regress
