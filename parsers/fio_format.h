// SPDX-License-Identifier: Apache-2.0
// fio's output as an input format: documents, terse lines and reports by fio_scanner.h, interval
// and histogram logs by fio_log.h; content decides.
#pragma once

#include <string_view>

#include "parsers/format.h"

namespace regress {

int LooksLikeFio(std::string_view head);
void ParseFio(ByteStream& input, const ParseOptions& options, const BundleSink& sink);

}  // namespace regress
