// SPDX-License-Identifier: Apache-2.0
// Reporters render one and the same result as it streams by: pieces of inputs already judged, then
// the comparisons of points, the gates and the outcome. Each format is one file; the table is in
// reporter.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "models/data/comparison.h"
#include "models/data/evidence.h"
#include "models/data/gate.h"

namespace regress {

struct CheckOptions;

// Claims by verdict. Quoted duplicates are left out.
struct Tally {
  uint64_t confirmed = 0;
  uint64_t contradicted = 0;
  uint64_t uncheckable = 0;

  uint64_t total() const { return confirmed + contradicted + uncheckable; }
  Tally& operator+=(const Tally& other);
};

// What is known of an input after it was read.
struct InputSummary {
  size_t index = 0;  // place on the command line, directories expanded
  std::string path;
  std::string format;       // name of the format, empty if the input could not be read
  std::string what;         // what a person calls it: "robot report"
  std::string description;  // what else the format says of it: "sandwich parent-a, child, parent-b"
  uint64_t bytes = 0;
  std::string sha256;  // only if asked for
  uint64_t messages = 0;
  uint64_t lines = 0;
  uint64_t rows = 0;
  uint64_t skipped = 0;
  uint64_t not_chosen = 0;  // claims that --metric leaves out
  Tally claims;
  std::string error;           // why it could not be read, empty if it was
  std::string directory;       // the directory of the command line that it was found in, else empty
  bool points = false;         // no file: the comparisons of all given points
  bool of_point = false;       // a file with rounds of a given point
  Role role = Role::kControl;  // of that point
};

struct GateTally {
  uint64_t passed = 0;
  uint64_t failed = 0;
  uint64_t inconclusive = 0;
  uint64_t missing = 0;
};

struct Outcome {
  std::string_view
      verdict;  // "ok", "regression", "contradicted", "inconclusive", "nothing-compared", "error"
  ExitCode status = ExitCode::kOk;
  Tally claims;
  GateTally gates;
  uint64_t comparisons = 0;   // of given points and evidence tables
  uint64_t inconclusive = 0;  // of these
  uint64_t inputs = 0;
  uint64_t unread = 0;  // inputs that could not be read
  uint64_t traces = 0;
  uint64_t texts = 0;       // inputs with mail messages
  bool gated = false;       // gates or requirements were given
  bool not_stored = false;  // the database could not be used
};

class Reporter {
 public:
  virtual ~Reporter() = default;
  // A judged piece of the input that is being read. Inputs come in the order of reading, which may
  // differ from the order on the command line; `input.index` tells the latter.
  virtual void Add(const InputSummary& input, const EvidenceBundle& bundle) = 0;
  virtual void EndInput(const InputSummary& input) = 0;
  virtual void AddGate(const GateResult& gate) = 0;
  // Writes what is left, last of all the verdict.
  virtual void Finish(const Outcome& outcome) = 0;
};

struct ReporterKind {
  std::string_view name;  // as in --format
  std::unique_ptr<Reporter> (*make)(const CheckOptions& options, std::ostream& out);
};

std::span<const ReporterKind> ReporterKinds();
std::unique_ptr<Reporter> MakeReporter(const CheckOptions& options, std::ostream& out);

std::unique_ptr<Reporter> MakeTextReporter(const CheckOptions& options, std::ostream& out);
std::unique_ptr<Reporter> MakeJsonReporter(const CheckOptions& options, std::ostream& out);
std::unique_ptr<Reporter> MakeReplyReporter(const CheckOptions& options, std::ostream& out);
// --explain: one claim in full instead of the report.
std::unique_ptr<Reporter> MakeExplainReporter(const CheckOptions& options, std::ostream& out);

}  // namespace regress
