// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "parsers/fio_json_claims.h"
#include "parsers/fio_json_keys.h"
#include "parsers/fio_number.h"
#include "parsers/scan.h"

namespace regress {
namespace {

struct Family {
  std::string_view key;
  std::string_view name;
  uint64_t nanoseconds;  // per printed unit
};
constexpr std::array<Family, 6> kFamilies = {{{"slat_ns", "slat", 1},
                                              {"clat_ns", "clat", 1},
                                              {"lat_ns", "lat", 1},
                                              {"slat", "slat", 1000},
                                              {"clat", "clat", 1000},
                                              {"lat", "lat", 1000}}};

class DocumentReader {
 public:
  DocumentReader(const JsonTree& tree, const std::string& path,
                 std::vector<Diagnostic>& diagnostics)
      : tree_(tree), path_(path), diagnostics_(diagnostics) {}

  FioSnapshot Read(uint32_t document) {
    const JsonNode& root = tree_.root();
    FioSnapshot snapshot;
    snapshot.format = FioFormat::kJson;
    snapshot.at = At(root);
    keys_.See(tree_, root, FioObject::kRoot);
    if (const JsonNode* version = tree_.Find(root, "fio version"))
      snapshot.version = Unescape(version->text);
    if (const std::optional<int64_t> stamp = Integer(root, "timestamp_ms")) {
      snapshot.time_ms = stamp;
    } else if (const std::optional<int64_t> seconds = Integer(root, "timestamp")) {
      snapshot.time_ms = *seconds * 1000;
    }
    ReadGlobalOptions(root, snapshot);
    const std::string prefix_of_all = log_prefix_;
    const JsonNode* disks = tree_.Find(root, "disk_util");
    snapshot.has_disks = disks != nullptr && tree_.First(*disks) != nullptr;
    const JsonNode* jobs = tree_.Find(root, "jobs");
    if (jobs == nullptr) jobs = tree_.Find(root, "client_stats");
    uint32_t index = 0;
    if (jobs != nullptr && jobs->type == JsonType::kArray) {
      for (const JsonNode* job = tree_.First(*jobs); job != nullptr; job = tree_.Next(*job)) {
        log_prefix_ = prefix_of_all;
        if (job->type == JsonType::kObject) ReadJob(*job, document, index, snapshot);
        ++index;
      }
    }
    if (snapshot.jobs.empty()) Note(root, "the document has no job");
    if (std::string message = keys_.Message(snapshot.version); !message.empty())
      Note(root, std::move(message));
    return snapshot;
  }

 private:
  static SourceRef At(const JsonNode& node) { return {-1, -1, node.line, node.column}; }

  void Warn(const JsonNode& node, std::string message) {
    diagnostics_.push_back({Severity::kWarning, {path_, At(node)}, std::move(message), ""});
  }

  void Note(const JsonNode& node, std::string message) {
    diagnostics_.push_back({Severity::kNote, {path_, At(node)}, std::move(message), ""});
  }

  std::optional<int64_t> Integer(const JsonNode& object, std::string_view key) {
    const JsonNode* node = tree_.Find(object, key);
    if (node == nullptr || node->type != JsonType::kNumber) return std::nullopt;
    const std::optional<double> value = ParseDouble(node->text);
    constexpr double kLimit = 9e15;  // exact in a double, times 1000 within 64 bits
    if (!value || *value > kLimit || *value < -kLimit) return std::nullopt;
    return static_cast<int64_t>(*value);
  }

  // A quantity that cannot be negative, times `factor`.
  std::optional<double> Quantity(const JsonNode* node, uint64_t factor = 1) {
    if (node == nullptr) return std::nullopt;
    if (node->type == JsonType::kNull) {
      Warn(*node, fmt::format("{} is {}: left out", node->key, node->text));
      return std::nullopt;
    }
    if (node->type != JsonType::kNumber) {
      Warn(*node, fmt::format("{} is no number: left out", node->key));
      return std::nullopt;
    }
    const std::optional<double> value = ParseScaled(node->text, factor);
    constexpr double kMostCounted = 18446744073709551616.0;  // fio counts in 64 bits
    if (!value || *value > kMostCounted * static_cast<double>(factor)) {
      Warn(*node, fmt::format("{} is out of range: left out", node->key));
      return std::nullopt;
    }
    if (*value < 0) {
      Warn(*node, fmt::format("{} is negative, a counter that overflowed: left out", node->key));
      return std::nullopt;
    }
    return value;
  }

  void AddOptions(const JsonNode& object, std::optional<uint32_t> job, FioSnapshot& snapshot) {
    for (const JsonNode* node = tree_.First(object); node != nullptr; node = tree_.Next(*node)) {
      if (node->type == JsonType::kObject || node->type == JsonType::kArray) continue;
      if (node->key == "write_bw_log" || node->key == "write_iops_log")
        log_prefix_ = Unescape(node->text);
      if (IsPlaceOption(node->key)) continue;
      snapshot.options.push_back({job, Unescape(node->key), Unescape(node->text)});
    }
  }

