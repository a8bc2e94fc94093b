// SPDX-License-Identifier: Apache-2.0
// Checks of what one fio output says against itself.
//
// Claims (built by the reader, see parsers/fio_claims.h): bandwidth = work / time, iops = requests
// / time, bandwidth = iops * block size, a rate in two units, the work of a group = the sum of its
// jobs', mean latency = submission + completion. Printed digits are intervals. A figure that misses
// by more than the kind allows is contradicted: 1 % in JSON and terse, 5 % for a rate of a
// human-readable report, whose figures are rounded one by one; less is left open. A product or a
// mean is never contradicted: short requests and gaps between the clocks are no fault.
// One known fault of fio is allowed for: rounding to one decimal loses the carry, so that 16.97 is
// printed as 16.0.
#pragma once

#include "models/data/evidence.h"

namespace regress {

// Judges the claims of a bundle of fio output.
void JudgeFioClaims(EvidenceBundle& bundle);

// Appends warnings about runs that measure less than they seem to: too short, options that
// contradict each other, and unless they are rounds of a point a note on direct IO where no disk
// is.
void WarnOfFioRuns(EvidenceBundle& bundle, bool rounds);

}  // namespace regress
