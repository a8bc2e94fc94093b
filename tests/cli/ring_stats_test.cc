// SPDX-License-Identifier: Apache-2.0
#include "cli/ring_stats.h"

#include <gtest/gtest.h>

namespace regress {
namespace {

EvidenceBundle Bundle(const char* path, const char* kind, uint64_t entries,
                      std::optional<uint64_t> lost) {
  EvidenceBundle bundle;
  Trace trace;
  trace.path = path;
  trace.kind = kind;
  trace.entries = entries;
  trace.lost = lost;
  EvidenceFigure figure;
  figure.kind = "calls";
  figure.source.path = path;
  bundle.traces.push_back(trace);
  bundle.figures.push_back(figure);
  return bundle;
}

TEST(RingStats, ProveALogOfTheirDirectory) {
  RingStats stats;
  for (const char* path : {"run/per_cpu/cpu0/stats", "run/per_cpu/cpu1/stats"}) {
    EvidenceBundle file = Bundle(path, "stats", 50, 0);
    stats.Apply(file);
  }
  EvidenceBundle log = Bundle("run/trace", "function", 100, 0);
  stats.Apply(log);
  EXPECT_EQ(log.traces[0].evidence, EvidenceGrade::kExact);
  EXPECT_EQ(log.traces[0].notes.at(0), "2 stats files: 0 overrun, 0 dropped");
  EXPECT_EQ(log.figures[0].grade, EvidenceGrade::kExact);
  EvidenceBundle fewer = Bundle("run/trace", "function", 99, 0);
  stats.Apply(fewer);
  EXPECT_EQ(fewer.traces[0].evidence, EvidenceGrade::kUnknown);
  EvidenceBundle elsewhere = Bundle("other/trace", "function", 100, 0);
  stats.Apply(elsewhere);
  EXPECT_EQ(elsewhere.traces[0].evidence, EvidenceGrade::kUnknown);
}

TEST(RingStats, TellDropsThatTheHeaderHides) {
  RingStats stats;
  EvidenceBundle file = Bundle("stats", "stats", 100, 7);
  stats.Apply(file);
  EvidenceBundle log = Bundle("trace", "function", 100, 0);
  stats.Apply(log);
  EXPECT_EQ(log.traces[0].lost, 7u);
  EXPECT_EQ(log.traces[0].evidence, EvidenceGrade::kLowerBound);
  EXPECT_EQ(log.figures[0].grade, EvidenceGrade::kLowerBound);
}

TEST(RingStats, Directories) {
  EXPECT_EQ(TraceDirectory("per_cpu/cpu0/stats"), "");
  EXPECT_EQ(TraceDirectory("a/b/per_cpu/cpu0/stats"), "a/b/");
  EXPECT_EQ(TraceDirectory("a/b/trace"), "a/b/");
  EXPECT_EQ(TraceDirectory("trace"), "");
}

}  // namespace
}  // namespace regress
