// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "models/data/error.h"
#include "parsers/fio_histogram.h"
#include "parsers/fio_reading.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxColumns = 8;  // of a row that is no histogram
constexpr size_t kSniffRows = 64;
constexpr size_t kHistogramColumns = 3;
constexpr uint64_t kDirections = 3;
constexpr uint64_t kEpochMs = 1'000'000'000'000;  // times beyond it count from 1970

// The numbers of "217, 29290, 0, 4096, 0x4003" up to `out.size()`; 0 if the line is none of a log.
size_t SplitRow(std::string_view line, std::span<uint64_t> out) {
  const char* at = line.data();
  const char* const end = at + line.size();
  size_t count = 0;
  while (count < out.size()) {
    while (at < end && *at == ' ') ++at;
    uint64_t value = 0;
    const char* const begin = at;
    while (at < end && IsDigit(*at)) value = value * 10 + static_cast<uint64_t>(*at++ - '0');
    if (at - begin > 19) return 0;
    if (at < end && *at == 'x' && at - begin == 1 && *begin == '0') {  // a priority in hex
      ++at;
      while (at < end && (IsDigit(*at) || (ToLower(*at) >= 'a' && ToLower(*at) <= 'f'))) ++at;
    }
    if (at == begin) return 0;
    out[count++] = value;
    while (at < end && (*at == ' ' || *at == '\r')) ++at;
    if (at == end) return count;
    if (*at != ',') return 0;
    ++at;
    if (at == end || *at == '\r') return count;  // histogram rows of some versions end in ", "
  }
  return count + 1;  // more than fit
}

size_t CountColumns(std::string_view line) {
  return static_cast<size_t>(std::count(line.begin(), line.end(), ',')) + 1;
}

struct Layout {
  size_t columns = 0;
  size_t direction = 2;
  size_t size = 3;  // block size; columns if there is none
  bool histogram = false;
};

// From the first rows. The third column is the direction, except where log_window_value=both puts
// the maximum before it, which is never below the mean in the second.
std::optional<Layout> FindLayout(std::string_view head, bool whole) {
  std::array<uint64_t, kMaxColumns> row = {};
  Layout layout;
  bool third_fits = true;
  bool fourth_fits = true;
  size_t rows = 0;
  while (!head.empty() && rows < kSniffRows) {
    const size_t newline = head.find('\n');
    if (newline == std::string_view::npos && !whole) break;
    const std::string_view line = head.substr(0, newline);
    head.remove_prefix(newline == std::string_view::npos ? head.size() : newline + 1);
    if (Trim(line).empty()) continue;
    const size_t columns = SplitRow(line, row);
    if (columns == 0) return std::nullopt;
    ++rows;
    if (columns > kMaxColumns) {
      if (row[1] >= kDirections) return std::nullopt;
      layout.histogram = true;
      continue;
    }
    if (layout.histogram || columns < 3 || (layout.columns != 0 && columns != layout.columns))
      return std::nullopt;
    layout.columns = columns;
    third_fits &= row[2] < kDirections;
    fourth_fits &= columns > 3 && row[3] < kDirections && row[2] >= row[1];
  }
  if (rows == 0) return std::nullopt;
  if (layout.histogram) return layout;
  if (!third_fits && !fourth_fits) return std::nullopt;
  layout.direction = third_fits ? 2 : 3;
  layout.size = std::min(layout.direction + 1, layout.columns);
  return layout;
}

enum class LogKind : uint8_t { kUnknown, kBandwidth, kIops, kLatency };

struct LogName {
  LogKind kind = LogKind::kUnknown;
  std::string family;  // "bw", "iops", "lat", "slat", "clat"
  std::string job;     // "job0:PREFIX.N"
  uint64_t nanoseconds = 1;
};

LogKind KindOf(std::string_view family) {
  if (family == "bw") return LogKind::kBandwidth;
  if (family == "iops") return LogKind::kIops;
  if (family == "lat" || family == "slat" || family == "clat") return LogKind::kLatency;
  return LogKind::kUnknown;
}

