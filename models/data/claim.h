// SPDX-License-Identifier: Apache-2.0
// A claim: a number that a text asserts, with the place where it stands, and after judging the
// verdict, the recomputation and the reason. Owns its strings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/printed_number.h"
#include "models/data/source_ref.h"
#include "models/data/verdict.h"

namespace regress {

enum class ClaimKind : uint8_t {
  kHeadline,
  kImpact,
  kTableChange,
  kFailRate,
  kPercentChange,
  kTableDelta,
  kFromTo,
  kRatio,
  kRate,
  kSum,
  kProduct,
  kUnitPair,
  kThreshold,
  kUpTo,
  kRange,
  kPoints,
  kDifference,
  kShare,
  kCount,
  kStddev,
  kMean,
  kComparison,
  kNoChange,
  kModel,
};

std::string_view Name(ClaimKind kind);  // "headline", "table-change", ...

// A number that bears on a claim, with the unit as printed and what it is called where it stands.
struct Figure {
  PrintedNumber number;
  std::string unit;
  std::string label;
  InputRef source;
};

// One way to read a claim: the figures, the convention ("(after - before) / before") and what it
// gives.
struct Reading {
  std::vector<Figure> figures;
  std::string convention;
  double value = 0;    // in `unit`
  Interval reachable;  // all values that the printed digits allow
  std::string unit;
  bool agrees = false;
};

// A value recomputed for a claim. Percents are percents (12.4 means 12.4 %).
struct Recomputed {
  double value = 0;
  Interval reachable;
  std::string unit;
};

struct Claim {
  std::string id;  // hash of the content, filled in by cli before it is reported
  InputRef source;
  std::vector<InputRef> also_at;  // quoted or repeated copies of the same prose
  std::string quote;              // the sentence or row, without quote marks
  std::string shown;              // the physical line of a sentence, for the text output
  uint32_t quote_length = 0;      // bytes of the stated text, for the carets under it
  ClaimKind kind = ClaimKind::kPercentChange;
  std::string metric;
  std::string stated_text;             // the asserted number with its unit exactly as printed
  std::string stated_short;            // the same for the answer line: "~10%", ">90%", "4x"
  std::optional<double> stated_value;  // none for a word without number
  std::string stated_unit;
  uint16_t quote_depth = 0;
  bool duplicate = false;  // a quoted copy: listed, but summaries and exit status leave it out

  ClaimVerdict verdict = ClaimVerdict::kUncheckable;
  ReasonCode reason_code = ReasonCode::kNoFigures;
  std::string reason;  // one sentence a human would write, figures and lines named
  std::string answer;  // the recomputation alone, short, for the answer line of the text output
  std::optional<Recomputed> recomputed;
  std::string convention;
  std::vector<InputRef> evidence;     // where the figures used stand
  Origin origin = Origin::kMeasured;  // of the figures used
  std::string would_decide;           // for uncheckable: what to attach
  std::vector<std::string>
      help;  // for contradicted: nearest other reading, what the text says elsewhere
  std::vector<Reading> readings;  // every reading tried, for --explain
};

}  // namespace regress
