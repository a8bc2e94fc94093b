// SPDX-License-Identifier: Apache-2.0
// The named workloads of the submission experiment.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/sim/device_load.h"
#include "models/sim/settings.h"

namespace regress {

enum class SubmissionWorkloadKind {
  kCost,      // cost table fitted to the published times
  kThrottle,  // cost table inside write-back throttling
  kLimit,     // the executed code: bios for a writeback_bio_size; no times
  kExecuted,  // the executed code, measured on the host
  kDevice,    // the emulated device alone, in a closed loop
};

struct SubmissionWorkload {
  std::string name;
  std::string meaning;
  std::string group_word;
  SubmissionWorkloadKind kind = SubmissionWorkloadKind::kCost;
  std::vector<std::pair<std::string, double>> overrides;
  std::vector<Setting> settings;
};

const std::vector<SubmissionWorkload>& SubmissionWorkloads();
// Throws std::out_of_range: names are checked with the command line.
const SubmissionWorkload& FindSubmissionWorkload(std::string_view name);

// The loads of workload `device`, in the order of its settings.
struct NamedLoad {
  std::string_view name;
  DeviceLoad load;
};
std::span<const NamedLoad> DeviceLoads();

// The published times of a folio, 2 MiB in one extent, and their ratio.
struct PublishedSubmission {
  std::string_view direction;
  std::string_view block_us;
  std::string_view extent_us;
  std::string_view ratio;
};
const PublishedSubmission& FindPublishedSubmission(std::string_view direction);

}  // namespace regress
