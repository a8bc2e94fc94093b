// SPDX-License-Identifier: Apache-2.0
// Does a kernel test robot's table follow from its own cells? Printed digits are intervals:
//   value    two decimals v +- 0.005; an integer is cut off toward zero; d.ddde+NN is rounded to
//            four digits, trailing zeros dropped
//   change   one decimal c +- 0.05; d.de+NN c +- 0.05 * 10^NN; whole percent c +- 0.5
// A change agrees if the changes that the cells allow meet its interval. Failure rates divide by
// the runs of their own column; the robot divides by those of the column before (a known fault).
#pragma once

#include <optional>

#include "models/data/printed_number.h"
#include "models/data/robot_report.h"

namespace regress {

Interval ValueInterval(const RobotNumber& number);
Interval ChangeInterval(const RobotNumber& change);

// What the cells of a column give.
struct CellCheck {
  ClaimVerdict verdict = ClaimVerdict::kUncheckable;
  ReasonCode reason = ReasonCode::kNoFigures;
  std::optional<double> value;        // percent, difference or points; none for a base of zero
  std::optional<Interval> reachable;  // all values that the printed digits allow
};

// Column `index` of `row`, whose cells are `cells`.
CellCheck CheckCell(const RobotRow& row, const RobotCell* cells, size_t index);

// Sets verdict and reason of every cell.
void CheckCells(RobotReport& report);

}  // namespace regress
