// SPDX-License-Identifier: Apache-2.0
// What the functions of this folder work on: a view of rounds in run order. The caller owns the
// memory and keeps it alive during the call; nothing here keeps a view. Sources map it with
// stats/array_map.h.
#pragma once

#include <span>

namespace regress {

using Values = std::span<const double>;

}  // namespace regress
