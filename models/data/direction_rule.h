// SPDX-License-Identifier: Apache-2.0
// A line of --directions: which way is better for the metrics that a glob names.
#pragma once

#include <string>

#include "models/data/metric.h"

namespace regress {

struct DirectionRule {
  std::string glob;
  Direction better = Direction::kUnknown;
};

}  // namespace regress
