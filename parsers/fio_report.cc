// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "parsers/fio_number.h"
#include "parsers/fio_record.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxJoined = 4;   // physical lines of one record
constexpr size_t kMaxForeign = 3;  // lines of other text that end a job
constexpr std::string_view kClients = "All clients";

constexpr std::array<std::string_view, 4> kLabels = {"read", "write", "trim", "mixed"};
constexpr std::array<std::string_view, 4> kGroupLabels = {"READ", "WRITE", "TRIM", "MIXED"};

// What tells that a record goes on in the next line, and that this line goes on with one.
bool IsCut(FioLineKind kind, std::string_view text) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  switch (kind) {
    case FioLineKind::kHeader:
      return !has("err=");
    case FioLineKind::kDirection:
      return has("IOPS=") ? !has("msec)") : !has("runt=");
    case FioLineKind::kGroup:
      return has("aggrb=") ? !has("maxt=") : !has("run=");
    case FioLineKind::kLatency:
      return !has("stdev=");
    default:
      return false;
  }
}

bool IsContinuation(std::string_view text) {
  constexpr auto kHints = std::to_array<std::string_view>(
      {"msec", "B/s", "bit/s", "stdev=", "avg=", "max=", "io=", "run=", "runt=", "err=", "bw=",
       "BW=", "iops=", "mint=", "maxt=", "zone resets"});
  return std::any_of(kHints.begin(), kHints.end(), [&](std::string_view hint) {
    return text.find(hint) != std::string_view::npos;
  });
}

std::optional<FioDirection> FindDirection(std::string_view text,
                                          const std::array<std::string_view, 4>& labels,
                                          size_t& at) {
  for (size_t i = 0; i < labels.size(); ++i) {
    for (at = text.find(labels[i]); at != std::string_view::npos;
         at = text.find(labels[i], at + 1)) {
      if (at > 0 && !IsBlank(text[at - 1]) && text[at - 1] != ':') continue;
      if (TrimLeft(text.substr(at + labels[i].size())).starts_with(':'))
        return static_cast<FioDirection>(i);
    }
  }
  return std::nullopt;
}

// "Mon Nov 30 08:38:06 2026" as if it were UTC: the zone is not printed.
std::optional<int64_t> ParseDate(std::string_view text) {
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

std::string_view BucketUnit(std::string_view unit) {
  return unit == "nsec" ? "ns" : unit == "usec" ? "us" : unit == "msec" ? "ms" : "";
}

}  // namespace

class FioReportReader::Impl {
 public:
  Impl(const std::string& path, FioCounters& counters, Sinks sinks)
      : path_(path), counters_(counters), sinks_(std::move(sinks)) {}

  // ETA lines end in CR, so that several stand on one physical line.
  void Line(std::string_view text, SourceRef at) {
    while (true) {
      const size_t end = text.find('\r');
      Piece(text.substr(0, end), at);
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
      at.column += static_cast<uint32_t>(end + 1);
      if (text.empty()) break;
    }
  }

  void Flush() {
    EndRecord();
    EndSnapshot();
  }

  uint64_t recognised() const { return recognised_; }

 private:
  void Piece(std::string_view text, SourceRef at) {
    // "<host> " stands before the lines of a server.
    if (text.starts_with('<')) {
      const size_t close = text.find("> ");
      if (close != std::string_view::npos && close < 80 &&
          ClassifyFioLine(text.substr(close + 2)) != FioLineKind::kNone) {
        at.column += static_cast<uint32_t>(close + 2);
        text.remove_prefix(close + 2);
      }
    }
    const FioLineKind kind = ClassifyFioLine(text);
    if (!record_.empty()) {
      if (kind == FioLineKind::kNone && record_.lines() < kMaxJoined && IsContinuation(text)) {
        record_.Append(Trim(text), at);
        if (!IsCut(record_kind_, record_.text())) EndRecord();
        return;
      }
      EndRecord();
    }
    if (kind == FioLineKind::kNone) {
      Foreign(Trim(text));
      return;
    }
    foreign_ = 0;
    ++recognised_;
    if (kind != FioLineKind::kPercentile) percentile_unit_ = 0;
    record_.Set(text, at);
    record_kind_ = kind;
    if (!IsCut(kind, record_.text())) EndRecord();
  }

