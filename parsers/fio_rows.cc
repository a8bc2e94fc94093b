// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_rows.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr std::array<std::string_view, 4> kLabels = {"read", "write", "trim", "mixed"};
constexpr std::array<std::string_view, 4> kGroupLabels = {"READ", "WRITE", "TRIM", "MIXED"};

bool FindLabel(std::string_view text, const std::array<std::string_view, 4>& labels,
               FioRateRow& row) {
  for (size_t i = 0; i < labels.size(); ++i) {
    for (size_t at = text.find(labels[i]); at != std::string_view::npos;
         at = text.find(labels[i], at + 1)) {
      if (at > 0 && !IsBlank(text[at - 1]) && text[at - 1] != ':') continue;
      if (!TrimLeft(text.substr(at + labels[i].size())).starts_with(':')) continue;
      row.direction = static_cast<FioDirection>(i);
      row.label = at;
      row.prefix = Trim(text.substr(0, at));
      while (row.prefix.ends_with(':')) row.prefix.remove_suffix(1);
      return true;
    }
  }
  return false;
}

std::optional<FioSizeField> SizeOf(const FioField& field, FioStyle style) {
  const std::optional<FioSize> size = ParseSize(field.value, style);
  if (!size) return std::nullopt;
  return FioSizeField{*size, field.offset};
}

// The size in the parentheses that follow the end of `field`: "47.6MiB/s (49.9MB/s)".
std::optional<FioSizeField> AlternativeOf(std::string_view text, const FioField& field,
                                          FioStyle style) {
  size_t at = field.offset + field.value.size();
  while (at < text.size() && IsBlank(text[at])) ++at;
  if (field.value.empty() || at >= text.size() || text[at] != '(') return std::nullopt;
  const size_t close = text.find(')', at);
  if (close == std::string_view::npos) return std::nullopt;
  const FioField inner = {text.substr(at + 1, close - at - 1), at + 1};
  const std::optional<FioSizeField> size = SizeOf(inner, style);
  return size && size->size.token.size() == inner.value.size() ? size : std::nullopt;
}

// "2024msec"
std::optional<double> Milliseconds(std::string_view text) {
  if (!text.ends_with("msec")) return std::nullopt;
  text.remove_suffix(4);
  return ParseScaled(text, 1);
}

// "(96.3MiB/2024msec)"
void SplitDone(std::string_view text, size_t from, FioField& done, FioField& runtime) {
  const size_t end = text.find("msec)", from);
  if (end == std::string_view::npos) return;
  const size_t open = text.rfind('(', end);
  const size_t slash = text.rfind('/', end);
  if (open == std::string_view::npos || slash == std::string_view::npos || slash < open) return;
  done = {text.substr(open + 1, slash - open - 1), open + 1};
  runtime = {text.substr(slash + 1, end + 4 - slash - 1), slash + 1};
}

std::string_view BucketUnit(std::string_view unit) {
  return unit == "nsec" ? "ns" : unit == "usec" ? "us" : unit == "msec" ? "ms" : "";
}

// The latency of fsync and its kin is told under the direction "sync".
void AsSync(FioDirection& direction, std::string_view& family) {
  if (family != "sync") return;
  direction = FioDirection::kSync;
  family = "lat";
}

}  // namespace

bool FioRateRow::IsZero() const {
  return iops_value.value_or(0) == 0 && rate && rate->size.mebibytes == 0 && done &&
         done->size.mebibytes == 0;
}

std::optional<FioRateRow> ReadJobRates(const FioRecord& record) {
  const std::string_view text = record.text();
  FioRateRow row;
  if (!FindLabel(text, kLabels, row)) return std::nullopt;
  const bool is_new = text.find("IOPS=") != std::string_view::npos;
  row.style = is_new ? FioStyle::kNew : FioStyle::kOld;
  row.iops = record.Find(is_new ? "IOPS=" : "iops=", row.label);
  row.iops_value = ParseCount(row.iops.value);
  const FioField rate = record.Find(is_new ? "BW=" : "bw=", row.label);
  row.rate = SizeOf(rate, row.style);
  FioField done = record.Find("io=", row.label);
  row.runtime = record.Find("runt=", row.label);
  if (is_new) {
    row.rate_decimal = AlternativeOf(text, rate, row.style);
    SplitDone(text, row.label, done, row.runtime);
  }
  row.done = SizeOf(done, row.style);
  row.runtime_ms = Milliseconds(row.runtime.value);
  return row;
}

