// SPDX-License-Identifier: Apache-2.0
#include "models/data/trace.h"

#include <array>

namespace regress {

std::string_view Name(EvidenceGrade grade) {
  constexpr std::array<std::string_view, 3> kNames = {"exact", "lower-bound", "unknown"};
  return kNames.at(static_cast<size_t>(grade));
}

}  // namespace regress
