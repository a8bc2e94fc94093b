// SPDX-License-Identifier: Apache-2.0
// The named workloads of the checksum experiment: each a list of settings that are simulated one
// after the other with every variant, and the published figures that belong to them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/sim/checksum_policy.h"
#include "models/sim/parameters.h"
#include "models/sim/settings.h"

namespace regress {

enum class ChecksumWorkloadKind {
  kWriteback,  // event model, a row for each setting and variant
  kMap,        // event model, short: which variant is best for each checksum rate and chunk size
  kBytes,      // real checksums of real bytes
};

struct PublishedBandwidth {
  std::string group;
  ChecksumMode mode;      // of background writeback
  std::string bandwidth;  // MiB/s as printed, or the mean of two printed runs
  Basis basis;
  std::string run_time;  // s, empty if not published
};

struct ChecksumWorkload {
  std::string name;
  std::string meaning;
  std::string title;  // what the text head says of it
  ChecksumWorkloadKind kind = ChecksumWorkloadKind::kWriteback;
  std::string group_word;
  std::string parameter_set;  // of parameter_sets.h; empty: none
  std::vector<std::pair<std::string, double>> overrides;
  std::vector<Setting> settings;
  std::vector<PublishedBandwidth> published;
  double fitted_tolerance_pct = 2;
  double predicted_tolerance_pct = 8;
  bool by_sign = false;  // published figures of other machines: only better, equal or worse counts
};

const std::vector<ChecksumWorkload>& ChecksumWorkloads();
// Throws std::out_of_range: names are checked with the command line.
const ChecksumWorkload& FindChecksumWorkload(std::string_view name);

}  // namespace regress
