// SPDX-License-Identifier: Apache-2.0
// Judges kernel test robot reports as an input streams by: cells, statements, quoted copies.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/data/evidence.h"
#include "stats/directions.h"
#include "stats/robot_duplicates.h"

namespace regress {

struct CheckOptions;

// The built-in table with the rules of --directions in front. Throws Error.
Directions LoadDirections(const CheckOptions& options);

class RobotJudge {
 public:
  // Reads the file of --directions. Throws Error.
  explicit RobotJudge(const CheckOptions& options);

  // Quoted copies are looked for inside one input.
  void BeginInput();
  // Judges `bundle.robot`, adds its statements to the claims and its warnings to the diagnostics.
  void Judge(EvidenceBundle& bundle);

  const Directions& directions() const { return directions_; }

 private:
  bool Chosen(std::string_view metric) const;

  std::vector<std::string> metrics_;  // globs of --metric
  Directions directions_;
  RowMemory memory_;
  std::set<std::string> left_out_;  // statements that --metric does not choose, repeated or not
};

}  // namespace regress
