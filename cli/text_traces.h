// SPDX-License-Identifier: Apache-2.0
// Text output of traces: how complete each log is, then its functions by calls or by time, its
// events, and calls per a reference function.
#pragma once

#include <memory>

#include "cli/text_reporter.h"

namespace regress {

// True for a count of calls compared over one log per side, which the section of traces tells.
bool IsCallComparison(const InputSummary& input, const Comparison& comparison);

std::unique_ptr<TextSection> MakeTraceSection(const TextContext& context);

}  // namespace regress