std::optional<FioRateRow> ReadGroupRates(const FioRecord& record) {
  const std::string_view text = record.text();
  FioRateRow row;
  if (!FindLabel(text, kGroupLabels, row)) return std::nullopt;
  const bool is_old = text.find("aggrb=") != std::string_view::npos;
  row.style = is_old ? FioStyle::kOld : FioStyle::kNew;
  const FioField rate = record.Find(is_old ? "aggrb=" : "bw=", row.label);
  row.rate = SizeOf(rate, row.style);
  if (!row.rate) return std::nullopt;
  const FioField done = record.Find("io=", row.label);
  row.done = SizeOf(done, row.style);
  row.runtime = record.Find(is_old ? "maxt=" : "run=", row.label);
  std::string_view shortest = is_old ? record.Find("mint=", row.label).value : "";
  if (!is_old) {
    row.rate_decimal = AlternativeOf(text, rate, row.style);
    row.done_decimal = AlternativeOf(text, done, row.style);
    if (const size_t dash = row.runtime.value.find('-'); dash != std::string_view::npos) {
      shortest = row.runtime.value.substr(0, dash);
      row.runtime.value.remove_prefix(dash + 1);
      row.runtime.offset += dash + 1;
    }
  }
  row.runtime_ms = Milliseconds(row.runtime.value);
  if (!shortest.ends_with("msec")) {
    row.one_runtime =
        row.runtime.value.starts_with(shortest) && row.runtime.value.size() == shortest.size() + 4;
  } else {
    row.one_runtime = shortest == row.runtime.value;
  }
  return row;
}

void ReadLatencyRow(const FioRecord& record, FioDirection direction, FioEmitter& emitter) {
  const std::string_view text = record.text();
  const size_t open = text.find('(');
  const size_t close = text.find(')', open);
  if (open == std::string_view::npos || close == std::string_view::npos) return;
  std::string_view family = Trim(text.substr(0, open));
  const uint64_t unit = NanosecondsPer(text.substr(open + 1, close - open - 1));
  if (unit == 0) return;
  AsSync(direction, family);
  struct Stat {
    std::string_view key;
    std::string_view name;
    Precision precision;
  };
  constexpr std::array<Stat, 4> kStats = {{{"min=", "min", Precision::kTruncated},
                                           {"max=", "max", Precision::kTruncated},
                                           {"avg=", "mean", Precision::kRounded},
                                           {"stdev=", "stddev", Precision::kRounded}}};
  for (const Stat& stat : kStats) {
    const FioField field = record.Find(stat.key, close);
    if (const std::optional<double> value = ParseCount(field.value, unit))
      emitter.Latency(direction, family, stat.name, *value, stat.precision,
                      record.At(field.offset));
  }
}

FioPercentileHeading ReadPercentileHeading(const FioRecord& record) {
  const std::string_view text = Trim(record.text());
  const size_t open = text.rfind('(');
  const size_t close = text.find(')', open);
  FioPercentileHeading heading;
  if (close == std::string_view::npos) return heading;
  std::string_view rest = text;
  heading.family = NextField(rest);
  // Families of one IO priority have more words before "percentiles".
  if (TrimLeft(rest).starts_with("percentiles"))
    heading.nanoseconds = NanosecondsPer(text.substr(open + 1, close - open - 1));
  return heading;
}

