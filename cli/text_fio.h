// SPDX-License-Identifier: Apache-2.0
// What the terminal shows of fio's output: a table of rates, completion latency and runtime, a row
// per job and direction of the preferred reading of each run, and a row for the sum of jobs that
// fio did not sum itself; of logs a line per direction.
#pragma once

#include <memory>

#include "cli/text_reporter.h"

namespace regress {

std::unique_ptr<TextSection> MakeFioSection(const TextContext& context);

}  // namespace regress
