// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_text.h"

#include <algorithm>
#include <utility>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kCommColumns = 16;
constexpr size_t kMaxSegments = 4096;

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

}  // namespace

TextTrace::TextTrace(std::string path, const ParseOptions& options)
    : path_(std::move(path)),
      options_(&options),
      filter_([this](const ForgeryFilter::Line& line) { CommitHeld(line); }) {
  instances_.push_back(std::make_unique<Instance>(options));
  slow_only_ = instances_[0]->tally.wants_rows();
}

void TextTrace::AnyLine(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line_number_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  if (in_header_ && !quoted_ && !html_) {
    const std::string_view start = TrimLeft(line);
    quoted_ = start.starts_with(">");
    html_ = start.starts_with("<!DOCTYPE") || start.starts_with("<html") ||
            start.starts_with("<script");
    slow_only_ = slow_only_ || quoted_ || html_;
  }
  if (!quoted_) {
    PhysicalLine(html_ ? Unwrap(line) : line);
    return;
  }
  // Quoted mail text: a line that begins nothing of its own is the wrapped rest of the one before.
  line = Unwrap(line);
  const bool begins = line.empty() || line[0] == '#' || line.starts_with("CPU:") ||
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
  if (line.ends_with("\\n\\")) line.remove_suffix(3);
  if (!html_body_ && (line.starts_with("# tracer:") || Context(line))) html_body_ = true;
  if (line.starts_with("</script>") || line.starts_with("</pre>")) html_body_ = false;
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
    if (next.starts_with("#")) {
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
  if (segment_.header.tracer == "blk") {
    if (const std::optional<ContextLine> classic = ParseBlkLine(line)) {
      TracePayload payload;
      payload.kind = TracePayload::Kind::kOther;
      payload.name = LeadingSymbol(classic->payload);
      payload.text = line;
      in_header_ = false;
      return CommitEntry(*classic, payload, line_number_);
    }
  }
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
    if (IsTaskSwitch(line) || TrimLeft(line).starts_with("-----")) return;
    const std::string_view text = TrimLeft(line);
    if (text.starts_with("(Overruns:") || text.starts_with("==========>") ||
        Trim(line).ends_with("<========== |") || Trim(line).ends_with("==========> |"))
      return;
    if (const std::optional<ContextLine> context = Context(line)) return Entry(line, *context);
  }
  std::optional<ContextLine> other = ParseLatencyLine(line);
  if (!other) other = ParseVerboseLine(line);
  if (other) return Entry(line, *other);
  if (in_header_) {
    std::string_view rest = line;
    const std::string_view first = NextField(rest);
    const bool cpus = line.starts_with("cpus=") && ParseUnsigned(Trim(line.substr(5)));
    if (cpus || (first == "version" && TrimLeft(rest).starts_with("= ")) ||
        (first == "CPU" && Trim(line).ends_with(" is empty"))) {
      report_ = true;
      return;
    }
  }
  Bare(line);
}

void TextTrace::HashLine(std::string_view line) {
  const bool new_segment = line.starts_with("# tracer: ");
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
         (!segment_.header.tracer.empty() && payload->text.empty() && line[0] != ' '));
    if (usable && (!segment_.header.tracer.empty() || context_free_)) {
      in_header_ = false;
      context_free_ = true;
      ContextLine context;
      context.payload = line;
      CommitEntry(context, payload, line_number_);
      return;
    }
  }
  const bool has_header = !segment_.header.tracer.empty();
  if (line.size() + 1 < kCommColumns && (segment_.entries > 0 || has_header) && pending_.empty()) {
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

}  // namespace regress
