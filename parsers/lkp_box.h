// SPDX-License-Identifier: Apache-2.0
// The summary box of a kernel test robot report, "the commit also has significant impact on the
// following tests":
//   +------------------+---------------------------------------------+
//   | testcase: change | fio-basic: fio.write_iops 10.9% improvement |
//   | test parameters  | bs=4k                                       |
//   |                  | rw=write                                    |
//   +------------------+---------------------------------------------+
#pragma once

#include <cstddef>
#include <vector>

#include "models/data/robot_report.h"
#include "parsers/joined_lines.h"
#include "parsers/mail_message.h"

namespace regress {

// A claim of a box before it is made a statement.
struct BoxClaim {
  std::string cell;  // the right cell with its continuations
  JoinedLines quote;
  std::vector<std::pair<std::string, std::string>> parameters;
};

// Reads the box whose lines begin at `at` with '|' or "+-" and returns the index behind it; `at` if
// there is no box. Marks its lines as kRobot if it states a change.
size_t ReadBox(std::vector<TextLine>& lines, size_t at, std::vector<BoxClaim>& claims);

}  // namespace regress
