// SPDX-License-Identifier: Apache-2.0
// Do the changes of a kernel test robot's table exceed their deviations? Means and cut-off
// deviations are all that is printed, so Welch's test is made at the largest deviations that the
// digits allow, with a number of runs that is assumed, and corrected for the number of rows
// (Benjamini and Hochberg). The robot's runs are boots of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/data/robot_report.h"

namespace regress {

struct RobotStatistics {
  size_t assumed_n = 0;
  bool n_from_deviations = false;        // else given, or the least the robot compares
  std::vector<std::optional<double>> p;  // of each cell of the report; none where there is no
  std::vector<std::optional<double>> q;  // test: failures, copies, rows not chosen
  // Numbers of runs up to 12 that the printed means of whole-number metrics (percentiles in ns,
  // which are histogram buckets) allow all together; empty if there are no such rows.
  std::vector<size_t> whole_number_n;
};

// `assume_n` overrides the least n that the deviations allow.
RobotStatistics TestRows(const RobotReport& report, std::optional<unsigned> assume_n);

// p of the cells that the headlines name, a family of their own, corrected by Holm.
std::vector<std::optional<double>> HeadlineP(const RobotStatistics& statistics,
                                             const std::vector<size_t>& cells);

// Runs on each side that this change of a row would need at 80 % power; none if it has no spread or
// no change.
std::optional<double> RunsNeeded(const RobotRow& row, const RobotCell& cell, double alpha);

// The smallest change that n runs on each side show with 80 % power at level `alpha`. A report has
// thousands of rows with nearly as many degrees of freedom, all in [n - 1, 2 n - 2], and the
// noncentrality is smooth there: it is solved at a few points and interpolated (Chebyshev points,
// barycentric form; the error is far below that of the solver).
class DetectableChange {
 public:
  DetectableChange(size_t n, double alpha) : n_(n), alpha_(alpha) {}

  double alpha() const { return alpha_; }
  // In percent of the base; none where there is no test.
  std::optional<double> Percent(const RobotRow& row, const RobotCell& cell);

 private:
  double Noncentrality(double df);

  size_t n_;
  double alpha_;
  std::vector<double> values_;  // at the points, once one was asked for
};

}  // namespace regress
