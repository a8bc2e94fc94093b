// SPDX-License-Identifier: Apache-2.0
// Whole logs: every odd case of the grammar, and that no cut ever reads as zero.
#include "parsers/ftrace_log.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <map>
#include <string>
#include <vector>

#include "models/data/error.h"

namespace regress {
namespace {

struct Result {
  EvidenceBundle bundle;
  std::string error;

  const Trace& trace(size_t index = 0) const { return bundle.traces.at(index); }
  uint64_t Calls(const std::string& name, const std::string& instance = "") const {
    return Sum(name, instance, true);
  }
  uint64_t Events(const std::string& name, const std::string& instance = "") const {
    return Sum(name, instance, false);
  }
  const EventCount& Function(const std::string& name) const {
    for (const EventCount& event : bundle.events) {
      if (event.is_function && event.name == name) return event;
    }
    ADD_FAILURE() << "no function " << name;
    return bundle.events.at(0);
  }
  std::string Messages() const {
    std::string all;
    for (const Diagnostic& diagnostic : bundle.diagnostics) {
      all += std::to_string(diagnostic.source.at.line) + ": " + diagnostic.message + "\n";
    }
    return all;
  }

 private:
  uint64_t Sum(const std::string& name, const std::string& instance, bool function) const {
    uint64_t sum = 0;
    for (const EventCount& event : bundle.events) {
      if (event.is_function == function && event.name == name && event.instance == instance)
        sum += event.calls;
    }
    return sum;
  }
};

Result Read(const std::string& text, ParseOptions options = {}) {
  Result result;
  ByteStream input = ByteStream::FromMemory(text, "log");
  try {
    ParseFtrace(input, options,
                [&](EvidenceBundle&& bundle) { result.bundle = std::move(bundle); });
  } catch (const Error& error) {
    result.error = error.what();
  }
  return result;
}

std::string Header(const std::string& tracer, uint64_t in_buffer, uint64_t written, int cpus = 2) {
  return "# tracer: " + tracer +
         "\n#\n# entries-in-buffer/entries-written: " + std::to_string(in_buffer) + "/" +
         std::to_string(written) + "   #P:" + std::to_string(cpus) +
         "\n#\n"
         "#                                _-----=> irqs-off/BH-disabled\n"
         "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
         "#              | |         |   |||||     |         |\n";
}

// "             cat-812     [003] .....    12.000345: payload"
std::string Entry(const std::string& comm, int pid, int cpu, const std::string& stamp,
                  const std::string& payload) {
  std::string number = std::to_string(pid);
  number.resize(std::max<size_t>(number.size(), 7), ' ');
  std::string line(comm.size() < 16 ? 16 - comm.size() : 0, ' ');
  line += comm + "-" + number + " [00" + std::to_string(cpu) + "] ..... ";
  line += std::string(stamp.size() < 12 ? 12 - stamp.size() : 0, ' ');
  return line + stamp + ": " + payload + "\n";
}

TEST(FtraceLog, CountsCalleesOnly) {
  const Result log = Read(Header("function", 4, 4) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
                          Entry("cat", 9, 0, "1.000002", "bar <-foo") +
                          Entry("foo", 10, 1, "1.000003", "foo_prep <-foo") +
                          Entry("cat", 9, 1, "1.000009", "foo <-foo_prep"));
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.Calls("bar"), 1u);
  EXPECT_EQ(log.Calls("foo_prep"), 1u);
  EXPECT_EQ(log.trace().kind, "function");
  EXPECT_EQ(log.trace().entries, 4u);
  EXPECT_EQ(log.trace().lost, 0u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kUnknown);
  EXPECT_EQ(log.trace().pids, 2u);
  EXPECT_EQ(log.trace().functions, 3u);
  EXPECT_EQ(log.trace().first_ns, 1000001000);
  EXPECT_EQ(log.trace().last_ns, 1000009000);
  ASSERT_EQ(log.trace().cpus.size(), 2u);
  EXPECT_EQ(log.trace().cpus[1].first_ns, 1000003000);
  EXPECT_EQ(log.trace().cpus[1].entries, 2u);
  EXPECT_EQ(log.Messages(), "");
  ASSERT_FALSE(log.bundle.figures.empty());
  EXPECT_EQ(log.bundle.figures[0].kind, "calls");
  EXPECT_EQ(log.bundle.figures[0].name, "foo");
  EXPECT_EQ(log.bundle.figures[0].number.text, "2");
  EXPECT_EQ(log.bundle.figures[0].grade, EvidenceGrade::kUnknown);
}

// The fast path and the slow one must agree over shapes, tasks and seconds.
TEST(FtraceLog, FastPathCountsWhatTheSlowOneDoes) {
  std::string text = Header("function", 6000, 6000);
  uint64_t foo = 0;
  for (int i = 0; i < 6000; ++i) {
    const bool is_foo = i % 3 != 0;
    foo += is_foo ? 1 : 0;
    std::string micros = std::to_string(1000000 + i * 150 % 1000000).substr(1);
    std::string line = Entry(i % 7 == 0 ? "other task" : "cat", 100 + i % 90, i % 2,
                             std::to_string(98 + i * 150 / 1000000) + "." + micros,
                             is_foo ? "foo <-x" : "bar <-y");
    if (i % 5 == 0) line.replace(line.find("....."), 5, "d..1.");
    text += line;
  }
  ParseOptions slow;
  uint64_t rows = 0;
  slow.keep_event = [&rows](const TraceRow& row) { rows += row.is_function ? 1 : 0; };
  const Result fast = Read(text);
  const Result full = Read(text, slow);
  EXPECT_EQ(rows, 6000u);
  for (const Result* result : {&fast, &full}) {
    EXPECT_EQ(result->Calls("foo"), foo);
    EXPECT_EQ(result->Calls("bar"), 6000 - foo);
    EXPECT_EQ(result->trace().entries, 6000u);
    EXPECT_EQ(result->trace().pids, 90u);
    EXPECT_EQ(result->trace().first_ns, 98000000000);
    EXPECT_EQ(result->trace().last_ns, 98899850000);
    EXPECT_EQ(result->trace().cpus[0].entries, 3000u);
  }
}

TEST(FtraceLog, OverwrittenEntriesMakeALowerBound) {
  const Result log = Read(Header("function", 1, 500) + Entry("cat", 9, 0, "1.000001", "foo <-bar"));
  EXPECT_EQ(log.trace().lost, 499u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(log.trace().notes.at(0), "499 of 500 events (99.8%) were overwritten before reading");
  EXPECT_EQ(log.bundle.figures.at(0).grade, EvidenceGrade::kLowerBound);
}

TEST(FtraceLog, PipeWithLossLines) {
  const Result log =
      Read("CPU:1 [LOST 217 EVENTS]\n" + Entry("cat", 9, 1, "1.000001", "foo <-bar") +
           "CPU:0 [LOST 3 EVENTS]\n" + Entry("cat", 9, 0, "1.000002", "foo <-bar"));
  EXPECT_EQ(log.trace().lost, 220u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(log.Calls("foo"), 2u);
}

TEST(FtraceLog, LossWithoutNumberIsStillALoss) {
  for (const char* line : {"CPU:0 [LOST EVENTS]\n", "CPU:0 [EVENTS DROPPED]\n"}) {
    const Result log =
        Read(Header("function", 1, 1) + line + Entry("cat", 9, 0, "1.000002", "foo <-bar"));
    EXPECT_EQ(log.trace().evidence, EvidenceGrade::kLowerBound) << line;
    EXPECT_EQ(log.trace().lost, 0u);
  }
}

TEST(FtraceLog, BufferStartMarksAreNoLoss) {
  const Result log =
      Read(Header("function", 2, 2) + Entry("cat", 9, 1, "1.000001", "foo <-bar") +
           "##### CPU 0 buffer started ####\n" + Entry("cat", 9, 0, "1.000002", "foo <-bar"));
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kUnknown);
}

TEST(FtraceLog, StackFramesAreNoCalls) {
  const Result log = Read(Header("function", 2, 2) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
                          Entry("cat", 9, 0, "1.000002", "<stack trace>") + " => foo\n => bar\n");
  EXPECT_EQ(log.Calls("foo"), 1u);
  EXPECT_EQ(log.Calls("bar"), 0u);
  EXPECT_EQ(log.trace().entries, 2u);
  EXPECT_EQ(log.Messages(), "");
}

// --- forged lines ---

TEST(FtraceLog, MarkerWithLinesOfItsOwn) {
  const Result log = Read(
      Header("function", 5, 5) + Entry("sh", 9, 1, "43.000001", "foo <-bar") +
      Entry("sh", 9, 1, "43.000005", "tracing_mark_write: line one") +
      Entry("fake", 77, 1, "77.000001", "foo <-bar") + "# tracer: fake\nCPU:0 [LOST 5 EVENTS]\n" +
      Entry("sh", 9, 1, "43.000009", "tracing_mark_write: two") + "second line\n" +
      Entry("sh", 9, 1, "43.000011",
            "tracing_mark_write:       sh-9   [000] ..... 1.000001: foo <-x") +
      Entry("sh", 9, 1, "43.000019", "foo <-bar"));
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.trace().entries, 5u);
  EXPECT_EQ(log.trace().lost, 0u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kUnknown);
  EXPECT_EQ(log.trace().last_ns, 43000019000);
  EXPECT_EQ(log.Events("tracing_mark_write"), 3u);
  EXPECT_EQ(log.Messages(),
            "0: 1 line looks like an entry but is the text of a marker: not counted\n");
}

struct ForgedCase {
  const char* name;
  std::string before;
  std::string forged;
  std::string after;
  uint64_t real_foo;
  uint64_t real_entries;
};

class ForgedTest : public ::testing::TestWithParam<ForgedCase> {};

TEST_P(ForgedTest, CountsWhatTheKernelWrote) {
  const ForgedCase& expected = GetParam();
  const std::string marker = Entry("sh", 9, 0, "10.000000", "tracing_mark_write: x");
  const Result log = Read(Header("function", expected.real_entries, expected.real_entries) +
                          expected.before + marker + expected.forged + expected.after);
  EXPECT_EQ(log.Calls("foo"), expected.real_foo);
  EXPECT_EQ(log.trace().entries, expected.real_entries);
  EXPECT_EQ(log.trace().lost, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ForgedTest,
    ::testing::Values(
        ForgedCase{"CopyOfAnOlderLine", Entry("sh", 9, 0, "9.000001", "foo <-b"),
                   Entry("sh", 9, 0, "9.000001", "foo <-b"),
                   Entry("sh", 9, 0, "10.000009", "foo <-b"), 2, 3},
        ForgedCase{
            "OlderLinesOfOtherCpus", Entry("sh", 9, 0, "9.000001", "foo <-b"),
            Entry("a", 3, 1, "8.000001", "foo <-b") + Entry("a", 3, 1, "8.000002", "foo <-b"),
            Entry("sh", 9, 0, "10.000009", "foo <-b"), 2, 3},
        ForgedCase{"FromTheFuture", Entry("sh", 9, 0, "9.000001", "foo <-b"),
                   Entry("a", 3, 1, "99.000001", "foo <-b"),
                   Entry("sh", 9, 0, "10.000009", "foo <-b"), 2, 3},
        ForgedCase{
            "FutureAndPast", "",
            Entry("a", 3, 1, "99.000001", "foo <-b") + Entry("a", 3, 1, "1.000001", "foo <-b"),
            Entry("sh", 9, 0, "10.000009", "foo <-b") + Entry("sh", 9, 0, "10.000010", "foo <-b"),
            2, 3},
        ForgedCase{"LastLineOfTheLog", Entry("sh", 9, 0, "9.000001", "foo <-b"),
                   Entry("a", 3, 1, "77.000001", "foo <-b"), "", 1, 2},
        ForgedCase{"FittingTimeUnknownTask", Entry("sh", 9, 0, "9.000001", "foo <-b"),
                   Entry("evil", 666, 0, "10.000003", "foo <-b"),
                   Entry("sh", 9, 0, "10.000009", "foo <-b"), 2, 3},
        ForgedCase{"FittingTimeOnlyMarker", Entry("sh", 9, 0, "9.000001", "foo <-b"),
                   Entry("sh", 9, 0, "10.000003", "foo <-b"),
                   Entry("sh", 9, 0, "10.000009", "foo <-b"), 2, 3},
        ForgedCase{
            "MarkerInMarker", "", Entry("a", 3, 1, "99.000001", "tracing_mark_write: y"),
            Entry("sh", 9, 0, "10.000009", "foo <-b") + Entry("sh", 9, 0, "10.000010", "foo <-b"),
            2, 3},
        ForgedCase{"LossOfTheSameCpu", "", "CPU:0 [LOST 5 EVENTS]\n",
                   Entry("sh", 9, 0, "10.000009", "foo <-b"), 1, 2},
        ForgedCase{"LossOfAnotherCpu", "", "CPU:1 [LOST EVENTS]\n",
                   Entry("sh", 9, 0, "10.000009", "foo <-b"), 1, 2},
        ForgedCase{"TitleOfAnotherTrace", "", "# tracer: nop\n",
                   Entry("sh", 9, 0, "10.000009", "foo <-b"), 1, 2},
        ForgedCase{"StackFrames", "", " => foo\n", Entry("sh", 9, 0, "10.000009", "foo <-b"), 1, 2},
        ForgedCase{"NothingForged", Entry("sh", 9, 0, "9.000001", "foo <-b"), "",
                   Entry("sh", 9, 1, "10.000009", "foo <-b"), 2, 3}),
    [](const auto& parameter) { return parameter.param.name; });

TEST(FtraceLog, UnsortedPipeLosesNothingToTheFilter) {
  // Without a header the CPUs may be read one after the other.
  const Result log =
      Read(Entry("sh", 9, 0, "10.000001", "tracing_mark_write: a") +
           Entry("sh", 8, 1, "9.900001", "foo <-b") + Entry("sh", 8, 1, "9.900002", "foo <-b") +
           Entry("sh", 9, 0, "10.000002", "foo <-b"));
  EXPECT_EQ(log.trace().entries, 4u);
  EXPECT_EQ(log.Calls("foo"), 3u);
}

TEST(FtraceLog, RealLossNearAMarkerOfALiveRead) {
  const Result log =
      Read(Header("function", 100, 100) + Entry("sh", 9, 0, "10.000000", "tracing_mark_write: x") +
           "CPU:0 [LOST 7 EVENTS]\n" + Entry("sh", 9, 0, "10.000009", "foo <-b"));
  EXPECT_EQ(log.trace().lost, 7u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kLowerBound);
}

TEST(FtraceLog, ManyMarkersStayInBounds) {
  std::string text = Header("function", 20000, 20000);
  for (int i = 0; i < 10000; ++i) {
    const std::string stamp = "10." + std::to_string(100000 + i * 10);
    text += Entry("sh", 9, 0, stamp, "tracing_mark_write: B|9|section\n");
    text.pop_back();
    text += Entry("sh", 9, 0, stamp, "foo <-b");
  }
  const Result log = Read(text);
  EXPECT_EQ(log.Calls("foo"), 10000u);
  EXPECT_EQ(log.Events("tracing_mark_write"), 10000u);
  EXPECT_EQ(log.Messages(), "");
}

TEST(FtraceLog, CommWithALineEnd) {
  const Result log = Read(Header("function", 3, 3) + Entry("sh", 9, 0, "10.000000", "foo <-b") +
                          Entry("ev\nil", 299, 1, "10.000001", "foo <-b") +
                          Entry("sh", 9, 0, "10.000009", "foo <-b"));
  EXPECT_EQ(log.Calls("foo"), 3u);
  EXPECT_EQ(log.trace().pids, 2u);
  EXPECT_EQ(log.Messages(), "");
}

TEST(FtraceLog, CommThatLooksLikeATitle) {
  const Result log =
      Read(Header("function", 2, 2) + Entry("# tracer: nop", 9, 0, "10.000000", "foo <-b") +
           Entry("CPU:0 [LOST 5", 9, 0, "10.000001", "foo <-b"));
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.trace().lost, 0u);
}

// --- shapes of files ---

TEST(FtraceLog, SeveralSegmentsAreSummed) {
  const Result log = Read(Header("function", 1, 11) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
                          Header("nop", 2, 22) + Entry("cat", 9, 0, "0.500001", "foo: a=1") +
                          Entry("cat", 9, 0, "0.500002", "foo <-bar"));
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.Events("foo"), 1u);
  EXPECT_EQ(log.trace().lost, 30u);
  EXPECT_EQ(log.trace().entries, 3u);
}

