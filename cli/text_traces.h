// SPDX-License-Identifier: Apache-2.0
// Text output of traces: how complete each log is, then its functions by calls or by time, its
// events, and calls per a reference function.
#pragma once

#include <memory>

#include "cli/text_reporter.h"

namespace regress {

std::unique_ptr<TextSection> MakeTraceSection(const TextContext& context);

}  // namespace regress
