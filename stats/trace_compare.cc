// SPDX-License-Identifier: Apache-2.0
#include "stats/trace_compare.h"

#include <map>
#include <utility>

namespace regress {
namespace {

std::optional<double> Ratio(double part, double whole) {
  if (whole == 0) return std::nullopt;
  return part / whole;
}

}  // namespace

TraceComparison CompareTraces(std::span<const EventCount> control,
                              std::span<const EventCount> patched, std::string_view reference) {
  std::map<std::string, std::pair<uint64_t, uint64_t>> calls;
  for (const EventCount& event : control) {
    if (event.is_function) calls[event.name].first += event.calls;
  }
  for (const EventCount& event : patched) {
    if (event.is_function) calls[event.name].second += event.calls;
  }
  TraceComparison result;
  if (const auto found = calls.find(std::string(reference));
      !reference.empty() && found != calls.end()) {
    if (found->second.first > 0) result.control_reference = found->second.first;
    if (found->second.second > 0) result.patched_reference = found->second.second;
  }
  for (const auto& [name, counts] : calls) {
    if (counts.first == 0 && counts.second == 0) continue;
    if (counts.second == 0) {
      result.only_control.push_back(name);
    } else if (counts.first == 0) {
      result.only_patched.push_back(name);
    } else {
      CallChange change;
      change.name = name;
      change.control = counts.first;
      change.patched = counts.second;
      double before = static_cast<double>(counts.first);
      double after = static_cast<double>(counts.second);
      if (result.control_reference && result.patched_reference) {
        before /= static_cast<double>(*result.control_reference);
        after /= static_cast<double>(*result.patched_reference);
        change.control_per = before;
        change.patched_per = after;
      }
      if (const std::optional<double> ratio = Ratio(after, before)) change.change = *ratio - 1;
      result.both.push_back(std::move(change));
    }
  }
  return result;
}

}  // namespace regress
