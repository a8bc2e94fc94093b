// SPDX-License-Identifier: Apache-2.0
// Finds fio's results in text that may hold, in any order, noise, terse lines, JSON documents and
// human-readable reports. Takes the text in windows: memory is bounded by the largest document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/fio_json_tree.h"
#include "parsers/fio_reading.h"
#include "parsers/fio_report.h"
#include "parsers/fio_runs.h"
#include "parsers/format.h"

namespace regress {

class FioScanner {
 public:
  // `path`, `counters` and `sink` must outlive it.
  FioScanner(const std::string& path, FioCounters& counters, const BundleSink& sink);

  // Reads whole lines and documents from the front of `window` and returns how many bytes they are.
  // 0 asks for a larger window, unless `at_end` says that nothing follows it.
  size_t Scan(std::string_view window, bool at_end);
  // Ends the last run. Throws Error(kBadInput) if a document was wrong and nothing else was found.
  void Finish();

  std::string Description() const { return runs_.Description(); }
  uint64_t lines() const { return line_ - 1; }       // read so far
  uint64_t skipped() const { return skipped_; }      // documents left out
  uint64_t snapshots() const { return snapshots_; }  // found so far

 private:
  enum class Step : uint8_t { kDone, kNeedMore, kNotFio };

  // The object at `at` of the window; moves `at` behind it.
  Step Document(std::string_view window, size_t& at, uint32_t column, bool at_end);
  void ReportFault(std::string_view window, size_t begin, const JsonOutcome& outcome,
                   uint32_t first_line);
  void Line(std::string_view line, uint32_t column);
  void TerseRecord(std::string_view record, SourceRef at);
  void EndTerse();
  void Deliver(FioSnapshot&& snapshot);

  const std::string& path_;
  FioCounters& counters_;
  FioRuns runs_;
  FioReportReader report_;
  JsonTree tree_;
  std::optional<FioSnapshot> terse_;
  uint32_t line_ = 1;
  uint64_t skipped_ = 0;
  uint64_t snapshots_ = 0;
  // After a wrong document only an object no deeper than it begins the next one.
  std::optional<size_t> resync_indent_;
  std::optional<Diagnostic> fault_;  // the first, held back until something good is found
};

}  // namespace regress
