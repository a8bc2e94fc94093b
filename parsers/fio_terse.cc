// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_terse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "parsers/fio_claims.h"
#include "parsers/fio_number.h"
#include "parsers/scan.h"

namespace regress {
namespace {

// Places of fields in the block of a direction.
constexpr size_t kSlat = 4;
constexpr size_t kClat = 8;
constexpr size_t kPercentiles = 12;
constexpr size_t kPercentileCount = 20;
constexpr size_t kLat = 32;
constexpr size_t kBlock = 41;
constexpr size_t kBlockVersion5 = 47;
constexpr size_t kTail = 5 + 7 + 10 + 12;  // processor, depths, microseconds, milliseconds
constexpr size_t kDiskFields = 9;
constexpr size_t kMaxFields = 4096;
constexpr uint64_t kNanosecondsPerUsec = 1000;

constexpr std::array<std::string_view, 10> kUsecEdges = {"2",   "4",   "10",  "20",  "50",
                                                         "100", "250", "500", "750", "1000"};
constexpr std::array<std::string_view, 12> kMsecEdges = {
    "2", "4", "10", "20", "50", "100", "250", "500", "750", "1000", "2000", ">=2000"};

// "99.900000%=85": the percentile and its value.
bool SplitPercentile(std::string_view field, std::string_view& percentile,
                     std::string_view& value) {
  const size_t at = field.find("%=");
  if (at == std::string_view::npos || at == 0) return false;
  percentile = field.substr(0, at);
  value = field.substr(at + 2);
  return ParseDouble(percentile).has_value() && !value.empty();
}

class TerseReader {
 public:
  TerseReader(std::string_view record, const std::string& path, SourceRef at)
      : record_(record), path_(path), at_(at) {}

  std::optional<TerseLine> Read(uint32_t line) {
    if (!Split()) return std::nullopt;
    const size_t version = static_cast<size_t>(fields_[0].front() - '0');
    const size_t name_at = version >= 3 ? 2 : 1;
    size_t anchor = 0;
    while (anchor < fields_.size() && !IsPercentile(anchor)) ++anchor;
    // name, group, error, and the twelve fields before the percentiles
    if (anchor == fields_.size() || anchor < name_at + 3 + kPercentiles) return std::nullopt;
    const size_t start = anchor - kPercentiles;
    const std::optional<double> error = ParseDouble(fields_[start - 1]);
    if (!error || *error < 0 || *error > 1e6) return std::nullopt;

    TerseLine result;
    FioJob& job = result.job;
    job.at = at_;
    if (version >= 3) result.version = std::string(fields_[1]);
    job.name = std::string(Between(name_at, start - 2));
    job.id = fmt::format("line{}:{}", line, job.name);
    job.error = static_cast<int64_t>(*error);
    job.group = static_cast<int64_t>(Number(start - 2, 1).value_or(0));
    FioEmitter emitter(path_, job.id, job.measurements);
    emitter.Plain("error", "errno", *error, Precision::kExact, Place(start - 1));

    const size_t width = version == 5 ? kBlockVersion5 : kBlock;
    size_t blocks = 0;
    while (blocks < 4 && IsPercentile(start + blocks * width + kPercentiles)) ++blocks;
    const size_t tail = start + blocks * width;
    if (tail > fields_.size()) return std::nullopt;
    for (size_t block = 0; block < blocks; ++block) {
      ReadBlock(start + block * width, Direction(block, blocks, version), version, result, emitter);
    }
    if (tail + kTail <= fields_.size()) {
      ReadTail(tail, emitter);
      if (version >= 3) result.disks = std::string(Disks(tail + kTail));
    }
    return result;
  }

