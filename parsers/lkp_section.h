// SPDX-License-Identifier: Apache-2.0
// What stands around the tables of a kernel test robot report. Each function reads a block that
// begins at line `at`, marks its lines as kRobot and returns the index behind it, or `at` if the
// block does not begin there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/data/robot_report.h"
#include "parsers/mail_message.h"

namespace regress {

using Parameters = std::vector<std::pair<std::string, std::string>>;

// True for a line of at least ten `mark`s and nothing else.
bool IsRule(std::string_view line, char mark);
// "---------------- ---------------------------": two words of dashes or more.
bool IsDashesLine(std::string_view line);
// "%stddev %change %stddev", "fail:runs %reproduction fail:runs"
bool IsColumnTitles(std::string_view line);
// Holds only '|', '\' and blanks.
bool IsDecoration(std::string_view line);

// The key line "a/b/c:" and the value line "1/2/3" below a rule.
size_t ReadParameters(std::vector<TextLine>& lines, size_t at, Parameters& parameters);
// "commit:" alone on its line, and the kernels below it.
size_t ReadCommits(std::vector<TextLine>& lines, size_t at, std::vector<std::string>& commits);
// "testcase: x", "config: x", "test machine: x", "parameters:" with "key: value" lines below.
size_t ReadFacts(std::vector<TextLine>& lines, size_t at, Parameters& facts);

}  // namespace regress
