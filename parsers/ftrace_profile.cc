// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "parsers/ftrace_graph.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxKeyBytes = size_t{16} << 10;

// kprobe_profile prints "  %-44s %15lu %15lu"; wider names push the numbers to the right.
bool IsKprobeRow(std::string_view line) {
  if (line.size() < 78 || !line.starts_with("  ") || IsBlank(line[2])) return false;
  std::string_view rest = line;
  const std::string_view name = NextField(rest);
  if (name.size() <= 44 && rest.size() != 78 - 2 - name.size()) return false;
  return ParseUnsigned(NextField(rest)) && ParseUnsigned(NextField(rest)) && Trim(rest).empty();
}

// uprobe_profile prints "  %s %-44s %15lu", since 6.x with misses too; the file comes first.
bool IsUprobeRow(std::string_view line) {
  if (!line.starts_with("  /")) return false;
  std::string_view rest = line;
  NextField(rest);
  const std::string_view name = NextField(rest);
  return rest.size() >= 16 && !name.empty() && ParseUnsigned(Trim(rest).substr(0, 20));
}

std::string_view FirstLine(std::string_view head) {
  LineReader lines(head);
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (!Trim(*line).empty()) return *line;
  }
  return {};
}

bool HasLine(std::string_view head, std::string_view start) {
  LineReader lines(head);
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (line->starts_with(start)) return true;
  }
  return false;
}

std::string Squeeze(std::string_view text) {
  std::string out;
  for (std::string_view field = NextField(text); !field.empty(); field = NextField(text)) {
    if (!out.empty()) out += ' ';
    out += field;
  }
  return out;
}

std::string_view KindName(ProfileKind kind) {
  switch (kind) {
    case ProfileKind::kFunctions:
      return "function_profile";
    case ProfileKind::kKprobes:
      return "kprobe_profile";
    case ProfileKind::kUprobes:
      return "uprobe_profile";
    case ProfileKind::kHistogram:
      return "hist";
    case ProfileKind::kRingStats:
      return "stats";
    case ProfileKind::kStackDepth:
      return "stack_trace";
  }
  return "";
}

}  // namespace

std::optional<ProfileKind> SniffProfile(std::string_view head) {
  const std::string_view first = FirstLine(head);
  std::string_view rest = first;
  const std::string_view word = NextField(rest);
  const std::string_view next = NextField(rest);
  if (word == "Function" && next == "Hit") return ProfileKind::kFunctions;
  if (word == "Depth" && next == "Size" && NextField(rest) == "Location")
    return ProfileKind::kStackDepth;
  if (first.starts_with("# event histogram") || first.starts_with("# trigger info: hist:"))
    return ProfileKind::kHistogram;
  const bool stats_start =
      first.starts_with("entries: ") || first.starts_with("CPU: ") || first.starts_with("cpus=");
  if (stats_start && HasLine(head, "entries: ") && HasLine(head, "overrun: "))
    return ProfileKind::kRingStats;
  if (IsKprobeRow(first)) return ProfileKind::kKprobes;
  if (IsUprobeRow(first)) return ProfileKind::kUprobes;
  return std::nullopt;
}

Profile::Profile(ProfileKind kind, std::string path, const ParseOptions& options)
    : kind_(kind), path_(std::move(path)), tally_(options) {}

void Profile::Line(std::string_view line) {
  ++line_number_;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  if (line.empty()) return;
  switch (kind_) {
    case ProfileKind::kFunctions:
      return FunctionRow(line);
    case ProfileKind::kKprobes:
    case ProfileKind::kUprobes:
      return ProbeRow(line);
    case ProfileKind::kHistogram:
      return HistogramLine(line);
    case ProfileKind::kRingStats:
      return StatsLine(line);
    case ProfileKind::kStackDepth:
      ++rows_;
      return;
  }
}

void Profile::FunctionRow(std::string_view line) {
  std::string_view rest = line;
  const std::string_view name = NextField(rest);
  const std::string_view hits = NextField(rest);
  if (name == "Function" || name.starts_with("---")) return;
  const std::optional<uint64_t> count = ParseUnsigned(hits);
  if (!count) {
    ++unknown_lines_;
    if (first_unknown_ == 0) first_unknown_ = line_number_;
    return;
  }
  ++rows_;
  entries_ += *count;
  tally_.Calls(name, *count);
  const std::optional<int64_t> time = ParseMicroseconds(NextField(rest));
  if (time && NextField(rest) == "us") tally_.TotalOnly(name, *count, *time);
}

