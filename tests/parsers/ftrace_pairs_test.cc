// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_pairs.h"

#include <gtest/gtest.h>

#include <string>

#include "models/data/error.h"
#include "parsers/ftrace_log.h"

namespace regress {
namespace {

void Add(EventPair& pair, std::string_view name, std::string_view text, int64_t time_ns,
         uint32_t pid = 1) {
  PairEvent event;
  event.name = name;
  event.text = text;
  event.pid = pid;
  event.time_ns = time_ns;
  pair.Add(event);
}

TEST(EventPair, NestsByPid) {
  EventPair pair("enter,leave,pid");
  Add(pair, "enter", "", 100);
  Add(pair, "enter", "", 200);
  Add(pair, "enter", "", 210, 2);
  Add(pair, "leave", "", 230);
  Add(pair, "leave", "", 300);
  Add(pair, "leave", "", 300);
  EXPECT_EQ(pair.Summarize()->count, 2u);
  EXPECT_EQ(pair.Summarize()->total_ns, 230);
  EXPECT_EQ(pair.starts(), 3u);
  EXPECT_EQ(pair.unmatched_starts(), 1u);
  EXPECT_EQ(pair.unmatched_ends(), 1u);
}

TEST(EventPair, SyscallsShareTheirName) {
  EventPair pair("sys_read,sys_read,pid");
  Add(pair, "sys_read", "(fd: 3, buf: 7f)", 100);
  Add(pair, "sys_read", " -> 0x10", 160);
  EXPECT_EQ(pair.Summarize()->max_ns, 60);
}

TEST(EventPair, BlockRequests) {
  EventPair pair("block_rq_issue,block_rq_complete,dev+sector");
  Add(pair, "block_rq_issue", "7,0 WS 4096 () 26624 + 8 [fio]", 100);
  Add(pair, "block_rq_complete", "7,0 WS () 26624 + 8 [0]", 150);
  // A flush completes at sector 2^64 - 1; a FUA write completes a second time at sector 0.
  Add(pair, "block_rq_issue", "7,0 FF 0 () 0 + 0 [kworker/0:1H]", 200);
  Add(pair, "block_rq_complete", "7,0 WS () 0 + 0 [0]", 210);
  Add(pair, "block_rq_complete", "7,0 FF () 18446744073709551615 + 0 [0]", 230);
  Add(pair, "block_rq_issue", "7,0 W 4096 () 64 + 8 none,0,0 [fio]", 300);
  Add(pair, "block_rq_complete", "7,0 W () 72 + 8 none,0,0 [0]", 310);
  EXPECT_EQ(pair.Summarize()->count, 2u);
  EXPECT_EQ(pair.Summarize()->total_ns, 80);
  EXPECT_EQ(pair.unmatched_starts(), 1u);
  EXPECT_EQ(pair.unmatched_ends(), 1u);
  EXPECT_EQ(pair.skipped(), 1u);
}

TEST(EventPair, NegativeSpansAreCounted) {
  EventPair pair("a,b,cpu");
  Add(pair, "a", "", 100);
  Add(pair, "b", "", 90);
  EXPECT_EQ(pair.negative(), 1u);
  EXPECT_FALSE(pair.Summarize());
}

TEST(EventPair, FieldsOfEvents) {
  EXPECT_EQ(EventField("comm=a b pid=12 prio=120", "pid"), "12");
  EXPECT_EQ(EventField("old_pid=3 pid=12", "pid"), "12");
  EXPECT_EQ(EventField("(fd: 3, buf: 7f)", "fd"), "3");
  EXPECT_EQ(EventField("7,0 WS 26624 + 8 [0]", "sector"), "26624");
  EXPECT_EQ(EventField("7,0 WS 26624 + 8 [0]", "rwbs"), "WS");
  EXPECT_FALSE(EventField("a=1", "b"));
}

TEST(EventPair, WrongRules) {
  for (const char* rule : {"", "a", "a,b", "a,b,", ",b,pid", "a,,pid"})
    EXPECT_THROW(EventPair{rule}, Error) << rule;
}

TEST(EventPair, InALog) {
  ParseOptions options;
  options.pairs = {"enter,leave,pid"};
  EvidenceBundle result;
  ByteStream input = ByteStream::FromMemory(
      "             cat-812     [003] .....    12.000345: enter: a=1\n"
      "             cat-812     [001] .....    12.000350: leave: a=1\n",
      "log");
  ParseFtrace(input, options, [&](EvidenceBundle&& bundle) { result = std::move(bundle); });
  const EventCount& pair = result.events.back();
  EXPECT_EQ(pair.name, "enter -> leave by pid");
  EXPECT_EQ(pair.calls, 1u);
  EXPECT_EQ(pair.total_ns, 5000);
  EXPECT_EQ(
      result.diagnostics.at(0).message,
      "pairs enter -> leave by pid: 1 matched, 0 starts and 0 ends without partner, 0 negative "
      "spans, 0 without key");
}

}  // namespace
}  // namespace regress