// "dir/randread_clat_hist.1.log" -> prefix "randread", family "clat_hist", number "1"
LogName NameOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (file.ends_with(".log")) file.remove_suffix(4);
  std::string_view number;
  if (const size_t dot = file.rfind('.');
      dot != std::string_view::npos && ParseUnsigned(file.substr(dot + 1))) {
    number = file.substr(dot);
    file = file.substr(0, dot);
  }
  LogName name;
  for (const std::string_view family : {"clat_hist", "slat", "clat", "lat", "iops", "bw"}) {
    const std::string_view before =
        file.size() > family.size() ? file.substr(0, file.size() - family.size()) : "";
    if (!file.ends_with(family) || !before.ends_with('_')) continue;
    name.family = family;
    file = before.substr(0, before.size() - 1);
    break;
  }
  name.kind = KindOf(name.family);
  name.job = fmt::format("job0:{}{}", file, number);
  return name;
}

// --fio-log-columns: time,KIND,max,direction,size,offset,priority,issue in the order of the file;
// KIND is value, bw, iops, lat, slat or clat, with _us for microseconds (fio 2.x).
void ApplyColumns(const std::string& list, Layout& layout, LogName& name) {
  constexpr auto kKnown = std::to_array<std::string_view>(
      {"time", "value", "max", "size", "offset", "priority", "issue"});
  std::string_view rest = list;
  size_t column = 0;
  bool has_direction = false;
  layout.size = layout.columns;
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    std::string_view word = Trim(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    std::string_view family = word;
    const bool microseconds = family.ends_with("_us");
    if (microseconds) family.remove_suffix(3);
    if (KindOf(family) != LogKind::kUnknown) {
      name.kind = KindOf(family);
      name.family = family;
      name.nanoseconds = microseconds ? 1000 : 1;
    } else if (word == "direction") {
      layout.direction = column;
      has_direction = true;
    } else if (std::find(kKnown.begin(), kKnown.end(), word) == kKnown.end()) {
      throw Error(ErrorKind::kUsage, fmt::format("unknown log column '{}'", word),
                  "known are time, value, bw, iops, lat, slat, clat (with _us for microseconds), "
                  "max, direction, size, offset, priority, issue");
    }
    if (word == "size") layout.size = column;
    ++column;
  }
  if (!has_direction)
    throw Error(ErrorKind::kUsage, "--fio-log-columns names no direction",
                "for example time,clat_us,direction,size,offset");
}

struct Totals {
  uint64_t rows = 0;
  double sum = 0;
  uint64_t least = std::numeric_limits<uint64_t>::max();
  uint64_t most = 0;
  uint64_t first_ms = 0;
  uint64_t last_ms = 0;
  double bytes = 0;  // of the rows that show a block size
};

class LogReader {
 public:
  LogReader(const Layout& layout, LogName name, const std::string& path)
      : layout_(layout), name_(std::move(name)), path_(path) {}

  // Whole lines of `text`.
  void Rows(std::string_view text) {
    while (!text.empty()) {
      const void* newline = std::memchr(text.data(), '\n', text.size());
      const size_t length =
          newline == nullptr ? text.size()
                             : static_cast<size_t>(static_cast<const char*>(newline) - text.data());
      ++line_;
      const std::string_view line = text.substr(0, length);
      if (!(layout_.histogram ? HistogramRow(line) : Row(line)) && !Trim(line).empty()) Bad();
      text.remove_prefix(newline == nullptr ? length : length + 1);
    }
  }

