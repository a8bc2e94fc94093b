// SPDX-License-Identifier: Apache-2.0
// Views of rounds as Eigen arrays. For the sources of this folder only: no header includes Eigen.
#pragma once

#include <Eigen/Core>

#include "stats/values.h"

namespace regress {

using ArrayMap = Eigen::Map<const Eigen::ArrayXd>;

inline ArrayMap AsArray(Values values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace regress