  void ReadGlobalOptions(const JsonNode& root, FioSnapshot& snapshot) {
    const JsonNode* options = tree_.Find(root, "global options");
    if (options == nullptr) return;
    if (options->type == JsonType::kObject) AddOptions(*options, std::nullopt, snapshot);
    if (options->type != JsonType::kArray) return;
    for (const JsonNode* node = tree_.First(*options); node != nullptr; node = tree_.Next(*node)) {
      if (node->type == JsonType::kObject) AddOptions(*node, std::nullopt, snapshot);
    }
  }

  void ReadJob(const JsonNode& node, uint32_t document, uint32_t index, FioSnapshot& snapshot) {
    keys_.See(tree_, node, FioObject::kJob);
    FioJob job;
    job.at = At(node);
    job.group = Integer(node, "groupid").value_or(0);
    if (const JsonNode* name = tree_.Find(node, "jobname")) job.name = Unescape(name->text);
    job.id = fmt::format("doc{}:job{}:{}", document, index, job.name);
    FioEmitter emitter(path_, job.id, job.measurements);
    if (const JsonNode* error = tree_.Find(node, "error")) {
      if (const std::optional<int64_t> number = Integer(node, "error")) {
        job.error = *number;
        emitter.Plain("error", "errno", static_cast<double>(*number), Precision::kExact,
                      At(*error));
      }
    }
    if (const JsonNode* host = tree_.Find(node, "hostname"); host != nullptr && index == 0)
      snapshot.host = Unescape(host->text);
    if (index == 0) snapshot.job_start = Integer(node, "job_start");
    if (const JsonNode* options = tree_.Find(node, "job options");
        options != nullptr && options->type == JsonType::kObject)
      AddOptions(*options, index, snapshot);
    job.log_prefix = log_prefix_;
    for (size_t i = 0; i < kFioDirections; ++i) {
      const auto direction = static_cast<FioDirection>(i);
      const JsonNode* object = tree_.Find(node, Name(direction));
      if (object != nullptr && object->type == JsonType::kObject)
        ReadDirection(*object, direction, index, job, emitter, snapshot);
    }
    ReadProcessor(node, emitter);
    ReadBuckets(node, emitter);
    snapshot.jobs.push_back(std::move(job));
  }

  // True if the direction did anything.
  bool IsActive(const JsonNode& object) {
    const auto positive = [&](std::string_view key) {
      const JsonNode* node = tree_.Find(object, key);
      if (node == nullptr || node->type != JsonType::kNumber) return false;
      const std::optional<double> value = ParseDouble(node->text);
      return !value || *value != 0;
    };
    if (tree_.Find(object, "total_ios") != nullptr) return positive("total_ios");
    return positive("io_bytes") || positive("runtime");
  }

  void ReadDirection(const JsonNode& object, FioDirection direction, uint32_t index, FioJob& job,
                     FioEmitter& emitter, FioSnapshot& snapshot) {
    keys_.See(tree_, object, FioObject::kDirection);
    if (!IsActive(object)) return;
    const auto add = [&](std::string_view key, std::string_view name, std::string_view unit,
                         uint64_t factor, double divisor) {
      const JsonNode* node = tree_.Find(object, key);
      std::optional<double> value = Quantity(node, factor);
      if (!value) return value;
      *value /= divisor;
      emitter.Add(direction, name, unit, *value, Precision::kExact, At(*node));
      return value;
    };
    FioProgress& progress = job.Progress(direction);
    add("iops", "iops", "1/s", 1, 1);
    add("bw", "bw_MBps", "MiB/s", 1, 1024);
    add("bw_bytes", "bw_Bps", "B/s", 1, 1);
    const bool in_bytes = tree_.Find(object, "io_kbytes") != nullptr;
    if (const auto bytes = add("io_bytes", "io_bytes", "B", in_bytes ? 1 : 1024, 1))
      progress.kibibytes = *bytes / 1024;
    progress.runtime_ms = add("runtime", "runtime_ms", "ms", 1, 1);
    add("total_ios", "total_ios", "count", 1, 1);
    for (const Family& family : kFamilies) {
      const JsonNode* latency = tree_.Find(object, family.key);
      if (latency != nullptr && latency->type == JsonType::kObject)
        ReadLatency(*latency, family, direction, job, emitter);
    }
    WarnOfLost(object, direction);
    if (job.error == 0) WarnOfSamples(object, direction);
    if (const JsonNode* node = tree_.Find(object, "bw_samples"))
      job.CountSamples(ParseUnsigned(node->text), At(*node));
    AddFioJsonClaims(tree_, object, {path_, index, job.error}, direction, snapshot);
  }

  // Latencies of all requests should be there; few bandwidth samples make their spread useless.
  void WarnOfSamples(const JsonNode& object, FioDirection direction) {
    const JsonNode* clat = tree_.Find(object, "clat_ns");
    const JsonNode* node = clat == nullptr ? nullptr : tree_.Find(*clat, "N");
    const JsonNode* total = tree_.Find(object, "total_ios");
    if (node == nullptr || total == nullptr) return;
    const std::optional<double> samples = ParseDouble(node->text);
    const std::optional<double> requests = ParseDouble(total->text);
    if (samples && requests && *samples > 0 && std::abs(*samples - *requests) > 1)
      Warn(*node, fmt::format("{} latencies for {} {} requests", node->text, total->text,
                              Name(direction)));
  }

