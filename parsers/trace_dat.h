// SPDX-License-Identifier: Apache-2.0
// Reads the binary trace.dat of trace-cmd, versions 6 and 7, in constant memory: calls of
// functions, exact durations of function_graph, counts of every event, lost events, several
// buffers.
//
// An own reader because a cut file must be an error or a lower bound with the missing bytes, where
// trace-cmd reports nothing and succeeds, and because counting does not need the text of events.
// Tests hold it against libtracecmd.
#pragma once

#include "models/data/evidence.h"
#include "parsers/byte_stream.h"
#include "parsers/format.h"

namespace regress {

// Appends a Trace per buffer with its events to `bundle`. Throws Error(kBadInput) if the file lacks
// its tables.
void ReadTraceDat(ByteStream& input, const ParseOptions& options, EvidenceBundle& bundle);

}  // namespace regress
