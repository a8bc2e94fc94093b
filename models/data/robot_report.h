// SPDX-License-Identifier: Apache-2.0
// What a kernel test robot's report says, in a form that costs little per row: a mail can hold a
// million of them. Rows keep numbers and offsets into one text; full claims and comparisons are
// made of them by stats/robot_claims.h where they are shown. One value per mail message. Shares the
// text of the message, so that rows are not copied; what does not stand there in one piece is kept
// behind it. Offsets count from the begin of the shared text.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/data/claim.h"
#include "models/data/source_ref.h"
#include "models/data/verdict.h"

namespace regress {

// A piece of a report's text.
struct TextSpan {
  uint32_t at = 0;
  uint32_t length = 0;
};

enum class NumberForm : uint8_t {
  kInteger,   // cut off toward zero where it is a value, rounded where it is a change
  kDecimals,  // `scale` digits behind the point
  kExponent,  // d.ddde+NN, trailing zeros dropped; `scale` is the exponent
};

// A number as printed.
struct RobotNumber {
  double value = 0;
  uint32_t at = 0;  // of its token
  uint16_t length = 0;
  NumberForm form = NumberForm::kInteger;
  bool percent = false;  // followed by '%' (changes only)
  int16_t scale = 0;
};

constexpr int32_t kNoDeviation = std::numeric_limits<int32_t>::min();

// One kernel's cell of a row: a mean, or in a failure row the number of failures (its token is then
// "F:R").
struct RobotSide {
  RobotNumber number;
  int32_t deviation = kNoDeviation;  // printed percent, cut off; -1 is printed as such
  uint32_t runs = 0;                 // failure rows only
};

// A compared column of a row: its change against the base and its cell.
struct RobotCell {
  RobotNumber change;
  RobotSide patched;
  ClaimVerdict verdict = ClaimVerdict::kUncheckable;
  ReasonCode reason = ReasonCode::kNoFigures;
};

struct RobotRow {
  RobotSide base;
  TextSpan quote;   // the whole row; a wrapped row joined by a blank
  TextSpan metric;  // with a word in front ("TOTAL x"), if there is one
  TextSpan label;   // the metric with what people wrote behind it ("x  <--- (a)")
  uint32_t line = 0;
  uint32_t column = 1;  // of quote[0]
  uint32_t first_cell = 0;
  uint16_t cells = 0;
  uint16_t quote_depth = 0;
  int32_t table = -1;  // index into tables, -1 outside any
  int16_t part = 0;
  bool failure = false;
  bool wrapped = false;    // stands on several lines: columns are not those of the file
  bool duplicate = false;  // a quoted copy
  bool chosen = true;      // not left out by --metric or --ignore-file
  SourceRef duplicate_of;  // the original of a quoted copy
};

// A comparison table: what was run, on what, and the kernels of its columns.
struct RobotTable {
  std::vector<std::pair<std::string, std::string>> parameters;  // of its key and value lines
  std::vector<std::string> commits;  // first word of each line of its commit list
  std::vector<std::string> heads;    // of its columns, base first; may be cut short by the robot
  uint16_t quote_depth = 0;
  uint32_t line = 0;
  uint32_t rows = 0;
};

// What the report says in words.
struct RobotStatement {
  enum class Kind : uint8_t {
    kHeadline,  // "noticed a 12.4% improvement of METRIC on:"
    kSubject,   // "SHA: METRIC 12.4% improvement"
    kImpact,    // a box row "testcase: change | SUITE: METRIC 12.4% improvement"
    kFailure,   // "noticed "NAME" on:"
  };
  Kind kind = Kind::kHeadline;
  Claim claim;         // kind, metric, stated figures, source and quote; judged by stats
  RobotNumber number;  // the stated percent; its token is claim.stated_text without '%'
  bool is_signed = false;
  std::string word;    // "regression", "improvement", other words as they stand; lower case
  bool chosen = true;  // not left out by --metric
  bool reply = false;  // quoted, or behind quoted text: judged apart from an original
  // Of a box: its lines "key=value".
  std::vector<std::pair<std::string, std::string>> parameters;
};

struct RobotReport {
  std::string path;
  int32_t message = -1;
  std::shared_ptr<const std::string> shared;  // may be null
  std::string joined;                         // begins where `shared` ends
  std::vector<RobotRow> rows;
  std::vector<RobotCell> cells;
  std::vector<RobotTable> tables;
  std::vector<RobotStatement> statements;
  // "testcase", "config", "compiler", "test machine", "commit" and what stands under
  // "parameters:", in order.
  std::vector<std::pair<std::string, std::string>> facts;

  bool empty() const { return rows.empty() && statements.empty(); }
  size_t shared_size() const { return shared ? shared->size() : 0; }
  std::string_view Text(TextSpan span) const {
    const size_t behind = shared_size();
    return span.at < behind ? std::string_view(*shared).substr(span.at, span.length)
                            : std::string_view(joined).substr(span.at - behind, span.length);
  }
  std::string_view Text(const RobotNumber& number) const {
    return Text(TextSpan{number.at, number.length});
  }
  std::string_view Metric(const RobotRow& row) const { return Text(row.metric); }
};

}  // namespace regress