TEST(FtraceLog, PerCpuFilesShareOneHeader) {
  const std::string zero = Header("function", 2, 5) + Entry("cat", 9, 0, "1.000001", "foo <-bar");
  const std::string one = Header("function", 2, 5) + Entry("cat", 9, 1, "0.900001", "foo <-bar");
  const Result both = Read(zero + one);
  EXPECT_EQ(both.trace().lost, 3u);
  EXPECT_EQ(both.Calls("foo"), 2u);
  EXPECT_EQ(both.Messages(), "");
  const Result single = Read(zero);
  EXPECT_EQ(single.trace().evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(single.Messages(),
            "0: the header announces 2 entries, 1 were read: a per_cpu file, or the log is cut\n");
}

TEST(FtraceLog, HeaderAndBodyDiffer) {
  const Result more = Read(Header("function", 1, 1) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
                           Entry("cat", 9, 1, "1.000002", "foo <-bar"));
  EXPECT_EQ(
      more.Messages(),
      "0: the header announces 1 entries, 2 were read: marker text may forge lines, or the log "
      "was read while tracing went on\n");
  EXPECT_EQ(more.Calls("foo"), 2u);
}

TEST(FtraceLog, EmptyTraces) {
  for (const std::string& text : {Header("function", 0, 0), std::string("# tracer: wakeup\n#\n")}) {
    const Result log = Read(text);
    EXPECT_EQ(log.error, "");
    EXPECT_EQ(log.trace().entries, 0u);
  }
}

TEST(FtraceLog, HeaderAloneIsAnErrorNotZeroCalls) {
  const Result log = Read(Header("function", 40, 40));
  EXPECT_EQ(log.error, "log: error: the trace ends in its header, which announces 40 entries");
}

TEST(FtraceLog, CutLastLine) {
  const std::string whole = Header("function", 2, 2) + Entry("cat", 9, 0, "1.000001", "foo <-bar");
  const Result name = Read(whole + "             cat-9       [000] .....     1.000002: btrfs_cl");
  EXPECT_EQ(name.trace().evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(name.Messages(),
            "9: the log is cut in its last line: 'btrfs_cl' may be part of a longer name\n");
  const Result context = Read(whole + "             cat-9       [00");
  EXPECT_EQ(context.trace().evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(context.trace().entries, 1u);
  const Result complete =
      Read(whole + "             cat-9       [000] .....     1.000002: foo <-bar");
  EXPECT_EQ(complete.trace().evidence, EvidenceGrade::kUnknown);
  EXPECT_EQ(complete.Calls("foo"), 2u);
}

TEST(FtraceLog, UnsupportedPrintModes) {
  const Result raw =
      Read(Header("nop", 2, 2) + "149 1 88948254138 type: 319\n15 1 88948365375 type: 319\n");
  EXPECT_EQ(raw.error, "log: error: print mode raw of ftrace is not supported");
  EXPECT_EQ(raw.trace().lost, 0u);
  EXPECT_EQ(raw.trace().kind, "raw");
  EXPECT_EQ(raw.Messages(), "");
  const Result hex = Read(Header("nop", 2, 2) +
                          "00000095 00000001 0000001469c1ab3a\n0000000f 00000001 00000014\n");
  EXPECT_EQ(hex.error, "log: error: print mode hex of ftrace is not supported");
  const Result bin =
      Read(Header("function", 2, 2) + std::string("\xff\xff\x4f\x44\0\0\0\x3b\n\x5b\0\0\0", 13));
  EXPECT_EQ(bin.error, "log: error: print mode bin of ftrace is not supported");
  const Result other = Read("# tracer: function\n#\nnothing of a trace\n");
  EXPECT_EQ(other.error, "log:3: error: no line of this trace can be read");
}

TEST(FtraceLog, ContextInfoOff) {
  const Result log =
      Read("# tracer: function\n#\nfoo <-bar\nfoo <-bar\nsched_switch: prev_comm=a\n");
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.Events("sched_switch"), 1u);
  EXPECT_EQ(log.trace().entries, 3u);
  EXPECT_FALSE(log.trace().pids);
  EXPECT_FALSE(log.trace().first_ns);
}

TEST(FtraceLog, ClocksWithoutTime) {
  const Result log = Read(Header("function", 2, 2) + Entry("cat", 9, 0, "5", "foo <-bar") +
                          Entry("cat", 9, 0, "6", "foo <-bar"));
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_FALSE(log.trace().first_ns);
  EXPECT_EQ(log.trace().clock, "counter");
}

TEST(FtraceLog, SecondsAreIntegers) {
  const Result log =
      Read(Header("function", 1, 1) + Entry("cat", 9, 0, "1700000000.123457", "foo <-b"));
  EXPECT_EQ(log.trace().first_ns, 1700000000123457000);
}

TEST(FtraceLog, WrappedAndQuotedText) {
  const std::string plain = Header("function", 2, 2) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
                            Entry("cat", 9, 1, "1.000002", "foo <-bar");
  std::string crlf;
  std::string quoted;
  std::string start = "> ";
  for (const char c : plain) {
    if (c == '\n') crlf += '\r';
    crlf += c;
  }
  quoted = start;
  for (const char c : plain) {
    quoted += c;
    if (c == '\n') quoted += "> ";
  }
  quoted.resize(quoted.size() - 2);
  std::string wrapped = quoted;
  const size_t at = wrapped.rfind("foo <-bar");
  wrapped.replace(at - 1, 1, "\n> ");
  const std::string html =
      "<!DOCTYPE html>\n<html>\n<script>\nvar x = foo();\n</script>\n"
      "<script class=\"trace-data\">\n" +
      plain + "</script>\n</html>\n";
  std::string old = "<html>\n  var linuxPerfData = \"\\\n";
  for (const char c : plain) old += c == '\n' ? std::string("\\n\\\n") : std::string(1, c);
  for (const std::string& text :
       {std::string("\xef\xbb\xbf") + plain, crlf, quoted, wrapped, html, old}) {
    ByteStream input = ByteStream::FromMemory(text, "log");
    EXPECT_GE(LooksLikeFtrace(input.Peek(kSniffBytes)), 80) << text.substr(0, 40);
    const Result log = Read(text);
    EXPECT_EQ(log.Calls("foo"), 2u) << text;
    EXPECT_EQ(log.trace().entries, 2u) << text;
  }
}

TEST(FtraceLog, AtraceDeflated) {
  std::string plain = Header("nop", 1, 1) + Entry("cat", 9, 0, "1.000001", "sched_switch: a=1");
  std::string packed(compressBound(plain.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(plain.data()), plain.size());
  packed.resize(size);
  const Result log = Read("TRACE:\n" + packed);
  EXPECT_EQ(log.Events("sched_switch"), 1u);
  const Result cut = Read("TRACE:\n" + packed.substr(0, packed.size() - 6));
  EXPECT_TRUE(!cut.error.empty() || cut.trace().evidence == EvidenceGrade::kLowerBound);
}

TEST(FtraceLog, ConsoleNoiseAndLongLines) {
  const Result log =
      Read(Header("function", 2, 2) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
           "[   12.345678] brd: module loaded and the line goes on\n\n" +
           Entry("cat", 9, 0, "1.000002", "foo <-bar") + std::string(3 << 20, 'x') + "\n");
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.bundle.skipped, 2u);
}

TEST(FtraceLog, Report) {
  const Result log = Read(
      "CPU 1 is empty\ncpus=2\n"
      "             cat-812   [000]    12.500001: function:             foo <-- bar\n"
      "             cat-812   [000]    12.500002: sched_switch:         prev_comm=a\n"
      "             cat-812   [000]    12.500003: kernel_stack:         \t=> foo\n\t=> bar\n"
      "CPU:0 [4 EVENTS DROPPED]\n"
      "             cat-812   [000]    12.500004: funcgraph_entry:                   |  foo() {\n"
      "             cat-812   [000]    12.500005: funcgraph_entry:        0.500 us   |    bar();\n"
      "             cat-812   [000]    12.500009: funcgraph_exit:       + 12.345 us  |  }");
  EXPECT_EQ(log.trace().kind, "report");
  EXPECT_EQ(log.Calls("foo"), 2u);
  EXPECT_EQ(log.Calls("bar"), 1u);
  EXPECT_EQ(log.Events("kernel_stack"), 1u);
  EXPECT_EQ(log.trace().lost, 4u);
  EXPECT_EQ(log.Function("foo").total_ns, 12345);
  EXPECT_EQ(log.trace().entries, 6u);
}

TEST(FtraceLog, ReportWithInstances) {
  const Result log = Read(
      "cpus=2\n"
      "                        cat-812   [000]    12.500001: function:             foo <-- bar\n"
      "other:                  cat-812   [000]    12.500002: function:             foo <-- bar\n"
      "other:                  cat-812   [000]    12.500003: function:             foo <-- bar\n");
  ASSERT_EQ(log.bundle.traces.size(), 2u);
  EXPECT_EQ(log.trace(0).instance, "");
  EXPECT_EQ(log.trace(1).instance, "other");
  EXPECT_EQ(log.Calls("foo"), 1u);
  EXPECT_EQ(log.Calls("foo", "other"), 2u);
}

TEST(FtraceLog, BlkTimerlatOsnoise) {
  const Result blk =
      Read("# tracer: blk\n#\n" + Entry("cat", 9, 0, "1.000001", "  7,0    Q  WS 26624 + 8 [fio]") +
           Entry("cat", 9, 0, "1.000002", "  7,0    P   N [fio]"));
  EXPECT_EQ(blk.trace().entries, 2u);
  EXPECT_EQ(blk.Events("Q"), 1u);
  const Result lat =
      Read("# tracer: timerlat\n#\n" +
           Entry("<...>", 9, 0, "1.000001", "#1     context    irq timer_latency    300 ns") +
           Entry("<...>", 9, 0, "1.000002", "#1     context thread timer_latency    900 ns") +
           Entry("<...>", 9, 0, "1.000003", "#2     context    irq timer_latency    100 ns"));
  EXPECT_EQ(lat.Events("irq timer_latency"), 2u);
  EXPECT_EQ(lat.Events("thread timer_latency"), 1u);
  EXPECT_EQ(lat.bundle.events.at(0).max_ns, 300);
  const Result noise = Read("# tracer: osnoise\n#\n" +
                            Entry("<...>", 9, 0, "1.000001",
                                  "1000000      29208  97.07920    4658    661      0    250"));
  EXPECT_EQ(noise.Events("osnoise"), 1u);
}

TEST(FtraceLog, LatencyFormat) {
  const Result log = Read(
      "# tracer: irqsoff\n#\n# irqsoff latency trace v1.1.5 on 6.9.0\n"
      "# latency: 259 us, #2/5, CPU#2 | (M:preempt VP:0, KP:0, SP:0 HP:0 #P:4)\n#\n"
      "     cat-812       2d..1.    0us : foo <-bar\n     cat-812       2d..1.  259us+: bar "
      "<-foo\n");
  EXPECT_EQ(log.Calls("foo"), 1u);
  EXPECT_EQ(log.trace().lost, 3u);
  EXPECT_EQ(log.trace().kind, "irqsoff");
  EXPECT_FALSE(log.trace().first_ns);
  EXPECT_EQ(log.trace().notes.back(), "kernel 6.9.0");
}

// --- function_graph ---

const char kGraphHeader[] =
    "# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n";

TEST(FtraceLog, GraphDurations) {
  const Result log = Read(std::string(kGraphHeader) +
                          " 1)               |  foo [btrfs]() {\n"
                          " 1)   0.500 us    |    bar();\n"
                          " 0)   0.300 us    |    bar();\n"
                          " 1) + 12.345 us   |  }\n"
                          " 1)   9.000 us    |  } /* orphan */\n"
                          " 1)               |  open() {\n");
  EXPECT_EQ(log.Calls("foo"), 1u);
  EXPECT_EQ(log.Function("foo").total_ns, 12345);
  EXPECT_EQ(log.Function("bar").durations, 2u);
  EXPECT_EQ(log.Function("bar").p50_ns, 300);
  EXPECT_EQ(log.Function("bar").max_ns, 500);
  EXPECT_EQ(log.Calls("orphan"), 0u);
  EXPECT_EQ(log.Function("orphan").durations, 1u);
  EXPECT_EQ(log.Calls("open"), 1u);
  EXPECT_EQ(log.Function("open").durations, 0u);
  EXPECT_EQ(log.trace().entries, 8u);
  EXPECT_FALSE(log.trace().lost);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kUnknown);
  EXPECT_EQ(log.trace().notes,
            (std::vector<std::string>{"a graph log has no loss counter",
                                      "1 returns without their calls", "1 calls without return"}));
}

TEST(FtraceLog, GraphCommentsEventsSwitches) {
  const Result log = Read(std::string(kGraphHeader) +
                          " 1)               |  foo() {\n"
                          " 1)               |    /* sched_switch: prev_comm=*/ x */\n"
                          " 1)               |    /* marker text\n"
                          " 1)   0.500 us    |    bar();\n"
                          "CPU:0 [LOST 5 EVENTS]\n"
                          " */\n"
                          " ------------------------------------------ \n"
                          " 1)     cat-228     =>     dd-229    \n"
                          " ------------------------------------------ \n\n"
                          " 1)   ==========> |\n"
                          " (Overruns: 0)\n"
                          " 1)   2.000 us    |  }\n");
  EXPECT_EQ(log.Calls("bar"), 0u);
  EXPECT_EQ(log.Events("sched_switch"), 1u);
  EXPECT_EQ(log.Function("foo").total_ns, 2000);
  EXPECT_FALSE(log.trace().lost);
  EXPECT_EQ(log.Messages(), "");
}

TEST(FtraceLog, GraphLossForgetsOpenCalls) {
  const Result log =
      Read(std::string(kGraphHeader) +
           " 1)               |  foo() {\nCPU:1 [LOST 5 EVENTS]\n 1)   2.000 us    |  }\n");
  EXPECT_EQ(log.Function("foo").durations, 0u);
  EXPECT_EQ(log.trace().lost, 5u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kLowerBound);
}

TEST(FtraceLog, GraphThresholdKnowsNoCalls) {
  const Result log = Read(std::string(kGraphHeader) +
                          " 1) ! 200.000 us  |    } /* foo */\n 1) ! 300.000 us  |  } /* bar */\n");
  EXPECT_EQ(log.Function("foo").durations, 1u);
  EXPECT_EQ(log.trace().evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(log.trace().notes.back(),
            "only returns above a threshold (tracing_thresh) are shown: calls are not known");
}

TEST(FtraceLog, GraphWithoutHeader) {
  const Result log =
      Read(" 1)               |  foo() {\n 1)   0.500 us    |    bar();\n 1)   2.000 us    |  }\n");
  EXPECT_EQ(log.trace().kind, "function_graph");
  EXPECT_EQ(log.Function("foo").total_ns, 2000);
}

TEST(FtraceLog, RepeatedCallsInOneEntry) {
  const Result log =
      Read(Header("function", 2, 2) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
           Entry("cat", 9, 0, "1.000009", "foo <-bar (repeats: 3, last_ts: 1.000008)"));
  EXPECT_EQ(log.Calls("foo"), 4u);
  EXPECT_EQ(log.trace().entries, 2u);
  const Result report = Read(
      "cpus=1\n             cat-9     [000]     1.000001: func_repeats:         foo <-bar\t"
      "(repeats:2  delta: -7)\n");
  EXPECT_EQ(report.Calls("foo"), 2u);
}

TEST(FtraceLog, ClassicBlkLines) {
  const Result log = Read(
      "# tracer: blk\n#\n# DEV   CPU TIMESTAMP     PID ACT FLG\n#  |     |     |           |   |   "
      "|\n"
      "  7,0    1     0.000000123   812  Q  WS 26624 + 8 [fio]\n"
      "  7,0    1     0.000010000   812  C  WS 26624 + 8 [0]\n");
  EXPECT_EQ(log.Events("Q"), 1u);
  EXPECT_EQ(log.Events("C"), 1u);
  EXPECT_EQ(log.trace().entries, 2u);
  EXPECT_EQ(log.trace().first_ns, 123);
  EXPECT_EQ(log.trace().cpus.at(0).cpu, 1u);
  EXPECT_EQ(log.Messages(), "");
}

TEST(FtraceLog, ACommWithALineEndInTheFirstEntry) {
  const Result log = Read(Header("function", 1, 1) +
                          "           ma\nin-299     [001] .....    32.676837: foo <-bar\n");
  EXPECT_EQ(log.Calls("foo"), 1u);
  EXPECT_EQ(log.Calls("ma"), 0u);
  EXPECT_EQ(log.trace().entries, 1u);
}

TEST(FtraceLog, MmiotraceIsNamedAsUnsupported) {
  const Result log = Read(
      "# tracer: mmiotrace\nVERSION 20070824\nMAP 10.000000 1 0xfe000000 0xffffc90000 0x1000 0x0 "
      "0\n"
      "R 4 10.100000 1 0xfe000010 0x5 0x0 0\n");
  EXPECT_EQ(log.error, "log: error: tracer mmiotrace of ftrace is not supported");
}

TEST(FtraceLog, AHeaderAloneIsNoProofOfZero) {
  const struct {
    const char* text;
    EvidenceGrade evidence;
  } kCases[] = {
      {"# tracer: func", EvidenceGrade::kLowerBound},
      {"# tracer: function\n#\n", EvidenceGrade::kLowerBound},
      {"# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n",
       EvidenceGrade::kLowerBound},
      {"# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n"
       "# |     |   |                     |   |   |   |\n",
       EvidenceGrade::kUnknown},
      {"# tracer: wakeup\n#\n", EvidenceGrade::kUnknown},
      {"# tracer: wakeup", EvidenceGrade::kLowerBound},
  };
  for (const auto& c : kCases) {
    const Result log = Read(c.text);
    EXPECT_EQ(log.trace().evidence, c.evidence) << c.text;
    EXPECT_EQ(log.Messages().empty(), c.evidence == EvidenceGrade::kUnknown) << c.text;
    EXPECT_EQ(log.error, "");
  }
  EXPECT_EQ(Read(Header("function", 0, 0)).trace().evidence, EvidenceGrade::kUnknown);
}

// --- cuts ---

// Any cut of a log with calls gives fewer or equal calls, and never an unremarked zero.
void CheckCuts(const std::string& text) {
  const Result whole = Read(text);
  ASSERT_EQ(whole.error, "");
  std::map<std::string, uint64_t> full;
  for (const EventCount& event : whole.bundle.events) full[event.name] += event.calls;
  for (size_t size = 0; size < text.size(); ++size) {
    const Result cut = Read(text.substr(0, size));
    for (const EventCount& event : cut.bundle.events) {
      const auto known = full.find(event.name);
      const bool marked = cut.bundle.traces.at(0).evidence == EvidenceGrade::kLowerBound;
      if (known == full.end()) {
        EXPECT_TRUE(marked) << size << " " << event.name;
      } else {
        EXPECT_LE(event.calls, known->second) << size;
      }
    }
  }
}

TEST(FtraceLog, CutsOfAFunctionLog) {
  const std::string text = Header("function", 3, 3) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
                           Entry("cat", 9, 0, "1.000002", "tracing_mark_write: x\ny") +
                           Entry("cat", 9, 1, "1.000003", "baz <-foo");
  CheckCuts(text);
  const size_t body = text.find("             cat");
  for (size_t size = 60; size < text.size() - 1; ++size) {
    const Result cut = Read(text.substr(0, size));
    if (size < text.find("#P:2")) continue;
    const bool told =
        !cut.error.empty() || cut.bundle.traces.at(0).evidence == EvidenceGrade::kLowerBound;
    if (size < text.rfind(" <-foo")) {
      EXPECT_TRUE(told) << size << " of body at " << body;
    }
  }
}

TEST(FtraceLog, CutsOfAGraphLog) {
  CheckCuts(std::string(kGraphHeader) +
            " 1)               |  foo [btrfs]() {\n 1)   0.500 us    |    bar();\n"
            " 1)               |    /* sched_wakeup: comm=a */\n"
            " 1) + 12.345 us   |  } /* foo [btrfs] */\n");
}

TEST(FtraceLog, EveryByteReplaced) {
  const std::string text = Header("function", 3, 3) + Entry("cat", 9, 0, "1.000001", "foo <-bar") +
                           "CPU:0 [LOST 5 EVENTS]\n" +
                           Entry("cat", 9, 0, "1.000002", "tracing_mark_write: x\ny") +
                           Entry("cat", 9, 1, "1.000003", "baz <-foo") + kGraphHeader +
                           " 1)   0.500 us    |    bar();\n";
  for (size_t at = 0; at < text.size(); ++at) {
    for (const char byte : {'\0', '\n', '\xff', '9', ' ', '|', '-'}) {
      std::string damaged = text;
      damaged[at] = byte;
      const Result result = Read(damaged);
      EXPECT_TRUE(!result.error.empty() || !result.bundle.traces.empty());
    }
  }
}

TEST(FtraceLog, SniffsByContent) {
  EXPECT_EQ(LooksLikeFtrace("Hello,\nthis is a mail about foo() and [000] things.\n"), 0);
  EXPECT_EQ(LooksLikeFtrace(""), 0);
  EXPECT_GE(LooksLikeFtrace(Entry("cat", 9, 0, "1.000001", "foo <-bar")), 80);
  EXPECT_GE(LooksLikeFtrace("# tracer: function\n"), 90);
  EXPECT_EQ(LooksLikeFtrace("metric\tcontrol\tpatched\nx\t1\t2\n"), 0);
}

}  // namespace
}  // namespace regress
