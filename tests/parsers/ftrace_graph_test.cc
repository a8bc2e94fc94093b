// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_graph.h"

#include <gtest/gtest.h>

#include <string>

namespace regress {
namespace {

using Kind = GraphLine::Kind;

TEST(Microseconds, CutDigits) {
  EXPECT_EQ(ParseMicroseconds("0.962"), 962);
  EXPECT_EQ(ParseMicroseconds("1250.810"), 1250810);
  EXPECT_EQ(ParseMicroseconds("14527.85"), 14527850);
  EXPECT_EQ(ParseMicroseconds("159233.8"), 159233800);
  EXPECT_EQ(ParseMicroseconds("1203925"), 1203925000);
  for (const char* text : {"", ".5", "1.", "1.2345", "1.2.3", "abc", "99999999999999999999"})
    EXPECT_FALSE(ParseMicroseconds(text)) << text;
}

struct GraphCase {
  const char* text;
  Kind kind;
  const char* name;
  int64_t cpu;       // -1: none
  int64_t duration;  // -1: none
  uint32_t depth;
};

TEST(GraphLine, Options) {
  for (const GraphCase& expected : {
           GraphCase{" 1)   0.801 us    |        foo();", Kind::kLeaf, "foo", 1, 801, 8},
           GraphCase{" 1) + 12.478 us   |      }", Kind::kReturn, "", 1, 12478, 6},
           GraphCase{" 0)               |  foo.isra.0 [btrfs]() {", Kind::kCall, "foo.isra.0", 0,
                     -1, 2},
           GraphCase{"   56.373676 |   0)     cat-457     | + 17.336 us   |    } /* foo [btrfs] */",
                     Kind::kReturn, "foo", 0, 17336, 4},
           GraphCase{"  3.295 us    |      foo [btrfs]();", Kind::kLeaf, "foo", -1, 3295, 6},
           GraphCase{"              |  foo() {", Kind::kCall, "foo", -1, -1, 2},
           GraphCase{" 1) foo() {", Kind::kCall, "foo", 1, -1, 1},
           GraphCase{"    foo [btrfs]();", Kind::kLeaf, "foo", -1, -1, 4},
           GraphCase{"  }", Kind::kReturn, "", -1, -1, 2},
           GraphCase{" 1)  ...1. |   4.167 us    |      foo();", Kind::kLeaf, "foo", 1, 4167, 6},
           GraphCase{"      15 us |   0)  sh-245  |  d.h1. |   0.130 us    |    foo();",
                     Kind::kLeaf, "foo", 0, 130, 4},
           GraphCase{" 1) $ 1203925 us  |  }", Kind::kReturn, "", 1, 1203925000, 2},
           GraphCase{" 0)   0.500 us    |  foo(); /* = -61 */", Kind::kLeaf, "foo", 0, 500, 2},
           GraphCase{" 0)   0.500 us    |  } /* foo = 0x0 */", Kind::kReturn, "foo", 0, 500, 2},
           GraphCase{" 0)   0.500 us    |  } /* foo ret=0x0 */", Kind::kReturn, "foo", 0, 500, 2},
           GraphCase{" 0)   0.500 us    |  } /* ret=0x0 */", Kind::kReturn, "", 0, 500, 2},
           GraphCase{" 0)               |  foo(a=1, b=0x2) {", Kind::kCall, "foo", 0, -1, 2},
           GraphCase{" 0)   0.500 us    |  foo(cb=bar()); /* <-baz */", Kind::kLeaf, "foo", 0, 500,
                     2},
           GraphCase{" 0)               |  foo() { /* <-baz */", Kind::kCall, "foo", 0, -1, 2},
           GraphCase{" 0)               |  /* sched_switch: a | b |  c */", Kind::kComment,
                     "sched_switch: a | b |  c", 0, -1, 2},
           GraphCase{" 0)               |  /* first line", Kind::kOpenComment, "first line", 0, -1,
                     2},
           GraphCase{" 0) a|  b)-12     |   0.500 us    |  foo();", Kind::kLeaf, "foo", 0, 500, 2},
       }) {
    const std::optional<GraphLine> line = ParseGraphLine(expected.text);
    ASSERT_TRUE(line) << expected.text;
    EXPECT_EQ(line->kind, expected.kind) << expected.text;
    EXPECT_EQ(line->name, expected.name) << expected.text;
    EXPECT_EQ(line->cpu == UINT32_MAX ? -1 : int64_t{line->cpu}, expected.cpu) << expected.text;
    EXPECT_EQ(line->duration_ns.value_or(-1), expected.duration) << expected.text;
    EXPECT_EQ(line->depth, expected.depth) << expected.text;
  }
}

TEST(GraphLine, TimeAndTask) {
  const GraphLine line =
      *ParseGraphLine("   56.373659 |   0)   c at-457    |   3.295 us    |      foo();");
  EXPECT_EQ(line.time_ns, 56373659000);
  EXPECT_EQ(line.pid, 457u);
  const GraphLine bars = *ParseGraphLine(" 0)  a|-1 |-57   | + 31.000 us   |  foo();");
  EXPECT_EQ(bars.pid, 57u);
}

TEST(GraphLine, RejectsOtherLines) {
  for (const char* text :
       {"", " ------------------------------------------ ", " 1)     cat-228     =>     dd-229    ",
        " 1)   ==========> |", " (Overruns: 0)", "  0)     4080      64   decay_load+0x5/0x3c",
        " 1)   0.801 us    |        foo(", " 1)   0.801 us    |        foo", "foo <-bar"})
    EXPECT_FALSE(ParseGraphLine(text)) << text;
  EXPECT_TRUE(IsTaskSwitch(" 1)     cat-228     =>     dd-229    "));
  EXPECT_FALSE(IsTaskSwitch(" 1)     cat-228     |  foo();"));
}

TEST(GraphMatcher, UnnamedReturnsCloseTheirDepth) {
  GraphMatcher graph;
  graph.Enter(0, 2, 10);
  graph.Enter(0, 4, 11);
  graph.Enter(1, 4, 12);
  EXPECT_EQ(graph.Leave(0, 4), 11u);
  EXPECT_EQ(graph.Leave(0, 4), std::nullopt);
  EXPECT_EQ(graph.Leave(1, 4), 12u);
  EXPECT_FALSE(graph.Leave(0, 2, 99));
  EXPECT_TRUE(graph.Leave(0, 2, 10));
  EXPECT_EQ(graph.unfinished(), 0u);
}

TEST(GraphMatcher, CountsUnfinishedCalls) {
  GraphMatcher graph;
  graph.Enter(0, 2, 10);
  graph.Enter(0, 2, 11);
  EXPECT_EQ(graph.unfinished(), 2u);
  graph.Enter(UINT32_MAX, 2, 12);
  graph.Forget(0);
  EXPECT_EQ(graph.Leave(0, 2), std::nullopt);
  EXPECT_EQ(graph.Leave(UINT32_MAX, 2), 12u);
  EXPECT_EQ(graph.unfinished(), 2u);
}

TEST(GraphMatcher, IgnoresImpossibleDepthsAndCpus) {
  GraphMatcher graph;
  graph.Enter(0, 100000, 1);
  graph.Enter(4000000, 2, 1);
  EXPECT_EQ(graph.Leave(0, 100000), std::nullopt);
  EXPECT_EQ(graph.Leave(4000000, 2), std::nullopt);
}

}  // namespace
}  // namespace regress
