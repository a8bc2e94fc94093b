// SPDX-License-Identifier: Apache-2.0
// The outcome of a gate on one metric.
#pragma once

#include <string>

#include "models/data/verdict.h"

namespace regress {

struct GateResult {
  std::string gate;    // as given: METRIC:LIMIT, or the glob of --require
  std::string metric;  // the metric it was applied to; empty if none matched
  GateVerdict verdict = GateVerdict::kInconclusive;
  std::string reason;
  std::string help;  // the next step, empty if there is none
};

}  // namespace regress
