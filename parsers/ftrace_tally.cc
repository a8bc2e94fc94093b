// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace regress {
namespace {

std::optional<int64_t> IfSet(int64_t value, int64_t unset) {
  if (value == unset) return std::nullopt;
  return value;
}

void SetDurations(const std::optional<DurationTable::Summary>& summary, EventCount& event) {
  if (!summary) return;
  event.durations = summary->count;
  event.total_ns = summary->total_ns;
  event.p50_ns = summary->p50_ns;
  event.p99_ns = summary->p99_ns;
  event.max_ns = summary->max_ns;
}

void Note(EvidenceBundle& bundle, Severity severity, const std::string& path, std::string message) {
  bundle.diagnostics.push_back(TraceWarning(path, 0, std::move(message)));
  bundle.diagnostics.back().severity = severity;
}

// Most calls first, then by name, so that the order is the same whatever came first.
std::vector<uint32_t> ByCount(const NameTable& names, const std::vector<uint64_t>& counts) {
  std::vector<uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  const auto count = [&counts](uint32_t i) { return i < counts.size() ? counts[i] : 0; };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (count(a) != count(b)) return count(a) > count(b);
    return names.Name(a) < names.Name(b);
  });
  return order;
}

}  // namespace

Diagnostic TraceWarning(const std::string& path, uint32_t line, std::string message) {
  Diagnostic warning;
  warning.source.path = path;
  warning.source.at.line = line;
  warning.message = std::move(message);
  return warning;
}

TraceTally::TraceTally(const ParseOptions& options) : options_(&options) {
  for (const std::string& rule : options.pairs) pairs_.emplace_back(rule);
}

void TraceTally::Calls(std::string_view function, uint64_t count) {
  const uint32_t index = functions_.Intern(function);
  if (index == NameTable::kNone) {
    unnamed_calls_ += count;
    return;
  }
  if (index >= calls_.size()) calls_.resize(index + size_t{1});
  calls_[index] += count;
}

void TraceTally::TotalOnly(std::string_view function, uint64_t count, int64_t total_ns) {
  const uint32_t index = functions_.Intern(function);
  if (index == NameTable::kNone) return;
  if (index >= total_counts_.size()) {
    total_counts_.resize(index + size_t{1});
    total_ns_.resize(index + size_t{1});
  }
  total_counts_[index] += count;
  if (__builtin_add_overflow(total_ns_[index], total_ns, &total_ns_[index]))
    total_ns_[index] = INT64_MAX;
}

void TraceTally::Event(std::string_view name, uint64_t count) {
  const uint32_t index = events_.Intern(name);
  if (index == NameTable::kNone) {
    unnamed_events_ += count;
    return;
  }
  if (index >= event_counts_.size()) event_counts_.resize(index + size_t{1});
  event_counts_[index] += count;
}

void TraceTally::EventDuration(std::string_view name, int64_t ns) {
  const uint32_t index = events_.Intern(name);
  if (index != NameTable::kNone) event_durations_.Add(index, ns);
}

TraceTally::CpuSpan* TraceTally::NewSpan(uint32_t cpu) {
  if (cpu >= kMaxCpu) return nullptr;
  cpus_.resize(cpu + size_t{1});
  return &cpus_[cpu];
}

void TraceTally::Entry(std::optional<uint32_t> cpu, std::optional<int64_t> time_ns) {
  CpuSpan* span = cpu ? Span(*cpu) : &unplaced_;
  if (span == nullptr) span = &unplaced_;
  ++span->entries;
  if (!time_ns) return;
  span->first = std::min(span->first, *time_ns);
  span->last = std::max(span->last, *time_ns);
}

void TraceTally::Row(const TraceRow& row) {
  if (options_->keep_event) options_->keep_event(row);
  if (pairs_.empty() || row.is_function || !row.time_ns) return;
  PairEvent event;
  event.name = row.name;
  event.text = row.text;
  event.cpu = row.cpu.value_or(0);
  event.pid = row.pid.value_or(0);
  event.time_ns = *row.time_ns;
  for (EventPair& pair : pairs_) pair.Add(event);
}

