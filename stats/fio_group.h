// SPDX-License-Identifier: Apache-2.0
// Totals of jobs that fio measured side by side but did not report together (no group_reporting).
//   iops, bandwidth, work, requests: sum        runtime: the longest
//   mean latency: weighted by requests          minimum, maximum: extremes
//   deviation: pooled, sqrt((sum (n-1) s^2 + sum n (m - M)^2) / (N - 1))
//   percentiles: only from merged histograms (json+), never from percentiles
#pragma once

#include <vector>

#include "models/data/measurement.h"
#include "models/data/run_info.h"

namespace regress {

// By run and group of jobs, in the order of the runs; nothing for a group of one job. The job of a
// total is "group (2 jobs)", or "group 1 (2 jobs)" if the run has several groups. A total stands
// where the first of its parts stands and is as imprecise as the worst of them.
std::vector<Measurement> FioGroupTotals(const std::vector<RunInfo>& runs,
                                        const std::vector<Measurement>& measurements);

}  // namespace regress
