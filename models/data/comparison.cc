// SPDX-License-Identifier: Apache-2.0
#include "models/data/comparison.h"

#include <array>

namespace regress {
namespace {

constexpr std::array<std::string_view, 2> kRoles = {"control", "patched"};
constexpr std::array<std::string_view, 4> kStddevKinds = {"", "sample", "population",
                                                          "percent-truncated"};
constexpr std::array<std::string_view, 4> kSupports = {"", "supported", "within-boot",
                                                       "unsupported"};
constexpr std::array<std::string_view, 3> kDriftStates = {"stable", "drift", "undecided"};
constexpr std::array<std::string_view, 5> kVerdicts = {"better", "worse", "same", "inconclusive",
                                                       "unknown"};

}  // namespace

std::string_view Name(Role role) {
  return kRoles.at(static_cast<size_t>(role));
}
std::string_view Name(StddevKind kind) {
  return kStddevKinds.at(static_cast<size_t>(kind));
}
std::string_view Name(Support support) {
  return kSupports.at(static_cast<size_t>(support));
}
std::string_view Name(DriftState state) {
  return kDriftStates.at(static_cast<size_t>(state));
}
std::string_view Name(ComparisonVerdict verdict) {
  return kVerdicts.at(static_cast<size_t>(verdict));
}

}  // namespace regress
