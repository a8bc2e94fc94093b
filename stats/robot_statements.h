// SPDX-License-Identifier: Apache-2.0
// Headlines and impact boxes of a kernel test robot report against the rows of the same message. A
// statement matches a row with exactly its metric whose printed change has the same size (and sign,
// if it has one), in any compared column. An original report must show what it states; a reply,
// whose tables are often of other kernels or machines, is never called wrong.
#pragma once

#include <vector>

#include "models/data/diagnostic.h"
#include "models/data/robot_report.h"
#include "stats/directions.h"

namespace regress {

// Judges the statements of `report`, whose cells are checked already. A subject that repeats a
// headline becomes a further place of it; one that says something else is left out with a help
// line. Returns warnings for words that do not fit their change.
std::vector<Diagnostic> JudgeStatements(RobotReport& report, const Directions& directions);

}  // namespace regress
