// SPDX-License-Identifier: Apache-2.0
// Keeps a kernel test robot report in the database: its tables with parameters and commits, every
// row as a comparison and every printed change as a claim. Rows are expanded a few at a time.
#pragma once

#include "models/data/robot_report.h"
#include "models/store/evidence_store.h"
#include "stats/directions.h"

namespace regress {

struct CheckOptions;

void StoreReport(EvidenceStore& store, const RobotReport& report, const Directions& directions,
                 const CheckOptions& options);

}  // namespace regress
