// SPDX-License-Identifier: Apache-2.0
// What a text trace says of itself at its end: kind, losses, completeness, and whether it could be
// read.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "models/data/error.h"
#include "parsers/ftrace_text.h"

namespace regress {
namespace {

void Warn(EvidenceBundle& bundle, const std::string& path, uint32_t line, std::string message) {
  bundle.diagnostics.push_back(TraceWarning(path, line, std::move(message)));
}

}  // namespace

std::string TextTrace::Kind(const Instance& instance) const {
  if (const std::string_view mode = UnreadableMode(); !mode.empty()) return std::string(mode);
  if (report_) return "report";
  std::string tracer = segments_.empty() ? "" : segments_.front().header.tracer;
  if (tracer.empty() || tracer == "nop") {
    if (graph_calls_ + graph_returns_ > 0) return "function_graph";
    return instance.tally.calls() > 0 ? "function" : "event";
  }
  return tracer;
}

void TextTrace::Finish(EvidenceBundle& bundle, bool last_line_complete) {
  if (!wrapped_.empty()) PhysicalLine(std::exchange(wrapped_, std::string()));
  if (!pending_.empty()) {
    const std::string pending = std::exchange(pending_, std::string());
    if (pending[0] != '#' || !filter_.holding() || !filter_.Continue(pending.size()))
      UnknownLine(pending);
  }
  const bool unknown = last_line_unknown_;
  EndSegment();
  last_line_unknown_ = unknown;
  CheckLastLine(bundle, last_line_complete);
  CheckHeader(bundle, last_line_complete);
  for (const std::unique_ptr<Instance>& instance : instances_) {
    if (instance == instances_[0] && instances_.size() > 1 && instance->tally.entries() == 0)
      continue;
    Trace trace;
    trace.path = path_;
    trace.instance = instance->name;
    trace.kind = Kind(*instance);
    if (!has_time_ && has_integer_stamps_) trace.clock = "counter";
    if (instance == instances_[0]) Judge(bundle, trace);
    instance->tally.Emit(std::move(trace), bundle);
  }
  CheckReadable(bundle);
}

// A last line without its end may be the whole of it or not.
void TextTrace::CheckLastLine(EvidenceBundle& bundle, bool complete) {
  TraceTally& main = instances_[0]->tally;
  if (truncated_) {
    main.Incomplete();
    Warn(bundle, path_, line_number_, "the compressed data end early: the log is cut");
  }
  if (complete) return;
  const bool last_is_entry = last_entry_line_ == line_number_ && line_number_ > 0;
  if (last_line_unknown_ || (last_is_entry && last_entry_unknown_)) {
    main.Incomplete();
    Warn(bundle, path_, line_number_, "the log is cut in its last line");
  } else if (last_is_entry && !last_callee_.empty() && functions_with_parent_ > 0) {
    main.Incomplete();
    Warn(bundle, path_, line_number_,
         fmt::format("the log is cut in its last line: '{}' may be part of a longer name",
                     last_callee_));
  }
}

// A log without entries may be cut in its header. Only the latency tracers leave it out if nothing
// was traced.
void TextTrace::CheckHeader(EvidenceBundle& bundle, bool complete) {
  constexpr std::array<std::string_view, 6> kMayBeIdle = {
      "wakeup", "wakeup_rt", "wakeup_dl", "irqsoff", "preemptoff", "preemptirqsoff"};
  const SegmentHeader& header = segments_.back().header;
  if (segments_.size() > 1 || segments_.back().entries > 0 || unknown_lines_ > 0 || truncated_)
    return;
  const bool idle =
      std::find(kMayBeIdle.begin(), kMayBeIdle.end(), header.tracer) != kMayBeIdle.end();
  if (complete && (header.drawn || idle)) return;
  instances_[0]->tally.Incomplete();
  Warn(bundle, path_, line_number_, "the log ends in its header: it is cut, or nothing was traced");
}

// What headers, marks and odd lines say about completeness.
void TextTrace::Judge(EvidenceBundle& bundle, Trace& trace) {
  TraceTally& main = instances_[0]->tally;
  const Completeness header = Assess(segments_);
  if (!UnreadableMode().empty()) {  // an error; the header is all that is known
    if (header.overwritten) main.Lost(*header.overwritten);
    return;
  }
  if (header.overwritten) {
    main.Lost(*header.overwritten);
    if (*header.overwritten > 0) {
      trace.notes.push_back(fmt::format(
          "{} of {} events ({:.1f}%) were overwritten before reading", *header.overwritten,
          header.written,
          100 * static_cast<double>(*header.overwritten) / static_cast<double>(header.written)));
    } else if (header.read == header.announced && !main.lower_bound()) {
      trace.notes.push_back(
          fmt::format("header {}/{}, but drops show only in per_cpu/cpu*/stats: add them",
                      header.announced, header.written));
    }
    if (header.read < header.announced) {
      main.Incomplete();
      const std::string why = header.one_cpu_of_many
                                  ? "a per_cpu file, or the log is cut"
                                  : "the log is cut, or was read while tracing went on";
      Warn(bundle, path_, 0,
           fmt::format("the header announces {} entries, {} were read: {}", header.announced,
                       header.read, why));
      trace.notes.push_back(
          fmt::format("{} of {} entries are in this file", header.read, header.announced));
    } else if (header.read > header.announced) {
      Warn(bundle, path_, 0,
           fmt::format("the header announces {} entries, {} were read: marker text may forge "
                       "lines, or the log was read while tracing went on",
                       header.announced, header.read));
      trace.notes.push_back(
          fmt::format("{} entries, but the header announces {}", header.read, header.announced));
    }
  } else if (graph_calls_ + graph_returns_ > 0 && !main.lower_bound()) {
    trace.notes.push_back("a graph log has no loss counter");
  } else if (main.lower_bound() && main.lost().value_or(0) > 0) {
    trace.notes.push_back(fmt::format("{} events were lost", *main.lost()));
  } else if (!main.lower_bound()) {
    trace.notes.push_back("nothing in the log tells whether events were lost");
  }
  for (const Segment& segment : segments_) {
    if (!segment.header.release.empty()) {
      trace.notes.push_back("kernel " + segment.header.release);
      break;
    }
  }
  if (filter_.dropped() > 0) {
    Warn(bundle, path_, 0,
         filter_.dropped() == 1
             ? "1 line looks like an entry but is the text of a marker: not counted"
             : fmt::format("{} lines look like entries but are the text of markers: not counted",
                           filter_.dropped()));
  }
  if (graph_orphans_ > 0 && graph_opened_ == 0 && graph_orphans_ * 2 > graph_calls_) {
    trace.notes.push_back(
        "only returns above a threshold (tracing_thresh) are shown: calls are not known");
    main.Incomplete();
  } else if (graph_orphans_ + unnamed_returns_ > 0) {
    trace.notes.push_back(
        fmt::format("{} returns without their calls", graph_orphans_ + unnamed_returns_));
  }
  if (const uint64_t unfinished = instances_[0]->graph.unfinished(); unfinished > 0)
    trace.notes.push_back(fmt::format("{} calls without return", unfinished));
  if (unended_comments_ > 0)
    Warn(bundle, path_, 0, "a comment does not end: lines after it may be missing");
  if (payloads_unknown_ > 0)
    Warn(bundle, path_, 0, fmt::format("{} entries say nothing that is known", payloads_unknown_));
  if (unknown_lines_ > 0) {
    bundle.skipped += unknown_lines_;
    Warn(bundle, path_, first_unknown_,
         fmt::format("{} lines are no trace lines, this is the first", unknown_lines_));
  }
}

// The print mode whose lines outnumber what could be read.
std::string_view TextTrace::UnreadableMode() const {
  uint64_t entries = 0;
  for (const std::unique_ptr<Instance>& instance : instances_) entries += instance->tally.entries();
  if (raw_lines_ > entries) return "raw";
  if (binary_lines_ > entries) return "bin";
  if (hex_lines_ > entries) return "hex";
  return "";
}

void TextTrace::CheckReadable(const EvidenceBundle& bundle) const {
  uint64_t entries = 0;
  for (const Trace& trace : bundle.traces) entries += trace.entries;
  if (const std::string_view mode = UnreadableMode(); !mode.empty()) {
    throw Error(ErrorKind::kBadInput,
                fmt::format("{}: error: print mode {} of ftrace is not supported", path_, mode),
                fmt::format("echo no{} > trace_options and save the trace again", mode));
  }
  if (entries > 0) return;
  uint64_t announced = 0;
  for (const Segment& segment : segments_) announced += segment.header.in_buffer.value_or(0);
  if (segments_.front().header.tracer == "mmiotrace") {  // a format of its own, for replay
    throw Error(ErrorKind::kBadInput,
                fmt::format("{}: error: tracer mmiotrace of ftrace is not supported", path_));
  }
  if (unknown_lines_ > 0) {
    throw Error(ErrorKind::kBadInput, fmt::format("{}:{}: error: no line of this trace can be read",
                                                  path_, first_unknown_));
  }
  if (announced > 0) {
    throw Error(ErrorKind::kBadInput,
                fmt::format("{}: error: the trace ends in its header, which announces {} entries",
                            path_, announced));
  }
}

}  // namespace regress
