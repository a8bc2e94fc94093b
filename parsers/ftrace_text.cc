// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "models/data/error.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kCommColumns = 16;
constexpr size_t kMaxSegments = 4096;
constexpr size_t kMaxInstances = 256;
constexpr uint32_t kMaxCommentLines = 4096;  // a marker of 8 KiB, or a deep stack

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool EndsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

uint64_t Load64(const char* at) {
  uint64_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}

bool IsHex(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); });
}

bool IsHexWord(std::string_view word) {
  return word.size() >= 8 && IsHex(word);
}

// "149 1 88948254138 type: 319", "233 0 13112321 ffffffffc039bce0 ffffffffc03b444f"
bool IsRawLine(std::string_view line) {
  std::string_view rest = line;
  for (int field = 0; field < 3; ++field) {
    if (!ParseUnsigned(NextField(rest))) return false;
  }
  const std::string_view word = NextField(rest);
  return word == "type:" || IsHexWord(word);
}

bool IsHexLine(std::string_view line) {
  std::string_view rest = line;
  size_t words = 0;
  for (std::string_view word = NextField(rest); !word.empty(); word = NextField(rest), ++words) {
    if (word.size() < 2 || !IsHex(word)) return false;
  }
  return words >= 2 || line.size() >= 16;
}

bool IsBinaryLine(std::string_view line) {
  return line.find('\0') != std::string_view::npos;
}

void Warn(EvidenceBundle& bundle, const std::string& path, uint32_t line, std::string message) {
  bundle.diagnostics.push_back(TraceWarning(path, line, std::move(message)));
}

}  // namespace

TextTrace::TextTrace(std::string path, const ParseOptions& options)
    : path_(std::move(path)),
      options_(&options),
      filter_([this](const ForgeryFilter::Line& line) { CommitHeld(line); }) {
  instances_.push_back(std::make_unique<Instance>(options));
  slow_only_ = instances_[0]->tally.wants_rows();
}

// Most lines of a big log are function entries of few tasks. One is counted here if its first bytes
// are those of a line that was fully parsed before, its stamp stands in the same columns, and its
// callee is known.
bool TextTrace::FastLine(std::string_view line) {
  if (slow_only_ || line.size() < kCommColumns + 24 || in_header_ || filter_.holding() ||
      !pending_.empty())
    return false;
  const Shape& shape = ShapeOf(line);
  const size_t payload = shape.dot + size_t{9};
  if (shape.head_size == 0 || line.size() <= payload + 4 ||
      !SameBytes(line.data(), shape.head.data(), shape.head_size))
    return false;
  const char* dot = line.data() + shape.dot;
  if (Load64(dot - 8) >> shape.seconds_shift != shape.seconds_key || dot[0] != '.' ||
      dot[7] != ':' || dot[8] != ' ')
    return false;
  int64_t micros = 0;
  unsigned int worst = 0;
  for (int i = 1; i <= 6; ++i) {
    const unsigned int digit = static_cast<unsigned char>(dot[i]) - unsigned{'0'};
    worst = std::max(worst, digit);
    micros = micros * 10 + digit;
  }
  if (worst > 9) return false;
  const std::string_view text = line.substr(payload);
  const void* blank = std::memchr(text.data(), ' ', text.size());
  if (blank == nullptr) return false;
  const size_t length = static_cast<size_t>(static_cast<const char*>(blank) - text.data());
  if (length + 3 >= text.size() || text[length + 1] != '<' || text[length + 2] != '-') return false;
  TraceTally& tally = instances_[0]->tally;
  const uint32_t function = tally.functions().Find(text.substr(0, length));
  if (function == NameTable::kNone) return false;
  TraceTally::CpuSpan* span = tally.Span(shape.cpu);
  if (span == nullptr) return false;
  if (open_loss_) SettleLoss(shape.cpu);
  tally.Call(function);
  const int64_t time_ns = shape.seconds_ns + micros * 1000;
  ++span->entries;
  span->first = std::min(span->first, time_ns);
  span->last = std::max(span->last, time_ns);
  ++functions_with_parent_;
  ++functions_seen_;
  last_entry_line_ = 0;
  last_was_stack_ = false;
  last_line_unknown_ = false;
  CountEntry(shape.cpu);
  return true;
}

