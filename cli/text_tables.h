// SPDX-License-Identifier: Apache-2.0
// The lines that the text output has for evidence tables: what a table is and how its figures fare;
// tables of one directory together.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/reporter.h"
#include "cli/text_reporter.h"

namespace regress {

class TableLines {
 public:
  explicit TableLines(const TextContext& context) : context_(context) {}

  // Notes which kinds of figures the claims of a table are.
  void Add(const InputSummary& input, const EvidenceBundle& bundle);
  // The lines of a table; of a table from a directory those of the directory, with its first table
  // only.
  std::string Line(const InputSummary& input, const std::vector<InputSummary>& inputs);

 private:
  std::string OneTable(const InputSummary& input) const;
  std::string Directory(const std::string& directory,
                        const std::vector<InputSummary>& inputs) const;

  const TextContext& context_;
  std::map<size_t, std::vector<std::string>>
      figure_kinds_;            // by input, in the order of their first claim
  std::set<std::string> told_;  // directories
};

// The contradicted figures of tables, each with its row.
std::unique_ptr<TextSection> MakeTableContradictions(const TextContext& context);

// "12 confirmed", "1 contradicted, 11 confirmed"
std::string TallyText(const Tally& tally);

}  // namespace regress