void Profile::ProbeRow(std::string_view line) {
  std::string_view rest = line;
  if (kind_ == ProfileKind::kUprobes) NextField(rest);
  const std::string_view name = NextField(rest);
  const std::optional<uint64_t> hits = ParseUnsigned(NextField(rest));
  if (!hits) {
    ++unknown_lines_;
    if (first_unknown_ == 0) first_unknown_ = line_number_;
    return;
  }
  ++rows_;
  entries_ += *hits;
  tally_.Calls(name, *hits);
  if (const std::optional<uint64_t> missed = ParseUnsigned(NextField(rest))) tally_.Lost(*missed);
}

// "{ key: val, key2: val } hitcount:   N  field:  M", the key over several lines for stacks.
void Profile::HistogramLine(std::string_view line) {
  if (line[0] == '#') return;
  if (line == "Totals:") {
    in_totals_ = true;
    has_totals_ = true;
    return;
  }
  if (in_totals_ && line[0] != '{') {
    std::string_view rest = line;
    const std::string_view name = NextField(rest);
    const std::optional<uint64_t> value = ParseUnsigned(Trim(rest));
    if (name == "Hits:" && value) entries_ += *value;
    if (name == "Dropped:" && value) tally_.Lost(*value);
    return;
  }
  in_totals_ = false;
  if (!in_key_ && line[0] != '{') {
    ++unknown_lines_;
    if (first_unknown_ == 0) first_unknown_ = line_number_;
    return;
  }
  if (line[0] == '{') {
    key_.clear();
    in_key_ = true;
    line.remove_prefix(1);
  }
  const size_t end = line.rfind("} hitcount:");
  if (key_.size() < kMaxKeyBytes) {
    key_ += line.substr(0, std::min(end, line.size()));
    key_ += ' ';
  }
  if (end == std::string_view::npos) return;
  in_key_ = false;
  std::string_view rest = line.substr(end + 11);
  if (const std::optional<uint64_t> hits = ParseUnsigned(NextField(rest))) {
    ++rows_;
    tally_.Event(Squeeze(key_), *hits);
  }
}

void Profile::StatsLine(std::string_view line) {
  const size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return;
  const std::string_view name = line.substr(0, colon);
  const std::optional<uint64_t> value = ParseUnsigned(Trim(line.substr(colon + 1)));
  if (!value) return;
  ++rows_;
  if (name == "entries" || name == "read events") entries_ += *value;
  if (name == "overrun") overrun_ = overrun_.value_or(0) + *value;
  if (name == "dropped events") dropped_ = dropped_.value_or(0) + *value;
}

void Profile::Finish(EvidenceBundle& bundle, bool complete) {
  Trace trace;
  trace.path = path_;
  trace.kind = KindName(kind_);
  const auto warn = [this, &bundle](uint32_t line, std::string message) {
    bundle.diagnostics.push_back(TraceWarning(path_, line, std::move(message)));
  };
  if (kind_ == ProfileKind::kRingStats) {
    if (overrun_) tally_.Lost(*overrun_);
    if (dropped_) tally_.Lost(*dropped_);
    if (overrun_ && dropped_) {
      trace.evidence = EvidenceGrade::kExact;
      trace.notes.push_back(fmt::format("{} overrun, {} dropped", *overrun_, *dropped_));
    }
  }
  if (kind_ == ProfileKind::kHistogram && has_totals_) trace.evidence = EvidenceGrade::kExact;
  if (kind_ == ProfileKind::kKprobes) trace.evidence = EvidenceGrade::kExact;
  if (kind_ == ProfileKind::kHistogram && !has_totals_) {
    tally_.Incomplete();
    warn(0, "the histogram has no totals: it is cut");
  }
  if (kind_ == ProfileKind::kFunctions && complete && rows_ == 0 && line_number_ < 2) {
    tally_.Incomplete();
    warn(line_number_, "the profile ends in its header: it is cut");
  }
  if (!complete && kind_ != ProfileKind::kStackDepth) {
    tally_.Incomplete();
    warn(line_number_, "the last line has no end: the file may be cut");
  }
  if (kind_ == ProfileKind::kStackDepth)
    trace.notes.push_back("depths of the kernel stack, no calls");
  if (unknown_lines_ > 0) {
    bundle.skipped += unknown_lines_;
    warn(first_unknown_, fmt::format("{} lines are no rows, this is the first", unknown_lines_));
  }
  tally_.Emit(std::move(trace), bundle);
  bundle.traces.back().entries = entries_;
  bundle.rows = rows_;
}

}  // namespace regress