TextTrace::Shape& TextTrace::ShapeOf(std::string_view line) {
  const uint64_t key = Load64(line.data() + 13) * 31 + Load64(line.data() + 21);
  return shapes_[(key * 0x9E3779B97F4A7C15) >> 58];
}

void TextTrace::RememberShape(std::string_view line, const ContextLine& context) {
  if constexpr (std::endian::native != std::endian::little) return;  // the key counts on it
  if (line.size() < kCommColumns + 24 || line[kCommColumns] != '-' ||
      context.stamp_kind != ContextLine::Stamp::kTime || !context.instance.empty())
    return;
  const size_t bracket = line.find(']', kCommColumns + 2);
  const size_t dot = line.find('.', context.stamp_at);
  if (bracket == std::string_view::npos || dot == std::string_view::npos) return;
  if (bracket >= Shape::kMaxHead || dot < bracket + 9 || dot < 8) return;
  if (dot + 7 >= line.size() || line[dot + 7] != ':') return;  // ns stamps take the slow path
  Shape& shape = ShapeOf(line);
  shape.head_size = static_cast<uint32_t>(bracket + 1);
  std::memcpy(shape.head.data(), line.data(), bracket + 1);
  shape.dot = static_cast<uint32_t>(dot);
  const size_t digits = dot - context.stamp_at;
  shape.seconds_shift = static_cast<uint32_t>(8 * (7 - std::min<size_t>(digits, 7)));
  shape.seconds_key = Load64(line.data() + dot - 8) >> shape.seconds_shift;
  shape.seconds_ns = context.stamp - context.stamp % 1'000'000'000;
  shape.cpu = context.cpu;
  if (digits > 7) shape.head_size = 0;  // more seconds than the key holds
}

void TextTrace::AnyLine(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line_number_ == 1 && StartsWith(line, "\xef\xbb\xbf")) line.remove_prefix(3);
  if (in_header_ && !quoted_ && !html_) {
    const std::string_view start = TrimLeft(line);
    quoted_ = StartsWith(start, ">");
    html_ = StartsWith(start, "<!DOCTYPE") || StartsWith(start, "<html") ||
            StartsWith(start, "<script");
    slow_only_ = slow_only_ || quoted_ || html_;
  }
  if (!quoted_) {
    PhysicalLine(html_ ? Unwrap(line) : line);
    return;
  }
  // Quoted mail text: a line that begins nothing of its own is the wrapped rest of the one before.
  line = Unwrap(line);
  const bool begins = line.empty() || line[0] == '#' || StartsWith(line, "CPU:") ||
                      IsStackFrame(line) || Context(line) || ParseGraphLine(line);
  if (begins || wrapped_.empty()) {
    const std::string whole = std::exchange(wrapped_, std::string(line));
    if (!whole.empty()) PhysicalLine(whole);
  } else {
    wrapped_ += ' ';
    wrapped_ += TrimLeft(line);
  }
}

std::string_view TextTrace::Unwrap(std::string_view line) {
  if (quoted_) {
    while (!line.empty() && line.front() == '>') {
      line.remove_prefix(1);
      if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    }
    return line;
  }
  if (EndsWith(line, "\\n\\")) line.remove_suffix(3);
  if (!html_body_ && (StartsWith(line, "# tracer:") || Context(line))) html_body_ = true;
  if (StartsWith(line, "</script>") || StartsWith(line, "</pre>")) html_body_ = false;
  return html_body_ ? line : std::string_view();
}

void TextTrace::PhysicalLine(std::string_view line) {
  if (!pending_.empty() && ResolvePending(line)) return;
  if (comment_open_ && CommentContinues(line)) return;
  if (line.empty()) {
    if (filter_.holding()) filter_.Continue(0);
    return;
  }
  BodyLine(line);
}

