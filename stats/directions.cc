// SPDX-License-Identifier: Apache-2.0
#include "stats/directions.h"

#include <string>
#include <utility>

namespace regress {
namespace {

constexpr std::string_view kPhoronix = "phoronix-test-suite.";

}  // namespace

Directions::Directions(std::vector<DirectionRule> overrides) : overrides_(std::move(overrides)) {
  const std::span<const DirectionEntry> table = BuiltInDirections();
  for (size_t i = 0; i < table.size(); ++i) {
    const char first = table[i].glob.front();
    for (size_t byte = 0; byte < by_first_byte_.size(); ++byte) {
      if (first == '*' || first == '?' || byte == static_cast<unsigned char>(first)) {
        by_first_byte_[byte].push_back(static_cast<uint16_t>(i));
      }
    }
  }
}

Direction Directions::Find(std::string_view metric) const {
  if (const size_t blank = metric.rfind(' '); blank != std::string_view::npos) {
    metric.remove_prefix(blank + 1);
  }
  for (const DirectionRule& rule : overrides_) {
    if (GlobMatch(rule.glob, metric)) return rule.better;
  }
  if (!metric.starts_with(kPhoronix)) return FindBuiltIn(metric);
  std::string alias = "pts.";
  alias += metric.substr(kPhoronix.size());
  return FindBuiltIn(alias);
}

Direction Directions::FindBuiltIn(std::string_view metric) const {
  if (metric.empty()) return Direction::kUnknown;
  for (const uint16_t i : by_first_byte_[static_cast<unsigned char>(metric.front())]) {
    const DirectionEntry& entry = BuiltInDirections()[i];
    if (GlobMatch(entry.glob, metric)) return entry.better;
  }
  return Direction::kUnknown;
}

}  // namespace regress
