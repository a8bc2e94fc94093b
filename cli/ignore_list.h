// SPDX-License-Identifier: Apache-2.0
// --ignore-file: claims and metrics to leave out, a line each: glob, last day (YYYY-MM-DD), reason,
// separated by tabs, commas or blanks. A line that is expired ignores nothing; expired and unused
// lines are warnings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/data/diagnostic.h"

namespace regress {

class IgnoreList {
 public:
  // `path` empty: nothing is ignored. `today` is YYYY-MM-DD. Throws Error(kBadInput) for a line
  // without a date or reason and Error(kIo).
  IgnoreList(const std::string& path, std::string_view today);

  // True if a line that has not expired matches `name` (a metric, or the id of a claim).
  bool Ignores(std::string_view name);
  bool empty() const { return lines_.empty(); }

  std::vector<Diagnostic> Warnings() const;

 private:
  struct Line {
    std::string glob;
    std::string last_day;
    std::string reason;
    uint32_t line = 0;
    bool expired = false;
    bool used = false;
  };

  std::string path_;
  std::vector<Line> lines_;
};

// Today by the clock, or by SOURCE_DATE_EPOCH if that is set.
std::string Today();

}  // namespace regress