// The line before could be the start of a segment or the first half of a comm with a line end in
// it; `next` tells. True if `next` is used up as well.
bool TextTrace::ResolvePending(std::string_view next) {
  const std::string pending = std::exchange(pending_, std::string());
  if (pending[0] == '#') {
    if (StartsWith(next, "#")) {
      BeginSegment(pending);
    } else {
      Bare(pending);
    }
    return false;
  }
  const std::optional<ContextLine> context = Context(next);
  if (context && pending.size() + 1 < kCommColumns) {
    const size_t dash = kCommColumns - pending.size() - 1;
    if (dash < next.size() && next[dash] == '-' && context->comm.size() <= dash) {
      Entry(next, *context);
      return true;
    }
  }
  UnknownLine(pending);
  return false;
}

std::optional<ContextLine> TextTrace::Context(std::string_view line) const {
  return ParseContextLine(line);
}

void TextTrace::BodyLine(std::string_view line) {
  last_line_unknown_ = false;
  if (IsBufferStart(line)) {
    ++buffer_starts_;
    return;
  }
  if (line[0] == '#') return HashLine(line);
  if (const std::optional<LossLine> loss = ParseLossLine(line)) return Loss(line, *loss);
  if (last_was_stack_ && IsStackFrame(line)) return;
  const bool graph = segment_.header.tracer == "function_graph" || graph_lines_ > 0;
  if (!graph) {
    if (const std::optional<ContextLine> context = Context(line)) return Entry(line, *context);
  }
  const bool may_be_graph =
      graph || segment_.header.tracer.empty() || segment_.header.latency_format;
  if (may_be_graph) {
    const std::optional<GraphLine> parsed = ParseGraphLine(line);
    const bool bare_body = parsed && parsed->cpu == UINT32_MAX && !parsed->duration_ns &&
                           line.find('|') == std::string_view::npos;
    if (parsed && (graph || !bare_body)) return Graph(*parsed);
  }
  if (graph) {
    if (IsTaskSwitch(line) || StartsWith(TrimLeft(line), "-----")) return;
    const std::string_view text = TrimLeft(line);
    if (StartsWith(text, "(Overruns:") || StartsWith(text, "==========>") ||
        EndsWith(Trim(line), "<========== |") || EndsWith(Trim(line), "==========> |"))
      return;
    if (const std::optional<ContextLine> context = Context(line)) return Entry(line, *context);
  }
  std::optional<ContextLine> other = ParseLatencyLine(line);
  if (!other) other = ParseVerboseLine(line);
  if (other) return Entry(line, *other);
  if (in_header_) {
    std::string_view rest = line;
    const std::string_view first = NextField(rest);
    const bool cpus = StartsWith(line, "cpus=") && ParseUnsigned(Trim(line.substr(5)));
    if (cpus || (first == "version" && StartsWith(TrimLeft(rest), "= ")) ||
        (first == "CPU" && EndsWith(Trim(line), " is empty"))) {
      report_ = true;
      return;
    }
  }
  Bare(line);
}

void TextTrace::HashLine(std::string_view line) {
  const bool new_segment = StartsWith(line, "# tracer: ");
  if (in_header_ && (!new_segment || segment_.header.tracer.empty())) {
    ReadHeaderLine(line, segment_.header);
    filter_.set_merged(segment_.header.in_buffer.has_value());
    return;
  }
  if (new_segment) {
    pending_ = line;
    pending_number_ = line_number_;
    return;
  }
  Bare(line);
}

void TextTrace::BeginSegment(std::string_view tracer_line) {
  EndSegment();
  ReadHeaderLine(tracer_line, segment_.header);
  filter_.set_merged(false);
  in_header_ = true;
}

