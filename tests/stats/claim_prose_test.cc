// SPDX-License-Identifier: Apache-2.0
// Prose of every kind: what is found, and what the judge says of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/judge_text.h"

namespace regress {
namespace {

using Expected = std::vector<std::string>;

struct MailCase {
  const char* name;
  const char* text;
  Expected verdicts;
};

class ProseClaims : public testing::TestWithParam<MailCase> {};

TEST_P(ProseClaims, AreJudged) {
  EXPECT_EQ(Verdicts(GetParam().text), GetParam().verdicts);
}

const MailCase kSentences[] = {
    {"pair_in_parentheses",
     "\nThe build got faster by 25% (40.0s -> 30.0s) on my box.\n",
     {"percent-change confirmed 25%"}},
    {"percent_in_parentheses",
     "\nLookup went from 7518 to 7041 cycles (6% fewer).\n",
     {"percent-change confirmed 6%"}},
    {"from_to",
     "\nThis reduces the latency by 20% from 100us to 80us.\n",
     {"percent-change confirmed 20%"}},
    {"wrong",
     "\nThroughput improved by 31.2% (1000 MB/s -> 1250 MB/s).\n",
     {"percent-change contradicted 31.2%"}},
    {"last_digits_compared",
     "\nIOPS went from 1000k to 1030k (+0.8%).\n",
     {"percent-change contradicted +0.8%"}},
    {"reduction_over_after",
     "\nThe run time is reduced by 25.0% (100.0s -> 80.0s).\n",
     {"percent-change contradicted 25.0%"}},
    {"speed_reading",
     "\nThe run is 25% faster (100.0s -> 80.0s).\n",
     {"percent-change confirmed 25%"}},
    {"wrapped",
     "\nThe number of migrated nodes was reduced by 69.4%\n(253,131,743 blks -> "
     "77,463,278 blks).\n",
     {"percent-change confirmed 69.4%"}},
    {"ratio",
     "\nPatching improved 3700x: from 2.65 seconds\nto 0.0007 seconds.\n",
     {"ratio confirmed 3700x"}},
    {"times_wrong", "\nThe scan is 1.1x faster (20 us -> 60 us).\n", {"ratio contradicted 1.1x"}},
    {"about",
     "\nLookups drop by about 30% (1000 ns -> 720 ns).\n",
     {"percent-change confirmed 30%"}},
    {"about_far_off",
     "\nLookups drop by about 30% (1000 ns -> 990 ns).\n",
     {"percent-change contradicted 30%"}},
    {"over",
     "\nThis removes over 40% of the time, from 10.0ms to 5.5ms.\n",
     {"threshold confirmed 40%"}},
    {"no_figures",
     "\nWe measured a 12% improvement in throughput.\n",
     {"percent-change uncheckable 12%"}},
    {"from_to_alone", "\nThe latency drops from 9ms to 4ms.\n", {"from-to uncheckable 9ms to 4ms"}},
    {"other_benchmark",
     "\nThere is a 6% regression on bench-A.\n\nConversely bench-B drops again, "
     "from 2.22 Mrps/s down to\n2.04 Mrps/s.\n",
     {"percent-change uncheckable 6%", "from-to uncheckable 2.22 Mrps/s down to 2.04 Mrps/s"}},
    {"difference", "\nThat is 100% - 4% = 96% less.\n", {"difference confirmed 96%"}},
    {"product", "\nIn total 5 rounds x 3 kernels x 2 ops = 30 rows.\n", {"product confirmed 30"}},
    {"product_wrong",
     "\nIn total 5 rounds x 3 kernels x 2 ops = 40 rows.\n",
     {"product contradicted 40"}},
    {"levels", "\nThe box sits at 100% CPU with 50% reads and a 95% hit rate.\n", {}},
    {"configuration",
     "\nScaling from 8 to 16 threads costs 12%.\n",
     {"percent-change uncheckable 12%"}},
    {"rates_sum",
     "\nThe run with 300 reads plus 200 writes counted 500 calls in all.\n",
     {"sum confirmed 500"}},
    {"unit_pair",
     "\n  READ: bw=200MiB/s (210MB/s), io=10.0GiB (10.7GB), run=51200-51200msec\n",
     {"rate confirmed 200MiB/s", "unit-pair confirmed 210MB/s", "unit-pair confirmed 10.7GB"}},
    {"unit_pair_quirk", "\n  READ: bw=16.2MiB/s (16.0MB/s)\n", {"unit-pair confirmed 16.0MB/s"}},
    {"unit_pair_wrong", "\n  READ: bw=200MiB/s (260MB/s)\n", {"unit-pair contradicted 260MB/s"}},
    {"diffstat",
     "\n a/x.c | 12 ++++----\n b.h   |  3 +++\n 2 files changed, 9 insertions(+), 6 "
     "deletions(-)\n",
     {"sum confirmed 9 insertions(+), 6 deletions(-)"}},
    {"diffstat_wrong",
     "\n a/x.c | 12 ++++----\n b.h   |  3 +++\n 2 files changed, 19 "
     "insertions(+), 6 deletions(-)\n",
     {"sum contradicted 19 insertions(+), 6 deletions(-)"}},
    {"diffstat_wrapped_behind_comma",
     "\n> a/x.c | 12 ++++----\n> b.h   |  3 +++\n> 2 files changed, 9 insertions(+),\n> 6 "
     "deletions(-)\n",
     {"sum confirmed 9 insertions(+),"}},
    {"diffstat_wrapped_behind_number",
     "\n a/x.c | 12 ++++----\n b.h   |  3 +++\n 2 files changed, 9 insertions(+), "
     "6\ndeletions(-)\n",
     {"sum confirmed 9 insertions(+), 6"}},
    {"thousands_behind_blank",
     "\nTime dropped from 1 234 ms to 617 ms (50%).\n",
     {"percent-change uncheckable 50%"}},
    {"thousands_behind_apostrophe",
     "\nTime dropped from 1'234 ms to 617 ms (50%).\n",
     {"percent-change uncheckable 50%"}},
    {"thousands_behind_dots",
     "\nTime dropped from 1.234.567 to 617.283 (50%).\n",
     {"percent-change uncheckable 50%"}},
    {"two_units_of_time",
     "\nTime dropped by 50%, from 12 s 500 ms to 6 s 250 ms.\n",
     {"percent-change uncheckable 50%"}},
    {"product_as_a_value",
     "\nUse rose from 2 x 512 MB to 2048 MB (+100%)\n",
     {"percent-change uncheckable +100%"}},
    {"diffstat_elided",
     "\n ...\n b.h   |  3 +++\n 2 files changed, 19 insertions(+), 6 "
     "deletions(-)\n",
     {"sum uncheckable 19 insertions(+), 6 deletions(-)"}},
    {"level_after_pair",
     "\nA 15% improvement (1000 to 1150). Utilisation drops from 8% to 0%.\n",
     {"percent-change confirmed 15%"}},
    {"quoted_once",
     "\nThe build got faster by 25% (40.0s -> 30.0s).\n\n> The build got faster by "
     "25% (40.0s -> 30.0s).\n",
     {"percent-change confirmed 25%"}},
    {"changelog", "\nv2:\n - now 12% faster (100s -> 50s)\n", {"percent-change uncheckable 12%"}},
    {"vs",
     "\nWith the patch it is about 40% faster (10.0us vs 14.1us).\n",
     {"percent-change confirmed 40%"}},
    {"instead_of",
     "\nA run takes 20% less time, 80s instead of 100s.\n",
     {"percent-change confirmed 20%"}},
    {"labelled",
     "\nBuild time improves by 10% (before: 200s, after: 180s).\n",
     {"percent-change confirmed 10%"}},
    {"points",
     "\nThe idle share rises by 4 percentage points, from 12% to 16%.\n",
     {"points confirmed 4 percentage points"}},
    // Links that look sure and are not: none of these may be called wrong.
    {"share_of_baseline", "\nIOPS went from 120k to 95k (80% of baseline).\n", {}},
    {"cpu_level", "\nThroughput: 100k -> 120k IOPS (95% CPU).\n", {}},
    {"kernel_versions",
     "\nWe saw a 10% regression (5.10 -> 5.15).\n",
     {"percent-change uncheckable 10%"}},
    {"named_quantity",
     "\nThis improves throughput by 12% (batch size 16 -> 32).\n",
     {"percent-change uncheckable 12%"}},
    {"added_times", "\nThat is 4x more requests (10 -> 50 req/s).\n", {"ratio uncheckable 4x"}},
    {"other_base",
     "\nIt went from 100us to 80us (12% faster than v1).\n",
     {"percent-change uncheckable 12%"}},
    {"binary_thousand", "\nThat needs 4096 * 8 = 36K of memory.\n", {"product uncheckable 36K"}},
    {"prose_parentheses", "\nWe raised the buffer to 4MiB (8MB).\n", {"unit-pair uncheckable 8MB"}},
    {"wrong_sign",
     "\nIOPS changes from 100k to 120k (-20%).\n",
     {"percent-change contradicted -20%"}},
    {"percents_of_percents",
     "\nCPU use falls from 40% to 30% (25% less).\n",
     {"percent-change confirmed 25%"}},
    {"time_string",
     "\nKernel build time drops from 1m40.0s to 1m30.0s (10%).\n",
     {"percent-change confirmed 10%"}},
    {"blocks",
     "\nBefore:\n\n  Throughput: 120 MB/s\n  Latency: 40 us\n\nAfter:\n\n  Throughput: "
     "150 MB/s\n  Latency: 30 us\n\nThat is a 25% throughput improvement.\n",
     {"percent-change confirmed 25%"}},
    {"time_command",
     "\nWithout the patch:\n\nreal    0m20.0s\nuser    0m1.0s\n\nWith the "
     "patch:\n\nreal    0m15.0s\nuser    0m1.0s\n\nSo it is 25% less time.\n",
     {"percent-change confirmed 25%"}},
    {"perf_stat",
     "\n   1,000,000,000      instructions      #    0.50  insn per cycle\n   "
     "2,000,000,000      cycles\n",
     {"rate confirmed 0.50"}},
    {"rate_per_cpu",
     "\nnop    ( 2 cpus):    7.200 +/- 0.002M/s  (  3.600M/s/cpu)\n",
     {"rate confirmed 3.600M/s/cpu"}},
    {"labelled_lines",
     "\n  PATCHED   120.0 MB/s\n  UNPATCHED 100.0 MB/s\n\nThat is 20% faster.\n",
     {"percent-change confirmed 20%"}},
    {"robot_rows_are_left_alone",
     "\n    100 +- 2%     +50.0%        120 +- 3%  proc-vmstat.pgfault\n",
     {}},
    {"per_cpu_word", "\nMemory use is halved (200 MB -> 101 MB).\n", {"ratio confirmed halved"}},
};

INSTANTIATE_TEST_SUITE_P(Sentences, ProseClaims, testing::ValuesIn(kSentences),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace regress
