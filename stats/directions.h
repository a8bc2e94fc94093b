// SPDX-License-Identifier: Apache-2.0
// Which way is better for a metric: rules of the user first, then the built-in table of the kernel
// test robot's metrics (stats/directions_table.cc). First match wins; no match is unknown, never a
// guess.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/data/direction_rule.h"

namespace regress {

struct DirectionEntry {
  std::string_view glob;
  Direction better;
};

std::span<const DirectionEntry> BuiltInDirections();

class Directions {
 public:
  explicit Directions(std::vector<DirectionRule> overrides = {});

  // A word in front of the metric ("TOTAL x") does not count. Phoronix metrics, which reports call
  // "phoronix-test-suite.*", are in the table as "pts.*".
  Direction Find(std::string_view metric) const;

 private:
  Direction FindBuiltIn(std::string_view metric) const;

  std::vector<DirectionRule> overrides_;
  // Indices into the table of what may match a metric that begins with a byte, in table order.
  std::array<std::vector<uint16_t>, 256> by_first_byte_;
};

}  // namespace regress
