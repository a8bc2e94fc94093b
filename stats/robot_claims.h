// SPDX-License-Identifier: Apache-2.0
// Makes full claims and comparisons of the compact rows of a kernel test robot report, for outputs
// that list them, one at a time.
#pragma once

#include <cstdint>
#include <string>

#include "models/data/claim.h"
#include "models/data/comparison.h"
#include "models/data/robot_report.h"
#include "stats/directions.h"
#include "stats/robot_statistics.h"

namespace regress {

// "table 2, bs=4k, rw=read": how the outputs name a table of a report; empty for index -1.
std::string TableName(const RobotReport& report, int32_t table);

// The printed change of column `index` of a row as a claim (table-change or fail-rate), judged.
Claim RowClaim(const RobotReport& report, const RobotRow& row, size_t index);
// How such a claim is read: its two cells with what their digits stand for.
Reading RowReading(const RobotReport& report, const RobotRow& row, size_t index);
// Column `index` of a row as a comparison of two points. Support and verdict are decided on the q
// of `statistics`, made of the same report, at the level of `detectable`, made for its n.
Comparison RowComparison(const RobotReport& report, const RobotRow& row, size_t index,
                         const Directions& directions, const RobotStatistics& statistics,
                         DetectableChange& detectable);

}  // namespace regress
