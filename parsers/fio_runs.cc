// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <iterator>
#include <system_error>
#include <utility>

#include "parsers/fio_phases.h"

namespace regress {
namespace {

constexpr std::string_view kClients = "All clients";
constexpr double kSlackMs = 50;           // between the stamp of a document and its figures
constexpr double kSlackSecondsMs = 1000;  // where the stamp counts seconds
constexpr double kLeastGrowthMs = 100;    // between states without stamps
constexpr double kLeastGrowthRatio = 0.05;

bool SameNames(const FioSnapshot& a, const FioSnapshot& b) {
  return a.jobs.size() == b.jobs.size() &&
         std::equal(a.jobs.begin(), a.jobs.end(), b.jobs.begin(),
                    [](const FioJob& x, const FioJob& y) { return x.name == y.name; });
}

struct Growth {
  bool shrank = false;      // a counter went back
  double runtime_ms = 0;    // the largest growth of a job's direction
  double runtime_from = 0;  // and what it grew from
  double kibibytes = 0;
};

Growth GrowthOf(const FioSnapshot& previous, const FioSnapshot& next) {
  Growth growth;
  for (size_t job = 0; job < std::min(previous.jobs.size(), next.jobs.size()); ++job) {
    for (size_t i = 0; i < kFioDirections; ++i) {
      const FioProgress& before = previous.jobs[job].progress[i];
      const FioProgress& after = next.jobs[job].progress[i];
      const double ms = after.runtime_ms.value_or(0) - before.runtime_ms.value_or(0);
      const double done = after.kibibytes.value_or(0) - before.kibibytes.value_or(0);
      growth.shrank |= ms < 0 || done < 0;
      growth.kibibytes = std::max(growth.kibibytes, done);
      if (ms > growth.runtime_ms) {
        growth.runtime_ms = ms;
        growth.runtime_from = before.runtime_ms.value_or(0);
      }
    }
  }
  return growth;
}

// Process ids of a report tell it all.
std::optional<bool> SameProcesses(const FioSnapshot& previous, const FioSnapshot& next) {
  bool known = false;
  for (size_t i = 0; i < std::min(previous.jobs.size(), next.jobs.size()); ++i) {
    const uint64_t before = previous.jobs[i].pid;
    const uint64_t after = next.jobs[i].pid;
    if (before == 0 || after == 0) continue;
    if (before != after) return false;
    known = true;
  }
  return known ? std::optional(true) : std::nullopt;
}

// What the error number means in words.
std::string ErrorName(int64_t error) {
  if (error <= 0 || error > 4095) return "unknown";
  return std::generic_category().message(static_cast<int>(error));
}

}  // namespace

bool IsLaterState(const FioSnapshot& previous, const FioSnapshot& next) {
  if (!SameNames(previous, next) || previous.jobs.empty()) return false;
  if (!previous.version.empty() && !next.version.empty() && previous.version != next.version)
    return false;
  if (previous.options != next.options) return false;
  if (previous.format == FioFormat::kReport) {
    if (const std::optional<bool> same = SameProcesses(previous, next)) return *same;
    return false;
  }
  if (previous.job_start && next.job_start) return *previous.job_start == *next.job_start;
  const Growth growth = GrowthOf(previous, next);
  if (growth.shrank) return false;
  if (previous.time_ms && next.time_ms) {
    const auto elapsed = static_cast<double>(*next.time_ms - *previous.time_ms);
    const bool whole_seconds = *previous.time_ms % 1000 == 0 && *next.time_ms % 1000 == 0;
    const double slack = (whole_seconds ? kSlackSecondsMs : kSlackMs) + elapsed / 4;
    return elapsed >= 0 && std::abs(elapsed - growth.runtime_ms) <= slack;
  }
  return growth.kibibytes > 0 && growth.runtime_ms >= kLeastGrowthMs &&
         growth.runtime_ms >= growth.runtime_from * kLeastGrowthRatio;
}

bool IsSameState(const FioSnapshot& a, const FioSnapshot& b) {
  if (!a.version.empty() && !b.version.empty() && a.version != b.version) return false;
  // A report leaves out jobs that did nothing.
  const FioSnapshot& shorter = a.jobs.size() <= b.jobs.size() ? a : b;
  const FioSnapshot& longer = a.jobs.size() <= b.jobs.size() ? b : a;
  size_t at = 0;
  for (const FioJob& job : shorter.jobs) {
    while (at < longer.jobs.size() && longer.jobs[at].name != job.name) ++at;
    if (at == longer.jobs.size()) return false;
    for (size_t i = 0; i < kFioDirections; ++i) {
      const auto& x = job.progress[i].runtime_ms;
      const auto& y = longer.jobs[at].progress[i].runtime_ms;
      if (x && y && *x != *y) return false;
    }
    ++at;
  }
  return true;
}

class FioRuns::Impl {
 public:
  Impl(const std::string& path, FioCounters& counters, const BundleSink& sink)
      : path_(path), counters_(counters), sink_(sink) {}