  void WarnOfLost(const JsonNode& object, FioDirection direction) {
    for (const std::string_view key : {"short_ios", "drop_ios"}) {
      const JsonNode* node = tree_.Find(object, key);
      const std::optional<double> count = Quantity(node);
      if (count && *count > 0)
        Warn(*node, fmt::format("{} {} {} requests", node->text, key.substr(0, key.find('_')),
                                Name(direction)));
    }
  }

  void ReadLatency(const JsonNode& object, const Family& family, FioDirection direction,
                   FioJob& job, FioEmitter& emitter) {
    const auto number = [&](std::string_view key) {
      const JsonNode* node = tree_.Find(object, key);
      return node == nullptr ? std::nullopt : ParseDouble(node->text);
    };
    const bool has_samples =
        tree_.Find(object, "N") != nullptr
            ? number("N").value_or(0) != 0
            : number("max").value_or(0) != 0 || number("mean").value_or(0) != 0;
    if (!has_samples) return;
    for (const std::string_view stat : {"mean", "min", "max", "stddev"}) {
      const JsonNode* node = tree_.Find(object, stat);
      if (const std::optional<double> value = Quantity(node, family.nanoseconds))
        emitter.Latency(direction, family.name, stat, *value, Precision::kExact, At(*node));
    }
    if (const JsonNode* bins = tree_.Find(object, "bins");
        bins != nullptr && bins->type == JsonType::kObject)
      ReadBins(*bins, family, direction, job);
    const JsonNode* percentiles = tree_.Find(object, "percentile");
    if (percentiles == nullptr || percentiles->type != JsonType::kObject) return;
    for (const JsonNode* node = tree_.First(*percentiles); node != nullptr;
         node = tree_.Next(*node)) {
      if (TrimPercentile(node->key).empty() || IsRepeated(*node)) continue;
      if (const std::optional<double> value = Quantity(node, family.nanoseconds))
        emitter.Percentile(direction, family.name, node->key, *value, Precision::kExact, At(*node));
    }
  }

  // json+ from 2.20 on: "durations" as keys, counts as values.
  void ReadBins(const JsonNode& object, const Family& family, FioDirection direction,
                FioJob& job) const {
    LatencyBins out;
    out.metric = fmt::format("fio.{}_{}", Name(direction), family.name);
    for (const JsonNode* node = tree_.First(object); node != nullptr; node = tree_.Next(*node)) {
      const std::optional<double> duration = ParseScaled(node->key, family.nanoseconds);
      const std::optional<uint64_t> count = ParseUnsigned(node->text);
      if (!duration || !count) return;
      if (*count > 0) out.bins.emplace_back(*duration, *count);
    }
    std::sort(out.bins.begin(), out.bins.end());
    if (!out.bins.empty()) job.bins.push_back(std::move(out));
  }

  // True if a later member of the same object has the same key; at most 64 are looked at.
  bool IsRepeated(const JsonNode& node) {
    size_t left = 64;
    for (const JsonNode* other = tree_.Next(node); other != nullptr && left > 0;
         other = tree_.Next(*other), --left) {
      if (other->key == node.key) return true;
    }
    return false;
  }

  void ReadProcessor(const JsonNode& node, FioEmitter& emitter) {
    for (const std::string_view key : {"usr_cpu", "sys_cpu", "ctx", "majf", "minf"}) {
      const JsonNode* value = tree_.Find(node, key);
      const bool percent = key.ends_with("cpu");
      if (const std::optional<double> number = Quantity(value))
        emitter.Plain(key, percent ? "%" : "count", *number, Precision::kExact, At(*value));
    }
  }

  void ReadBuckets(const JsonNode& node, FioEmitter& emitter) {
    for (const std::string_view unit : {"ns", "us", "ms"}) {
      const JsonNode* buckets = tree_.Find(node, fmt::format("latency_{}", unit));
      if (buckets == nullptr || buckets->type != JsonType::kObject) continue;
      for (const JsonNode* bucket = tree_.First(*buckets); bucket != nullptr;
           bucket = tree_.Next(*bucket)) {
        const std::optional<double> share = Quantity(bucket);
        if (share && *share > 0)
          emitter.Bucket(bucket->key, unit, *share, Precision::kExact, At(*bucket));
      }
    }
  }

  const JsonTree& tree_;
  const std::string& path_;
  std::vector<Diagnostic>& diagnostics_;
  FioKeys keys_;
  std::string log_prefix_;  // of the job that is being read
};

}  // namespace

bool IsFioDocument(const JsonTree& tree) {
  const JsonNode& root = tree.root();
  return tree.Find(root, "fio version") != nullptr || tree.Find(root, "client_stats") != nullptr ||
         tree.Find(root, "jobs") != nullptr;
}

FioSnapshot ReadFioDocument(const JsonTree& tree, const std::string& path, uint32_t document,
                            std::vector<Diagnostic>& diagnostics) {
  return DocumentReader(tree, path, diagnostics).Read(document);
}

}  // namespace regress
