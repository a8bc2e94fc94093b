// SPDX-License-Identifier: Apache-2.0
// trace.dat against what was written, and against libtracecmd reading the same file.
#include "parsers/trace_dat.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <traceevent/event-parse.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "models/data/error.h"
#include "parsers/ftrace_log.h"
#include "tests/support/trace_dat_writer.h"

// trace-cmd.h includes tracefs.h, which is no C++; these are its declarations that are used here.
extern "C" {
struct tracecmd_input;
tracecmd_input* tracecmd_open(const char* file, int flags);
void tracecmd_close(tracecmd_input* handle);
tep_handle* tracecmd_get_tep(tracecmd_input* handle);
int tracecmd_iterate_events(tracecmd_input* handle, cpu_set_t* cpus, int cpu_size,
                            int (*callback)(tracecmd_input*, tep_record*, int, void*), void* data);
}

namespace regress {
namespace {

struct Result {
  EvidenceBundle bundle;
  std::string error;

  const EventCount* Find(const std::string& name, bool function,
                         const std::string& instance = "") const {
    for (const EventCount& event : bundle.events) {
      if (event.name == name && event.is_function == function && event.instance == instance)
        return &event;
    }
    return nullptr;
  }
  uint64_t Calls(const std::string& name, const std::string& instance = "") const {
    const EventCount* event = Find(name, true, instance);
    return event == nullptr ? 0 : event->calls;
  }
  uint64_t Events(const std::string& name, const std::string& instance = "") const {
    const EventCount* event = Find(name, false, instance);
    return event == nullptr ? 0 : event->calls;
  }
};

Result Read(const std::string& bytes, const ParseOptions& options = {}) {
  Result result;
  ByteStream input = ByteStream::FromMemory(bytes, "t.dat");
  try {
    ParseFtrace(input, options,
                [&](EvidenceBundle&& bundle) { result.bundle = std::move(bundle); });
  } catch (const Error& error) {
    result.error = error.what();
  }
  return result;
}

// Two CPUs over several pages: functions, a graph, ticks, long gaps, discarded records.
DatBufferSpec Demo(const DatSpec& spec, const std::string& name = "", int scale = 1) {
  RingWriter zero(1'000'000'000, spec.big_endian, spec.long_size);
  for (int i = 0; i < 400 * scale; ++i) {
    const uint64_t time = 1'000'000'000 + static_cast<uint64_t>(i) * 1000;
    zero.Function(time, 77, i % 4 == 0 ? kBetaAddress : kAlphaAddress + 7, kAlphaAddress);
    if (i % 50 == 0) zero.Discarded(12);
  }
  zero.Tick(9'000'000'000, 78, -5, "late");
  RingWriter one(2'000'000'000, spec.big_endian, spec.long_size);
  for (int i = 0; i < 10 * scale; ++i) {
    const uint64_t time = 2'000'000'000 + static_cast<uint64_t>(i) * 10'000;
    one.GraphEntry(time, 79, kModuleAddress + 4, 0);
    one.GraphEntry(time + 100, 79, kAlphaAddress, 1);
    one.GraphExit(time + 350, 79, kAlphaAddress, 1, time + 100);
    one.GraphExit(time + 900 + static_cast<uint64_t>(i), 79, kModuleAddress + 4, 0, time);
    one.LongTick(time + 1000, 79, i);
  }
  DatBufferSpec buffer;
  buffer.name = name;
  buffer.pages = {zero.Pages(), one.Pages()};
  return buffer;
}

struct Variant {
  const char* name;
  int version;
  bool big_endian;
  uint32_t long_size;
  const char* compressor;
};

class TraceDatTest : public ::testing::TestWithParam<Variant> {
 protected:
  DatSpec Spec() const {
    DatSpec spec;
    spec.version = GetParam().version;
    spec.big_endian = GetParam().big_endian;
    spec.long_size = GetParam().long_size;
    spec.compressor = GetParam().compressor;
    return spec;
  }
};

INSTANTIATE_TEST_SUITE_P(Variants, TraceDatTest,
                         ::testing::Values(Variant{"V6", 6, false, 8, "none"},
                                           Variant{"V6BigEndian", 6, true, 8, "none"},
                                           Variant{"V6Long32", 6, false, 4, "none"},
                                           Variant{"V7", 7, false, 8, "none"},
                                           Variant{"V7Zstd", 7, false, 8, "zstd"},
                                           Variant{"V7Zlib", 7, false, 8, "zlib"},
                                           Variant{"V7BigEndianZstd", 7, true, 8, "zstd"}),
                         [](const auto& parameter) { return parameter.param.name; });

TEST_P(TraceDatTest, CountsWhatWasWritten) {
  DatSpec spec = Spec();
  spec.buffers = {Demo(spec), Demo(spec, "other", 2)};
  const Result result = Read(WriteTraceDat(spec));
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.bundle.traces.size(), 2u);
  EXPECT_EQ(result.Calls("alpha"), 300u + 10);
  EXPECT_EQ(result.Calls("beta"), 100u);
  EXPECT_EQ(result.Calls("clone_range"), 10u);
  EXPECT_EQ(result.Calls("alpha", "other"), 620u);
  EXPECT_EQ(result.Events("function"), 400u);
  EXPECT_EQ(result.Events("funcgraph_entry"), 20u);
  EXPECT_EQ(result.Events("funcgraph_exit"), 20u);
  EXPECT_EQ(result.Events("tick"), 11u);
  const EventCount& clone = *result.Find("clone_range", true);
  EXPECT_EQ(clone.durations, 10u);
  EXPECT_EQ(clone.total_ns, 9045);
  EXPECT_EQ(clone.p50_ns, 904);
  EXPECT_EQ(clone.max_ns, 909);
  EXPECT_EQ(result.Find("alpha", true)->total_ns, 2500);
  const Trace& trace = result.bundle.traces[0];
  EXPECT_EQ(trace.kind, "trace.dat");
  EXPECT_EQ(trace.entries, 451u);
  EXPECT_EQ(trace.lost, 0u);
  EXPECT_EQ(trace.pids, 3u);
  EXPECT_EQ(trace.clock, "local");
  EXPECT_EQ(trace.first_ns, 1'000'000'000);
  EXPECT_EQ(trace.last_ns, 9'000'000'000);
  EXPECT_EQ(trace.evidence, EvidenceGrade::kExact);
  EXPECT_EQ(trace.notes.at(0), "0 overrun, 0 dropped");
  EXPECT_EQ(result.bundle.traces[1].instance, "other");
}

TEST_P(TraceDatTest, LostEvents) {
  DatSpec spec = Spec();
  spec.overrun = 42;
  RingWriter ring(1000, spec.big_endian, spec.long_size);
  ring.Function(1000, 1, kAlphaAddress, 0);
  ring.Lose(42);
  ring.Function(2000, 1, kAlphaAddress, 0);
  spec.buffers = {{"", {ring.Pages()}}};
  const Result stored = Read(WriteTraceDat(spec));
  EXPECT_EQ(stored.bundle.traces.at(0).lost, 42u);
  EXPECT_EQ(stored.bundle.traces.at(0).evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(stored.Calls("alpha"), 2u);
  spec.overrun = 0;
  spec.with_stats = false;
  RingWriter unknown(1000, spec.big_endian, spec.long_size);
  unknown.Lose(std::nullopt);
  unknown.Function(2000, 1, kAlphaAddress, 0);
  spec.buffers = {{"", {unknown.Pages()}}};
  const Result no_number = Read(WriteTraceDat(spec));
  EXPECT_FALSE(no_number.bundle.traces.at(0).lost);
  EXPECT_EQ(no_number.bundle.traces.at(0).evidence, EvidenceGrade::kLowerBound);
}

TEST_P(TraceDatTest, DropsAreInTheStatisticsOnly) {
  DatSpec spec = Spec();
  spec.dropped = 9;
  spec.buffers = {Demo(spec)};
  const Result result = Read(WriteTraceDat(spec));
  EXPECT_EQ(result.bundle.traces.at(0).lost, 9u);
  EXPECT_EQ(result.bundle.traces.at(0).evidence, EvidenceGrade::kLowerBound);
}

TEST_P(TraceDatTest, EveryCutIsToldAndNeverZeroInSilence) {
  DatSpec spec = Spec();
  spec.buffers = {Demo(spec)};
  const std::string whole = WriteTraceDat(spec);
  const Result full = Read(whole);
  ASSERT_EQ(full.error, "");
  for (size_t size = 17; size < whole.size(); size += size < 4096 ? 3 : 211) {
    const Result cut = Read(whole.substr(0, size));
    if (!cut.error.empty()) continue;
    ASSERT_FALSE(cut.bundle.traces.empty()) << size;
    // What is cut behind the last record is no loss: the file is page-aligned.
    if (cut.Calls("alpha") == full.Calls("alpha") && cut.Events("tick") == full.Events("tick"))
      continue;
    EXPECT_EQ(cut.bundle.traces[0].evidence, EvidenceGrade::kLowerBound) << size;
    EXPECT_LE(cut.Calls("alpha"), full.Calls("alpha")) << size;
    EXPECT_FALSE(cut.bundle.diagnostics.empty()) << size;
  }
}

TEST_P(TraceDatTest, DamagedBytesDoNoHarm) {
  DatSpec spec = Spec();
  spec.buffers = {Demo(spec)};
  const std::string whole = WriteTraceDat(spec);
  for (size_t at = 10; at < whole.size(); at += at < 6000 ? 23 : 509) {
    for (const char byte : {'\0', '\xff', '\x7f'}) {
      std::string damaged = whole;
      damaged[at] = byte;
      const Result result = Read(damaged);
      EXPECT_TRUE(!result.error.empty() || !result.bundle.traces.empty()) << at;
    }
  }
}

TEST(TraceDat, CutTablesAreAnError) {
  DatSpec spec;
  spec.buffers = {Demo(spec)};
  const std::string whole = WriteTraceDat(spec);
  const Result result = Read(whole.substr(0, whole.size() - 1));
  EXPECT_NE(result.error.find("trace.dat is cut"), std::string::npos) << result.error;
  const Result half = Read(whole.substr(0, 600));
  EXPECT_EQ(half.error.substr(0, 33), "t.dat: error: trace.dat is cut: t");
}

TEST(TraceDat, KernelsWithoutCallTimeInTheExit) {
  DatSpec spec;
  spec.exit_has_call_time = false;
  spec.buffers = {Demo(spec)};
  const Result result = Read(WriteTraceDat(spec));
  EXPECT_EQ(result.Find("clone_range", true)->total_ns, 9045);
  EXPECT_EQ(result.Find("alpha", true)->total_ns, 2500);
}

TEST(TraceDat, ClocksWithoutTime) {
  DatSpec spec;
  spec.clock = "counter";
  spec.buffers = {Demo(spec)};
  const Result result = Read(WriteTraceDat(spec));
  EXPECT_FALSE(result.bundle.traces.at(0).first_ns);
  EXPECT_EQ(result.bundle.traces.at(0).clock, "counter");
}

TEST(TraceDat, RowsAndPairsComeInOrderOfTime) {
  DatSpec spec;
  RingWriter zero(1000, false, 8);
  RingWriter one(1500, false, 8);
  for (uint64_t i = 0; i < 20; ++i) {
    zero.Tick(1000 + i * 1000, 77, static_cast<int32_t>(i), "begin");
    one.Tick(1500 + i * 1000, 77, static_cast<int32_t>(i), "end");
  }
  spec.buffers = {{"", {zero.Pages(), one.Pages()}}};
  std::string labels;
  int64_t last = 0;
  ParseOptions options;
  options.keep_event = [&](const TraceRow& row) {
    EXPECT_GE(*row.time_ns, last);
    last = *row.time_ns;
    EXPECT_EQ(row.comm, "cat");
    labels += row.text.substr(row.text.find("label=") + 6, 1);
  };
  options.pairs = {"tick,tock,pid"};
  const Result result = Read(WriteTraceDat(spec), options);
  EXPECT_EQ(labels, "bebebebebebebebebebebebebebebebebebebebe");
  EXPECT_EQ(result.bundle.events.back().calls, 40u);
}

TEST(TraceDat, AGraphCallIsOneRowWithItsDuration) {
  DatSpec spec;
  RingWriter cpu(1000, false, 8);
  cpu.GraphEntry(1000, 79, kModuleAddress, 0);
  cpu.GraphEntry(1100, 79, kAlphaAddress, 1);
  cpu.GraphExit(1350, 79, kAlphaAddress, 1, 1100);
  cpu.GraphExit(2000, 79, kModuleAddress, 0, 1000);
  spec.buffers = {{"", {cpu.Pages()}}};
  std::string rows;
  ParseOptions options;
  options.keep_event = [&rows](const TraceRow& row) {
    rows += fmt::format("{}{}@{}:{} ", row.is_function ? "" : "event ", row.name, *row.time_ns,
                        row.duration_ns.value_or(-1));
  };
  EXPECT_EQ(Read(WriteTraceDat(spec), options).error, "");
  EXPECT_EQ(rows, "alpha@1350:250 clone_range@2000:1000 ");
}

TEST(TraceDat, RefusesOtherVersions) {
  DatSpec spec;
  spec.buffers = {Demo(spec)};
  std::string bytes = WriteTraceDat(spec);
  bytes[10] = '8';
  EXPECT_EQ(Read(bytes).error, "t.dat: error: trace.dat version 8 is not supported");
}

// --- the same files by libtracecmd ---

struct LibraryCounts {
  std::map<std::string, uint64_t> events;
  std::map<std::string, uint64_t> functions;
  uint64_t missed = 0;
};

int CountRecord(tracecmd_input* handle, tep_record* record, int, void* data) {
  auto* counts = static_cast<LibraryCounts*>(data);
  tep_handle* tep = tracecmd_get_tep(handle);
  tep_event* event = tep_find_event_by_record(tep, record);
  if (record->missed_events > 0) counts->missed += static_cast<uint64_t>(record->missed_events);
  if (event == nullptr) return 0;
  ++counts->events[event->name];
  for (const char* field : {"ip", "func"}) {
    unsigned long long address = 0;
    if (std::string(event->name) == "funcgraph_exit") continue;
    if (tep_get_field_val(nullptr, event, field, record, &address, 0) != 0) continue;
    const char* name = tep_find_function(tep, address);
    ++counts->functions[name == nullptr ? "?" : name];
  }
  return 0;
}

LibraryCounts CountByLibrary(const std::string& bytes) {
  char path[] = "/tmp/regress-trace-XXXXXX";
  const int descriptor = mkstemp(path);
  close(descriptor);
  std::ofstream(path, std::ios::binary) << bytes;
  LibraryCounts counts;
  tracecmd_input* handle = tracecmd_open(path, 0);
  EXPECT_NE(handle, nullptr);
  if (handle != nullptr) {
    tracecmd_iterate_events(handle, nullptr, 0, CountRecord, &counts);
    tracecmd_close(handle);
  }
  unlink(path);
  return counts;
}

TEST(TraceDat, AgreesWithLibtracecmd) {
  for (const Variant& variant :
       {Variant{"V6", 6, false, 8, "none"}, Variant{"V7", 7, false, 8, "none"},
        Variant{"V7Zstd", 7, false, 8, "zstd"}}) {
    SCOPED_TRACE(variant.name);
    DatSpec spec;
    spec.version = variant.version;
    spec.compressor = variant.compressor;
    spec.buffers = {Demo(spec, "", 3)};
    const std::string bytes = WriteTraceDat(spec);
    const LibraryCounts library = CountByLibrary(bytes);
    const Result own = Read(bytes);
    EXPECT_EQ(library.events.size(), 4u);
    for (const auto& [name, count] : library.events) EXPECT_EQ(own.Events(name), count) << name;
    EXPECT_EQ(library.functions.at("alpha"), own.Calls("alpha"));
    EXPECT_EQ(library.functions.at("clone_range"), own.Calls("clone_range"));
    EXPECT_EQ(library.missed, 0u);
  }
}

}  // namespace
}  // namespace regress
