// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_line.h"

#include <gtest/gtest.h>

#include <string>

#include "parsers/ftrace_payload.h"

namespace regress {
namespace {

using Stamp = ContextLine::Stamp;

struct LineCase {
  const char* name;
  std::string line;
  const char* comm;
  uint32_t pid;
  uint32_t cpu;
  const char* flags;
  Stamp kind;
  int64_t stamp;
  const char* payload;
};

std::string NameOf(const ::testing::TestParamInfo<LineCase>& info) {
  return info.param.name;
}

class ContextLineTest : public ::testing::TestWithParam<LineCase> {};

TEST_P(ContextLineTest, Parses) {
  const LineCase& expected = GetParam();
  const std::optional<ContextLine> line = ParseContextLine(expected.line);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->comm, expected.comm);
  EXPECT_EQ(line->pid, expected.pid);
  EXPECT_EQ(line->cpu, expected.cpu);
  EXPECT_EQ(line->flags, expected.flags);
  EXPECT_EQ(line->stamp_kind, expected.kind);
  EXPECT_EQ(line->stamp, expected.stamp);
  EXPECT_EQ(line->payload, expected.payload);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ContextLineTest,
    ::testing::Values(
        LineCase{"FiveFlags", "             cat-812     [003] d.h1.    12.000345: foo <-bar", "cat",
                 812, 3, "d.h1.", Stamp::kTime, 12000345000, "foo <-bar"},
        LineCase{"FourFlags", "             cat-812   [003] d.h1    12.000345: foo <-bar", "cat",
                 812, 3, "d.h1", Stamp::kTime, 12000345000, "foo <-bar"},
        LineCase{"EightFlags", "             cat-812     [003] d.h.1.2.    12.000345: foo <-bar",
                 "cat", 812, 3, "d.h.1.2.", Stamp::kTime, 12000345000, "foo <-bar"},
        LineCase{"LazyFlags", "             cat-812     [003] bLh1.    12.000345: foo <-bar", "cat",
                 812, 3, "bLh1.", Stamp::kTime, 12000345000, "foo <-bar"},
        LineCase{"NoFlags", "             cat-812     [003]    12.000345: foo <-bar", "cat", 812, 3,
                 "", Stamp::kTime, 12000345000, "foo <-bar"},
        LineCase{"Tgid", "             cat-812     (    800) [003] .....    12.000345: foo", "cat",
                 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"NoTgid", "             cat-812     (-------) [003] .....    12.000345: foo",
                 "cat", 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"OldTgid", "             cat-812   (  800) [003] ....    12.000345: foo", "cat",
                 812, 3, "....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"Integer", "             cat-812     [003] .....         1561: foo <-bar", "cat",
                 812, 3, ".....", Stamp::kInteger, 1561, "foo <-bar"},
        LineCase{"GluedInteger", "             cat-812   [001]1133387184421: function: foo", "cat",
                 812, 1, "", Stamp::kInteger, 1133387184421, "function: foo"},
        LineCase{"Nanoseconds", "             cat-812   [003]    12.000345678: function: foo",
                 "cat", 812, 3, "", Stamp::kTime, 12000345678, "function: foo"},
        LineCase{"TenDigitSeconds", "             cat-812     [003] ..... 1700000000.123456: foo",
                 "cat", 812, 3, ".....", Stamp::kTime, 1700000000123456000, "foo"},
        LineCase{"BigCpu", "             cat-812     [1023] .....    12.000345: foo", "cat", 812,
                 1023, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"SevenDigitPid", "             cat-2904431 [003] .....    12.000345: foo", "cat",
                 2904431, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"CommLikeAContext", "  a-1 [000] 1.2:-812     [003] .....    12.000345: foo",
                 "a-1 [000] 1.2:", 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"CommWithBars", "       x|y) => z-812     [003] .....    12.000345: foo",
                 "x|y) => z", 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"CommWithTrailingBlank", "            cat -812     [003] .....    12.000345: foo",
                 "cat ", 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"CommWithBytes",
                 "       \xc3\xa4\x1b[1m\xff\tq-812     [003] .....    12.000345: foo",
                 "\xc3\xa4\x1b[1m\xff\tq", 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"EmptyComm", "                -812     [003] .....    12.000345: foo", "", 812, 3,
                 ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"UnknownComm", "           <...>-812     [003] .....    12.000345: foo", "<...>",
                 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"Idle", "          <idle>-0       [003] d.h1.    12.000345: foo", "<idle>", 0, 3,
                 "d.h1.", Stamp::kTime, 12000345000, "foo"},
        LineCase{"Stripped", "cat-812 [003] ..... 12.000345: foo <-bar", "cat", 812, 3, ".....",
                 Stamp::kTime, 12000345000, "foo <-bar"},
        LineCase{"Indented", "                   cat-812     [003] .....    12.000345: foo", "cat",
                 812, 3, ".....", Stamp::kTime, 12000345000, "foo"},
        LineCase{"SecondHalfOfComm", "in-299     [001] .....    32.676837: foo <-bar", "in", 299, 1,
                 ".....", Stamp::kTime, 32676837000, "foo <-bar"},
        LineCase{"EmptyPayload", "             cat-812     [003] .....    12.000345: ", "cat", 812,
                 3, ".....", Stamp::kTime, 12000345000, ""}),
    NameOf);

TEST(ContextLine, Instance) {
  const std::optional<ContextLine> line =
      ParseContextLine("other:               cat-812   [000]   442.500001: sched_switch: a");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->instance, "other");
  EXPECT_EQ(line->comm, "cat");
}