  void Foreign(std::string_view text) {
    if (text.empty() || text.starts_with("Jobs: ")) return;
    percentile_unit_ = 0;
    if (++foreign_ >= kMaxForeign) job_open_ = false;
  }

  void EndRecord() {
    if (record_.empty()) return;
    Process();
    record_.Clear();
  }

  void Process() {
    switch (record_kind_) {
      case FioLineKind::kHeader:
        return Header();
      case FioLineKind::kDirection:
        return DirectionLine();
      case FioLineKind::kLatency:
        return Latency();
      case FioLineKind::kPercentiles:
        return PercentileHeading();
      case FioLineKind::kPercentile:
        return Percentiles();
      case FioLineKind::kShares:
        return Shares();
      case FioLineKind::kSyncHeading:
        direction_ = FioDirection::kSync;
        return;
      case FioLineKind::kProcessor:
        return Processor();
      case FioLineKind::kIssued:
        return Issued();
      case FioLineKind::kStatus:
        return Status();
      case FioLineKind::kGroup:
        return Group();
      case FioLineKind::kDisk:
        job_open_ = false;
        ended_ = true;
        return;
      case FioLineKind::kVersion:
      case FioLineKind::kSection:
      case FioLineKind::kHost:
        return Preamble();
      case FioLineKind::kError:
        if (const size_t at = record_.text().find("error="); at != std::string_view::npos)
          sinks_.error(Trim(record_.text().substr(at + 6)));
        return;
      case FioLineKind::kOther:
      case FioLineKind::kNone:
        return;
    }
  }

  FioSnapshot& Snapshot() {
    if (!snapshot_) {
      snapshot_.emplace();
      snapshot_->format = FioFormat::kReport;
      snapshot_->at = record_.At(0);
    }
    return *snapshot_;
  }

  void EndSnapshot() {
    job_open_ = false;
    ended_ = false;
    group_id_ = 0;
    group_seen_.clear();
    percentile_unit_ = 0;
    if (!snapshot_) return;
    FioSnapshot done = std::move(*snapshot_);
    snapshot_.reset();
    if (!done.jobs.empty() || !done.group.empty()) sinks_.snapshot(std::move(done));
  }

  FioJob& OpenJob(std::string id, std::string name) {
    FioJob& job = Snapshot().jobs.emplace_back();
    job.id = std::move(id);
    job.name = std::move(name);
    job.at = record_.At(0);
    job_open_ = true;
    direction_.reset();
    has_direction_ = {};
    return job;
  }

  FioJob& Job() { return snapshot_->jobs.back(); }
  FioEmitter Emitter() { return {path_, Job().id, Job().measurements}; }
  bool HasJob() const { return job_open_ && snapshot_ && !snapshot_->jobs.empty(); }

  // mix: (groupid=0, jobs=2): err=28 (file:io_u.c:1876, func=io_u error, error=No space left on
  // device): pid=7970: Mon Nov 30 08:38:06 2026
  void Header() {
    const std::string_view text = record_.text();
    const size_t group = text.rfind(": (groupid=");
    const std::string_view name = Trim(text.substr(0, group));
    const FioField error = record_.Find("err=", group);
    const std::optional<double> number = ParseDouble(error.value);
    if (!number || *number < 0 || *number > 1e6) return;
    if (ended_ && name != kClients && !client_mode_) EndSnapshot();
    FioJob& job = OpenJob(fmt::format("job{}:{}", counters_.report_jobs, name), std::string(name));
    ++counters_.report_jobs;
    job.error = static_cast<int64_t>(*number);
    const size_t message = text.find("error=", group);
    if (const size_t end = text.find("): pid=", group);
        message != std::string_view::npos && end != std::string_view::npos && message < end)
      job.error_text = std::string(text.substr(message + 6, end - message - 6));
    const FioField pid = record_.Find("pid=", group);
    job.pid = ParseUnsigned(pid.value).value_or(0);
    if (const size_t end = text.find(": ", pid.offset); end != std::string_view::npos)
      snapshot_->time_ms = ParseDate(text.substr(end + 2));
    Emitter().Plain("error", "errno", *number, Precision::kExact, record_.At(error.offset));
  }

