// SPDX-License-Identifier: Apache-2.0
// The text output's section on kernel test robot reports: what was reported, does it follow from
// the table, which rows are noise and which are signals, at most a screen.
#pragma once

#include <memory>

#include "cli/text_reporter.h"

namespace regress {

std::unique_ptr<TextSection> MakeRobotSection(const TextContext& context);

}  // namespace regress
