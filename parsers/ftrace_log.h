// SPDX-License-Identifier: Apache-2.0
// The format `ftrace`: every file that tracefs and trace-cmd make, told apart by content.
#pragma once

#include <string_view>

#include "parsers/byte_stream.h"
#include "parsers/format.h"

namespace regress {

int LooksLikeFtrace(std::string_view head);
// A per_cpu/cpuN/stats file.
bool LooksLikeRingStats(std::string_view head);
// Gives one bundle with a Trace per buffer, their events and figures. Throws Error(kBadInput) when
// nothing of the file can be read (print modes raw, hex and bin; a trace.dat without its tables),
// after the bundle with what is known went to the sink.
void ParseFtrace(ByteStream& input, const ParseOptions& options, const BundleSink& sink);

}  // namespace regress