void TextTrace::EndSegment() {
  filter_.Finish(segment_.header.in_buffer, segment_.entries);
  if (open_loss_) SettleLoss(open_loss_->cpu);
  // An uncut log without more entries than announced has no room for a loss between its lines.
  if (segment_.header.in_buffer != segment_.entries) {
    if (segment_.doubtful_losses > 0) instances_[0]->tally.Lost(segment_.doubtful_losses);
    if (segment_.doubtful_unknown_loss) instances_[0]->tally.LostUnknown();
  }
  if (segments_.size() < kMaxSegments) segments_.push_back(std::move(segment_));
  segment_ = Segment();
  context_free_ = false;
  comment_open_ = false;
  last_was_stack_ = false;
  for (const std::unique_ptr<Instance>& instance : instances_) instance->graph.Forget(UINT32_MAX);
}

void TextTrace::Loss(std::string_view line, const LossLine& loss) {
  in_header_ = false;
  if (filter_.holding() && !from_filter_) {
    ForgeryFilter::Line held;
    held.text = line;
    held.number = line_number_;
    held.cpu = loss.cpu;
    filter_.Push(std::move(held));
    return;
  }
  if (open_loss_) SettleLoss(open_loss_->cpu);
  open_loss_ = loss;
  open_loss_doubtful_ = from_filter_;
}

// The kernel prints a loss directly before the next entry of that CPU, so near a marker anything
// else is the marker's text.
void TextTrace::SettleLoss(uint32_t cpu) {
  const LossLine loss = *std::exchange(open_loss_, std::nullopt);
  Instance& main = *instances_[0];
  if (open_loss_doubtful_) {
    if (cpu != loss.cpu) return;
    segment_.doubtful_losses += loss.count.value_or(0);
    segment_.doubtful_unknown_loss = segment_.doubtful_unknown_loss || !loss.count;
    return;
  }
  if (loss.count) {
    main.tally.Lost(*loss.count);
  } else {
    main.tally.LostUnknown();
  }
  main.graph.Forget(loss.cpu);
}

void TextTrace::Entry(std::string_view line, const ContextLine& context) {
  in_header_ = false;
  const std::optional<TracePayload> payload = ParsePayload(context.payload);
  const bool marker = payload && payload->kind == TracePayload::Kind::kMarker;
  if (!marker && !filter_.holding()) {
    RememberShape(line, context);
    CommitEntry(context, payload, line_number_);
    return;
  }
  ForgeryFilter::Line held;
  held.text = line;
  held.number = line_number_;
  held.cpu = context.cpu;
  held.pid = context.pid;
  if (context.stamp_kind != ContextLine::Stamp::kNone) held.stamp = context.stamp;
  held.is_entry = true;
  held.is_marker = marker;
  last_was_stack_ = payload && payload->kind == TracePayload::Kind::kStack;
  filter_.Push(std::move(held));
}

void TextTrace::CommitHeld(const ForgeryFilter::Line& line) {
  from_filter_ = true;
  if (!line.is_entry) {
    if (const std::optional<LossLine> loss = ParseLossLine(line.text)) Loss(line.text, *loss);
  } else {
    std::optional<ContextLine> context = Context(line.text);
    if (!context) context = ParseLatencyLine(line.text);
    if (!context) context = ParseVerboseLine(line.text);
    if (context) CommitEntry(*context, ParsePayload(context->payload), line.number);
  }
  from_filter_ = false;
}

void TextTrace::CountEntry(uint32_t cpu) {
  ++segment_.entries;
  if (segment_.several_cpus) return;
  if (!segment_.only_cpu) segment_.only_cpu = cpu;
  segment_.several_cpus = *segment_.only_cpu != cpu;
}

TextTrace::Instance& TextTrace::InstanceOf(std::string_view name) {
  if (name.empty() || !report_) return *instances_[0];
  for (const std::unique_ptr<Instance>& instance : instances_) {
    if (instance->name == name) return *instance;
  }
  if (instances_.size() >= kMaxInstances) return *instances_[0];
  instances_.push_back(std::make_unique<Instance>(*options_));
  instances_.back()->name = name;
  return *instances_.back();
}