  EvidenceBundle Finish() {
    EvidenceBundle bundle;
    bundle.format = "fio";
    bundle.rows = rows_;
    bundle.skipped = bad_;
    FioEmitter emitter(path_, name_.job, bundle.measurements);
    for (size_t i = 0; i < kDirections; ++i) {
      const auto direction = static_cast<FioDirection>(i);
      if (layout_.histogram) {
        EmitHistogram(direction, emitter);
      } else if (totals_[i].rows > 0) {
        Emit(direction, totals_[i], emitter);
      }
    }
    if (bad_ > 0) {
      Diagnostic warning;
      warning.source = {path_, {-1, -1, first_bad_, 1}};
      warning.message = bad_ == 1
                            ? "not a row of the log: left out"
                            : fmt::format("not a row of the log: left out, like {} more", bad_ - 1);
      bundle.diagnostics.push_back(std::move(warning));
    }
    if (name_.kind == LogKind::kUnknown && !layout_.histogram) {
      Diagnostic note;
      note.severity = Severity::kNote;
      note.source.path = path_;
      note.message = "the name of the log does not say what it measures: only rows are counted";
      note.help = "--fio-log-columns time,clat,direction,size";
      bundle.diagnostics.push_back(std::move(note));
    }
    return bundle;
  }

 private:
  bool Row(std::string_view line) {
    std::array<uint64_t, kMaxColumns> row = {};
    const size_t columns = SplitRow(line, row);
    if (columns != layout_.columns || row[layout_.direction] >= kDirections) return false;
    Totals& totals = totals_[row[layout_.direction]];
    if (totals.rows == 0) totals.first_ms = row[0];
    ++rows_;
    ++totals.rows;
    totals.last_ms = std::max(totals.last_ms, row[0]);
    totals.sum += static_cast<double>(row[1]);
    totals.least = std::min(totals.least, row[1]);
    totals.most = std::max(totals.most, row[1]);
    if (layout_.size < columns) totals.bytes += static_cast<double>(row[layout_.size]);
    return true;
  }

  //   1001, 0, 16384, 0, 0, 3, ...
  bool HistogramRow(std::string_view line) {
    if (row_.empty()) {
      const size_t columns = CountColumns(Trim(line)) - (Trim(line).ends_with(',') ? 1 : 0);
      if (columns <= kHistogramColumns) return false;
      const std::optional<HistogramShape> shape = ShapeOf(columns - kHistogramColumns);
      if (!shape) return false;
      shape_ = *shape;
      row_.resize(columns);
    }
    if (SplitRow(line, row_) != row_.size() || row_[1] >= kDirections) return false;
    std::vector<uint64_t>& counts = counts_[row_[1]];
    counts.resize(row_.size() - kHistogramColumns);
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += row_[i + kHistogramColumns];
    ++rows_;
    return true;
  }

  void Bad() {
    if (bad_++ == 0) first_bad_ = line_;
  }

  void Emit(FioDirection direction, const Totals& totals, FioEmitter& emitter) const {
    const auto add = [&](std::string_view stat, std::string_view suffix, std::string_view unit,
                         double value) {
      const std::string family = name_.family.empty() ? "value" : name_.family;
      emitter.Add(direction, fmt::format("{}_log_{}{}", family, stat, suffix), unit, value,
                  Precision::kExact, {-1, -1, 1, 1});
    };
    const auto rows = static_cast<double>(totals.rows);
    add("rows", "", "count", rows);
    // Of epoch times only the difference counts.
    const bool epoch = totals.first_ms > kEpochMs;
    add("end", "_ms", "ms", static_cast<double>(totals.last_ms - (epoch ? totals.first_ms : 0)));
    const double mean = totals.sum / rows;
    const auto least = static_cast<double>(totals.least);
    const auto most = static_cast<double>(totals.most);
    const double span_s = static_cast<double>(totals.last_ms - totals.first_ms) / 1000;
    const bool per_io = totals.bytes > 0;
    if (name_.kind == LogKind::kLatency) {
      const auto unit = static_cast<double>(name_.nanoseconds);
      add("mean", "_ns", "ns", mean * unit);
      add("min", "_ns", "ns", least * unit);
      add("max", "_ns", "ns", most * unit);
    } else if (name_.kind == LogKind::kBandwidth) {
      if (!per_io) {
        add("mean", "_MBps", "MiB/s", mean / 1024);
        add("min", "_MBps", "MiB/s", least / 1024);
        add("max", "_MBps", "MiB/s", most / 1024);
      } else if (span_s > 0) {
        add("mean", "_MBps", "MiB/s", totals.bytes / span_s / 1024 / 1024);
      }
    } else if (name_.kind == LogKind::kIops) {
      if (!per_io) {
        add("mean", "", "1/s", mean);
        add("min", "", "1/s", least);
        add("max", "", "1/s", most);
      } else if (span_s > 0) {
        add("mean", "", "1/s", rows / span_s);
      }
    }
  }

