// SPDX-License-Identifier: Apache-2.0
// One line of fio's terse output (--minimal), versions 2 to 5. Job names and descriptions are not
// escaped and may hold semicolons: the fields are counted from the first percentile. Times are
// printed in microseconds, amounts in KiB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/fio_reading.h"

namespace regress {

// Cheap test: does the line, or its rest after a prefix that ends in a colon or blank, begin like
// "3;fio-3.33;" or "2;NAME;0;0;"? Returns the offset of the record, nullopt if it does not.
std::optional<size_t> FindTerse(std::string_view line);

struct TerseLine {
  FioJob job;
  std::string version;  // "fio-3.33"; empty in version 2
  std::string disks;    // the disk fields as printed
  std::vector<Claim> claims;
};

// `record` begins with the version number; its first byte is at `at`. `line` is the number of the
// line among the terse lines of the input. nullopt if the record is cut short or is none.
std::optional<TerseLine> ReadTerse(std::string_view record, const std::string& path, SourceRef at,
                                   uint32_t line);

}  // namespace regress