void TextTrace::CommitEntry(const ContextLine& context, const std::optional<TracePayload>& payload,
                            uint32_t line_number) {
  using Kind = TracePayload::Kind;
  if (open_loss_) SettleLoss(context.cpu);
  last_callee_ = {};
  last_entry_line_ = line_number;
  last_entry_unknown_ = !payload;
  Instance& instance = InstanceOf(context.instance);
  TraceTally& tally = instance.tally;
  std::optional<int64_t> time_ns;
  if (context.stamp_kind == ContextLine::Stamp::kTime) time_ns = context.stamp;
  has_time_ = has_time_ || time_ns;
  has_integer_stamps_ = has_integer_stamps_ || context.stamp_kind == ContextLine::Stamp::kInteger;
  std::optional<uint32_t> cpu;
  if (context.cpu != kNoCpu) cpu = context.cpu;
  tally.Entry(cpu, time_ns);
  if (!context_free_) tally.Pid(context.pid);
  CountEntry(context.cpu);
  if (!from_filter_) last_was_stack_ = false;
  if (!payload) {
    ++payloads_unknown_;
    return;
  }
  if (payload->kind == Kind::kStack && !from_filter_) last_was_stack_ = true;
  switch (payload->kind) {
    case Kind::kFunction: {
      const bool parent = payload->text.find("<-") != std::string_view::npos;
      ++functions_seen_;
      functions_with_parent_ += parent ? 1 : 0;
      const uint32_t function = tally.functions().Intern(payload->name);
      tally.Call(function);
      if (!parent && function != NameTable::kNone && payload->text.empty())
        last_callee_ = tally.functions().Name(function);
      break;
    }
    case Kind::kGraphEntry:
    case Kind::kGraphExit:
      if (const std::optional<GraphLine> graph = ParseGraphTail(payload->text)) {
        GraphBody(instance, *graph, context.cpu);
      } else {
        tally.Event(payload->name);
      }
      break;
    case Kind::kStack:
    case Kind::kMarker:
    case Kind::kEvent:
      if (!payload->name.empty()) tally.Event(payload->name);
      break;
    case Kind::kOther:
      if (payload->value_ns) {
        const std::string name = fmt::format("{} timer_latency", payload->name);
        tally.Event(name);
        tally.EventDuration(name, *payload->value_ns);
      } else {
        tally.Event(payload->name);
      }
      break;
  }
  if (!tally.wants_rows()) return;
  TraceRow row;
  row.instance = instance.name;
  row.comm = context.comm;
  row.name = payload->name;
  if (row.name.empty()) row.name = payload->kind == Kind::kStack ? "<stack trace>" : "marker";
  row.text = payload->text;
  row.time_ns = time_ns;
  row.cpu = cpu;
  row.pid = context.pid;
  row.is_function = payload->kind == Kind::kFunction;
  tally.Row(row);
}

void TextTrace::Graph(const GraphLine& graph) {
  in_header_ = false;
  ++graph_lines_;
  if (open_loss_) SettleLoss(open_loss_->cpu);
  Instance& instance = *instances_[0];
  if (graph.pid) instance.tally.Pid(*graph.pid);
  // A clock without time shows 0.000000 everywhere.
  std::optional<int64_t> time_ns;
  if (graph.time_ns && *graph.time_ns > 0) time_ns = graph.time_ns;
  has_time_ = has_time_ || time_ns;
  std::optional<uint32_t> cpu;
  if (graph.cpu != UINT32_MAX) cpu = graph.cpu;
  const bool leaf = graph.kind == GraphLine::Kind::kLeaf;
  for (int records = leaf ? 2 : 1; records > 0; --records) {
    instance.tally.Entry(cpu, time_ns);
    CountEntry(graph.cpu);
  }
  GraphBody(instance, graph, graph.cpu);
}

