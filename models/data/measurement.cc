// SPDX-License-Identifier: Apache-2.0
#include "models/data/measurement.h"

#include <array>

namespace regress {

std::string_view Name(Precision precision) {
  constexpr std::array<std::string_view, 4> kNames = {"exact", "truncated", "rounded", "remainder"};
  return kNames.at(static_cast<size_t>(precision));
}

}  // namespace regress