  void EmitHistogram(FioDirection direction, FioEmitter& emitter) const {
    const std::vector<uint64_t>& counts = counts_[static_cast<size_t>(direction)];
    uint64_t total = 0;
    for (const uint64_t count : counts) total += count;
    if (total == 0) return;
    emitter.Add(direction, "clat_hist_samples", "count", static_cast<double>(total),
                Precision::kExact, {-1, -1, 1, 1});
    for (const std::string_view percent : {"50", "90", "95", "99", "99.9", "99.99"}) {
      const std::optional<double> value =
          HistogramPercentile(shape_, counts, ParseDouble(percent).value_or(0));
      if (value)
        emitter.Percentile(direction, "clat_hist", percent, *value, Precision::kExact,
                           {-1, -1, 1, 1});
    }
  }

  Layout layout_;
  LogName name_;
  const std::string& path_;
  std::array<Totals, kDirections> totals_ = {};
  std::array<std::vector<uint64_t>, kDirections> counts_;
  HistogramShape shape_;
  std::vector<uint64_t> row_;
  uint64_t rows_ = 0;
  uint64_t bad_ = 0;
  uint32_t line_ = 0;
  uint32_t first_bad_ = 0;
};

}  // namespace

int LooksLikeFioLog(std::string_view head) {
  const std::string_view first = head.substr(0, head.find('\n'));
  // A table of integers looks alike; fio always puts a blank after the comma.
  if (first.find(", ") == std::string_view::npos) return 0;
  return FindLayout(head, head.size() < kSniffBytes) ? 75 : 0;
}

bool LooksLikeCompressedFioLog(std::string_view head) {
  if (head.size() < 16 || head[0] != 0x78) return false;
  const unsigned check = 0x78U * 256 + static_cast<unsigned char>(head[1]);
  if (check % 31 != 0) return false;
  return std::any_of(head.begin(), head.begin() + 16, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r';
  });
}

void ParseFioLog(ByteStream& input, const ParseOptions& options, const BundleSink& sink) {
  const std::string_view head = input.Peek(kSniffBytes);
  std::optional<Layout> layout = FindLayout(head, head.size() < kSniffBytes);
  if (!layout)
    throw Error(ErrorKind::kBadInput,
                input.path() + ": error: the columns of this fio log are not known",
                "--fio-log-columns time,clat,direction,size");
  LogName name = NameOf(input.path());
  if (!options.fio_log_columns.empty() && !layout->histogram)
    ApplyColumns(options.fio_log_columns, *layout, name);
  LogReader reader(*layout, std::move(name), input.path());
  constexpr size_t kWindow = size_t{1} << 20;
  size_t wanted = kWindow;
  while (true) {
    const std::string_view window = input.Peek(wanted);
    const bool at_end = window.size() < wanted;
    const size_t newline = window.rfind('\n');
    const size_t usable = at_end                              ? window.size()
                          : newline == std::string_view::npos ? 0
                                                              : newline + 1;
    reader.Rows(window.substr(0, usable));
    input.Skip(usable);
    if (at_end) break;
    wanted = usable == 0 ? wanted * 2 : kWindow;
  }
  sink(reader.Finish());
}

}  // namespace regress
