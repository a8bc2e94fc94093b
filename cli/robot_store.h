// SPDX-License-Identifier: Apache-2.0
// Keeps kernel test robot reports in the database: their tables with parameters and commits, every
// row as a comparison and every printed change as a claim. Rows are handed over as they stand in
// the report, without copies of their texts.
#pragma once

#include <map>

#include "models/data/robot_report.h"
#include "models/store/evidence_store.h"
#include "stats/directions.h"
#include "stats/robot_statistics.h"

namespace regress {

struct CheckOptions;

// Borrows everything it is made of.
class RobotStore {
 public:
  RobotStore(EvidenceStore& store, const Directions& directions, const CheckOptions& options)
      : store_(store), directions_(directions), options_(options) {}

  void Add(const RobotReport& report);

 private:
  EvidenceStore& store_;
  const Directions& directions_;
  const CheckOptions& options_;
  std::map<size_t, DetectableChange> detectable_;  // by n: most reports share it
};

}  // namespace regress
