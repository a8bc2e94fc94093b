// SPDX-License-Identifier: Apache-2.0
#include "parsers/trace_dat.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <queue>
#include <unordered_map>
#include <utility>

#include "models/data/error.h"
#include "parsers/ftrace_feed.h"
#include "parsers/ftrace_graph.h"
#include "parsers/ftrace_tally.h"
#include "parsers/ftrace_text.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"
#include "parsers/trace_dat_bytes.h"
#include "parsers/trace_dat_file.h"
#include "parsers/trace_dat_format.h"
#include "parsers/trace_dat_page.h"
#include "parsers/trace_dat_type.h"

namespace regress {
namespace {

// Clocks whose numbers are no nanoseconds.
bool HasTime(std::string_view clock) {
  return clock != "counter" && clock != "uptime" && clock != "x86-tsc" && clock != "tsc";
}

constexpr size_t kMaxEntryTimes = size_t{1} << 18;  // CPUs times depths

// All records of one buffer.
class BufferReader {
 public:
  BufferReader(const RandomBytes& bytes, const DatFile& file, const DatBuffer& buffer,
               const SymbolTable& symbols, const ParseOptions& options)
      : bytes_(&bytes),
        file_(&file),
        buffer_(&buffer),
        symbols_(&symbols),
        tally_(options),
        has_time_(HasTime(buffer.clock)) {
    for (const RecordFormat& format : file.formats) AddType(format);
    if (tally_.wants_rows()) ReadCommands();
  }

  void Read() {
    if (tally_.wants_rows()) {
      ReadMerged();
    } else {
      for (const DatCpu& cpu : buffer_->cpus) {
        CpuPages pages(*this, cpu);
        DatRecord record;
        while (pages.Next(record)) Record(pages.cpu(), record);
        pages.Close();
      }
    }
  }

  void Emit(const std::string& path, EvidenceBundle& bundle);

 private:
  // The records of one CPU, over all its pages.
  class CpuPages {
   public:
    CpuPages(BufferReader& reader, const DatCpu& cpu)
        : reader_(&reader),
          cpu_(cpu.cpu),
          source_(*reader.bytes_, *reader.file_, *reader.buffer_, cpu),
          records_({}, PageLayout(), true) {}
    bool Next(DatRecord& record) {
      while (!records_.Next(record)) {
        const std::optional<std::string_view> page = source_.Next();
        if (!page) return false;
        if (started_ && records_.damaged()) reader_->damaged_ = true;
        started_ = true;
        records_ = PageRecords(*page, reader_->file_->page_layout, reader_->file_->little_endian);
        if (records_.missed()) reader_->Missed(cpu_, records_.missed_count());
      }
      return true;
    }
    void Close() {
      reader_->damaged_ =
          reader_->damaged_ || (started_ && records_.damaged()) || source_.damaged();
      reader_->missing_bytes_ += source_.missing_bytes();
    }
    uint32_t cpu() const { return cpu_; }

   private:
    BufferReader* reader_;
    uint32_t cpu_;
    PageSource source_;
    PageRecords records_;
    bool started_ = false;
  };

  void AddType(const RecordFormat& format);
  void ReadCommands();
  void ReadMerged();
  void Missed(uint32_t cpu, std::optional<uint64_t> count);
  void Record(uint32_t cpu, const DatRecord& record);
  std::optional<int64_t> GraphExit(uint32_t cpu, const DatRecord& record, const RecordType& type);
  uint32_t Function(uint64_t address);
  void Row(uint32_t cpu, const DatRecord& record, const RecordType& type, uint32_t pid,
           std::optional<int64_t> duration_ns);

