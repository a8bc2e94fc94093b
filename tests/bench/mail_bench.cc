// SPDX-License-Identifier: Apache-2.0
// Mail text read, parsed and judged on one core, against copying the same text once through memory;
// and one report of 250 KB from start to verdict. Prints CPU times, rates and the ratio.
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <string>

#include "parsers/byte_stream.h"
#include "parsers/format.h"
#include "stats/robot_check.h"
#include "stats/robot_duplicates.h"
#include "stats/robot_statements.h"

namespace {

using namespace regress;

double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// A report of about `bytes`: head, `bytes` / 95 rows, a disclaimer.
std::string Report(size_t bytes, int number) {
  std::string text = fmt::format(
      "From robot@example.org Fri May 29 09:04:00 2026\n"
      "Subject: [demo:master] [demo]  {:010x}:  demo.ops 10.0% improvement\n\n"
      "Hello,\n\nkernel test robot noticed a 10.0% improvement of demo.ops on:\n\n"
      "commit: {:010x} (\"demo: a change\")\n\n%stddev %change %stddev\n"
      "      1000           +10.0%       1100        demo.ops\n",
      number, number);
  for (int i = 0; text.size() < bytes; ++i) {
    text += fmt::format(
        "{:10} \u00b1 {:2}%     +12.4%    {:8}        perf-stat.of.a.metric.{}.with.a.long.name\n",
        100000 + i, i % 40, static_cast<int>((100000 + i) * 1.124), i);
    if (i % 50 == 49) text += "A sentence of prose, which holds nothing that is a claim.\n\n";
  }
  return text + "\nDisclaimer:\nResults have been estimated.\n\n";
}

struct Counted {
  size_t rows = 0;
  size_t contradicted = 0;
};

Counted Check(std::string text) {
  ByteStream input = ByteStream::FromMemory(std::move(text), "bench");
  const Directions directions;
  RowMemory memory;
  Counted counted;
  FindFormat("lkp")->parse(input, ParseOptions(), [&](EvidenceBundle&& bundle) {
    CheckCells(bundle.robot);
    memory.MarkDuplicates(bundle.robot);
    JudgeStatements(bundle.robot, directions);
    counted.rows += bundle.robot.rows.size();
    for (const RobotCell& cell : bundle.robot.cells) {
      if (cell.verdict == ClaimVerdict::kContradicted) ++counted.contradicted;
    }
  });
  return counted;
}

void PrintThroughput() {
  std::string mbox;
  for (int i = 0; i < 400; ++i) mbox += Report(250000, i);
  const double megabytes = static_cast<double>(mbox.size()) / 1e6;
  double begin = CpuSeconds();
  std::string copy = mbox;
  const double copy_seconds = CpuSeconds() - begin;
  begin = CpuSeconds();
  const Counted counted = Check(std::move(copy));
  const double seconds = CpuSeconds() - begin;
  fmt::print("mailbox of {:.0f} MB: {:.0f} MB/s, {:.2f} million rows/s, {:.0f} times one copy\n",
             megabytes, megabytes / seconds, static_cast<double>(counted.rows) / seconds / 1e6,
             copy_seconds > 0 ? seconds / copy_seconds : 0);
  if (counted.contradicted > 0) fmt::print("{} rows contradicted\n", counted.contradicted);
}

void PrintOneReport() {
  constexpr int kTimes = 40;
  const std::string report = Report(250000, 1);
  const double begin = CpuSeconds();
  size_t rows = 0;
  for (int i = 0; i < kTimes; ++i) rows += Check(report).rows;
  const double seconds = (CpuSeconds() - begin) / kTimes;
  fmt::print("one report of 250 KB, {} rows: {:.2f} ms\n", rows / kTimes, seconds * 1e3);
}

}  // namespace

int main() {
  PrintThroughput();
  PrintOneReport();
  return 0;
}
