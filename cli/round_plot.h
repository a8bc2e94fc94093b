// SPDX-License-Identifier: Apache-2.0
// The rounds of a comparison in run order as characters: a column per round, a row per step of the
// axis.
#pragma once

#include <string>

#include "models/data/comparison.h"

namespace regress {

// Lines of at most 72 columns, each with its end; empty if there are fewer than 2 rounds.
std::string PlotRounds(const Comparison& comparison);

}  // namespace regress
