// SPDX-License-Identifier: Apache-2.0
#include "stats/robot_check.h"

#include <algorithm>
#include <cmath>

namespace regress {
namespace {

// Decimal bounds become binary ones on the way: intervals that touch on paper may miss each other
// by this share of the change.
constexpr double kBinarySlack = 1e-9;

// The robot divides by this instead of zero and prints percent.
constexpr double kZeroBaseFactor = 1e102;
constexpr double kLeastZeroBaseChange = 1e90;
constexpr double kZeroBaseSlack = 1e-6;

double PowerOfTen(int exponent) {
  constexpr double kSmall[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  if (exponent >= 0 && exponent < 10) return kSmall[exponent];
  if (exponent < 0 && exponent > -10) return 1 / kSmall[-exponent];
  return std::pow(10.0, exponent);
}

Interval Around(double value, double half_width) {
  return {value - half_width, value + half_width};
}

bool Meets(const Interval& reachable, const Interval& stated) {
  const double slack = kBinarySlack * std::max({1.0, std::abs(stated.low), std::abs(stated.high)});
  return reachable.low <= stated.high + slack && stated.low <= reachable.high + slack;
}

CellCheck Judged(bool agrees, double value, const Interval& reachable) {
  CellCheck check;
  check.verdict = agrees ? ClaimVerdict::kConfirmed : ClaimVerdict::kContradicted;
  check.reason = agrees ? ReasonCode::kOk : ReasonCode::kNoOverlap;
  check.value = value;
  check.reachable = reachable;
  return check;
}

CellCheck Undecided(ReasonCode reason) {
  CellCheck check;
  check.reason = reason;
  return check;
}

// The base may be zero: only two things can be said.
CellCheck CheckZeroBase(const RobotNumber& base_number, const Interval& base,
                        const Interval& patched, const RobotNumber& change) {
  const Interval stated = ChangeInterval(change);
  if (base_number.value != 0) return Undecided(ReasonCode::kZeroBase);
  if (std::abs(change.value) >= kLeastZeroBaseChange) {
    const Interval given = {patched.low * kZeroBaseFactor, patched.high * kZeroBaseFactor};
    const double slack = kZeroBaseSlack * std::max(std::abs(given.low), std::abs(given.high));
    const bool agrees = given.low - slack <= stated.high && stated.low <= given.high + slack;
    CellCheck check = Judged(agrees, 0, given);
    check.value.reset();
    return check;
  }
  // A base in (0, base.high] cannot give less than this.
  const double least = 100 * (patched.low - base.high) / base.high;
  const bool whole_percent = change.form == NumberForm::kInteger;
  if (!std::signbit(base_number.value) && !whole_percent && least > 0 &&
      stated.high < least * (1 - kBinarySlack)) {
    CellCheck check = Undecided(ReasonCode::kNoOverlap);
    check.verdict = ClaimVerdict::kContradicted;
    return check;
  }
  return Undecided(ReasonCode::kZeroBase);
}

CellCheck CheckFailureRate(const RobotSide& base, uint32_t runs_before, const RobotCell& cell) {
  const double stated = cell.change.value;
  if (base.runs == 0 || cell.patched.runs == 0) return Undecided(ReasonCode::kZeroBase);
  const double base_share = base.number.value / base.runs;
  const double failures = cell.patched.number.value;
  const double value = 100 * (failures / cell.patched.runs - base_share);
  const Interval rounded = Around(stated, 0.5);
  if (Meets({value, value}, rounded)) return Judged(true, value, {value, value});
  CellCheck check = Judged(false, value, {value, value});
  if (runs_before == 0) return check;
  const double fault = 100 * (failures / runs_before - base_share);
  const Interval fractions = {100 * (failures / runs_before - (base.number.value + 1) / base.runs),
                              100 * ((failures + 1) / runs_before - base_share)};
  if (Meets({fault, fault}, rounded)) {
    check.verdict = ClaimVerdict::kUncheckable;
    check.reason = ReasonCode::kGeneratorQuirk;
  } else if (Meets(fractions, rounded)) {
    check.verdict = ClaimVerdict::kUncheckable;
    check.reason = ReasonCode::kFractional;
  }
  return check;
}

}  // namespace

Interval ValueInterval(const RobotNumber& number) {
  switch (number.form) {
    case NumberForm::kDecimals:
      return Around(number.value, 0.5 * PowerOfTen(-number.scale));
    case NumberForm::kExponent:
      return Around(number.value, 0.5 * PowerOfTen(number.scale - 3));
    case NumberForm::kInteger:
      break;
  }
  if (number.value < 0) return {number.value - 1, number.value};
  return {number.value, number.value + 1};
}

Interval ChangeInterval(const RobotNumber& change) {
  switch (change.form) {
    case NumberForm::kDecimals:
      return Around(change.value, 0.5 * PowerOfTen(-change.scale));
    case NumberForm::kExponent:
      return Around(change.value, 0.5 * PowerOfTen(change.scale - 1));
    case NumberForm::kInteger:
      break;
  }
  return Around(change.value, 0.5);
}

CellCheck CheckCell(const RobotRow& row, const RobotCell* cells, size_t index) {
  const RobotCell& cell = cells[index];
  if (row.failure) {
    const uint32_t before = index == 0 ? row.base.runs : cells[index - 1].patched.runs;
    return CheckFailureRate(row.base, before, cell);
  }
  const Interval base = ValueInterval(row.base.number);
  const Interval patched = ValueInterval(cell.patched.number);
  const double difference = cell.patched.number.value - row.base.number.value;
  if (!cell.change.percent) {
    const Interval reachable = {patched.low - base.high, patched.high - base.low};
    return Judged(Meets(reachable, ChangeInterval(cell.change)), difference, reachable);
  }
  if (base.low <= 0 && base.high >= 0) {
    return CheckZeroBase(row.base.number, base, patched, cell.change);
  }
  const Interval reachable = PercentChange(base, patched);
  return Judged(Meets(reachable, ChangeInterval(cell.change)),
                100 * difference / row.base.number.value, reachable);
}

void CheckCells(RobotReport& report) {
  for (const RobotRow& row : report.rows) {
    RobotCell* cells = report.cells.data() + row.first_cell;
    for (size_t i = 0; i < row.cells; ++i) {
      const CellCheck check = CheckCell(row, cells, i);
      cells[i].verdict = check.verdict;
      cells[i].reason = check.reason;
    }
  }
}

}  // namespace regress