void TextTrace::GraphBody(Instance& instance, const GraphLine& graph, uint32_t cpu) {
  TraceTally& tally = instance.tally;
  uint32_t function = NameTable::kNone;
  switch (graph.kind) {
    case GraphLine::Kind::kLeaf:
      ++graph_calls_;
      ++graph_returns_;
      function = tally.functions().Intern(graph.name);
      tally.Call(function);
      break;
    case GraphLine::Kind::kCall:
      ++graph_calls_;
      ++graph_opened_;
      function = tally.functions().Intern(graph.name);
      tally.Call(function);
      instance.graph.Enter(cpu, graph.depth, function);
      break;
    case GraphLine::Kind::kReturn:
      ++graph_returns_;
      if (graph.name.empty()) {
        function = instance.graph.Leave(cpu, graph.depth).value_or(NameTable::kNone);
        if (function == NameTable::kNone) ++unnamed_returns_;
      } else {
        function = tally.functions().Intern(graph.name);
        if (!instance.graph.Leave(cpu, graph.depth, function)) ++graph_orphans_;
      }
      break;
    case GraphLine::Kind::kOpenComment:
      comment_open_ = true;
      comment_lines_ = 0;
      GraphComment(instance, graph.name);
      break;
    case GraphLine::Kind::kComment:
      GraphComment(instance, graph.name);
      break;
  }
  if (graph.duration_ns && function != NameTable::kNone)
    tally.Duration(function, *graph.duration_ns);
  if (tally.wants_rows() && function != NameTable::kNone && graph.kind != GraphLine::Kind::kCall) {
    TraceRow row;
    row.instance = instance.name;
    row.name = tally.functions().Name(function);
    row.time_ns = graph.time_ns;
    row.duration_ns = graph.duration_ns;
    if (cpu != UINT32_MAX) row.cpu = cpu;
    row.pid = graph.pid;
    row.is_function = true;
    tally.Row(row);
  }
}

// "sched_switch: prev_comm=..." is an event, all else a marker or a stack.
void TextTrace::GraphComment(Instance& instance, std::string_view text) {
  const std::optional<TracePayload> payload = ParsePayload(text);
  if (payload && payload->kind == TracePayload::Kind::kEvent && StartsWith(text, payload->name) &&
      text.substr(payload->name.size(), 2) == ": ")
    instance.tally.Event(payload->name);
}

bool TextTrace::CommentContinues(std::string_view line) {
  std::string_view text = line;
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (EndsWith(text, "*/")) {
    comment_open_ = false;
    return true;
  }
  if (++comment_lines_ <= kMaxCommentLines) return true;
  comment_open_ = false;
  ++unended_comments_;
  instances_[0]->tally.Incomplete();
  return false;
}

// A line without context: the text of a marker, or an entry whose context is switched off.
void TextTrace::Bare(std::string_view line) {
  if (filter_.holding() && filter_.Continue(line.size())) return;
  using Kind = TracePayload::Kind;
  if (segment_.entries == 0 || context_free_) {
    if (context_free_ && last_was_stack_ && IsStackFrame(line)) return;
    const std::optional<TracePayload> payload = ParsePayload(line);
    const bool usable =
        payload && payload->kind != Kind::kOther && !IsHexWord(payload->name) &&
        (payload->kind != Kind::kFunction || line.find(" <-") != std::string_view::npos ||
         (!segment_.header.tracer.empty() && payload->text.empty()));
    if (usable && (!segment_.header.tracer.empty() || context_free_)) {
      in_header_ = false;
      context_free_ = true;
      ContextLine context;
      context.payload = line;
      CommitEntry(context, payload, line_number_);
      return;
    }
  }
  if (line.size() + 1 < kCommColumns && segment_.entries > 0 && pending_.empty()) {
    pending_ = line;
    pending_number_ = line_number_;
    return;
  }
  UnknownLine(line);
}

void TextTrace::UnknownLine(std::string_view line) {
  if (last_was_stack_ && IsStackFrame(line)) return;
  if (filter_.holding() && filter_.Continue(line.size())) return;
  last_line_unknown_ = true;
  ++unknown_lines_;
  if (first_unknown_ == 0) first_unknown_ = line_number_;
  if (IsBinaryLine(line)) {
    ++binary_lines_;
  } else if (IsRawLine(line)) {
    ++raw_lines_;
  } else if (IsHexLine(line)) {
    ++hex_lines_;
  }
}

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
