// SPDX-License-Identifier: Apache-2.0
// Text section of the gates: a line or two for each, what failed first.
#pragma once

#include <memory>

#include "cli/text_reporter.h"

namespace regress {

std::unique_ptr<TextSection> MakeGateSection(const TextContext& context);

}  // namespace regress
