// SPDX-License-Identifier: Apache-2.0
// What an entry of a text trace, a loss or a line of a graph adds to the tally.
#include <fmt/format.h>

#include <utility>

#include "parsers/ftrace_text.h"

namespace regress {
namespace {

constexpr size_t kMaxInstances = 256;
constexpr uint32_t kMaxCommentLines = 4096;  // a marker of 8 KiB, or a deep stack

}  // namespace

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
      tally.Call(function, payload->calls);
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
  if (payload && payload->kind == TracePayload::Kind::kEvent && text.starts_with(payload->name) &&
      text.substr(payload->name.size(), 2) == ": ")
    instance.tally.Event(payload->name);
}

bool TextTrace::CommentContinues(std::string_view line) {
  std::string_view text = line;
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.ends_with("*/")) {
    comment_open_ = false;
    return true;
  }
  if (++comment_lines_ <= kMaxCommentLines) return true;
  comment_open_ = false;
  ++unended_comments_;
  instances_[0]->tally.Incomplete();
  return false;
}

}  // namespace regress
