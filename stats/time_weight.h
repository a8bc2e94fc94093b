// SPDX-License-Identifier: Apache-2.0
// Controls weighted by time: where stamps say when the points of a sandwich ran, a straight-line
// drift is taken out exactly by interpolating the controls at the time of the patched point.
// Curvature stays.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "models/data/comparison.h"
#include "models/data/evidence_table.h"

namespace regress {

// Seconds since 1970 of "2026-07-15T13:30:42Z" (a blank for the T and a missing Z are fine, the
// time is UTC), or of a plain number of seconds. None for anything else.
std::optional<double> ParseTimeStamp(std::string_view text);

// Times of the points that are rows of `table`, by the words of their labels joined with '_'.
void AddPointTimes(const EvidenceTable& table, std::map<std::string, double>& times);

// "by time stamps (weight of the last control 0.44) the delta is -26.97%" for a sandwich whose
// points have a mean and a time; none otherwise.
std::optional<std::string> TimeWeightedDelta(const Comparison& comparison,
                                             const std::map<std::string, double>& times);
// The key of a label in the map.
std::string TimeKey(std::string_view label);

}  // namespace regress