TEST(ContextLine, RejectsWhatIsNone) {
  for (const char* text : {"", "-", "second line of marker", "foo-12 bar",
                           "             cat-812     [003] .....    12.00034",
                           "             cat-812     [003] .....    12.0003456: foo",
                           "             cat-812     [x] . 1.000001: f",
                           "             cat-99999999999     [003] .....    12.000345: foo",
                           "Mon-12 [001] 12:30: meeting"}) {
    EXPECT_FALSE(ParseContextLine(text)) << text;
  }
}

TEST(LatencyLine, Variants) {
  struct Case {
    const char* text;
    const char* comm;
    uint32_t pid;
    uint32_t cpu;
    const char* payload;
  };
  for (const Case& expected :
       {Case{"     cat-812       1d..2. 64498us!: foo <-bar", "cat", 812, 1, "foo <-bar"},
        Case{"kworker/-15        128..... 27284us : foo", "kworker/", 15, 128, "foo"},
        Case{"     cat-812       1..... 27173us+: foo", "cat", 812, 1, "foo"},
        Case{"     cat-812       1.....    40.208685: function:     foo", "cat", 812, 1,
             "function:     foo"}}) {
    const std::optional<ContextLine> line = ParseLatencyLine(expected.text);
    ASSERT_TRUE(line) << expected.text;
    EXPECT_EQ(line->comm, expected.comm);
    EXPECT_EQ(line->pid, expected.pid);
    EXPECT_EQ(line->cpu, expected.cpu);
    EXPECT_EQ(line->payload, expected.payload);
  }
  EXPECT_FALSE(ParseLatencyLine("     cat-812       1d..2. 64498ms: foo"));
  EXPECT_FALSE(ParseLatencyLine("one-2 3 4us: foo"));
}

TEST(VerboseLine, Parses) {
  const std::optional<ContextLine> line = ParseVerboseLine(
      "    a b c     232   0 1 00000002 00000098 [014bc7b2] 103.184ms (+0.054ms): foo <-bar");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->comm, "a b c");
  EXPECT_EQ(line->pid, 232u);
  EXPECT_EQ(line->cpu, 0u);
  EXPECT_EQ(line->payload, "foo <-bar");
  EXPECT_FALSE(ParseVerboseLine("took 12.5ms (+0.5ms): all of it"));
}

struct PayloadCase {
  const char* text;
  TracePayload::Kind kind;
  const char* name;
};

