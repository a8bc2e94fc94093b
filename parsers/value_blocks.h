// SPDX-License-Identifier: Apache-2.0
// Values under "before" and "after" headings, which prose refers to:
//   with the patch, '-m raid1 -d raid0'
//     WRITE: bw=3858MiB/s (4045MB/s)
#pragma once

#include "parsers/claim_context.h"

namespace regress {

// Values under before and after headings become pairs of the context; repeated ones under two equal
// headings also a comparison of two points with rounds.
void FindValueBlocks(ClaimContext& context);

}  // namespace regress
