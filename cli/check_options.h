// SPDX-License-Identifier: Apache-2.0
// The command line of regress-check as values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/comparison.h"
#include "parsers/format.h"

namespace regress {

enum class ColorMode { kAuto, kAlways, kNever };
enum class Detail { kQuiet, kNormal, kVerbose };

// A path given as rounds of a point: `--control PATH` or `--patched LABEL=PATH`. A change of role
// starts a new point.
struct PointPath {
  Role role = Role::kControl;
  std::string label;  // empty if none was given
  std::string path;   // file, directory or glob
};

struct CheckOptions {
  std::vector<std::string> inputs;  // FILE operands in the order given
  std::vector<PointPath> points;    // in run order
  std::string input_format = "auto";
  std::vector<std::string> metrics;  // globs; empty is all
  std::vector<std::string> gates;    // METRIC:LIMIT
  std::vector<std::string> gate_files;
  bool gate_on_estimate = false;  // --gate-on estimate instead of ci
  bool gate_support = false;
  std::string ignore_file;
  std::string directions_file;
  double max_drift_pct = 2;
  bool max_drift_given = false;
  std::optional<unsigned> assume_n;
  std::string only;  // verdict word; empty is all
  unsigned min_rounds = 3;
  std::vector<std::string> required;  // globs
  unsigned drop_first = 1;
  double alpha = 0.05;
  std::string database;
  std::string label;
  std::vector<std::string> allow;
  bool keep_events = false;
  std::string explain;  // id of a claim
  std::string format = "text";
  std::string output;  // -o; empty is standard output
  bool strict = false;
  bool exit_zero = false;
  Detail detail = Detail::kNormal;
  ColorMode color = ColorMode::kAuto;
  bool help = false;       // -h
  bool long_help = false;  // --help
  bool version = false;
  ParseOptions parse;
};

// Throws Error(kUsage).
CheckOptions ParseCheckOptions(const std::vector<std::string>& arguments);

// The text of -h (`all` false) and --help.
std::string CheckHelp(bool all);

}  // namespace regress