 private:
  bool Split() {
    std::string_view rest = record_;
    while (fields_.size() < kMaxFields) {
      const size_t end = rest.find(';');
      fields_.push_back(rest.substr(0, end));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
    return fields_.front().size() == 1;
  }

  bool IsPercentile(size_t field) const {
    std::string_view percentile;
    std::string_view value;
    return field < fields_.size() && SplitPercentile(fields_[field], percentile, value);
  }

  // The text of fields [first, last) with the semicolons between them.
  std::string_view Between(size_t first, size_t last) const {
    const size_t begin = static_cast<size_t>(fields_[first].data() - record_.data());
    const std::string_view end_field = fields_[last - 1];
    const size_t end = static_cast<size_t>(end_field.data() - record_.data()) + end_field.size();
    return record_.substr(begin, end - begin);
  }

  SourceRef Place(size_t field) const {
    SourceRef place = at_;
    place.column += static_cast<uint32_t>(fields_[field].data() - record_.data());
    return place;
  }

  // One block alone is the sum of all directions. A third one is trim, except in version 3, which
  // has no trim; what follows the directions is their sum.
  static FioDirection Direction(size_t block, size_t blocks, size_t version) {
    if (blocks == 1) return FioDirection::kMixed;
    if (block < 2) return static_cast<FioDirection>(block);
    return block == 2 && version != 3 ? FioDirection::kTrim : FioDirection::kMixed;
  }

  std::optional<double> Number(size_t field, uint64_t factor) const {
    const std::optional<double> value = ParseScaled(fields_[field], factor);
    return value && *value >= 0 ? value : std::nullopt;
  }

  void ReadBlock(size_t start, FioDirection direction, size_t version, TerseLine& result,
                 FioEmitter& emitter) {
    const std::optional<double> kibibytes = Number(start, 1);
    const std::optional<double> runtime = Number(start + 3, 1);
    if (kibibytes.value_or(0) == 0 && runtime.value_or(0) == 0) return;
    result.job.Progress(direction) = {runtime, kibibytes};
    if (kibibytes && runtime && *runtime > 0) AddRate(start, direction, result);
    const auto add = [&](size_t offset, std::string_view name, std::string_view unit,
                         uint64_t factor, double divisor, Precision precision) {
      if (const std::optional<double> value = Number(start + offset, factor))
        emitter.Add(direction, name, unit, *value / divisor, precision, Place(start + offset));
    };
    add(0, "io_bytes", "B", 1024, 1, Precision::kTruncated);
    add(1, "bw_MBps", "MiB/s", 1, 1024, Precision::kTruncated);
    add(2, "iops", "1/s", 1, 1, Precision::kTruncated);
    add(3, "runtime_ms", "ms", 1, 1, Precision::kExact);
    ReadLatency(start + kSlat, "slat", direction, emitter);
    ReadLatency(start + kClat, "clat", direction, emitter);
    for (size_t i = 0; i < kPercentileCount; ++i) {
      const size_t field = start + kPercentiles + i;
      std::string_view percentile;
      std::string_view value;
      if (field >= fields_.size() || !SplitPercentile(fields_[field], percentile, value)) break;
      if (const std::optional<double> usec = ParseScaled(value, kNanosecondsPerUsec))
        emitter.Percentile(direction, "clat", percentile, *usec, Precision::kTruncated,
                           Place(field));
    }
    ReadLatency(start + kLat, "lat", direction, emitter);
    if (version == 5 && start + kBlock < fields_.size())
      result.job.CountSamples(ParseUnsigned(fields_[start + kBlock]), Place(start + kBlock));
  }

  // bandwidth = work / time, all as printed
  void AddRate(size_t start, FioDirection direction, TerseLine& result) const {
    const auto figure = [&](size_t offset, double scale, Rounding rounding, std::string_view unit,
                            std::string_view label) {
      return MakeFioFigure(fields_[start + offset], scale, rounding, unit, label,
                           {path_, Place(start + offset)});
    };
    result.claims.push_back(MakeFioClaim(
        ClaimKind::kRate, fmt::format("fio.{}_bw_MBps", Name(direction)), Between(start, start + 4),
        fields_[start + 1], figure(1, 1, Rounding::kTruncated, "KiB/s", "bw"),
        {figure(0, 1, Rounding::kTruncated, "KiB", "io"),
         figure(3, 0.001, Rounding::kExact, "s", "runtime")},
        "io / runtime"));
  }

  // min, max, mean, stddev. Submission latency without a sample prints zeros and is left out.
  void ReadLatency(size_t start, std::string_view family, FioDirection direction,
                   FioEmitter& emitter) {
    constexpr std::array<std::string_view, 4> kStats = {"min", "max", "mean", "stddev"};
    if (start + kStats.size() > fields_.size()) return;
    if (family != "clat" && Number(start + 1, 1).value_or(0) == 0 &&
        Number(start + 2, 1).value_or(0) == 0)
      return;
    for (size_t i = 0; i < kStats.size(); ++i) {
      if (const std::optional<double> value = Number(start + i, kNanosecondsPerUsec))
        emitter.Latency(direction, family, kStats[i], *value,
                        i < 2 ? Precision::kTruncated : Precision::kExact, Place(start + i));
    }
  }

  void ReadTail(size_t tail, FioEmitter& emitter) {
    constexpr std::array<std::string_view, 5> kProcessor = {"usr_cpu", "sys_cpu", "ctx", "majf",
                                                            "minf"};
    for (size_t i = 0; i < kProcessor.size(); ++i) {
      std::string_view field = fields_[tail + i];
      const bool percent = i < 2;
      if (percent && field.ends_with('%')) field.remove_suffix(1);
      if (const std::optional<double> value = ParseScaled(field, 1))
        emitter.Plain(kProcessor[i], percent ? "%" : "count", *value, Precision::kExact,
                      Place(tail + i));
    }
    const size_t usec = tail + kProcessor.size() + 7;
    ReadBuckets(usec, kUsecEdges, "us", emitter);
    ReadBuckets(usec + kUsecEdges.size(), kMsecEdges, "ms", emitter);
  }

  template <size_t kSize>
  void ReadBuckets(size_t start, const std::array<std::string_view, kSize>& edges,
                   std::string_view unit, FioEmitter& emitter) {
    for (size_t i = 0; i < kSize; ++i) {
      std::string_view field = fields_[start + i];
      if (field.ends_with('%')) field.remove_suffix(1);
      const std::optional<double> share = ParseScaled(field, 1);
      if (share && *share > 0)
        emitter.Bucket(edges[i], unit, *share, Precision::kRounded, Place(start + i));
    }
  }

  // Groups of nine fields of which the ninth is a percentage.
  std::string_view Disks(size_t start) const {
    size_t end = start;
    while (end + kDiskFields <= fields_.size() && fields_[end + kDiskFields - 1].ends_with('%'))
      end += kDiskFields;
    return end == start ? std::string_view() : Between(start, end);
  }

  std::string_view record_;
  const std::string& path_;
  SourceRef at_;
  std::vector<std::string_view> fields_;
};

}  // namespace

std::optional<size_t> FindTerse(std::string_view line) {
  constexpr size_t kMaxPrefix = 256;
  constexpr size_t kLeastSemicolons = 60;
  if (line.size() < 2 * kLeastSemicolons) return std::nullopt;
  std::optional<size_t> found;
  if (line[0] == '2' && line[1] == ';') {
    found = 0;
  } else {
    const size_t marker = line.substr(0, kMaxPrefix).find(";fio");
    if (marker == std::string_view::npos || marker == 0) return std::nullopt;
    if (line[marker - 1] < '2' || line[marker - 1] > '9') return std::nullopt;
    if (marker > 1 && line[marker - 2] != ':' && !IsBlank(line[marker - 2])) return std::nullopt;
    found = marker - 1;
  }
  const auto semicolons = std::count(line.begin(), line.end(), ';');
  return semicolons >= static_cast<std::ptrdiff_t>(kLeastSemicolons) ? found : std::nullopt;
}

std::optional<TerseLine> ReadTerse(std::string_view record, const std::string& path, SourceRef at,
                                   uint32_t line) {
  return TerseReader(record, path, at).Read(line);
}

}  // namespace regress
