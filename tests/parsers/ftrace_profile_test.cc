// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_profile.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "parsers/ftrace_log.h"

namespace regress {
namespace {

EvidenceBundle Read(const std::string& text) {
  EvidenceBundle result;
  ByteStream input = ByteStream::FromMemory(text, "profile");
  ParseFtrace(input, {}, [&](EvidenceBundle&& bundle) { result = std::move(bundle); });
  return result;
}

TEST(Profile, FunctionsWithTimes) {
  const EvidenceBundle bundle = Read(
      "  Function                               Hit    Time            Avg             s^2\n"
      "  --------                               ---    ----            ---             ---\n"
      "  btrfs_clone                            100    13908.23 us     139.082 us      11409.02 us "
      "\n"
      "  btrfs_sync_file                          2    9366.944 us     4683.472 us     2746080 us  "
      "\n");
  ASSERT_EQ(bundle.events.size(), 2u);
  EXPECT_EQ(bundle.events[0].name, "btrfs_clone");
  EXPECT_EQ(bundle.events[0].calls, 100u);
  EXPECT_EQ(bundle.events[0].total_ns, 13908230);
  EXPECT_FALSE(bundle.events[0].p50_ns);
  EXPECT_EQ(bundle.traces[0].kind, "function_profile");
  EXPECT_EQ(bundle.traces[0].entries, 102u);
}

TEST(Profile, FunctionsWithHitsOnlyAddUpOverCpus) {
  const EvidenceBundle bundle = Read(
      "  Function                               Hit\n  --------                               ---\n"
      "  foo                                      3\n"
      "  Function                               Hit\n  --------                               ---\n"
      "  foo                                      4\n");
  EXPECT_EQ(bundle.events.at(0).calls, 7u);
  EXPECT_FALSE(bundle.events.at(0).total_ns);
}

std::string KprobeRow(const char* name, unsigned long hits, unsigned long missed) {
  char row[128];
  std::snprintf(row, sizeof row, "  %-44s %15lu %15lu\n", name, hits, missed);
  return row;
}

TEST(Profile, Kprobes) {
  const EvidenceBundle clean = Read(KprobeRow("p_btrfs_clone_0", 400, 0));
  EXPECT_EQ(clean.events.at(0).calls, 400u);
  EXPECT_EQ(clean.traces.at(0).evidence, EvidenceGrade::kExact);
  const EvidenceBundle missed =
      Read(KprobeRow("p_btrfs_clone_0", 400, 3) +
           KprobeRow("a_name_that_is_wider_than_the_forty_four_columns", 1, 0));
  EXPECT_EQ(missed.traces.at(0).evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(missed.traces.at(0).lost, 3u);
  EXPECT_EQ(missed.events.size(), 2u);
}

TEST(Profile, Histogram) {
  const std::string text =
      "# event histogram\n#\n# trigger info: hist:keys=id.syscall:vals=hitcount:size=2048 "
      "[active]\n#\n\n"
      "{ id: sys_close                     [  3] } hitcount:         25\n"
      "{ stacktrace:\n         foo+0x1/0x2\n         bar+0x1/0x2\n} hitcount:          5\n\n"
      "Totals:\n    Hits: 30\n    Entries: 2\n    Dropped: 0\n";
  const EvidenceBundle bundle = Read(text);
  ASSERT_EQ(bundle.events.size(), 2u);
  EXPECT_EQ(bundle.events[0].name, "id: sys_close [ 3]");
  EXPECT_EQ(bundle.events[0].calls, 25u);
  EXPECT_EQ(bundle.events[1].name, "stacktrace: foo+0x1/0x2 bar+0x1/0x2");
  EXPECT_EQ(bundle.traces[0].entries, 30u);
  EXPECT_EQ(bundle.traces[0].evidence, EvidenceGrade::kExact);
  const EvidenceBundle cut = Read(text.substr(0, text.find("Totals")));
  EXPECT_EQ(cut.traces.at(0).evidence, EvidenceGrade::kLowerBound);
  std::string dropping = text;
  dropping.replace(dropping.find("Dropped: 0"), 10, "Dropped: 7");
  EXPECT_EQ(Read(dropping).traces.at(0).lost, 7u);
}

TEST(Profile, RingStats) {
  const std::string text =
      "entries: 150\noverrun: 0\ncommit overrun: 0\nbytes: 7200\noldest event ts:    40.024299\n"
      "now ts:    41.000000\ndropped events: 12\nread events: 10\n";
  const EvidenceBundle bundle = Read(text);
  EXPECT_EQ(bundle.traces.at(0).kind, "stats");
  EXPECT_EQ(bundle.traces.at(0).entries, 160u);
  EXPECT_EQ(bundle.traces.at(0).lost, 12u);
  EXPECT_EQ(bundle.traces.at(0).evidence, EvidenceGrade::kLowerBound);
}

TEST(Profile, StackDepthIsNoGraph) {
  const EvidenceBundle bundle = Read(
      "        Depth    Size   Location    (2 entries)\n        -----    ----   --------\n"
      "  0)     4080      64   decay_load+0x5/0x3c\n  1)     4016      64   foo+0x1e/0x42\n");
  EXPECT_EQ(bundle.traces.at(0).kind, "stack_trace");
  EXPECT_TRUE(bundle.events.empty());
}

TEST(Profile, CutsNeverThrowNorInvent) {
  const std::string text = KprobeRow("p_foo_0", 400, 0) + KprobeRow("p_bar_0", 17, 0);
  for (size_t size = 79; size < text.size(); ++size) {
    const EvidenceBundle bundle = Read(text.substr(0, size));
    EXPECT_EQ(bundle.events.at(0).calls, 400u);
    EXPECT_EQ(bundle.traces.at(0).evidence,
              size == 79 ? EvidenceGrade::kExact : EvidenceGrade::kLowerBound)
        << size;
  }
}

}  // namespace
}  // namespace regress