  void DirectionLine() {
    const std::string_view text = record_.text();
    size_t label = 0;
    const std::optional<FioDirection> direction = FindDirection(text, kLabels, label);
    if (!direction) return;
    std::string_view prefix = Trim(text.substr(0, label));
    while (prefix.ends_with(':')) prefix.remove_suffix(1);
    if (!prefix.empty() || !HasJob() || has_direction_[static_cast<size_t>(*direction)]) {
      if (ended_ && !client_mode_) EndSnapshot();
      OpenJob(fmt::format("job{}:{}", counters_.nameless_jobs, prefix), std::string(prefix));
      ++counters_.nameless_jobs;
    }
    direction_ = direction;
    has_direction_[static_cast<size_t>(*direction)] = true;
    const bool is_new = text.find("IOPS=") != std::string_view::npos;
    const FioStyle style = is_new ? FioStyle::kNew : FioStyle::kOld;
    const FioField iops = record_.Find(is_new ? "IOPS=" : "iops=", label);
    const FioField bw = record_.Find(is_new ? "BW=" : "bw=", label);
    const std::optional<double> rate = ParseCount(iops.value);
    const std::optional<FioSize> speed = ParseSize(bw.value, style);
    FioField io = record_.Find("io=", label);
    FioField runtime = record_.Find("runt=", label);
    if (is_new) SplitDone(label, io, runtime);
    const std::optional<FioSize> done = ParseSize(io.value, style);
    if (rate.value_or(0) == 0 && speed && speed->mebibytes == 0 && done && done->mebibytes == 0) {
      if (*direction == FioDirection::kMixed)
        Snapshot().diagnostics.push_back(
            {Severity::kWarning,
             {path_, record_.At(label)},
             "fio before 3.39 prints 0 for the sum of both directions: "
             "left out",
             "",
             ""});
      return;
    }
    FioEmitter emitter = Emitter();
    const Precision rounded = is_new ? Precision::kRounded : Precision::kRemainder;
    if (rate)
      emitter.Add(*direction, "iops", "1/s", *rate, Precision::kRounded, record_.At(iops.offset));
    if (speed)
      emitter.Add(*direction, "bw_MBps", "MiB/s", speed->mebibytes, rounded, record_.At(bw.offset));
    if (done)
      emitter.Add(*direction, "io_bytes", "B", done->mebibytes * 1024 * 1024, rounded,
                  record_.At(io.offset));
    if (const std::optional<double> ms = Milliseconds(runtime.value)) {
      emitter.Add(*direction, "runtime_ms", "ms", *ms, Precision::kExact,
                  record_.At(runtime.offset));
      Job().Progress(*direction).runtime_ms = ms;
    }
  }

  // "(96.3MiB/2024msec)"
  void SplitDone(size_t from, FioField& io, FioField& runtime) {
    const std::string_view text = record_.text();
    const size_t end = text.find("msec)", from);
    if (end == std::string_view::npos) return;
    const size_t open = text.rfind('(', end);
    const size_t slash = text.rfind('/', end);
    if (open == std::string_view::npos || slash == std::string_view::npos || slash < open) return;
    io = {text.substr(open + 1, slash - open - 1), open + 1};
    runtime = {text.substr(slash + 1, end + 4 - slash - 1), slash + 1};
  }

  // "2024msec"
  static std::optional<double> Milliseconds(std::string_view text) {
    if (!text.ends_with("msec")) return std::nullopt;
    text.remove_suffix(4);
    return ParseScaled(text, 1);
  }

