// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_counters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace regress {
namespace {

TEST(NameTable, KeepsNamesApartWhateverTheirLength) {
  NameTable names;
  std::vector<std::string> texts;
  for (int i = 0; i < 5000; ++i) texts.push_back("f" + std::to_string(i * i));
  for (size_t length = 0; length < 40; ++length) texts.push_back(std::string(length, 'x'));
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  for (const std::string& text : texts) EXPECT_EQ(names.Find(text), NameTable::kNone) << text;
  for (size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(names.Intern(texts[i]), i);
  for (size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(names.Intern(texts[i]), i);
    EXPECT_EQ(names.Find(texts[i]), i);
    EXPECT_EQ(names.Name(static_cast<uint32_t>(i)), texts[i]);
  }
  EXPECT_EQ(names.size(), texts.size());
}

TEST(NameTable, CutsLongNames) {
  NameTable names;
  const std::string longer(NameTable::kMaxNameBytes + 100, 'a');
  const uint32_t index = names.Intern(longer);
  EXPECT_EQ(names.Name(index).size(), NameTable::kMaxNameBytes);
  EXPECT_EQ(names.Intern(longer), index);
}

TEST(NameTable, IsFullAtItsBound) {
  NameTable names;
  for (size_t i = 0; i < NameTable::kMaxNames; ++i) names.Intern(std::to_string(i));
  EXPECT_EQ(names.Intern("one more"), NameTable::kNone);
  EXPECT_EQ(names.Intern("17"), 17u);
}

TEST(DurationTable, NearestRankOnIntegers) {
  DurationTable table;
  EXPECT_FALSE(table.Summarize(0));
  for (const int64_t ns : {30, 10, 20, 40}) table.Add(2, ns);
  EXPECT_FALSE(table.Summarize(1));
  const DurationTable::Summary summary = *table.Summarize(2);
  EXPECT_EQ(summary.count, 4u);
  EXPECT_EQ(summary.total_ns, 100);
  EXPECT_EQ(summary.min_ns, 10);
  EXPECT_EQ(summary.p50_ns, 20);
  EXPECT_EQ(summary.p90_ns, 40);
  EXPECT_EQ(summary.p99_ns, 40);
  EXPECT_EQ(summary.max_ns, 40);
  EXPECT_EQ(table.error_ratio(), 0);
}

TEST(DurationTable, IsExactOverManyMerges) {
  DurationTable table;
  std::vector<int64_t> all;
  uint64_t state = 1;
  for (int i = 0; i < 50000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const auto ns = static_cast<int64_t>(state >> 48);
    all.push_back(ns);
    table.Add(0, ns);
  }
  std::sort(all.begin(), all.end());
  const DurationTable::Summary summary = *table.Summarize(0);
  EXPECT_EQ(summary.p50_ns, all[25000 - 1]);
  EXPECT_EQ(summary.p99_ns, all[49500 - 1]);
  EXPECT_EQ(summary.p999_ns, all[49950 - 1]);
  EXPECT_EQ(summary.max_ns, all.back());
}

TEST(DurationTable, BeyondItsBoundTellsItsError) {
  DurationTable table(1000);
  for (int64_t ns = 0; ns < 100000; ++ns) table.Add(0, ns * 1000);
  const DurationTable::Summary summary = *table.Summarize(0);
  EXPECT_EQ(summary.count, 100000u);
  EXPECT_EQ(summary.min_ns, 0);
  EXPECT_EQ(summary.max_ns, 99999000);
  EXPECT_EQ(summary.total_ns, int64_t{99999} * 100000 / 2 * 1000);
  const double error = table.error_ratio();
  EXPECT_GT(error, 0);
  EXPECT_LT(error, 0.05);
  EXPECT_LE(summary.p50_ns, 49999000);
  EXPECT_GE(static_cast<double>(summary.p50_ns), 49999000 * (1 - error));
}

TEST(DurationTable, TotalsSaturate) {
  DurationTable table;
  table.Add(0, INT64_MAX);
  table.Add(0, INT64_MAX);
  EXPECT_EQ(table.Summarize(0)->total_ns, INT64_MAX);
}

TEST(PidSet, CountsEachOnce) {
  PidSet pids;
  for (const uint32_t pid : {0u, 7u, 7u, 4194303u, 7u, 64u, 0u}) pids.Add(pid);
  EXPECT_EQ(pids.size(), 4u);
}

}  // namespace
}  // namespace regress
