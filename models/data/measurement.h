// SPDX-License-Identifier: Apache-2.0
// One reading of a metric from a tool's output, as printed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/data/source_ref.h"

namespace regress {

// How far a printed value may be from the value it was made of.
enum class Precision : uint8_t {
  kExact,      // all digits that matter (JSON)
  kTruncated,  // integers cut toward zero (terse)
  kRounded,    // three or four significant digits (human-readable, 2.17 and later)
  kRemainder,  // digits after the point are a remainder, not a fraction (human-readable
               // before 2.17)
};

std::string_view Name(Precision precision);

struct Measurement {
  std::string metric;
  std::string unit;
  double value = 0;
  Precision precision = Precision::kExact;
  std::string job;                // "doc0:job1:NAME", "line0:NAME", "job0:NAME", "group"
  uint32_t run = 0;               // runs of a file count from 0
  bool preferred = true;          // of several formats or interim states of one run only one is
  std::optional<uint32_t> round;  // place in its point, from 1; none outside a point
  std::string point;              // label of its point, empty outside one
  InputRef source;
};

}  // namespace regress
