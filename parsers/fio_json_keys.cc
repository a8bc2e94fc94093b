// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_json_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "parsers/fio_reading.h"

namespace regress {
namespace {

// The newest release whose documents are known, and what all releases up to it write.
constexpr FioVersion kNewestKnown = {3, 42, 0};

constexpr auto kRootKeys = std::to_array<std::string_view>(
    {"fio version", "timestamp", "timestamp_ms", "time", "global options", "jobs", "client_stats",
     "disk_util", "cpu_idleness"});
constexpr auto kJobKeys = std::to_array<std::string_view>({"jobname",
                                                           "desc",
                                                           "groupid",
                                                           "job_start",
                                                           "error",
                                                           "eta",
                                                           "elapsed",
                                                           "job options",
                                                           "read",
                                                           "write",
                                                           "trim",
                                                           "mixed",
                                                           "sync",
                                                           "job_runtime",
                                                           "usr_cpu",
                                                           "sys_cpu",
                                                           "ctx",
                                                           "majf",
                                                           "minf",
                                                           "iodepth_level",
                                                           "iodepth_submit",
                                                           "iodepth_complete",
                                                           "latency_ns",
                                                           "latency_us",
                                                           "latency_ms",
                                                           "latency_depth",
                                                           "latency_target",
                                                           "latency_target_ns",
                                                           "latency_percentile",
                                                           "latency_window",
                                                           "latency_window_us",
                                                           "total_err",
                                                           "first_error",
                                                           "steadystate",
                                                           "block",
                                                           "hostname",
                                                           "port",
                                                           "zone_resets"});
constexpr auto kDirectionKeys = std::to_array<std::string_view>({"io_bytes",
                                                                 "io_kbytes",
                                                                 "bw_bytes",
                                                                 "bw",
                                                                 "iops",
                                                                 "runtime",
                                                                 "total_ios",
                                                                 "short_ios",
                                                                 "drop_ios",
                                                                 "slat_ns",
                                                                 "clat_ns",
                                                                 "lat_ns",
                                                                 "slat",
                                                                 "clat",
                                                                 "lat",
                                                                 "bw_min",
                                                                 "bw_max",
                                                                 "bw_agg",
                                                                 "bw_mean",
                                                                 "bw_dev",
                                                                 "bw_samples",
                                                                 "iops_min",
                                                                 "iops_max",
                                                                 "iops_mean",
                                                                 "iops_stddev",
                                                                 "iops_samples",
                                                                 "prios",
                                                                 "zone_resets",
                                                                 "cachehit",
                                                                 "clat_high_prio_ns",
                                                                 "clat_low_prio_ns",
                                                                 "lat_high_prio_ns",
                                                                 "lat_low_prio_ns",
                                                                 "clat_prio",
                                                                 "clat_low_prio"});

std::span<const std::string_view> KnownKeys(FioObject kind) {
  switch (kind) {
    case FioObject::kRoot:
      return kRootKeys;
    case FioObject::kJob:
      return kJobKeys;
    case FioObject::kDirection:
      break;
  }
  return kDirectionKeys;
}

}  // namespace

void FioKeys::See(const JsonTree& tree, const JsonNode& object, FioObject kind) {
  const std::span<const std::string_view> known = KnownKeys(kind);
  for (const JsonNode* node = tree.First(object); node != nullptr; node = tree.Next(*node)) {
    if (std::find(known.begin(), known.end(), node->key) != known.end()) continue;
    if (std::find(unknown_.begin(), unknown_.end(), node->key) == unknown_.end())
      unknown_.push_back(node->key);
  }
}

std::string FioKeys::Message(const std::string& version) const {
  const std::optional<FioVersion> parsed = ParseFioVersion(version);
  const bool is_new = !version.empty() && (!parsed || *parsed > kNewestKnown);
  if (!is_new && unknown_.empty()) return "";
  std::string message =
      is_new ? fmt::format("{} is not a known version of fio: it is read like 3.42", version)
             : std::string();
  if (unknown_.empty()) return message;
  message += is_new ? "; " : "";
  message += fmt::format("{} unknown {} not read:", unknown_.size(),
                         unknown_.size() == 1 ? "key is" : "keys are");
  const size_t shown = std::min<size_t>(unknown_.size(), 5);
  for (size_t i = 0; i < shown; ++i)
    message += fmt::format("{} {}", i == 0 ? "" : ",", unknown_[i].substr(0, 40));
  if (shown < unknown_.size()) message += ", ...";
  return message;
}

}  // namespace regress
