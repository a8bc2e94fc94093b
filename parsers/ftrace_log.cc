// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_log.h"

#include <zlib.h>

#include <algorithm>
#include <string>
#include <utility>

#include "models/data/error.h"
#include "parsers/ftrace_feed.h"
#include "parsers/ftrace_graph.h"
#include "parsers/ftrace_line.h"
#include "parsers/ftrace_payload.h"
#include "parsers/ftrace_profile.h"
#include "parsers/ftrace_tally.h"
#include "parsers/ftrace_text.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"
#include "parsers/trace_dat.h"
#include "parsers/trace_dat_file.h"

namespace regress {
namespace {

constexpr std::string_view kAtraceMark = "TRACE:\n";

std::string_view StripQuote(std::string_view line) {
  while (!line.empty() && line.front() == '>') {
    line.remove_prefix(1);
    if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  }
  return line;
}

bool IsGraphShape(std::string_view line) {
  const std::optional<GraphLine> graph = ParseGraphLine(line);
  return graph && graph->kind != GraphLine::Kind::kOpenComment &&
         line.find('|') != std::string_view::npos &&
         (graph->cpu != UINT32_MAX || graph->duration_ns || graph->time_ns);
}

bool IsEntryShape(std::string_view line) {
  std::optional<ContextLine> context = ParseContextLine(line);
  if (!context) context = ParseLatencyLine(line);
  if (!context) context = ParseVerboseLine(line);
  return context.has_value();
}

// How sure the lines of `head` make it: a title decides, else the share of trace lines.
int SniffLines(std::string_view head) {
  LineReader lines(head);
  size_t traces = 0;
  size_t others = 0;
  bool first = true;
  while (const std::optional<std::string_view> raw = lines.Next()) {
    std::string_view line = StripQuote(*raw);
    if (first && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    if (Trim(line).empty()) continue;
    if (first && line.starts_with("# tracer: ")) return 95;
    if (first && line.starts_with("# ") && line.find(" latency trace v") != std::string_view::npos)
      return 95;
    if (line.starts_with("# entries-in-buffer/entries-written:")) return 95;
    if (line.starts_with("# tracer: ")) ++traces;
    if (line[0] == '#' || IsStackFrame(line)) continue;
    first = false;
    if (ParseLossLine(line) || IsBufferStart(line) || IsEntryShape(line) || IsGraphShape(line)) {
      ++traces;
    } else if (!line.starts_with("cpus=") && !line.starts_with("version =") &&
               !line.starts_with("CPU ")) {
      ++others;
    }
    if (traces + others >= 200) break;
  }
  if (traces == 0) return 0;
  return traces > others ? 80 : (traces * 4 > others ? 40 : 0);
}

// Returns true if the last line had its LF.
template <typename Reader>
bool ReadLines(ByteStream& input, Reader& reader) {
  LineFeed<Reader> feed(reader);
  size_t want = kLinePieceBytes;
  bool complete = true;
  for (std::string_view piece = input.Peek(want); !piece.empty(); piece = input.Peek(want)) {
    const size_t used = feed.Take(piece);
    input.Skip(used);
    if (used > 0) {
      want = kLinePieceBytes;
      complete = true;
      continue;
    }
    complete = false;
    if (piece.size() < want) {  // the end
      if (!feed.skipping()) feed.Give(piece);
      input.Skip(piece.size());
    } else if (want < kMaxLineBytes) {
      want *= 2;
    } else {
      feed.GiveStart(piece);
      input.Skip(piece.size());
    }
  }
  return complete;
}

// atrace -z: a zlib stream behind the mark. Damage ends the text as a cut does.
bool ReadDeflated(ByteStream& input, TextTrace& trace) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return false;
  LineFeed<TextTrace> feed(trace);
  std::string text;
  std::string out(kLinePieceBytes, '\0');
  int status = Z_OK;
  while (status == Z_OK) {
    const std::string piece(input.Peek(kLinePieceBytes));
    if (piece.empty()) break;
    std::string in = piece;
    stream.next_in = static_cast<Bytef*>(static_cast<void*>(in.data()));
    stream.avail_in = static_cast<uInt>(in.size());
    do {
      stream.next_out = static_cast<Bytef*>(static_cast<void*>(out.data()));
      stream.avail_out = static_cast<uInt>(out.size());
      status = inflate(&stream, Z_NO_FLUSH);
      text.append(out, 0, out.size() - stream.avail_out);
      text.erase(0, feed.Take(text));
      if (text.size() > kMaxLineBytes) {
        feed.GiveStart(text);
        text.clear();
      }
    } while (status == Z_OK && stream.avail_out == 0);
    input.Skip(piece.size() - stream.avail_in);
  }
  inflateEnd(&stream);
  const bool complete = text.empty();
  if (!complete) feed.Give(text);
  if (status != Z_STREAM_END) trace.Truncated();
  return complete;
}

// Calls and durations as rounds of a point: metric is the function, calls per call of --per if
// that is given.
void AddRounds(const ParseOptions& options, EvidenceBundle& bundle) {
  for (const Trace& trace : bundle.traces) {
    double reference = 1;
    if (!options.per_function.empty()) {
      reference = 0;
      for (const EventCount& event : bundle.events) {
        if (event.is_function && event.instance == trace.instance &&
            event.name == options.per_function)
          reference += static_cast<double>(event.calls);
      }
      if (reference == 0) {
        bundle.diagnostics.push_back(TraceWarning(
            trace.path, 0, options.per_function + " was not called: nothing is compared per call"));
        continue;
      }
    }
    if (trace.evidence == EvidenceGrade::kLowerBound) {
      bundle.diagnostics.push_back(
          TraceWarning(trace.path, 0, "calls are lower bounds: their ratios prove little"));
    }
    for (const EventCount& event : bundle.events) {
      if (!event.is_function || event.instance != trace.instance) continue;
      Measurement round;
      round.job = trace.instance;
      round.source = event.source;
      round.metric = event.name;
      round.unit = options.per_function.empty() ? "calls" : "calls per " + options.per_function;
      round.value = static_cast<double>(event.calls) / reference;
      if (event.calls > 0) bundle.measurements.push_back(round);
      round.unit = "ns";
      const auto add = [&](const char* what, const std::optional<int64_t>& ns) {
        if (!ns) return;
        round.metric = event.name + what;
        round.value = static_cast<double>(*ns);
        bundle.measurements.push_back(round);
      };
      add(".p50_ns", event.p50_ns);
      add(".p99_ns", event.p99_ns);
    }
  }
}

template <typename Reader>
void FinishInto(Reader& reader, bool complete, const ParseOptions& options,
                const BundleSink& sink) {
  EvidenceBundle bundle;
  bundle.format = "ftrace";
  try {
    reader.Finish(bundle, complete);
  } catch (const Error&) {
    sink(std::move(bundle));
    throw;
  }
  if (options.keep_rounds) AddRounds(options, bundle);
  sink(std::move(bundle));
}

}  // namespace

int LooksLikeFtrace(std::string_view head) {
  if (LooksLikeTraceDat(head)) return 100;
  if (SniffProfile(StripQuote(head))) return 90;
  if (head.starts_with(kAtraceMark)) return 90;
  const std::string_view start = TrimLeft(head.substr(0, 256));
  if (start.starts_with("<!DOCTYPE") || start.starts_with("<html") ||
      start.starts_with("<script")) {
    const bool trace = head.find("# tracer:") != std::string_view::npos ||
                       head.find("trace-data") != std::string_view::npos ||
                       head.find("linuxPerfData") != std::string_view::npos;
    return trace ? 85 : 0;
  }
  return SniffLines(head);
}

bool LooksLikeRingStats(std::string_view head) {
  return SniffProfile(StripQuote(head)) == ProfileKind::kRingStats;
}

void ParseFtrace(ByteStream& input, const ParseOptions& options, const BundleSink& sink) {
  const std::string_view head = input.Peek(kSniffBytes);
  if (LooksLikeTraceDat(head)) {
    EvidenceBundle bundle;
    bundle.format = "ftrace";
    bundle.description = "trace.dat";
    ReadTraceDat(input, options, bundle);
    if (options.keep_rounds) AddRounds(options, bundle);
    sink(std::move(bundle));
    return;
  }
  if (const std::optional<ProfileKind> kind = SniffProfile(StripQuote(head))) {
    Profile profile(*kind, input.path(), options);
    const bool complete = ReadLines(input, profile);
    FinishInto(profile, complete, options, sink);
    return;
  }
  TextTrace trace(input.path(), options);
  bool complete = true;
  if (head.starts_with(kAtraceMark)) {
    input.Skip(kAtraceMark.size());
    const std::string_view next = input.Peek(2);
    complete = next.starts_with("x") ? ReadDeflated(input, trace) : ReadLines(input, trace);
  } else {
    complete = ReadLines(input, trace);
  }
  FinishInto(trace, complete, options, sink);
}

}  // namespace regress
