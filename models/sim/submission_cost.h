// SPDX-License-Identifier: Apache-2.0
// The cost table of folio submission: what one folio of n blocks in E extents costs.
//   block by block    T = F + n * b + E * g
//   extent by extent  T = F + E * (e + g)
// F: per folio, b: per block, e: per extent (lookup, bits, append, once), g: per extent in either
// variant.
#pragma once

#include <cstdint>

#include "models/sim/bio.h"

namespace regress {

struct SubmissionCost {
  double folio_ns = 0;   // F
  double block_ns = 0;   // b
  double extent_ns = 0;  // e
  double gap_ns = 0;     // g

  double ByBlock(int64_t blocks, int64_t extents) const {
    return folio_ns + static_cast<double>(blocks) * block_ns +
           static_cast<double>(extents) * gap_ns;
  }
  double ByExtent(int64_t extents) const {
    return folio_ns + static_cast<double>(extents) * (extent_ns + gap_ns);
  }
};

// Fitted to the published times of the kernel (32 -> 2.5 us read, 177 -> 9 us write) with n = 512,
// E = 1, e = b and g = 0: the folio size is not published, 2 MiB gives plausible costs.
inline constexpr SubmissionCost kKernelRead{2440, 57.7, 57.7, 0};
inline constexpr SubmissionCost kKernelWrite{8670, 328.8, 328.8, 0};

}  // namespace regress
