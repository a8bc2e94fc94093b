// SPDX-License-Identifier: Apache-2.0
// Reads the lines of a trace as text: tracefs files and pipes, trace-cmd reports, with any print
// option, several segments, quoted or wrapped in HTML. One line at a time, in constant memory.
//
//   TextTrace trace(path, options);
//   for each line: trace.Line(line);      // without LF
//   trace.Finish(bundle, last_line_has_lf);
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence.h"
#include "parsers/format.h"
#include "parsers/ftrace_forged.h"
#include "parsers/ftrace_graph.h"
#include "parsers/ftrace_line.h"
#include "parsers/ftrace_payload.h"
#include "parsers/ftrace_segment.h"
#include "parsers/ftrace_tally.h"

namespace regress {

class TextTrace {
 public:
  // `options` must outlive the trace. Throws Error(kUsage) for a bad --pair.
  TextTrace(std::string path, const ParseOptions& options);
  TextTrace(const TextTrace&) = delete;
  TextTrace& operator=(const TextTrace&) = delete;

  void Line(std::string_view line) {
    ++line_number_;
    if (!FastLine(line)) AnyLine(line);
  }
  // The text goes on beyond what could be read.
  void Truncated() { truncated_ = true; }
  // Appends the traces. Throws Error(kBadInput) after that if the print mode cannot be read or
  // nothing could, so that no log is ever taken for zero calls.
  void Finish(EvidenceBundle& bundle, bool last_line_complete);

 private:
  // One buffer of the trace.
  struct Instance {
    explicit Instance(const ParseOptions& options) : tally(options) {}
    std::string name;
    TraceTally tally;
    GraphMatcher graph;
  };
  // A task on a CPU whose lines begin with the same bytes, for the fast path.
  struct Shape {
    static constexpr size_t kMaxHead = 64;
    std::array<char, kMaxHead> head{};  // through the closing bracket of the CPU
    uint32_t head_size = 0;
    uint32_t dot = 0;  // offset of the point in the stamp
    uint32_t seconds_shift = 0;
    uint64_t seconds_key = 0;  // the seconds and the blank before them, from the bytes at the point
    int64_t seconds_ns = 0;
    uint32_t cpu = 0;
  };

  bool FastLine(std::string_view line);
  void RememberShape(std::string_view line, const ContextLine& context);
  Shape& ShapeOf(std::string_view line);

  void AnyLine(std::string_view line);
  std::string_view Unwrap(std::string_view line);
  void PhysicalLine(std::string_view line);
  void BodyLine(std::string_view line);
  void HashLine(std::string_view line);
  void Loss(std::string_view line, const LossLine& loss);
  void Entry(std::string_view line, const ContextLine& context);
  void CommitHeld(const ForgeryFilter::Line& line);
  void CheckLastLine(EvidenceBundle& bundle, bool complete);
  void CheckHeader(EvidenceBundle& bundle, bool complete);
  void CommitEntry(const ContextLine& context, const std::optional<TracePayload>& payload,
                   uint32_t line_number);
  void SettleLoss(uint32_t cpu);
  void Graph(const GraphLine& graph);
  void GraphBody(Instance& instance, const GraphLine& graph, uint32_t cpu);
  void GraphComment(Instance& instance, std::string_view text);
  bool CommentContinues(std::string_view line);
  void Bare(std::string_view line);
  void UnknownLine(std::string_view line);
  bool ResolvePending(std::string_view next);
  void BeginSegment(std::string_view tracer_line);
  void EndSegment();
  void CountEntry(uint32_t cpu);
  Instance& InstanceOf(std::string_view name);
  std::optional<ContextLine> Context(std::string_view line) const;
  std::string Kind(const Instance& instance) const;
  void Judge(EvidenceBundle& bundle, Trace& trace);
  std::string_view UnreadableMode() const;
  void CheckReadable(const EvidenceBundle& bundle) const;

  std::string path_;
  const ParseOptions* options_;
  std::vector<std::unique_ptr<Instance>> instances_;  // the main buffer first
  ForgeryFilter filter_;
  std::vector<Segment> segments_;  // finished ones
  Segment segment_;
  std::array<Shape, 64> shapes_;

  uint32_t line_number_ = 0;
  bool slow_only_ = false;  // rows or pairs are wanted, or the text is wrapped
  bool in_header_ = true;
  bool quoted_ = false;
  bool html_ = false;
  bool html_body_ = false;
  bool report_ = false;       // has the preamble of trace-cmd report
  bool from_filter_ = false;  // the line being committed was held
  bool last_was_stack_ = false;
  bool context_free_ = false;  // option context-info is off
  bool comment_open_ = false;  // inside "/* ... */" of several lines
  uint32_t comment_lines_ = 0;
  uint32_t unended_comments_ = 0;
  std::string wrapped_;  // quoted text: the line so far
  std::string pending_;  // a line whose meaning the next one decides
  uint32_t pending_number_ = 0;

  std::optional<LossLine> open_loss_;  // counts if the next entry is of its CPU
  bool open_loss_doubtful_ = false;
  uint64_t functions_seen_ = 0;
  uint64_t functions_with_parent_ = 0;
  std::string_view last_callee_;  // of the last entry, if no parent followed
  uint32_t last_entry_line_ = 0;
  bool last_entry_unknown_ = false;
  uint64_t graph_lines_ = 0;
  uint64_t graph_calls_ = 0;
  uint64_t graph_opened_ = 0;  // "name() {"
  uint64_t graph_returns_ = 0;
  uint64_t graph_orphans_ = 0;
  uint64_t unnamed_returns_ = 0;  // returns whose function is not known
  uint64_t payloads_unknown_ = 0;
  uint64_t unknown_lines_ = 0;
  uint32_t first_unknown_ = 0;
  uint64_t raw_lines_ = 0;
  uint64_t hex_lines_ = 0;
  uint64_t binary_lines_ = 0;
  uint64_t buffer_starts_ = 0;
  bool last_line_unknown_ = false;
  bool truncated_ = false;
  bool has_time_ = false;
  bool has_integer_stamps_ = false;
};

}  // namespace regress
