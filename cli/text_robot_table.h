// SPDX-License-Identifier: Apache-2.0
// The table of one kernel test robot report in the text output: the chosen rows with their q, how
// many of the others are noise, and the sentence that sums them up. With -v every printed change is
// told in full:
//   fio.write_iops                    1360660      1530010   +12.4%   0.0011
//                                     < +/-3%      < +/-3%
//     confirmed       +12.4%  +12.45% [+12.44, +12.45]                 [58]
//       figures     1360660 [1360660, 1360661] -> 1530010 [1530010, 1530011]
//       convention  (new - base) / base
//       claim       report.txt:58:9, table-change, id 3f9c21d07ab4
#pragma once

#include <string>

#include "cli/robot_view.h"
#include "cli/text_reporter.h"

namespace regress {

// `view` was made of `report`.
std::string RobotTableText(const RobotReport& report, const RobotView& view,
                           const TextContext& context);
// "The headline exceeds its deviations; half of the other rows do not."
std::string RobotSentence(const RobotView& view);

}  // namespace regress
