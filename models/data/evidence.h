// SPDX-License-Identifier: Apache-2.0
// The one door between inputs and analysis: what a parser or the simulator found in one piece of an
// input (a message, a document, a table, a trace). Owns everything it holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/data/claim.h"
#include "models/data/claim_candidates.h"
#include "models/data/comparison.h"
#include "models/data/diagnostic.h"
#include "models/data/evidence_table.h"
#include "models/data/measurement.h"
#include "models/data/robot_report.h"
#include "models/data/run_info.h"
#include "models/data/trace.h"

namespace regress {

// A figure that other inputs of the same call may use to check their claims: the calls of a
// function, a mean, a drop-first delta, a simulated ratio.
struct EvidenceFigure {
  std::string kind;  // "calls", "mean", "delta", "drift", "drop-first-delta", "check", "ratio", ...
  std::string name;  // function or metric
  std::string point;  // label of the point or variant, if any
  PrintedNumber number;
  std::string unit;
  std::string
      derivation;  // how it came about, e.g. "2156.813 / midpoint 2961.755 - 1"; empty if printed
  InputRef source;
  Origin origin = Origin::kMeasured;
  EvidenceGrade grade = EvidenceGrade::kUnknown;  // of counts from traces
  std::string basis;             // of simulated figures: "fitted", "chosen", "predicted"
  double tolerance_pct = 0;      // of simulated figures: declared tolerance
  std::string published;         // of simulated figures: what a text printed, empty if nothing
  uint64_t n = 0;                // runs or rounds behind a mean, 0 if unknown
  std::optional<double> stddev;  // of them, in the unit of the figure
};

// A mail message, as far as the database keeps it.
struct MessageInfo {
  int32_t index = 0;  // in its input
  std::string subject;
  std::string message_id;
  bool is_reply = false;
};

// A comparison table of a report: which test it is about and which kernels it compares.
struct ReportTable {
  SourceRef at;                      // its first line
  std::string name;                  // as in Comparison::section
  std::string suite;                 // test suite, empty if unknown
  std::string parameters;            // "key=value" pairs joined by ", ", in the report's order
  std::string machine;               // test machine, empty if unknown
  std::vector<std::string> commits;  // base first
};

struct EvidenceBundle {
  std::string format;  // name of the format if content decided it ("lkp" for a mail), else empty
  std::vector<Claim> claims;               // judged by cli through stats, or left uncheckable
  std::vector<ClaimCandidate> candidates;  // claims still to be judged (stats/claim_check.h)
  std::vector<Comparison> comparisons;
  uint64_t more_comparisons = 0;  // analysed, but not worth listing in this output
  RobotReport robot;              // rows of kernel test robot tables, kept compact
  std::vector<Measurement> measurements;
  std::vector<RunInfo> runs;  // of the measurements, where the tool tells about its runs
  std::vector<Trace> traces;
  std::vector<EventCount> events;
  std::vector<EvidenceFigure> figures;
  std::vector<EvidenceTable> evidence_tables;
  std::vector<MessageInfo> message_infos;
  std::vector<ReportTable> tables;
  std::vector<Diagnostic> diagnostics;
  std::string
      description;  // what to say of the input on its line: "sandwich parent-a, child, parent-b"
  uint64_t not_chosen = 0;  // claims that --metric leaves out
  uint64_t lines = 0;       // lines of text in this piece
  uint64_t messages = 0;    // mail messages in this piece
  uint64_t rows = 0;        // rows of tables, lines of traces and the like
  uint64_t skipped = 0;     // pieces that were passed over, each with a diagnostic
};

}  // namespace regress
