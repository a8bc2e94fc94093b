// SPDX-License-Identifier: Apache-2.0
// Which way is better for a metric of an evidence table or of measured rounds: the table of
// directions first, else the unit (times are better when lower, rates when higher). Sizes, shares
// and counts say nothing: unknown, never a guess.
#pragma once

#include <string_view>

#include "models/data/metric.h"
#include "stats/directions.h"

namespace regress {

Direction DirectionOfUnit(std::string_view unit);
Direction DirectionOf(const Directions& directions, std::string_view metric, std::string_view unit);

}  // namespace regress
