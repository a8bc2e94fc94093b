// SPDX-License-Identifier: Apache-2.0
#include "stats/trace_compare.h"

#include <gtest/gtest.h>

namespace regress {
namespace {

EventCount Calls(const char* name, uint64_t calls, bool is_function = true) {
  EventCount event;
  event.name = name;
  event.calls = calls;
  event.is_function = is_function;
  return event;
}

TEST(TraceCompare, RatiosNewAndVanished) {
  const std::vector<EventCount> control = {Calls("op", 100), Calls("get", 200), Calls("get", 50),
                                           Calls("old", 3), Calls("event", 9, false)};
  const std::vector<EventCount> patched = {Calls("op", 40), Calls("get", 50), Calls("fresh", 1),
                                           Calls("zero", 0)};
  const TraceComparison result = CompareTraces(control, patched, "op");
  ASSERT_EQ(result.both.size(), 2u);
  EXPECT_EQ(result.both[0].name, "get");
  EXPECT_EQ(result.both[0].control, 250u);
  EXPECT_DOUBLE_EQ(*result.both[0].control_per, 2.5);
  EXPECT_DOUBLE_EQ(*result.both[0].patched_per, 1.25);
  EXPECT_DOUBLE_EQ(*result.both[0].change, -0.5);
  EXPECT_DOUBLE_EQ(*result.both[1].change, 0);
  EXPECT_EQ(result.only_control, std::vector<std::string>{"old"});
  EXPECT_EQ(result.only_patched, std::vector<std::string>{"fresh"});
  EXPECT_EQ(result.control_reference, 100u);
  EXPECT_EQ(result.patched_reference, 40u);
}

TEST(TraceCompare, WithoutReferenceCallsAreCompared) {
  const std::vector<EventCount> control = {Calls("get", 200)};
  const std::vector<EventCount> patched = {Calls("get", 50)};
  for (const char* reference : {"", "absent"}) {
    const TraceComparison result = CompareTraces(control, patched, reference);
    EXPECT_FALSE(result.both.at(0).control_per);
    EXPECT_DOUBLE_EQ(*result.both.at(0).change, -0.75);
  }
}

TEST(TraceCompare, ReferenceOfOneSideOnlyIsNoReference) {
  const std::vector<EventCount> control = {Calls("get", 200), Calls("op", 10)};
  const std::vector<EventCount> patched = {Calls("get", 50)};
  const TraceComparison result = CompareTraces(control, patched, "op");
  EXPECT_EQ(result.control_reference, 10u);
  EXPECT_FALSE(result.patched_reference);
  EXPECT_FALSE(result.both.at(0).control_per);
  EXPECT_EQ(result.only_control, std::vector<std::string>{"op"});
}

}  // namespace
}  // namespace regress
