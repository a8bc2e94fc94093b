// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_reading.h"

#include <algorithm>
#include <utility>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr std::array<std::string_view, 12> kPlaceOptions = {
    "description",    "directory",     "filename",     "filename_format",
    "name",           "output",        "write_bw_log", "write_hist_log",
    "write_iops_log", "write_lat_log", "write_iolog",  "fallocate_log"};

}  // namespace

void FioEmitter::Push(std::string metric, std::string_view unit, double value, Precision precision,
                      SourceRef at) {
  Measurement& m = out_.emplace_back();
  m.metric = std::move(metric);
  m.unit = unit;
  m.value = value;
  m.precision = precision;
  m.job = job_;
  m.source = {path_, at};
}

void FioEmitter::Plain(std::string_view name, std::string_view unit, double value,
                       Precision precision, SourceRef at) {
  std::string metric = "fio.";
  metric += name;
  Push(std::move(metric), unit, value, precision, at);
}

void FioEmitter::Add(FioDirection direction, std::string_view name, std::string_view unit,
                     double value, Precision precision, SourceRef at) {
  std::string metric = "fio.";
  metric += Name(direction);
  metric += '_';
  metric += name;
  Push(std::move(metric), unit, value, precision, at);
}

void FioEmitter::Latency(FioDirection direction, std::string_view family, std::string_view stat,
                         double nanoseconds, Precision precision, SourceRef at) {
  std::string name(family);
  name += '_';
  name += stat;
  if (family == "clat" && stat == "stddev") Add(direction, name, "ns", nanoseconds, precision, at);
  name += "_ns";
  Add(direction, name, "ns", nanoseconds, precision, at);
}

void FioEmitter::Percentile(FioDirection direction, std::string_view family,
                            std::string_view percentile, double nanoseconds, Precision precision,
                            SourceRef at) {
  const std::string_view trimmed = TrimPercentile(percentile);
  if (trimmed.empty()) return;
  std::string name(family);
  name += '_';
  name += trimmed;
  name += "%_ns";
  Add(direction, name, "ns", nanoseconds, precision, at);
}

void FioEmitter::Bucket(std::string_view edge, std::string_view unit, double percent,
                        Precision precision, SourceRef at) {
  std::string name = "latency_";
  name += edge;
  name += unit;
  name += '%';
  Plain(name, "%", percent, precision, at);
}

std::string_view TrimPercentile(std::string_view printed) {
  const std::optional<double> value = ParseDouble(printed);
  if (!value || *value <= 0 || *value > 100 || printed.size() > 24 || !IsDigit(printed.front()))
    return {};
  if (printed.find('.') == std::string_view::npos) return printed;
  while (printed.back() == '0') printed.remove_suffix(1);
  if (printed.back() == '.') printed.remove_suffix(1);
  return printed;
}

std::optional<FioVersion> ParseFioVersion(std::string_view text) {
  if (!text.starts_with("fio-") && !text.starts_with("fio ")) return std::nullopt;
  text.remove_prefix(4);
  std::array<uint32_t, 3> parts = {};
  size_t count = 0;
  size_t at = 0;
  while (count < parts.size() && at < text.size() && IsDigit(text[at])) {
    uint32_t value = 0;
    size_t digits = 0;
    while (at < text.size() && IsDigit(text[at])) {
      if (++digits > 6) return std::nullopt;
      value = value * 10 + static_cast<uint32_t>(text[at++] - '0');
    }
    parts[count++] = value;
    if (at >= text.size() || text[at] != '.') break;
    ++at;
  }
  if (count < 2) return std::nullopt;
  if (at < text.size() && text[at] != '-' && text[at] != ' ') return std::nullopt;
  return FioVersion{parts[0], parts[1], parts[2]};
}

bool IsPlaceOption(std::string_view name) {
  return std::find(kPlaceOptions.begin(), kPlaceOptions.end(), name) != kPlaceOptions.end();
}

}  // namespace regress
