// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "parsers/fio_claims.h"
#include "parsers/fio_number.h"
#include "parsers/scan.h"

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
    NoteUnknown(root, kRootKeys);
    if (const JsonNode* version = tree_.Find(root, "fio version"))
      snapshot.version = Unescape(version->text);
    if (const std::optional<int64_t> stamp = Integer(root, "timestamp_ms")) {
      snapshot.time_ms = stamp;
    } else if (const std::optional<int64_t> seconds = Integer(root, "timestamp")) {
      snapshot.time_ms = *seconds * 1000;
    }
    ReadGlobalOptions(root, snapshot);
    const JsonNode* disks = tree_.Find(root, "disk_util");
    snapshot.has_disks = disks != nullptr && tree_.First(*disks) != nullptr;
    const JsonNode* jobs = tree_.Find(root, "jobs");
    if (jobs == nullptr) jobs = tree_.Find(root, "client_stats");
    uint32_t index = 0;
    if (jobs != nullptr && jobs->type == JsonType::kArray) {
      for (const JsonNode* job = tree_.First(*jobs); job != nullptr; job = tree_.Next(*job)) {
        if (job->type == JsonType::kObject) ReadJob(*job, document, index, snapshot);
        ++index;
      }
    }
    if (snapshot.jobs.empty()) Note(root, "the document has no job");
    ReportUnknown(root, snapshot.version);
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

  template <size_t kSize>
  void NoteUnknown(const JsonNode& object, const std::array<std::string_view, kSize>& known) {
    for (const JsonNode* node = tree_.First(object); node != nullptr; node = tree_.Next(*node)) {
      if (std::find(known.begin(), known.end(), node->key) != known.end()) continue;
      if (std::find(unknown_.begin(), unknown_.end(), node->key) == unknown_.end())
        unknown_.push_back(node->key);
    }
  }

  void ReportUnknown(const JsonNode& root, const std::string& version) {
    const std::optional<FioVersion> parsed = ParseFioVersion(version);
    const bool is_new = !version.empty() && (!parsed || *parsed > kNewestKnown);
    if (!is_new && unknown_.empty()) return;
    std::string message =
        is_new ? fmt::format("{} is not a known version of fio: it is read like 3.42", version)
               : std::string();
    if (!unknown_.empty()) {
      message += is_new ? "; " : "";
      message += fmt::format("{} unknown {} not read:", unknown_.size(),
                             unknown_.size() == 1 ? "key is" : "keys are");
      const size_t shown = std::min<size_t>(unknown_.size(), 5);
      for (size_t i = 0; i < shown; ++i)
        message += fmt::format("{} {}", i == 0 ? "" : ",", unknown_[i].substr(0, 40));
      if (shown < unknown_.size()) message += ", ...";
    }
    Note(root, std::move(message));
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
    NoteUnknown(node, kJobKeys);
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
    NoteUnknown(object, kDirectionKeys);
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
    AddClaims(object, direction, index, job, snapshot);
  }

  // A number of the object as a figure; nullopt if it is absent or none.
  std::optional<Figure> FigureOf(const JsonNode& object, std::string_view key, double scale,
                                 Rounding rounding, std::string_view unit) const {
    const JsonNode* node = tree_.Find(object, key);
    if (node == nullptr || node->type != JsonType::kNumber || !ParsePrinted(node->text))
      return std::nullopt;
    return MakeFioFigure(node->text, scale, rounding, unit, key, {path_, At(*node)});
  }

  void AddClaims(const JsonNode& object, FioDirection direction, uint32_t index, const FioJob& job,
                 FioSnapshot& snapshot) const {
    const auto add = [&](ClaimKind kind, std::string_view metric,
                         const std::optional<Figure>& stated,
                         std::vector<std::optional<Figure>> operands, std::string_view convention) {
      if (!stated) return;
      std::vector<Figure> figures;
      for (std::optional<Figure>& operand : operands) {
        if (!operand) return;
        figures.push_back(std::move(*operand));
      }
      const std::string quote = fmt::format("\"{}\" : {}", stated->label, stated->number.text);
      snapshot.claims.push_back(
          MakeFioClaim(kind, fmt::format("fio.{}_{}", Name(direction), metric), quote,
                       stated->number.text, *stated, std::move(figures), convention));
    };
    const bool in_bytes = tree_.Find(object, "io_kbytes") != nullptr;
    const Rounding work = in_bytes ? Rounding::kExact : Rounding::kTruncated;
    const std::optional<Figure> seconds = FigureOf(object, "runtime", 0.001, Rounding::kExact, "s");
    if (!seconds || seconds->number.value <= 0) return;
    const auto bytes_per_s = FigureOf(object, "bw_bytes", 1, Rounding::kTruncated, "B/s");
    const auto kib_per_s = FigureOf(object, "bw", 1, Rounding::kTruncated, "KiB/s");
    if (bytes_per_s) {
      add(ClaimKind::kRate, "bw_Bps", bytes_per_s,
          {FigureOf(object, "io_bytes", 1, work, "B"), seconds}, "io / runtime");
      add(ClaimKind::kUnitPair, "bw_MBps", kib_per_s,
          {FigureOf(object, "bw_bytes", 1.0 / 1024, Rounding::kTruncated, "KiB/s")}, "KiB in B");
    } else {
      add(ClaimKind::kRate, "bw_MBps", kib_per_s,
          {FigureOf(object, "io_bytes", in_bytes ? 1.0 / 1024 : 1, work, "KiB"), seconds},
          "io / runtime");
    }
    const JsonNode* rate = tree_.Find(object, "iops");
    const bool whole = rate != nullptr && rate->text.find('.') == std::string_view::npos;
    const auto iops =
        FigureOf(object, "iops", 1, whole ? Rounding::kTruncated : Rounding::kNearest, "1/s");
    add(ClaimKind::kRate, "iops", iops,
        {FigureOf(object, "total_ios", 1, Rounding::kExact, "requests"), seconds},
        "total_ios / runtime");
    if (const std::optional<Figure> size = BlockSize(index, snapshot); size && job.error == 0)
      add(ClaimKind::kProduct, "bw_Bps", bytes_per_s, {iops, size}, "iops x bs");
    AddLatencySum(object, direction, snapshot);
  }

  // Where every request was counted in all three families, lat is slat and clat together.
  void AddLatencySum(const JsonNode& object, FioDirection direction, FioSnapshot& snapshot) const {
    const JsonNode* slat = tree_.Find(object, "slat_ns");
    const JsonNode* clat = tree_.Find(object, "clat_ns");
    const JsonNode* lat = tree_.Find(object, "lat_ns");
    if (slat == nullptr || clat == nullptr || lat == nullptr) return;
    const JsonNode* count = tree_.Find(*lat, "N");
    const JsonNode* slat_count = tree_.Find(*slat, "N");
    const JsonNode* clat_count = tree_.Find(*clat, "N");
    if (count == nullptr || slat_count == nullptr || clat_count == nullptr || count->text == "0" ||
        slat_count->text != count->text || clat_count->text != count->text)
      return;
    const auto mean = [&](const JsonNode& family) {
      return FigureOf(family, "mean", 1, Rounding::kNearest, "ns");
    };
    const auto whole = mean(*lat);
    const auto first = mean(*slat);
    const auto second = mean(*clat);
    if (!whole || !first || !second) return;
    snapshot.claims.push_back(
        MakeFioClaim(ClaimKind::kMean, fmt::format("fio.{}_lat_mean_ns", Name(direction)),
                     fmt::format("\"mean\" : {}", whole->number.text), whole->number.text, *whole,
                     {*first, *second}, "slat mean + clat mean"));
  }

  // The only block size of the job, if its options give one.
  static std::optional<Figure> BlockSize(uint32_t index, const FioSnapshot& snapshot) {
    const RunOption* found = nullptr;
    for (const RunOption& option : snapshot.options) {
      if (option.job && *option.job != index) continue;
      if (option.name == "bsrange" || option.name == "bssplit" || option.name == "bs_unaligned")
        return std::nullopt;
      if (option.name == "bs" || option.name == "blocksize") found = &option;
    }
    if (found == nullptr) return std::nullopt;
    size_t digits = 0;
    const std::string& value = found->value;
    while (digits < value.size() && IsDigit(value[digits])) ++digits;
    const std::string_view suffix = std::string_view(value).substr(digits);
    double scale = 0;
    if (suffix.empty() || suffix == "b" || suffix == "B") scale = 1;
    if (suffix == "k" || suffix == "K" || suffix == "ki" || suffix == "KiB" || suffix == "kb")
      scale = 1024;
    if (suffix == "m" || suffix == "M" || suffix == "mi" || suffix == "MiB" || suffix == "mb")
      scale = 1024.0 * 1024;
    if (scale == 0 || digits == 0) return std::nullopt;
    Figure figure = MakeFioFigure(std::string_view(value).substr(0, digits), scale,
                                  Rounding::kExact, "B", "bs", {});
    figure.number.text = value;
    return figure;
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
  std::vector<std::string_view> unknown_;
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
