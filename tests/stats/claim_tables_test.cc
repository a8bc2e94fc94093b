// SPDX-License-Identifier: Apache-2.0
// Tables of every style: what is found, and what the judge says of it.
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

class TableClaims : public testing::TestWithParam<MailCase> {};

TEST_P(TableClaims, AreJudged) {
  EXPECT_EQ(Verdicts(GetParam().text), GetParam().verdicts);
}

const MailCase kTables[] = {
    {"aligned",
     R"(
Some numbers from a small box:

  depth       pre       post    gain
  1          100k       112k     12%
  8          240k       300k     25%
  64         410k       402k   -2.0%
)",
     {"table-delta confirmed 12%", "table-delta confirmed 25%", "table-delta confirmed -2.0%"}},
    {"aligned_one_wrong",
     R"(
test          before     after    diff
seqread          200       230  +15.0%
seqwrite         150       180  +20.0%
randread          80       100  +52.0%
randwrite         70        77  +10.0%
)",
     {"table-delta confirmed +15.0%", "table-delta confirmed +20.0%",
      "table-delta contradicted +52.0%", "table-delta confirmed +10.0%"}},
    {"tabs",
     "threads\tbase\tpatched\tchange\n1\t\t100\t\t101\t\t+1.0%\n2\t\t190\t\t209\t\t+10.0%\n"
     "4\t\t350\t\t420\t\t+20.0%\n",
     {"table-delta confirmed +1.0%", "table-delta confirmed +10.0%",
      "table-delta confirmed +20.0%"}},
    {"pipes",
     R"(
| workload | vanilla | patched | improvement |
|----------|---------|---------|-------------|
| untar    | 12.10s  | 11.00s  | 9.1%        |
| compile  | 95.0s   | 90.0s   | 5.3%        |
)",
     {"table-delta confirmed 9.1%", "table-delta confirmed 5.3%"}},
    {"boxed_units",
     R"(
+----------+-----------+-----------+---------+
|   size   |   before  |   after   |  delta  |
+----------+-----------+-----------+---------+
|    64    | 12.1 Mpps | 13.3 Mpps |  +9.9%  |
+----------+-----------+-----------+---------+
|   512    | 10.0 Mpps | 10.5 Mpps |  +5.0%  |
+----------+-----------+-----------+---------+
)",
     {"table-delta confirmed +9.9%", "table-delta confirmed +5.0%"}},
    {"percent_in_cell",
     R"(
| clients | base | patched       | base | patched       |
|---------|------|---------------|------|---------------|
| 1       | 500  | 512 (+2.4%)   | 610  | 640 (+4.9%)   |
| 4       | 900  | 990 (+10.0%)  | 1200 | 1260 (+5.0%)  |
)",
     {"table-delta confirmed +2.4%", "table-delta confirmed +4.9%", "table-delta confirmed +10.0%",
      "table-delta confirmed +5.0%"}},
    {"mmtests",
     R"(
                              6.8.0                  6.8.0
                            vanilla              series-v2
Hmean     tput-1       614.16 (   0.00%)      599.37 (  -2.41%)
Hmean     tput-8      4794.43 (   0.00%)     5087.47 *   6.11%*
Stddev    tput-1         8.10 (   0.00%)        4.05 (  50.00%)
Amean     elap-1        20.50 (   0.00%)       18.45 *  10.00%*
)",
     {"table-delta confirmed -2.41%", "table-delta confirmed 6.11%", "table-delta confirmed 50.00%",
      "table-delta confirmed 10.00%"}},
    {"reversed_order",
     R"(
			PATCHED		UNPATCHED	% DIFF
tar 64			150 MB/s	120 MB/s	+25%
tar 128			200 MB/s	160 MB/s	+25%
)",
     {"table-delta confirmed +25%", "table-delta confirmed +25%"}},
    {"levels_are_no_changes",
     R"(
iops	latency	99th lat  cpu
2k	13.34	14.272    3%
4k	13.195	14.016	  7%
6k	13.29	14.656	  9.70%
)",
     {}},
    {"after_base_throughout",
     R"(
name        old      new     reduction
lookup     1200     1000      20.0%
insert     2300     2000      15.0%
remove      330      300      10.0%
)",
     {"table-delta confirmed 20.0%", "table-delta confirmed 15.0%", "table-delta confirmed 10.0%"}},
    {"truncated_digits",
     R"(
case        before      after     diff
monotonic   17326692   17951770   3.6%
coarse      43624027   44215292   1.3%
boottime    17334982   17954361   3.5%
)",
     {"table-delta confirmed 3.6%", "table-delta confirmed 1.3%", "table-delta confirmed 3.5%"}},
    {"base_row_per_group",
     R"(
mode     kernel    MB/s    gain
off      6.9       240     -
on       6.9       320     33%
off      6.9       180     -
on       6.9       225     25%
)",
     {"table-delta confirmed 33%", "table-delta confirmed 25%"}},
    {"ratio_column",
     R"(
size      before     after   speedup
4k         12.0 us    6.0 us   2.0x
64k        90.0 us   30.0 us   3.0x
)",
     {"ratio confirmed 2.0x", "ratio confirmed 3.0x"}},
    {"sign_breaks_rule",
     R"(
op        base     patched   change
a         1000     1100      +10.0%
b         1000      900      -10.0%
c         2000     2200      +10.0%
d         2000     2100       -5.0%
)",
     {"table-delta confirmed +10.0%", "table-delta confirmed -10.0%",
      "table-delta confirmed +10.0%", "table-delta contradicted -5.0%"}},
    {"stddev_column_between",
     R"(
test     base    current   stdev    change
a        100.0     110.0     2.1    +10.0%
b        200.0     210.0     1.7     +5.0%
c        300.0     330.0     9.9    +10.0%
)",
     {"table-delta confirmed +10.0%", "table-delta confirmed +5.0%",
      "table-delta confirmed +10.0%"}},
    {"wrong_columns_stay_open",
     R"(
test     alpha   beta    change
a        100     130     +71%
b        200     210     +88%
c        300     330     +12%
)",
     {"table-delta uncheckable +71%", "table-delta uncheckable +88%",
      "table-delta uncheckable +12%"}},
    {"percent_between",
     R"(
   before    change     after
   120.5     +10.0%     132.6    read
   220.0      +5.0%     231.0    write
)",
     {"table-delta confirmed +10.0%", "table-delta confirmed +5.0%"}},
    {"summary_row_stays_open",
     R"(
test     base     patched   change
a         100         110   +10.0%
b         200         220   +10.0%
c         300         360   +20.0%
geomean   180         200   +13.2%
)",
     {"table-delta confirmed +10.0%", "table-delta confirmed +10.0%",
      "table-delta confirmed +20.0%", "table-delta uncheckable +13.2%"}},
    {"statistics_have_their_own_sign",
     R"(
                     5.18.0                 5.18.0
                    vanilla                patched
Hmean     1   100.00 (   0.00%)   110.00 (  10.00%)
Hmean     2   100.00 (   0.00%)    90.00 ( -10.00%)
Hmean     4   100.00 (   0.00%)   120.00 (  20.00%)
Hmean     8   100.00 (   0.00%)    95.00 (  -5.00%)
Amean     1    10.00 (   0.00%)     9.00 (  10.00%)
)",
     {"table-delta confirmed 10.00%", "table-delta confirmed -10.00%",
      "table-delta confirmed 20.00%", "table-delta confirmed -5.00%",
      "table-delta confirmed 10.00%"}},
    {"rows_of_zero_teach_nothing",
     R"(
name   base   new   diff
a       100   100     0%
b       200   200     0%
c       300   310   +40%
)",
     {"table-delta confirmed 0%", "table-delta confirmed 0%", "table-delta uncheckable +40%"}},
    {"long_format",
     R"(
kernel     ops      perc_diff
base       1000        0.0
v1         1100       10.0
v2          900      -10.0
)",
     {"table-delta confirmed 10.0", "table-delta confirmed -10.0"}},
    {"against_the_first_of_three",
     R"(
threads   v5.10    v5.15    patched   vs v5.10
1         1000     900      1100      +10.0%
2         2000     1800     2400      +20.0%
4         3000     2500     2700      -10.0%
)",
     {"table-delta confirmed +10.0%", "table-delta confirmed +20.0%",
      "table-delta confirmed -10.0%"}},
    {"percent_head_without_sign",
     R"(
workload    before    after    % change
one            100      110      10.0
two            200      230      15.0
three          300      270     -10.0
)",
     {"table-delta confirmed 10.0", "table-delta confirmed 15.0", "table-delta confirmed -10.0"}},
};

INSTANTIATE_TEST_SUITE_P(Styles, TableClaims, testing::ValuesIn(kTables),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace regress