  void Preamble(const FioPreamble& preamble) {
    if (!open_) {
      EndRun();
      preamble_.emplace();
      error_text_.clear();
    }
    open_ = true;
    if (!preamble.version.empty()) preamble_->version = preamble.version;
    if (!preamble.host.empty()) preamble_->host = preamble.host;
    preamble_->options.insert(preamble_->options.end(), preamble.options.begin(),
                              preamble.options.end());
  }

  void ErrorText(std::string_view text) {
    if (error_text_.empty()) error_text_ = text;
  }

  void Note(Diagnostic diagnostic) { notes_.push_back(std::move(diagnostic)); }

  void Add(FioSnapshot&& snapshot) {
    if (!open_ && !Continues(snapshot)) EndRun();
    open_ = false;
    if (snapshot.format == FioFormat::kJson) phases_.Add(snapshot);
    Supersede(snapshot.format);
    held_.push_back({std::move(snapshot), false});
    while (!held_.empty() && held_.front().superseded) {
      EvidenceBundle bundle;
      bundle.format = "fio";
      Deliver(held_.front(), false, bundle);
      held_.pop_front();
      sink_(std::move(bundle));
    }
  }

  std::string Description() const {
    if (runs_ == 0) return "";
    std::string text = runs_ == 1 ? "1 run" : fmt::format("{} runs", runs_);
    if (mixed_) return text + " of several versions";
    return version_.empty() ? text : text + " of " + version_;
  }

  void Finish() {
    EndRun();
    if (notes_.empty()) return;
    EvidenceBundle bundle;
    bundle.format = "fio";
    bundle.diagnostics = std::move(notes_);
    notes_.clear();
    sink_(std::move(bundle));
  }

 private:
  struct Held {
    FioSnapshot snapshot;
    bool superseded = false;  // a later state of the same format is there
  };

  bool Continues(const FioSnapshot& snapshot) const {
    if (held_.empty()) return false;
    for (auto held = held_.rbegin(); held != held_.rend(); ++held) {
      if (held->snapshot.format == snapshot.format)
        return IsLaterState(held->snapshot, snapshot) ||
               // several formats several times: the state is that of the last other format
               (held_.back().snapshot.format != snapshot.format &&
                IsSameState(held_.back().snapshot, snapshot) &&
                held_.back().snapshot.format < snapshot.format);
    }
    return IsSameState(held_.back().snapshot, snapshot);
  }

  void Supersede(FioFormat format) {
    for (Held& held : held_) {
      if (held.superseded || held.snapshot.format != format) continue;
      held.superseded = true;
      ++states_[static_cast<size_t>(format)];
    }
  }

  void EndRun() {
    if (held_.empty()) return;
    const auto best =
        std::min_element(held_.begin(), held_.end(), [](const Held& a, const Held& b) {
          return std::pair(a.superseded, a.snapshot.format) <
                 std::pair(b.superseded, b.snapshot.format);
        });
    if (best->snapshot.format == FioFormat::kJson) phases_.Report(best->snapshot, path_);
    phases_.Clear();
    EvidenceBundle bundle;
    bundle.format = "fio";
    RunInfo info = Info(*best);
    AddOptions(info);
    const bool failed = info.failed();
    if (failed) WarnOfFailure(best->snapshot, info, bundle);
    if (const uint32_t states = states_[static_cast<size_t>(best->snapshot.format)]; states > 0)
      NoteStates(states, best->snapshot, bundle);
    states_ = {};
    for (Held& held : held_) Deliver(held, &held == &*best, bundle);
    if (runs_++ == 0) version_ = info.version;
    mixed_ |= info.version != version_;
    bundle.runs.push_back(std::move(info));
    ++counters_.runs;
    held_.clear();
    preamble_.reset();
    error_text_.clear();
    sink_(std::move(bundle));
  }