uint64_t TraceTally::entries() const {
  uint64_t sum = unplaced_.entries;
  for (const CpuSpan& span : cpus_) sum += span.entries;
  return sum;
}

uint64_t TraceTally::calls() const {
  return std::accumulate(calls_.begin(), calls_.end(), unnamed_calls_);
}

void TraceTally::Emit(Trace trace, EvidenceBundle& bundle) {
  trace.entries = entries();
  trace.lost = lost_;
  if (lower_bound()) trace.evidence = EvidenceGrade::kLowerBound;
  CpuSpan all = unplaced_;
  for (uint32_t cpu = 0; cpu < cpus_.size(); ++cpu) {
    const CpuSpan& span = cpus_[cpu];
    if (span.entries == 0) continue;
    all.first = std::min(all.first, span.first);
    all.last = std::max(all.last, span.last);
    trace.cpus.push_back(
        {cpu, IfSet(span.first, INT64_MAX), IfSet(span.last, INT64_MIN), span.entries});
  }
  trace.first_ns = IfSet(all.first, INT64_MAX);
  trace.last_ns = IfSet(all.last, INT64_MIN);
  if (has_pids_) trace.pids = pids_.size();
  trace.functions = functions_.size();
  const InputRef source{trace.path, {}};
  for (const uint32_t index : ByCount(functions_, calls_)) {
    EventCount event;
    event.source = source;
    event.name = functions_.Name(index);
    event.instance = trace.instance;
    event.calls = index < calls_.size() ? calls_[index] : 0;
    SetDurations(durations_.Summarize(index), event);
    if (event.durations == 0 && index < total_counts_.size() && total_counts_[index] > 0) {
      event.durations = total_counts_[index];
      event.total_ns = total_ns_[index];
    }
    EvidenceFigure figure;
    figure.kind = "calls";
    figure.name = event.name;
    figure.number.value = static_cast<double>(event.calls);
    figure.number.unit = 1;
    figure.number.text = std::to_string(event.calls);
    figure.number.rounding = Rounding::kExact;
    figure.source = source;
    figure.grade = trace.evidence;
    bundle.figures.push_back(std::move(figure));
    bundle.events.push_back(std::move(event));
  }
  for (const uint32_t index : ByCount(events_, event_counts_)) {
    EventCount event;
    event.source = source;
    event.is_function = false;
    event.name = events_.Name(index);
    event.instance = trace.instance;
    event.calls = index < event_counts_.size() ? event_counts_[index] : 0;
    SetDurations(event_durations_.Summarize(index), event);
    bundle.events.push_back(std::move(event));
  }
  EmitPairs(trace, bundle);
  if (unnamed_calls_ + unnamed_events_ > 0) {
    Note(bundle, Severity::kWarning, trace.path,
         fmt::format("more than {} names: {} entries are counted in the total only",
                     NameTable::kMaxNames, unnamed_calls_ + unnamed_events_));
  }
  if (durations_.error_ratio() > 0) {
    Note(bundle, Severity::kNote, trace.path,
         fmt::format("too many different durations: percentiles are up to {:.2g}% too low",
                     durations_.error_ratio() * 100));
  }
  bundle.rows += trace.entries;
  bundle.traces.push_back(std::move(trace));
}

void TraceTally::EmitPairs(const Trace& trace, EvidenceBundle& bundle) {
  for (EventPair& pair : pairs_) {
    EventCount event;
    event.source = {trace.path, {}};
    event.is_function = false;
    event.name = pair.name();
    event.instance = trace.instance;
    event.calls = pair.starts();
    SetDurations(pair.Summarize(), event);
    Note(bundle, Severity::kNote, trace.path,
         fmt::format("pairs {}: {} matched, {} starts and {} ends without partner, {} negative "
                     "spans, {} without key",
                     pair.name(), event.durations, pair.unmatched_starts(), pair.unmatched_ends(),
                     pair.negative(), pair.skipped()));
    bundle.events.push_back(std::move(event));
  }
}

}  // namespace regress
