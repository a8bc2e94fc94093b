// SPDX-License-Identifier: Apache-2.0
// Claims that tools print: diffstats, unit pairs (200MiB/s (210MB/s)), io and run against bw, and
// the "+p% throughput, -q% runtime" line behind two of them.
#pragma once

#include "parsers/claim_context.h"

namespace regress {

// Marks the lines of diffstats `in_table`. A summary line is a claim of kind `sum`.
void FindDiffstats(ClaimContext& context);
// One claim `unit-pair` for each "X (Y)" of one quantity in binary and decimal units.
void FindUnitPairs(ClaimContext& context);
// fio group lines: bw against io / run, and the relative changes printed behind two of them.
void FindRunRates(ClaimContext& context);
// Derived columns of perf stat, rates per CPU.
void FindToolRates(ClaimContext& context);

}  // namespace regress
