// SPDX-License-Identifier: Apache-2.0
// Text section of the comparisons of points and evidence tables: one comparison in detail, several
// as a table by unit with a plot of the first, means without spread in a narrow table. In bounded
// memory: rows after the 8th of a group are only counted, unless all were asked for.
#pragma once

#include <memory>

#include "cli/text_reporter.h"

namespace regress {

std::unique_ptr<TextSection> MakeComparisonSection(const TextContext& context);

}  // namespace regress