  RunInfo Info(const Held& best) const {
    const FioSnapshot& snapshot = best.snapshot;
    RunInfo info;
    info.run = counters_.runs;
    info.version = snapshot.version;
    info.host = snapshot.host;
    info.time_ms = snapshot.time_ms;
    info.source = {path_, snapshot.at};
    for (const FioJob& job : snapshot.jobs) {
      if (job.name != kClients)
        info.jobs.push_back(
            {job.id, job.group, job.bins, job.log_prefix, job.samples, job.samples_at});
    }
    for (const Held& held : held_) {
      info.disks |= held.snapshot.has_disks;
      if (info.version.empty()) info.version = held.snapshot.version;
      for (const FioJob& job : held.snapshot.jobs) {
        if (info.error == 0) info.error = job.error;
        if (info.error_text.empty() && job.error != 0) info.error_text = job.error_text;
      }
    }
    if (preamble_) {
      if (info.version.empty()) info.version = preamble_->version;
      if (info.host.empty()) info.host = preamble_->host;
    }
    if (info.error != 0 && info.error_text.empty())
      info.error_text = error_text_.empty() ? ErrorName(info.error) : error_text_;
    return info;
  }

  void AddOptions(RunInfo& info) const {
    for (const Held& held : held_) {
      if (!held.snapshot.options.empty()) info.options = held.snapshot.options;
    }
    if (info.options.empty() && preamble_) info.options = preamble_->options;
    std::sort(info.options.begin(), info.options.end());
  }

  void NoteStates(uint32_t states, const FioSnapshot& last, EvidenceBundle& bundle) const {
    Diagnostic note;
    note.severity = Severity::kNote;
    note.source = {path_, last.at};
    note.message =
        fmt::format("the last of {} states of one run: only this one counts", uint64_t{states} + 1);
    bundle.diagnostics.push_back(std::move(note));
  }

  void WarnOfFailure(const FioSnapshot& snapshot, const RunInfo& info,
                     EvidenceBundle& bundle) const {
    for (const FioJob& job : snapshot.jobs) {
      if (job.error == 0 || job.name == kClients) continue;
      Diagnostic warning;
      warning.source = {path_, job.at};
      warning.message = fmt::format(
          "fio reports error {} ({}) for job {}: the run is left out of comparisons", job.error,
          job.error == info.error ? info.error_text : ErrorName(job.error), job.name);
      warning.help = "--allow failed-runs compares it all the same";
      bundle.diagnostics.push_back(std::move(warning));
    }
  }

  void Deliver(Held& held, bool preferred, EvidenceBundle& bundle) {
    const auto move = [&](std::vector<Measurement>& measurements, bool is_preferred) {
      for (Measurement& measurement : measurements) {
        measurement.run = counters_.runs;
        measurement.preferred = is_preferred;
        bundle.measurements.push_back(std::move(measurement));
      }
    };
    // The sum of all clients would count everything twice.
    for (FioJob& job : held.snapshot.jobs)
      move(job.measurements, preferred && job.name != kClients);
    move(held.snapshot.group, preferred);
    const auto tell = [&](std::vector<Diagnostic>& diagnostics) {
      std::move(diagnostics.begin(), diagnostics.end(), std::back_inserter(bundle.diagnostics));
      diagnostics.clear();
    };
    for (Claim& claim : held.snapshot.claims) {
      // While a run goes on, requests and bytes are not counted at the same moment.
      if (held.superseded && claim.kind == ClaimKind::kProduct) continue;
      bundle.claims.push_back(std::move(claim));
    }
    held.snapshot.claims.clear();
    tell(notes_);
    // What another format of the same run says again is said once.
    if (preferred) tell(held.snapshot.diagnostics);
  }

  const std::string& path_;
  FioCounters& counters_;
  const BundleSink& sink_;
  std::deque<Held> held_;                // of the run that is going on, in the order of the input
  std::optional<FioPreamble> preamble_;  // of the run that is going on
  bool open_ = false;                    // a preamble was seen, its run was not
  FioPhases phases_;                     // of the run that is going on
  std::array<uint32_t, 3> states_ = {};  // superseded, of the run that is going on, by format
  std::string error_text_;
  std::vector<Diagnostic> notes_;
  uint64_t runs_ = 0;
  std::string version_;  // of the first run
  bool mixed_ = false;   // another run has another one
};

FioRuns::FioRuns(const std::string& path, FioCounters& counters, const BundleSink& sink)
    : impl_(std::make_unique<Impl>(path, counters, sink)) {}
FioRuns::~FioRuns() = default;
void FioRuns::Preamble(const FioPreamble& preamble) {
  impl_->Preamble(preamble);
}
void FioRuns::ErrorText(std::string_view text) {
  impl_->ErrorText(text);
}
void FioRuns::Note(Diagnostic diagnostic) {
  impl_->Note(std::move(diagnostic));
}
void FioRuns::Add(FioSnapshot&& snapshot) {
  impl_->Add(std::move(snapshot));
}
void FioRuns::Finish() {
  impl_->Finish();
}
std::string FioRuns::Description() const {
  return impl_->Description();
}

}  // namespace regress
