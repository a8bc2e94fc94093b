// SPDX-License-Identifier: Apache-2.0
// Host time of the executed submission code. This is the one measurement in models/sim: its figures
// depend on the machine and differ from run to run, so nothing else may depend on them.
#pragma once

#include <cstdint>

#include "models/sim/submission.h"

namespace regress {

struct TimingParameters {
  IoDirection direction = IoDirection::kRead;
  int blocks = 512;  // of a folio
  int extents = 1;   // of a folio, 1 to blocks
  int folios = 64;
  int rounds = 60;  // the best one counts
  int64_t limit = int64_t{4} << 20;
  int further_extents = 2000;  // in the tree, of other parts of the file
  // What a folio costs in either variant besides the algorithm: range lock, two clock reads,
  // requests with page lists, checksum arrays (write).
  bool shared_work = true;
};

// Nanoseconds per folio of the best round. Throws Error (kUsage) on parameters out of range.
double MeasureSubmission(const SubmissionVariant& variant, const TimingParameters& parameters);

}  // namespace regress
