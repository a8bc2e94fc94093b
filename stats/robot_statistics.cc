// SPDX-License-Identifier: Apache-2.0
#include "stats/robot_statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "stats/intervals.h"
#include "stats/multiplicity.h"
#include "stats/power.h"
#include "stats/summary_only.h"

namespace regress {
namespace {

constexpr size_t kLeastN = 3;     // the robot compares no fewer
constexpr size_t kLargestN = 32;  // a deviation that needs more comes from values below zero
constexpr size_t kMostPrintedN = 12;
constexpr double kPower = 0.8;
constexpr size_t kPoints = 21;  // of the interpolation

// Scheduler figures may be negative, so that their deviations say nothing of n.
bool MayBeNegative(std::string_view metric) {
  return metric.starts_with("sched_debug.");
}

std::optional<double> Printed(const RobotSide& side) {
  if (side.deviation < 0) return std::nullopt;
  return side.deviation;
}

size_t LeastN(const RobotSide& side) {
  if (side.deviation <= 0 || side.number.value <= 0) return 0;
  const size_t n = LeastRounds(side.deviation / 100.0);
  return n <= kLargestN ? n : 0;
}

std::optional<DifferenceTest> Test(const RobotRow& row, const RobotCell& cell, size_t n) {
  const auto estimate = [n](const RobotSide& side) {
    return EstimateFromCv(side.number.value, CvOfPrintedPercent(Printed(side)).high, n);
  };
  const std::optional<MeanEstimate> base = estimate(row.base);
  const std::optional<MeanEstimate> patched = estimate(cell.patched);
  if (!base || !patched) return std::nullopt;
  return WelchTest(*patched, *base);
}

// A percentile in ns is a bucket of fio's histogram, a whole number in every run.
bool IsWholeNumber(std::string_view metric) {
  return metric.ends_with("%_ns");
}

// The n up to kMostPrintedN that the means of these rows allow together.
std::vector<size_t> AllowedN(const RobotReport& report) {
  std::vector<size_t> allowed;
  bool any = false;
  const auto meet = [&](const RobotNumber& number) {
    PrintedNumber mean;
    mean.value = number.value;
    mean.unit = std::pow(10.0, -number.scale);
    mean.rounding = Rounding::kNearest;
    std::vector<size_t> possible = PossibleRounds(mean, kMostPrintedN);
    if (any) {
      std::erase_if(possible, [&](size_t n) {
        return std::find(allowed.begin(), allowed.end(), n) == allowed.end();
      });
    }
    allowed = std::move(possible);
    any = true;
  };
  for (const RobotRow& row : report.rows) {
    if (row.failure || row.duplicate || !IsWholeNumber(report.Metric(row))) continue;
    const auto meet_side = [&](const RobotSide& side) {
      // Without decimals any n is possible.
      if (side.number.form == NumberForm::kDecimals) meet(side.number);
    };
    meet_side(row.base);
    for (size_t i = 0; i < row.cells; ++i) meet_side(report.cells[row.first_cell + i].patched);
  }
  return allowed;
}

double LargestDeviation(const RobotSide& side) {
  return CvOfPrintedPercent(Printed(side)).high * std::abs(side.number.value);
}

}  // namespace

RobotStatistics TestRows(const RobotReport& report, std::optional<unsigned> assume_n) {
  RobotStatistics statistics;
  const auto counts = [](const RobotRow& row) { return !row.failure && !row.duplicate; };
  if (assume_n) {
    statistics.assumed_n = *assume_n;
  } else {
    statistics.assumed_n = kLeastN;
    for (const RobotRow& row : report.rows) {
      if (!counts(row) || MayBeNegative(report.Metric(row))) continue;
      size_t least = LeastN(row.base);
      for (size_t i = 0; i < row.cells; ++i) {
        least = std::max(least, LeastN(report.cells[row.first_cell + i].patched));
      }
      if (least >= statistics.assumed_n) {
        statistics.assumed_n = least;
        statistics.n_from_deviations = true;
      }
    }
  }
  statistics.p.resize(report.cells.size());
  for (const RobotRow& row : report.rows) {
    if (!counts(row) || !row.chosen) continue;
    for (size_t i = row.first_cell; i < row.first_cell + size_t{row.cells}; ++i) {
      const std::optional<DifferenceTest> test = Test(row, report.cells[i], statistics.assumed_n);
      if (test) statistics.p[i] = test->p;
    }
  }
  statistics.q = AdjustP(statistics.p, PAdjustment::kBenjaminiHochberg);
  statistics.whole_number_n = AllowedN(report);
  return statistics;
}

std::vector<std::optional<double>> HeadlineP(const RobotStatistics& statistics,
                                             const std::vector<size_t>& cells) {
  std::vector<std::optional<double>> p;
  p.reserve(cells.size());
  for (const size_t cell : cells) p.push_back(statistics.p[cell]);
  return AdjustP(p, PAdjustment::kHolm);
}

std::optional<double> RunsNeeded(const RobotRow& row, const RobotCell& cell, double alpha) {
  return TwoSampleRounds(cell.patched.number.value - row.base.number.value,
                         LargestDeviation(row.base), LargestDeviation(cell.patched), alpha, kPower,
                         SdKind::kPopulation);
}

std::optional<double> DetectableChange::Percent(const RobotRow& row, const RobotCell& cell) {
  const std::optional<DifferenceTest> test = Test(row, cell, n_);
  const double base = std::abs(row.base.number.value);
  if (!test || base == 0) return std::nullopt;
  const double detectable = Noncentrality(test->df) * test->standard_error / base * 100;
  if (!std::isfinite(detectable)) return std::nullopt;
  return detectable;
}

double DetectableChange::Noncentrality(double df) {
  const double half = (static_cast<double>(n_) - 1) / 2;
  const double middle = 3 * half;
  const auto cosine = [](size_t k) {
    return std::cos(std::numbers::pi * static_cast<double>(k) / (kPoints - 1));
  };
  if (values_.empty()) {
    for (size_t k = 0; k < kPoints; ++k) {
      values_.push_back(NoncentralityForPower(middle + half * cosine(k), alpha_, kPower));
    }
  }
  const double x = std::clamp((df - middle) / half, -1.0, 1.0);
  double above = 0;
  double below = 0;
  for (size_t k = 0; k < kPoints; ++k) {
    const double distance = x - cosine(k);
    if (distance == 0) return values_[k];
    const double end = k == 0 || k + 1 == kPoints ? 0.5 : 1;
    const double weight = (k % 2 == 0 ? end : -end) / distance;
    above += weight * values_[k];
    below += weight;
  }
  return above / below;
}

}  // namespace regress
