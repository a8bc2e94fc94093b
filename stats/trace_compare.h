// SPDX-License-Identifier: Apache-2.0
// Two traces of the same work side by side: functions that only one of them saw, and calls per call
// of a reference function.
//   calls per operation = calls / calls of the reference    change = patched / control - 1
// Counts of one log per side carry no spread, so nothing here is a statement about significance.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/trace.h"

namespace regress {

struct CallChange {
  std::string name;
  uint64_t control = 0;
  uint64_t patched = 0;
  std::optional<double> control_per;  // per call of the reference; absent without one
  std::optional<double> patched_per;
  std::optional<double> change;  // ratio, of the figures per call if there are any
};

struct TraceComparison {
  std::vector<CallChange> both;               // by name
  std::vector<std::string> only_control;      // "vanished", by name
  std::vector<std::string> only_patched;      // "new", by name
  std::optional<uint64_t> control_reference;  // calls of the reference function
  std::optional<uint64_t> patched_reference;
};

// Functions of all traces of a side are added up; `reference` may be empty.
TraceComparison CompareTraces(std::span<const EventCount> control,
                              std::span<const EventCount> patched, std::string_view reference);

}  // namespace regress