  //     clat (usec): min=3, max=8193, avg=119.02, stdev=392.66
  void Latency() {
    if (!HasJob() || !direction_) return;
    std::string_view family = Trim(record_.text());
    const size_t open = record_.text().find('(');
    const size_t close = record_.text().find(')', open);
    if (open == std::string_view::npos || close == std::string_view::npos) return;
    family = Trim(family.substr(0, family.find('(')));
    const uint64_t unit = NanosecondsPer(record_.text().substr(open + 1, close - open - 1));
    if (unit == 0) return;
    FioDirection direction = *direction_;
    if (family == "sync") {
      direction = FioDirection::kSync;
      family = "lat";
    }
    struct Stat {
      std::string_view key;
      std::string_view name;
      Precision precision;
    };
    constexpr std::array<Stat, 4> kStats = {{{"min=", "min", Precision::kTruncated},
                                             {"max=", "max", Precision::kTruncated},
                                             {"avg=", "mean", Precision::kRounded},
                                             {"stdev=", "stddev", Precision::kRounded}}};
    FioEmitter emitter = Emitter();
    for (const Stat& stat : kStats) {
      const FioField field = record_.Find(stat.key, close);
      if (const std::optional<double> value = ParseCount(field.value, unit))
        emitter.Latency(direction, family, stat.name, *value, stat.precision,
                        record_.At(field.offset));
    }
  }

  //     clat percentiles (usec):
  void PercentileHeading() {
    const std::string_view text = Trim(record_.text());
    const size_t open = text.rfind('(');
    const size_t close = text.find(')', open);
    percentile_unit_ = 0;
    if (close == std::string_view::npos) return;
    std::string_view rest = text;
    percentile_family_ = NextField(rest);
    // Families of one IO priority have more words before "percentiles".
    if (!TrimLeft(rest).starts_with("percentiles")) return;
    percentile_unit_ = NanosecondsPer(text.substr(open + 1, close - open - 1));
  }

