// SPDX-License-Identifier: Apache-2.0
// What the text output keeps of the kernel test robot reports of one input while they stream by:
// counts, statements, contradictions and what cannot be checked, in bounded memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/robot_view.h"
#include "cli/text_reporter.h"
#include "models/data/claim.h"
#include "models/data/robot_report.h"

namespace regress {

// A contradicted cell, with what a quoted copy may say otherwise.
struct WrongCell {
  Claim claim;
  std::string base;
  std::string change;
  std::string patched;
};

// Claims that cannot be checked, of one reason.
struct FoldedClaims {
  uint64_t count = 0;
  std::vector<std::string> places;
};

// A report with its table as printed; the rows of the view are gone by then.
struct ShownReport {
  RobotView view;
  std::string table;
};

struct RobotFindings {
  uint64_t reports = 0;  // messages with rows or statements of their own
  uint64_t rows = 0;     // rows that are no copies
  uint64_t tables = 0;
  uint64_t cells = 0;
  uint64_t confirmed_cells = 0;
  uint64_t copies = 0;  // rows, headlines and impacts repeated in quotes
  std::vector<std::pair<uint32_t, uint32_t>> copy_lines;  // where they stand, first and last line
  uint64_t confirmed = 0;  // all claims, known at the end of the input
  uint64_t contradicted = 0;
  uint64_t not_chosen = 0;
  std::vector<Claim> statements;
  uint64_t more_statements = 0;
  std::vector<WrongCell> wrong_cells;
  std::vector<Claim> wrong_statements;
  uint64_t more_wrong = 0;
  std::map<std::string, FoldedClaims> uncheckable;  // by reason
  std::vector<ShownReport> shown;
  std::map<std::string, int32_t> seen;  // statements and their message, to know their copies
};

// Adds the statements and rows of one message, all judged.
class RobotCollector {
 public:
  explicit RobotCollector(const TextContext& context) : context_(context) {}
  void Add(const RobotReport& report, RobotFindings& findings) const;

 private:
  bool Verbose() const { return context_.options.detail == Detail::kVerbose; }
  bool Wanted(ClaimVerdict verdict) const;
  void Fold(const Claim& claim, std::string_view detail, RobotFindings& findings) const;
  void NoteCopy(uint32_t line, RobotFindings& findings) const;
  void AddStatements(const RobotReport& report, RobotFindings& findings) const;
  void AddRows(const RobotReport& report, RobotFindings& findings) const;

  const TextContext& context_;
};

}  // namespace regress