TEST(Payload, KindsAndNames) {
  using Kind = TracePayload::Kind;
  for (const PayloadCase& expected : {
           PayloadCase{"foo <-bar", Kind::kFunction, "foo"},
           PayloadCase{"foo.constprop.0.isra.1 <-bar", Kind::kFunction, "foo.constprop.0.isra.1"},
           PayloadCase{"foo+0x0/0x7c0 [btrfs] <-bar+0x13f/0x540 [btrfs]", Kind::kFunction, "foo"},
           PayloadCase{"foo <ffffffffc04b7ce0> <-bar <ffffffffc04d044f>", Kind::kFunction, "foo"},
           PayloadCase{"foo <-0xffffffffc0460083", Kind::kFunction, "foo"},
           PayloadCase{"0xffffffffc0460083 <-foo", Kind::kFunction, "0xffffffffc0460083"},
           PayloadCase{"foo", Kind::kFunction, "foo"},
           PayloadCase{"foo(a=1, b=0x2) <-bar", Kind::kFunction, "foo"},
           PayloadCase{"function:             foo <-- bar", Kind::kFunction, "foo"},
           PayloadCase{"function:              ip=foo parent_ip=bar", Kind::kFunction, "foo"},
           PayloadCase{"(+151)     function:             foo <-- bar", Kind::kFunction, "foo"},
           PayloadCase{"         function:             foo", Kind::kFunction, "foo"},
           PayloadCase{"funcgraph_entry:        0.902 us   |      foo();", Kind::kGraphEntry,
                       "funcgraph_entry"},
           PayloadCase{"funcgraph_exit:       ! 139.957 us |    }", Kind::kGraphExit,
                       "funcgraph_exit"},
           PayloadCase{"<stack trace>", Kind::kStack, ""},
           PayloadCase{"<user stack trace>", Kind::kStack, ""},
           PayloadCase{"kernel_stack:         \t=> foo", Kind::kStack, "kernel_stack"},
           PayloadCase{"tracing_mark_write: foo <-bar", Kind::kMarker, "tracing_mark_write"},
           PayloadCase{"0: old marker", Kind::kMarker, ""},
           PayloadCase{"# 41414141 buf: 42 42", Kind::kMarker, ""},
           PayloadCase{"bprint:               foo: text", Kind::kMarker, "bprint"},
           PayloadCase{"sched_switch: prev_comm=a <-b prev_pid=1", Kind::kEvent, "sched_switch"},
           PayloadCase{"my_probe: (foo+0x0/0x550 [btrfs]) a=1", Kind::kEvent, "my_probe"},
           PayloadCase{"sys_openat(dfd: ffffff9c, filename: 7f)", Kind::kEvent, "sys_openat"},
           PayloadCase{"sys_openat(dfd: ffffff9c, file", Kind::kEvent, "sys_openat"},
           PayloadCase{"sys_openat -> 0x3", Kind::kEvent, "sys_openat"},
           PayloadCase{"  7,0    Q  WS 26624 + 8 [fio]", Kind::kOther, "Q"},
           PayloadCase{"#1     context    irq timer_latency    176300 ns", Kind::kOther, "irq"},
           PayloadCase{"1000000      29208  97.07920    4658    661      0", Kind::kOther,
                       "osnoise"},
           PayloadCase{"   3994:120:R   + [001]  2448:  0:R usleep", Kind::kOther, "wakeup"},
           PayloadCase{"   3994:120:R ==> [001]  2448:  0:R usleep", Kind::kOther,
                       "context_switch"},
           PayloadCase{"#1 inner/outer(us): 12/14 ts:1.2 count:1", Kind::kOther, "hwlat"},
       }) {
    const std::optional<TracePayload> payload = ParsePayload(expected.text);
    ASSERT_TRUE(payload) << expected.text;
    EXPECT_EQ(payload->kind, expected.kind) << expected.text;
    EXPECT_EQ(payload->name, expected.name) << expected.text;
  }
  for (const char* text : {"", " ", "second line of a marker", "# no number", "a-b: c", "foo(bar"})
    EXPECT_FALSE(ParsePayload(text)) << text;
  EXPECT_EQ(ParsePayload("#7  context thread timer_latency  81586 ns")->value_ns, 81586);
}

}  // namespace
}  // namespace regress