  //      |  1.00th=[   34],  5.00th=[   39], 10.00th=[   41], 20.00th=[   44],
  void Percentiles() {
    if (!HasJob() || !direction_ || percentile_unit_ == 0) return;
    FioDirection direction = *direction_;
    std::string_view family = percentile_family_;
    if (family == "sync") {
      direction = FioDirection::kSync;
      family = "lat";
    }
    const std::string_view text = record_.text();
    FioEmitter emitter = Emitter();
    for (size_t at = text.find("th=["); at != std::string_view::npos;
         at = text.find("th=[", at + 1)) {
      size_t begin = at;
      while (begin > 0 && (IsDigit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
      const size_t close = text.find(']', at);
      if (close == std::string_view::npos) break;
      const std::string_view number = Trim(text.substr(at + 4, close - at - 4));
      if (const std::optional<double> value = ParseCount(number, percentile_unit_))
        emitter.Percentile(direction, family, text.substr(begin, at - begin), *value,
                           Precision::kRounded, record_.At(begin));
    }
  }

  //   lat (usec)   : 4=4.85%, 10=91.18%
  void Shares() {
    if (!HasJob()) return;
    const std::string_view text = record_.text();
    const size_t open = text.find('(');
    const size_t close = text.find(')', open);
    const std::string_view unit = BucketUnit(text.substr(open + 1, close - open - 1));
    size_t at = text.find(':', close);
    if (unit.empty() || at == std::string_view::npos) return;
    FioEmitter emitter = Emitter();
    while (at < text.size()) {
      ++at;
      const size_t end = std::min(text.find(',', at), text.size());
      const std::string_view pair = Trim(text.substr(at, end - at));
      const size_t equals = pair.rfind('=');
      if (equals != std::string_view::npos && pair.ends_with('%')) {
        const std::string_view share = pair.substr(equals + 1, pair.size() - equals - 2);
        if (const std::optional<double> value = ParseScaled(share, 1))
          emitter.Bucket(pair.substr(0, equals), unit, *value, Precision::kRounded,
                         record_.At(static_cast<size_t>(pair.data() - text.data())));
      }
      at = end;
    }
  }

  //   cpu          : usr=0.94%, sys=6.92%, ctx=721, majf=0, minf=13
  void Processor() {
    if (!HasJob()) return;
    struct Item {
      std::string_view key;
      std::string_view name;
    };
    constexpr std::array<Item, 5> kItems = {{{"usr=", "usr_cpu"},
                                             {"sys=", "sys_cpu"},
                                             {"ctx=", "ctx"},
                                             {"majf=", "majf"},
                                             {"minf=", "minf"}}};
    FioEmitter emitter = Emitter();
    for (const Item& item : kItems) {
      FioField field = record_.Find(item.key, 0);
      const bool percent = field.value.ends_with('%');
      if (percent) field.value.remove_suffix(1);
      if (const std::optional<double> value = ParseScaled(field.value, 1))
        emitter.Plain(item.name, percent ? "%" : "count", *value,
                      percent ? Precision::kRounded : Precision::kExact, record_.At(field.offset));
    }
  }

  //      issued rwts: total=0,3593,0,0 short=0,0,0,0 dropped=0,0,0,0
  //      issued    : total=r=451036/w=301798/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0
  void Issued() {
    if (!HasJob()) return;
    constexpr std::array<FioDirection, 4> kOrder = {FioDirection::kRead, FioDirection::kWrite,
                                                    FioDirection::kTrim, FioDirection::kSync};
    for (const std::string_view key : {"total=", "short=", "dropped=", "drop="}) {
      const size_t from = record_.text().find(key);
      if (from == std::string_view::npos) continue;
      size_t at = from + key.size();
      for (const FioDirection direction : kOrder) {
        const std::string_view text = record_.text();
        while (at < text.size() && (IsLetter(text[at]) || text[at] == '=')) ++at;  // "r="
        const size_t begin = at;
        while (at < text.size() && IsDigit(text[at])) ++at;
        const std::optional<double> count = ParseScaled(text.substr(begin, at - begin), 1);
        if (!count) break;
        const bool active =
            direction == FioDirection::kSync || has_direction_[static_cast<size_t>(direction)];
        if (*count > 0 && active) {
          if (key == "total=") {
            Emitter().Add(direction, "total_ios", "count", *count, Precision::kExact,
                          record_.At(begin));
          } else {
            Snapshot().diagnostics.push_back(
                {Severity::kWarning,
                 {path_, record_.At(begin)},
                 fmt::format("{} {} {} requests", text.substr(begin, at - begin),
                             key.starts_with("short") ? "short" : "drop", Name(direction)),
                 "",
                 ""});
          }
        }
        if (at >= text.size() || (text[at] != ',' && text[at] != '/')) break;
        if (at + 1 < text.size() && IsBlank(text[at + 1])) break;
        ++at;
      }
    }
  }

  // Run status group 0 (all jobs):
  void Status() {
    const std::string_view text = record_.text();
    std::string_view rest = text.substr(text.find("group") + 5);
    const std::optional<uint64_t> id = ParseUnsigned(NextField(rest));
    const uint32_t group = id && *id < 1000000 ? static_cast<uint32_t>(*id) : 0;
    if (!client_mode_ && snapshot_ && SeenGroup(group, FioDirection::kSync)) EndSnapshot();
    job_open_ = false;
    ended_ = true;
    group_id_ = group;
    group_seen_.push_back({group, FioDirection::kSync});  // the heading itself
  }

  bool SeenGroup(uint32_t id, FioDirection direction) const {
    return std::find(group_seen_.begin(), group_seen_.end(), std::pair(id, direction)) !=
           group_seen_.end();
  }

  //   WRITE: bw=47.6MiB/s (49.9MB/s), 47.6MiB/s-47.6MiB/s (49.9MB/s-49.9MB/s), io=96.3MiB (101MB),
  //   run=2024-2024msec
  //   WRITE: io=1178.1MB, aggrb=1173.4MB/s, minb=1173.4MB/s, maxb=1173.4MB/s, mint=1005msec,
  //   maxt=1005msec
  void Group() {
    const std::string_view text = record_.text();
    size_t label = 0;
    const std::optional<FioDirection> direction = FindDirection(text, kGroupLabels, label);
    if (!direction) return;
    const bool is_old = text.find("aggrb=") != std::string_view::npos;
    const FioStyle style = is_old ? FioStyle::kOld : FioStyle::kNew;
    const FioField bw = record_.Find(is_old ? "aggrb=" : "bw=", label);
    const std::optional<FioSize> speed = ParseSize(bw.value, style);
    if (!speed) return;
    if (!client_mode_ && SeenGroup(group_id_, *direction)) EndSnapshot();
    group_seen_.push_back({group_id_, *direction});
    job_open_ = false;
    ended_ = true;
    const std::string job = "group";
    FioEmitter emitter(path_, job, Snapshot().group);
    const Precision precision = is_old ? Precision::kRemainder : Precision::kRounded;
    // A total that is printed in bytes stays in bytes.
    const std::string_view unit = speed->token.substr(speed->number.size());
    if (unit.empty() || unit == "B/s") {
      emitter.Add(*direction, "bw_Bps", "B/s", ParseScaled(speed->number, 1).value_or(0), precision,
                  record_.At(bw.offset));
    } else {
      emitter.Add(*direction, "bw_MBps", "MiB/s", speed->mebibytes, precision,
                  record_.At(bw.offset));
    }
    const FioField io = record_.Find("io=", label);
    if (const std::optional<FioSize> done = ParseSize(io.value, style))
      emitter.Add(*direction, "io_bytes", "B", done->mebibytes * 1024 * 1024, precision,
                  record_.At(io.offset));
    FioField run = record_.Find(is_old ? "maxt=" : "run=", label);
    const size_t dash = run.value.find('-');
    if (dash != std::string_view::npos) {
      run.value.remove_prefix(dash + 1);
      run.offset += dash + 1;
    }
    if (const std::optional<double> ms = Milliseconds(run.value))
      emitter.Add(*direction, "runtime_ms", "ms", *ms, Precision::kExact, record_.At(run.offset));
  }

  void Preamble() {
    EndSnapshot();
    client_mode_ = record_kind_ == FioLineKind::kHost ||
                   (client_mode_ && record_kind_ == FioLineKind::kSection);
    if (record_kind_ != FioLineKind::kSection) sections_ = 0;
    FioPreamble preamble;
    const std::string_view text = Trim(record_.text());
    if (record_kind_ == FioLineKind::kVersion) {
      preamble.version = std::string(text);
    } else if (record_kind_ == FioLineKind::kHost) {
      preamble.version = std::string(record_.Find("fio=", 0).value);
      preamble.host = std::string(record_.Find("hostname=", 0).value);
    } else {
      const size_t at = text.rfind(": (g=");
      size_t from = text.find("): ", at);
      while (from < text.size()) {
        const size_t equals = text.find('=', from);
        if (equals == std::string_view::npos) break;
        size_t name = equals;
        while (name > from && IsLetter(text[name - 1])) --name;
        // The value ends before the next ", NAME=".
        size_t end = text.find('=', equals + 1);
        end = end == std::string_view::npos ? text.size() : text.rfind(", ", end);
        if (end == std::string_view::npos || end <= equals) break;
        preamble.options.push_back({sections_, std::string(text.substr(name, equals - name)),
                                    std::string(text.substr(equals + 1, end - equals - 1))});
        from = end;
      }
      ++sections_;
    }
    sinks_.preamble(preamble);
  }

  const std::string& path_;
  FioCounters& counters_;
  Sinks sinks_;
  FioRecord record_;
  FioLineKind record_kind_ = FioLineKind::kNone;
  std::optional<FioSnapshot> snapshot_;
  bool job_open_ = false;     // lines belong to the last job of the snapshot
  bool ended_ = false;        // the totals were seen
  bool client_mode_ = false;  // reports of several servers follow each other
  std::optional<FioDirection> direction_;
  std::array<bool, kFioDirections> has_direction_ = {};
  std::string percentile_family_;
  uint64_t percentile_unit_ = 0;  // nanoseconds, 0 outside a block
  uint32_t group_id_ = 0;
  std::vector<std::pair<uint32_t, FioDirection>> group_seen_;
  uint32_t sections_ = 0;
  size_t foreign_ = 0;
  uint64_t recognised_ = 0;
};

FioReportReader::FioReportReader(const std::string& path, FioCounters& counters, Sinks sinks)
    : impl_(std::make_unique<Impl>(path, counters, std::move(sinks))) {}
FioReportReader::~FioReportReader() = default;
void FioReportReader::Line(std::string_view text, SourceRef at) {
  impl_->Line(text, at);
}
void FioReportReader::Flush() {
  impl_->Flush();
}
uint64_t FioReportReader::recognised() const {
  return impl_->recognised();
}

}  // namespace regress
