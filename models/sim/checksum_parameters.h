// SPDX-License-Identifier: Apache-2.0
// The parameters of the checksum experiment as the user sees them, and what the models need of
// them.
#pragma once

#include <string_view>
#include <vector>

#include "models/sim/checksum_path.h"
#include "models/sim/parameters.h"
#include "models/sim/writeback_model.h"

namespace regress {

const std::vector<ParameterInfo>& ChecksumParameters();

// Variants: none, inline, offload, beside, and the generations of checksum_policy.h.
struct ChecksumVariant {
  std::string_view name;
  std::string_view meaning;
};
const std::vector<ChecksumVariant>& ChecksumVariants();

// Who checksums background writeback and synchronous writes under `variant`.
struct ChecksumModes {
  ChecksumMode background = ChecksumMode::kNone;
  ChecksumMode synchronous = ChecksumMode::kNone;
};
ChecksumModes ModesOf(std::string_view variant, const ChecksumAlgorithm& algorithm);

// `device` is ram or nvme.
WritebackParameters ToWriteback(const ParameterSet& parameters, std::string_view variant,
                                std::string_view device);
PathParameters ToPath(const ParameterSet& parameters, std::string_view variant,
                      std::string_view algorithm, std::string_view device);

}  // namespace regress
