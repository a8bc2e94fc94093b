// SPDX-License-Identifier: Apache-2.0
// One JSON document of fio (--output-format=json or json+, any version, also of client mode) as a
// snapshot. Values are those printed, times in nanoseconds (2.x prints microseconds), io_bytes in
// bytes (KiB before 2.21). A direction or latency family without samples is left out, so is a value
// that is no number, negative or too large; the last three with a warning.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "parsers/fio_json_tree.h"
#include "parsers/fio_reading.h"

namespace regress {

// True if the object is what fio writes: it names a version or has a list of jobs.
bool IsFioDocument(const JsonTree& tree);

FioSnapshot ReadFioDocument(const JsonTree& tree, const std::string& path, uint32_t document,
                            std::vector<Diagnostic>& diagnostics);

}  // namespace regress
