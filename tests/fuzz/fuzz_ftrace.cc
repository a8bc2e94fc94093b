// SPDX-License-Identifier: Apache-2.0
// Fuzz target of traces alone, text and binary: the input is the file as it stands. It is read for
// its aggregates, then again with rows and pairs, which take other paths and must count the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "models/data/error.h"
#include "parsers/byte_stream.h"
#include "parsers/ftrace_log.h"

namespace {

using namespace regress;

std::optional<uint64_t> Calls(const std::string& bytes, const ParseOptions& options) {
  ByteStream input = ByteStream::FromMemory(bytes, "fuzz");
  uint64_t calls = 0;
  try {
    ParseFtrace(input, options, [&calls](EvidenceBundle&& bundle) {
      for (const EventCount& event : bundle.events) calls += event.is_function ? event.calls : 0;
    });
  } catch (const Error&) {  // damaged input is refused in this way
    return std::nullopt;
  }
  return calls;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(data, data + size);
  LooksLikeFtrace(bytes);
  uint64_t rows = 0;
  ParseOptions slow;
  slow.pairs = {"tick,tock,pid", "sys_enter,sys_exit,pid"};
  slow.keep_event = [&rows](const TraceRow& row) { rows += row.name.size(); };
  if (Calls(bytes, ParseOptions()) != Calls(bytes, slow)) std::abort();
  return 0;
}
