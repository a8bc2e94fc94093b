// SPDX-License-Identifier: Apache-2.0
// What every reader of a fio format produces: jobs with their measurements, gathered in snapshots.
// A snapshot is one JSON document, one block of terse lines or one human-readable report;
// fio_runs.h puts the snapshots of one run together. Owns everything it holds.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/claim.h"
#include "models/data/diagnostic.h"
#include "models/data/measurement.h"
#include "models/data/run_info.h"
#include "models/data/source_ref.h"

namespace regress {

// In order of preference where a run is printed in several formats.
enum class FioFormat : uint8_t { kJson, kTerse, kReport };

enum class FioDirection : uint8_t { kRead, kWrite, kTrim, kMixed, kSync };
constexpr size_t kFioDirections = 5;
constexpr std::array<std::string_view, kFioDirections> kFioDirectionNames = {
    "read", "write", "trim", "mixed", "sync"};

constexpr std::string_view Name(FioDirection direction) {
  return kFioDirectionNames[static_cast<size_t>(direction)];
}

// Figures that all formats print exactly; they tell whether two snapshots are of the same run.
struct FioProgress {
  std::optional<double> runtime_ms;
  std::optional<double> kibibytes;  // done, cut to whole KiB; not in reports, which round it
};

struct FioJob {
  std::string id;    // "doc0:job1:NAME", "line0:NAME", "job0:NAME"
  std::string name;  // as fio prints it; empty for lines without their header
  uint64_t pid = 0;  // 0 if not printed
  int64_t group = 0;
  int64_t error = 0;
  std::string error_text;
  SourceRef at;
  std::array<FioProgress, kFioDirections> progress;
  std::vector<Measurement> measurements;
  std::vector<LatencyBins> bins;
  std::string log_prefix;           // what its logs per interval are called, empty if unknown
  std::optional<uint64_t> samples;  // of bandwidth, the fewest of its directions
  SourceRef samples_at;

  void CountSamples(std::optional<uint64_t> count, SourceRef place) {
    if (!count || (samples && *samples <= *count)) return;
    samples = count;
    samples_at = place;
  }
  FioProgress& Progress(FioDirection direction) { return progress[static_cast<size_t>(direction)]; }
};

struct FioSnapshot {
  FioFormat format = FioFormat::kJson;
  std::string version;
  std::string host;
  std::optional<int64_t> time_ms;    // when it was printed
  std::optional<int64_t> job_start;  // of the first job, milliseconds since 1970 (fio 3.36)
  bool has_disks = false;            // statistics of disks were printed
  std::string disks;                 // the disk fields of a terse line: the same for all of a run
  std::vector<RunOption> options;    // unsorted
  std::vector<FioJob> jobs;
  std::vector<Measurement> group;  // of "Run status group"
  std::vector<Claim> claims;       // not judged, see fio_claims.h
  std::vector<Diagnostic> diagnostics;
  SourceRef at;
};

using FioSnapshotSink = std::function<void(FioSnapshot&&)>;

// Counts through one input, from 0.
struct FioCounters {
  uint32_t documents = 0;
  uint32_t terse_lines = 0;
  uint32_t report_jobs = 0;    // with a header
  uint32_t nameless_jobs = 0;  // lines whose header is missing
  uint32_t runs = 0;
};

// Appends the measurements of one job under the names of the metric table below.
class FioEmitter {
 public:
  FioEmitter(const std::string& path, const std::string& job, std::vector<Measurement>& out)
      : path_(path), job_(job), out_(out) {}

  // "fio.NAME"
  void Plain(std::string_view name, std::string_view unit, double value, Precision precision,
             SourceRef at);
  // "fio.DIRECTION_NAME"
  void Add(FioDirection direction, std::string_view name, std::string_view unit, double value,
           Precision precision, SourceRef at);
  // "fio.DIRECTION_FAMILY_STAT_ns" for stat mean, min, max, stddev; the deviation of clat also
  // under the name that the kernel test robot gives it, "fio.DIRECTION_clat_stddev".
  void Latency(FioDirection direction, std::string_view family, std::string_view stat,
               double nanoseconds, Precision precision, SourceRef at);
  // "fio.DIRECTION_FAMILY_99.9%_ns" from the printed "99.900000".
  void Percentile(FioDirection direction, std::string_view family, std::string_view percentile,
                  double nanoseconds, Precision precision, SourceRef at);
  // "fio.latency_4us%" for edge "4" or ">=2000" and unit "us".
  void Bucket(std::string_view edge, std::string_view unit, double percent, Precision precision,
              SourceRef at);

 private:
  void Push(std::string metric, std::string_view unit, double value, Precision precision,
            SourceRef at);

  const std::string& path_;
  const std::string& job_;
  std::vector<Measurement>& out_;
};

// "99.900000" -> "99.9", "100.000000" -> "100"; empty unless it is a number above 0 and up to 100.
std::string_view TrimPercentile(std::string_view printed);

// "fio-3.33-10-gabcdef" -> {3, 33}; nullopt if it is no version.
struct FioVersion {
  uint32_t major = 0;
  uint32_t minor = 0;
  uint32_t patch = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads a defaulted comparison
  auto operator<=>(const FioVersion&) const = default;
};
std::optional<FioVersion> ParseFioVersion(std::string_view text);

// True if the option only names places (files, directories, logs, the job itself) and so does not
// tell two runs apart.
bool IsPlaceOption(std::string_view name);

}  // namespace regress