void ReadPercentileRow(const FioRecord& record, const FioPercentileHeading& heading,
                       FioDirection direction, FioEmitter& emitter) {
  std::string_view family = heading.family;
  AsSync(direction, family);
  const std::string_view text = record.text();
  for (size_t at = text.find("th=["); at != std::string_view::npos;
       at = text.find("th=[", at + 1)) {
    size_t begin = at;
    while (begin > 0 && (IsDigit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    const size_t close = text.find(']', at);
    if (close == std::string_view::npos) break;
    const std::string_view number = Trim(text.substr(at + 4, close - at - 4));
    if (const std::optional<double> value = ParseCount(number, heading.nanoseconds))
      emitter.Percentile(direction, family, text.substr(begin, at - begin), *value,
                         Precision::kRounded, record.At(begin));
  }
}

void ReadSharesRow(const FioRecord& record, FioEmitter& emitter) {
  const std::string_view text = record.text();
  const size_t open = text.find('(');
  const size_t close = text.find(')', open);
  if (close == std::string_view::npos) return;
  const std::string_view unit = BucketUnit(text.substr(open + 1, close - open - 1));
  size_t at = text.find(':', close);
  if (unit.empty() || at == std::string_view::npos) return;
  while (at < text.size()) {
    ++at;
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string_view pair = Trim(text.substr(at, end - at));
    const size_t equals = pair.rfind('=');
    if (equals != std::string_view::npos && pair.ends_with('%')) {
      const std::string_view share = pair.substr(equals + 1, pair.size() - equals - 2);
      if (const std::optional<double> value = ParseScaled(share, 1))
        emitter.Bucket(pair.substr(0, equals), unit, *value, Precision::kRounded,
                       record.At(static_cast<size_t>(pair.data() - text.data())));
    }
    at = end;
  }
}

void ReadProcessorRow(const FioRecord& record, FioEmitter& emitter) {
  struct Item {
    std::string_view key;
    std::string_view name;
  };
  constexpr std::array<Item, 5> kItems = {{{"usr=", "usr_cpu"},
                                           {"sys=", "sys_cpu"},
                                           {"ctx=", "ctx"},
                                           {"majf=", "majf"},
                                           {"minf=", "minf"}}};
  for (const Item& item : kItems) {
    FioField field = record.Find(item.key, 0);
    const bool percent = field.value.ends_with('%');
    if (percent) field.value.remove_suffix(1);
    if (const std::optional<double> value = ParseScaled(field.value, 1))
      emitter.Plain(item.name, percent ? "%" : "count", *value,
                    percent ? Precision::kRounded : Precision::kExact, record.At(field.offset));
  }
}

std::vector<FioIssued> ReadIssuedRow(const FioRecord& record) {
  constexpr std::array<FioDirection, 4> kOrder = {FioDirection::kRead, FioDirection::kWrite,
                                                  FioDirection::kTrim, FioDirection::kSync};
  struct Kind {
    std::string_view key;
    std::string_view name;
  };
  constexpr std::array<Kind, 4> kKinds = {
      {{"total=", "total"}, {"short=", "short"}, {"dropped=", "drop"}, {"drop=", "drop"}}};
  const std::string_view text = record.text();
  std::vector<FioIssued> counts;
  for (const Kind& kind : kKinds) {
    const size_t from = text.find(kind.key);
    if (from == std::string_view::npos) continue;
    size_t at = from + kind.key.size();
    for (const FioDirection direction : kOrder) {
      while (at < text.size() && (IsLetter(text[at]) || text[at] == '=')) ++at;  // "r="
      const size_t begin = at;
      while (at < text.size() && IsDigit(text[at])) ++at;
      const FioField field = {text.substr(begin, at - begin), begin};
      const std::optional<double> count = ParseScaled(field.value, 1);
      if (!count) break;
      counts.push_back({kind.name, direction, field, *count});
      if (at >= text.size() || (text[at] != ',' && text[at] != '/')) break;
      if (at + 1 < text.size() && IsBlank(text[at + 1])) break;
      ++at;
    }
  }
  return counts;
}

std::vector<RunOption> ReadSectionRow(const FioRecord& record, uint32_t section) {
  const std::string_view text = Trim(record.text());
  const size_t mark = text.rfind(": (g=");
  std::vector<RunOption> options;
  size_t from = text.find("): ", mark);
  while (from < text.size()) {
    const size_t equals = text.find('=', from);
    if (equals == std::string_view::npos) break;
    size_t name = equals;
    while (name > from && IsLetter(text[name - 1])) --name;
    // The value ends before the next ", NAME=".
    const size_t next = text.find('=', equals + 1);
    const size_t end = next == std::string_view::npos ? text.size() : text.rfind(", ", next);
    if (end == std::string_view::npos || end <= equals) break;
    options.push_back({section, std::string(text.substr(name, equals - name)),
                       std::string(text.substr(equals + 1, end - equals - 1))});
    from = end;
  }
  return options;
}

std::optional<int64_t> ParseFioDate(std::string_view text) {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  NextField(text);
  const std::string_view month_name = NextField(text);
  const std::optional<uint64_t> day = ParseUnsigned(NextField(text));
  const std::string_view clock = NextField(text);
  const std::optional<uint64_t> year = ParseUnsigned(NextField(text));
  const size_t month = month_name.size() == 3 ? kMonths.find(month_name) : std::string_view::npos;
  if (month == std::string_view::npos || month % 3 != 0 || !day || !year || clock.size() != 8)
    return std::nullopt;
  const std::optional<uint64_t> hours = ParseUnsigned(clock.substr(0, 2));
  const std::optional<uint64_t> minutes = ParseUnsigned(clock.substr(3, 2));
  const std::optional<uint64_t> seconds = ParseUnsigned(clock.substr(6, 2));
  if (!hours || !minutes || !seconds || *day < 1 || *day > 31 || *year < 1970 || *year > 9999)
    return std::nullopt;
  const std::chrono::sys_days days = std::chrono::year(static_cast<int>(*year)) /
                                     std::chrono::month(static_cast<unsigned>(month / 3 + 1)) /
                                     std::chrono::day(static_cast<unsigned>(*day));
  const int64_t day_seconds = static_cast<int64_t>(*hours * 3600 + *minutes * 60 + *seconds);
  return (days.time_since_epoch().count() * int64_t{86400} + day_seconds) * 1000;
}

}  // namespace regress