  const RandomBytes* bytes_;
  const DatFile* file_;
  const DatBuffer* buffer_;
  const SymbolTable* symbols_;
  TraceTally tally_;
  bool has_time_;
  FieldAt type_field_, pid_field_;
  std::vector<RecordType> types_;                                // by id
  std::unordered_map<uint64_t, uint32_t> functions_by_address_;  // never iterated
  uint64_t last_address_ = 0;
  uint32_t last_function_ = NameTable::kNone;
  std::unordered_map<uint32_t, std::string> commands_;  // never iterated
  GraphMatcher graph_;  // for kernels whose exit records have no call time
  std::unordered_map<uint64_t, int64_t> entry_times_;  // by cpu and depth; never iterated
  uint64_t missed_events_ = 0;
  bool missed_unknown_ = false;
  uint64_t unknown_types_ = 0;
  uint64_t negative_ = 0;
  uint64_t orphans_ = 0;
  uint64_t missing_bytes_ = 0;
  bool damaged_ = false;
};

void BufferReader::AddType(const RecordFormat& format) {
  if (type_field_.size == 0) {
    type_field_ = FieldAt(format, "common_type");
    pid_field_ = FieldAt(format, "common_pid");
  }
  if (format.id >= types_.size()) types_.resize(format.id + size_t{1});
  types_[format.id] = TypeOf(format);
}

void BufferReader::ReadCommands() {
  LineReader lines(file_->cmdlines);
  while (const std::optional<std::string_view> line = lines.Next()) {
    const size_t blank = line->find(' ');
    const std::optional<uint64_t> pid = ParseUnsigned(line->substr(0, blank));
    if (pid && blank != std::string_view::npos && commands_.size() < 65536)
      commands_[static_cast<uint32_t>(*pid)] = line->substr(blank + 1);
  }
}

// In order of time over all CPUs, which pairs need.
void BufferReader::ReadMerged() {
  struct Head {
    DatRecord record;
    size_t index = 0;
  };
  const auto later = [](const Head& a, const Head& b) {
    return a.record.time != b.record.time ? a.record.time > b.record.time : a.index > b.index;
  };
  std::priority_queue<Head, std::vector<Head>, decltype(later)> heads(later);
  std::vector<std::unique_ptr<CpuPages>> cpus;
  for (const DatCpu& cpu : buffer_->cpus) {
    if (cpu.size == 0) continue;
    cpus.push_back(std::make_unique<CpuPages>(*this, cpu));
    Head head;
    head.index = cpus.size() - 1;
    if (cpus.back()->Next(head.record)) heads.push(head);
  }
  while (!heads.empty()) {
    Head head = heads.top();
    heads.pop();
    CpuPages& pages = *cpus[head.index];
    Record(pages.cpu(), head.record);
    if (pages.Next(head.record)) heads.push(head);
  }
  for (const std::unique_ptr<CpuPages>& pages : cpus) pages->Close();
}

void BufferReader::Missed(uint32_t cpu, std::optional<uint64_t> count) {
  if (count) {
    missed_events_ += *count;
  } else {
    missed_unknown_ = true;
  }
  graph_.Forget(cpu);
}

uint32_t BufferReader::Function(uint64_t address) {
  if (address == last_address_ && last_function_ != NameTable::kNone) return last_function_;
  const auto [found, is_new] = functions_by_address_.try_emplace(address, NameTable::kNone);
  if (is_new) {
    found->second = tally_.functions().Intern(symbols_->Name(address));
  }
  last_address_ = address;
  last_function_ = found->second;
  if (functions_by_address_.size() > NameTable::kMaxNames * 2) functions_by_address_.clear();
  return last_function_;
}

void BufferReader::Record(uint32_t cpu, const DatRecord& record) {
  std::optional<int64_t> time_ns;
  if (has_time_) time_ns = record.time;
  tally_.Entry(cpu, time_ns);
  const uint32_t pid =
      static_cast<uint32_t>(pid_field_.Load(record.data, file_->little_endian).value_or(0));
  tally_.Pid(pid);
  const std::optional<uint64_t> id = type_field_.Load(record.data, file_->little_endian);
  if (!id || *id >= types_.size() || types_[*id].format == nullptr) {
    ++unknown_types_;
    return;
  }
  RecordType& type = types_[*id];
  ++type.count;
  std::optional<int64_t> duration_ns;
  switch (type.kind) {
    case RecordType::Kind::kFunction:
      if (const std::optional<uint64_t> ip = type.ip.Load(record.data, file_->little_endian))
        tally_.Call(Function(*ip),
                    type.repeats.Load(record.data, file_->little_endian).value_or(1));
      break;
    case RecordType::Kind::kGraphEntry:
      if (const std::optional<uint64_t> func = type.func.Load(record.data, file_->little_endian)) {
        const uint32_t function = Function(*func);
        tally_.Call(function);
        const uint64_t depth =
            type.depth.Load(record.data, file_->little_endian).value_or(UINT32_MAX);
        const uint32_t level = static_cast<uint32_t>(std::min<uint64_t>(depth, UINT32_MAX));
        graph_.Enter(cpu, level, function);
        if (level < 1024 && type.call_time.size + entry_times_.size() < kMaxEntryTimes)
          entry_times_[uint64_t{cpu} << 32 | level] =
              static_cast<int64_t>(type.call_time.Load(record.data, file_->little_endian)
                                       .value_or(static_cast<uint64_t>(record.time)));
      }
      break;
    case RecordType::Kind::kGraphExit:
      duration_ns = GraphExit(cpu, record, type);
      break;
    case RecordType::Kind::kEvent:
      break;
  }
  // A graph call is one row, at its return.
  if (tally_.wants_rows() && type.kind != RecordType::Kind::kGraphEntry)
    Row(cpu, record, type, pid, duration_ns);
}

// Before 6.15 the exit has both times; later the entry of the same depth has the first. Returns
// the duration if it is known.
std::optional<int64_t> BufferReader::GraphExit(uint32_t cpu, const DatRecord& record,
                                               const RecordType& type) {
  const std::optional<uint64_t> func = type.func.Load(record.data, file_->little_endian);
  if (!func) return std::nullopt;
  const uint32_t function = Function(*func);
  const uint64_t depth = type.depth.Load(record.data, file_->little_endian).value_or(UINT32_MAX);
  const uint32_t level = static_cast<uint32_t>(std::min<uint64_t>(depth, UINT32_MAX));
  const bool matched = graph_.Leave(cpu, level, function);
  if (!matched) ++orphans_;
  const std::optional<uint64_t> end = type.return_time.Load(record.data, file_->little_endian);
  std::optional<int64_t> start;
  if (const std::optional<uint64_t> time = type.call_time.Load(record.data, file_->little_endian)) {
    start = static_cast<int64_t>(*time);
  } else if (matched) {
    const auto found = entry_times_.find(uint64_t{cpu} << 32 | level);
    if (found != entry_times_.end()) start = found->second;
  }
  if (!start) return std::nullopt;
  const int64_t span = static_cast<int64_t>(end.value_or(static_cast<uint64_t>(record.time)) -
                                            static_cast<uint64_t>(*start));
  if (span < 0) {
    ++negative_;
    return std::nullopt;
  }
  tally_.Duration(function, span);
  return span;
}

void BufferReader::Row(uint32_t cpu, const DatRecord& record, const RecordType& type, uint32_t pid,
                       std::optional<int64_t> duration_ns) {
  const std::string text = type.kind == RecordType::Kind::kEvent
                               ? FieldText(record.data, *type.format, file_->little_endian)
                               : std::string();
  TraceRow row;
  row.instance = buffer_->name;
  row.name = type.format->name;
  if (type.kind != RecordType::Kind::kEvent) {
    const FieldAt& address = type.kind == RecordType::Kind::kFunction ? type.ip : type.func;
    const std::optional<uint64_t> ip = address.Load(record.data, file_->little_endian);
    const uint32_t function = ip ? Function(*ip) : NameTable::kNone;
    if (function != NameTable::kNone) row.name = tally_.functions().Name(function);
    row.is_function = true;
  }
  const auto command = commands_.find(pid);
  if (command != commands_.end()) row.comm = command->second;
  row.text = text;
  if (has_time_) row.time_ns = record.time;
  row.duration_ns = duration_ns;
  row.cpu = cpu;
  row.pid = pid;
  tally_.Row(row);
}

void BufferReader::Emit(const std::string& path, EvidenceBundle& bundle) {
  for (const RecordType& type : types_) {
    if (type.count > 0) tally_.Event(type.format->name, type.count);
  }
  Trace trace;
  trace.path = path;
  trace.instance = buffer_->name;
  trace.kind = "trace.dat";
  trace.clock = buffer_->clock;
  const auto warn = [&bundle, &path](std::string message) {
    bundle.diagnostics.push_back(TraceWarning(path, 0, std::move(message)));
  };
  const DatStats& stats = buffer_->stats;
  // The counts in the pages and the overrun of the stats are of the same events.
  const uint64_t lost = std::max(missed_events_, stats.overrun) + stats.dropped.value_or(0);
  if (missed_unknown_ && lost == 0) {
    tally_.LostUnknown();
    trace.notes.push_back("events were lost, their number is not stored");
  } else {
    tally_.Lost(lost);
  }
  if (stats.present) {
    trace.evidence = stats.dropped ? EvidenceGrade::kExact : EvidenceGrade::kUnknown;
    trace.notes.push_back(stats.dropped
                              ? fmt::format("{} overrun, {} dropped", stats.overrun, *stats.dropped)
                              : fmt::format("{} overrun, drops not recorded", stats.overrun));
  } else if (lost == 0 && !missed_unknown_) {
    trace.notes.push_back("the file has no buffer statistics");
  }
  if (missed_events_ > 0) trace.notes.push_back(fmt::format("{} events were lost", missed_events_));
  if (missing_bytes_ > 0) {
    tally_.Incomplete();
    warn(fmt::format("trace.dat is cut: {} bytes of {}events are missing", missing_bytes_,
                     buffer_->name.empty() ? "" : "buffer " + buffer_->name + "'s "));
    trace.notes.push_back(fmt::format("{} bytes of events are missing", missing_bytes_));
  }
  if (damaged_) {
    tally_.Incomplete();
    warn("pages of trace.dat are damaged: their events are not counted");
    trace.notes.push_back("damaged pages");
  }
  if (unknown_types_ > 0) {
    tally_.Incomplete();
    warn(fmt::format("{} records are of types that the file does not describe", unknown_types_));
  }
  if (negative_ > 0)
    trace.notes.push_back(fmt::format("{} calls end before they begin (clock skew)", negative_));
  if (orphans_ > 0) trace.notes.push_back(fmt::format("{} returns without their calls", orphans_));
  if (!file_->release.empty()) trace.notes.push_back("kernel " + file_->release);
  tally_.Emit(std::move(trace), bundle);
}

// A latency tracer's text at the end of the file.
void ReadLatencyText(const RandomBytes& bytes, const DatBuffer& buffer, const std::string& path,
                     const ParseOptions& options, EvidenceBundle& bundle) {
  TextTrace text(path, options);
  LineFeed<TextTrace> feed(text);
  std::string rest;
  for (uint64_t at = buffer.text_offset; at < bytes.size(); at += kLinePieceBytes) {
    rest += bytes.Read(at, kLinePieceBytes);
    rest.erase(0, feed.Take(rest));
    if (rest.size() > kMaxLineBytes) {
      feed.GiveStart(rest);
      rest.clear();
    }
  }
  if (!rest.empty()) feed.Give(rest);
  text.Finish(bundle, rest.empty());
}

}  // namespace

void ReadTraceDat(ByteStream& input, const ParseOptions& options, EvidenceBundle& bundle) {
  const RandomBytes bytes(input);
  DatFile file = ReadDatFile(bytes, input.path());
  const SymbolTable symbols(std::exchange(file.kallsyms, std::string()));
  if (!file.problem.empty()) {
    bundle.diagnostics.push_back(
        TraceWarning(input.path(), 0, "trace.dat is cut: " + file.problem));
  }
  for (const DatBuffer& buffer : file.buffers) {
    if (buffer.is_latency_text) {
      ReadLatencyText(bytes, buffer, input.path(), options, bundle);
      continue;
    }
    BufferReader reader(bytes, file, buffer, symbols, options);
    reader.Read();
    reader.Emit(input.path(), bundle);
    if (!file.problem.empty()) bundle.traces.back().evidence = EvidenceGrade::kLowerBound;
  }
  // The stream counts and hashes what is read through it.
  constexpr size_t kPiece = size_t{256} << 10;
  for (std::string_view piece = input.Peek(kPiece); !piece.empty(); piece = input.Peek(kPiece))
    input.Skip(piece.size());
}

}  // namespace regress
