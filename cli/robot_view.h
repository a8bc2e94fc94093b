// SPDX-License-Identifier: Apache-2.0
// A kernel test robot report in a few lines: which of its rows are worth a place on the screen, and
// how many of the others are noise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/data/robot_report.h"

namespace regress {

struct CheckOptions;

struct RobotRowView {
  size_t row = 0;     // index in the report
  size_t column = 0;  // compared column
  std::string name;   // with its table in front, if it is not the first
  std::string base;
  std::string patched;
  std::string change;
  std::string base_deviation;  // "+/-91%", "< +/-3%"
  std::string patched_deviation;
  std::optional<double> q;
  bool stands = false;                // q is at most alpha
  std::optional<double> runs_needed;  // if it does not stand and few rows are shown
  uint32_t line = 0;
  ClaimVerdict verdict = ClaimVerdict::kUncheckable;
};

struct RobotView {
  std::vector<RobotRowView> rows;
  bool all_rows = false;   // every row is in `rows`
  std::string base_label;  // "964f569c14"
  size_t column = 0;       // compared column that is shown, of `columns`
  size_t columns = 0;
  size_t assumed_n = 0;
  bool n_given = false;
  bool n_from_deviations = false;
  size_t tested = 0;         // cells with a test
  size_t standing = 0;       // of these with q <= alpha
  size_t noise_profile = 0;  // tested, not standing, of perf-profile
  size_t noise_other = 0;
  std::string noise_example;  // "iostat.cpu.system +2.5%"
  size_t failures = 0;        // failure rows
  std::optional<bool> headline_stands;
  // p of each metric that a headline names, corrected by Holm for these alone.
  std::vector<std::pair<std::string, double>> headline_p;
  std::vector<size_t> whole_number_n;  // n that means of whole numbers allow (GRIM)
};

constexpr size_t kFewRows = 4;  // few enough to say what each would need

// Chooses rows: failures, the headline's metric, its family, large perf-profile moves that stand
// firmly, what the impact boxes name. With --metric or -v every row that is left.
RobotView MakeRobotView(const RobotReport& report, const CheckOptions& options);

}  // namespace regress
