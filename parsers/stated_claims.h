// SPDX-License-Identifier: Apache-2.0
// Claims that state values without deriving one: from-to pairs, orderings of two values, counts of
// calls that only a trace can tell, results of checks.
//   "latency is smaller (10.93us vs 13.34us)", "7,473 to btrfs_inhibit_eb_writeback"
#pragma once

#include "parsers/sentence_context.h"

namespace regress {

// Runs behind the search for changes: a pair that one rests on is no claim of its own.
void FindStatedClaims(SentenceContext& s);

}  // namespace regress
