// SPDX-License-Identifier: Apache-2.0
// What a direction object of fio's JSON says of itself twice, as claims: work / time = rate, bytes
// and KiB, requests x block size = bandwidth, submission + completion = latency. They are judged by
// stats/fio_check.h.
#pragma once

#include <cstdint>
#include <string>

#include "parsers/fio_json_tree.h"
#include "parsers/fio_reading.h"

namespace regress {

struct FioJsonPlace {
  const std::string& path;
  uint32_t job = 0;  // index in its document
  int64_t error = 0;
};

// Appends to the claims of `snapshot`, whose options must be complete for this job.
void AddFioJsonClaims(const JsonTree& tree, const JsonNode& object, const FioJsonPlace& place,
                      FioDirection direction, FioSnapshot& snapshot);

}  // namespace regress
