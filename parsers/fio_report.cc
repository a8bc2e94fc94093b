// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "parsers/fio_number.h"
#include "parsers/fio_record.h"
#include "parsers/fio_report_claims.h"
#include "parsers/fio_rows.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxJoined = 4;   // physical lines of one record
constexpr size_t kMaxForeign = 3;  // lines of other text that end a job
constexpr std::string_view kClients = "All clients";

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
  void Warn(size_t offset, std::string message) {
    Diagnostic warning;
    warning.source = {path_, record_.At(offset)};
    warning.message = std::move(message);
    Snapshot().diagnostics.push_back(std::move(warning));
  }

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
    if (kind != FioLineKind::kPercentile) percentiles_ = {};
    record_.Set(text, at);
    record_kind_ = kind;
    if (!IsCut(kind, record_.text())) EndRecord();
  }

  void Foreign(std::string_view text) {
    if (text.empty() || text.starts_with("Jobs: ")) return;
    percentiles_ = {};
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
        return JobRates();
      case FioLineKind::kLatency:
      case FioLineKind::kPercentiles:
      case FioLineKind::kPercentile:
      case FioLineKind::kShares:
      case FioLineKind::kProcessor:
        return JobRow();
      case FioLineKind::kSyncHeading:
        direction_ = FioDirection::kSync;
        return;
      case FioLineKind::kIssued:
        return Issued();
      case FioLineKind::kSamples:
        if (const FioField samples = record_.Find("samples=", 0); HasJob() && direction_)
          Job().CountSamples(ParseUnsigned(samples.value), record_.At(samples.offset));
        return;
      case FioLineKind::kStatus:
        return Status();
      case FioLineKind::kGroup:
        return GroupRates();
      case FioLineKind::kDisk:
        if (snapshot_) snapshot_->has_disks = true;
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
    work_.Clear();
    percentiles_ = {};
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
    job.group = static_cast<int64_t>(
        ParseUnsigned(record_.Find("groupid=", group).value).value_or(0) & 0x7fffffff);
    const size_t message = text.find("error=", group);
    if (const size_t end = text.find("): pid=", group);
        message != std::string_view::npos && end != std::string_view::npos && message < end)
      job.error_text = std::string(text.substr(message + 6, end - message - 6));
    const FioField pid = record_.Find("pid=", group);
    job.pid = ParseUnsigned(pid.value).value_or(0);
    if (const size_t end = text.find(": ", pid.offset); end != std::string_view::npos)
      snapshot_->time_ms = ParseFioDate(text.substr(end + 2));
    Emitter().Plain("error", "errno", *number, Precision::kExact, record_.At(error.offset));
  }

  // Rows that need no more than the job and the direction they stand under.
  void JobRow() {
    if (!HasJob()) return;
    FioEmitter emitter = Emitter();
    if (record_kind_ == FioLineKind::kShares) return ReadSharesRow(record_, emitter);
    if (record_kind_ == FioLineKind::kProcessor) return ReadProcessorRow(record_, emitter);
    if (!direction_) return;
    if (record_kind_ == FioLineKind::kLatency) return ReadLatencyRow(record_, *direction_, emitter);
    if (record_kind_ == FioLineKind::kPercentiles) {
      percentiles_ = ReadPercentileHeading(record_);
    } else if (percentiles_.nanoseconds != 0) {
      ReadPercentileRow(record_, percentiles_, *direction_, emitter);
    }
  }

  void JobRates() {
    const std::optional<FioRateRow> row = ReadJobRates(record_);
    if (!row) return;
    const auto index = static_cast<size_t>(row->direction);
    if (!row->prefix.empty() || !HasJob() || has_direction_[index]) {
      if (ended_ && !client_mode_) EndSnapshot();
      OpenJob(fmt::format("job{}:{}", counters_.nameless_jobs, row->prefix),
              std::string(row->prefix));
      ++counters_.nameless_jobs;
    }
    direction_ = row->direction;
    has_direction_[index] = true;
    if (row->IsZero()) {
      if (row->direction == FioDirection::kMixed)
        Warn(row->label, "fio before 3.39 prints 0 for the sum of both directions: left out");
      return;
    }
    FioEmitter emitter = Emitter();
    if (row->iops_value) {
      emitter.Add(row->direction, "iops", "1/s", *row->iops_value, Precision::kRounded,
                  record_.At(row->iops.offset));
    }
    EmitRates(*row, emitter);
    Job().Progress(row->direction).runtime_ms = row->runtime_ms;
    AddRateClaims(*row, record_, path_, Snapshot().claims);
    work_.Add(Job().group, *row, {path_, record_.At(row->done ? row->done->offset : 0)});
  }

  // Bandwidth, work and time of a job or a group.
  void EmitRates(const FioRateRow& row, FioEmitter& emitter) const {
    const Precision precision =
        row.style == FioStyle::kNew ? Precision::kRounded : Precision::kRemainder;
    if (row.rate)
      emitter.Add(row.direction, "bw_MBps", "MiB/s", row.rate->size.mebibytes, precision,
                  record_.At(row.rate->offset));
    if (row.done)
      emitter.Add(row.direction, "io_bytes", "B", row.done->size.mebibytes * 1024 * 1024, precision,
                  record_.At(row.done->offset));
    if (row.runtime_ms)
      emitter.Add(row.direction, "runtime_ms", "ms", *row.runtime_ms, Precision::kExact,
                  record_.At(row.runtime.offset));
  }

  void Issued() {
    if (!HasJob()) return;
    for (const FioIssued& issued : ReadIssuedRow(record_)) {
      const auto index = static_cast<size_t>(issued.direction);
      const bool active = issued.direction == FioDirection::kSync || has_direction_[index];
      if (issued.value <= 0 || !active) continue;
      if (issued.kind != "total") {
        Warn(issued.count.offset, fmt::format("{} {} {} requests", issued.count.value, issued.kind,
                                              Name(issued.direction)));
        continue;
      }
      Emitter().Add(issued.direction, "total_ios", "count", issued.value, Precision::kExact,
                    record_.At(issued.count.offset));
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

  void GroupRates() {
    const std::optional<FioRateRow> row = ReadGroupRates(record_);
    if (!row) return;
    if (!client_mode_ && SeenGroup(group_id_, row->direction)) EndSnapshot();
    group_seen_.push_back({group_id_, row->direction});
    job_open_ = false;
    ended_ = true;
    const std::string job = "group";
    FioEmitter emitter(path_, job, Snapshot().group);
    const std::string_view unit = row->rate->size.token.substr(row->rate->size.number.size());
    if (unit.empty() || unit == "B/s") {
      // A total that is printed in bytes stays in bytes.
      FioRateRow rest = *row;
      rest.rate.reset();
      emitter.Add(row->direction, "bw_Bps", "B/s",
                  ParseScaled(row->rate->size.number, 1).value_or(0), Precision::kRounded,
                  record_.At(row->rate->offset));
      EmitRates(rest, emitter);
    } else {
      EmitRates(*row, emitter);
    }
    AddRateClaims(*row, record_, path_, Snapshot().claims);
    if (!client_mode_) work_.AddClaim(group_id_, *row, record_, path_, Snapshot().claims);
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
      preamble.options = ReadSectionRow(record_, sections_);
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
  FioPercentileHeading percentiles_;  // of the block that is open
  FioGroupWork work_;                 // of the jobs of the snapshot
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
