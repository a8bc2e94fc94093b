// SPDX-License-Identifier: Apache-2.0
#include "stats/time_weight.h"

#include <gtest/gtest.h>

#include <utility>

namespace regress {
namespace {

TEST(TimeWeight, ReadsStampsAndNothingElse) {
  EXPECT_EQ(ParseTimeStamp("1970-01-02T00:00:01Z"), 86401);
  EXPECT_EQ(ParseTimeStamp("2026-07-15T13:30:42Z"), 1784122242);
  EXPECT_EQ(ParseTimeStamp("2026-07-15 13:30"), 1784122200);
  EXPECT_EQ(ParseTimeStamp("1784122242.5"), 1784122242.5);
  for (const char* text : {"", "15", "2026-13-15T13:30:42Z", "yesterday", "2026/07/15 13:30:42"}) {
    EXPECT_EQ(ParseTimeStamp(text), std::nullopt) << text;
  }
}

TEST(TimeWeight, TakesAStraightLineOutOfTheControls) {
  Comparison comparison;
  for (const auto& [label, mean] :
       {std::pair{"control-a", 100.0}, {"fix", 90.0}, {"control-b", 110.0}}) {
    Point point;
    point.role = label[0] == 'c' ? Role::kControl : Role::kPatched;
    point.label = label;
    point.mean = mean;
    comparison.points.push_back(point);
  }
  // At the time of the patched point the controls stand at 102.5.
  EXPECT_EQ(TimeWeightedDelta(comparison, {{"control_a", 0}, {"fix", 25}, {"control_b", 100}}),
            "by time stamps (weight of the last control 0.25) the delta is -12.20%");
  EXPECT_EQ(TimeWeightedDelta(comparison, {{"control_a", 0}, {"fix", 25}}), std::nullopt);
  EXPECT_EQ(TimeWeightedDelta(comparison, {{"control_a", 50}, {"fix", 25}, {"control_b", 100}}),
            std::nullopt);
}

}  // namespace
}  // namespace regress
