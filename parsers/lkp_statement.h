// SPDX-License-Identifier: Apache-2.0
// The sentences of a kernel test robot report that state a change:
//   kernel test robot noticed a 12.4% improvement of fio.write_iops on:
//   FYI, we noticed a -5.3% regression of demo.ops due to commit:
//   kernel test robot noticed "demo-suite.case01.fail" on:
//   Subject: [tree:branch] [tag] 551e510a97: fio.write_iops 12.4% improvement
//   | testcase: change | fio-basic: fio.write_iops 10.9% improvement |
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/data/robot_report.h"

namespace regress {

// What a sentence states, with the place of its number (or name) in the sentence.
struct Stated {
  RobotStatement::Kind kind = RobotStatement::Kind::kHeadline;
  RobotNumber number;  // absolute or signed percent; not set for kFailure
  size_t at = 0;       // of the number with its sign, or of the name
  size_t length = 0;   // with '%'
  bool is_signed = false;
  std::string word;    // lower case
  std::string metric;  // or the failure's name
};

// `sentence` holds "noticed" and all lines up to the ':' that ends a headline, if it is one.
std::optional<Stated> ParseHeadline(std::string_view sentence);
// True if `sentence` may need the next line to be a headline.
bool IsOpenHeadline(std::string_view sentence);
std::optional<Stated> ParseSubject(std::string_view subject);
// The right cell of a box row "testcase: change", wrapped pieces joined by blanks.
std::optional<Stated> ParseImpact(std::string_view cell);

}  // namespace regress
