// SPDX-License-Identifier: Apache-2.0
// Rows per second into the database against a bare loop that inserts the very same rows with
// prepared statements, in one run: of the store alone, and of regress-check from the start on a
// mailbox of reports. Prints the ratios of CPU times against a loop that gets the rows in no order,
// as their ids are hashes, and against the best case, rows that come in the order of their keys.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "models/store/content_hash.h"
#include "models/store/evidence_store.h"
#include "tests/bench/bare_loop.h"

namespace {

using namespace regress;

constexpr int kReports = 100;
constexpr int kRows = 1500;

EvidenceBundle Report(int number) {
  EvidenceBundle bundle;
  bundle.message_infos.push_back({0, "a report", fmt::format("id{}", number), false});
  bundle.tables.push_back({{0, 0, 20, 1},
                           "table 0",
                           "suite",
                           fmt::format("run={}, bs=4k, fs=btrfs", number),
                           "box",
                           {"0123456789", "abcdef0123"}});
  for (int i = 0; i < kRows; ++i) {
    Comparison row;
    row.metric =
        fmt::format("perf-profile.calltrace.cycles-pp.function_{}.caller_of_it.its_caller", i);
    row.section = "table 0";
    row.source.at = {0, 0, static_cast<uint32_t>(30 + i), 1};
    row.printed_change = "+12.4";
    row.change = 12.4;
    row.points.resize(2);
    row.points[0].mean = 1000 + i;
    row.points[1].mean = 1124 + i;
    row.points[1].role = Role::kPatched;
    Claim claim;
    claim.id = ContentHash(fmt::format("{} {}", number, i)).substr(0, 12);
    claim.source = row.source;
    claim.kind = ClaimKind::kTableChange;
    claim.metric = row.metric;
    claim.quote =
        fmt::format("      {}           +12.4%    {}        {}", 1000 + i, 1124 + i, row.metric);
    claim.stated_text = "+12.4%";
    claim.stated_value = 12.4;
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason = fmt::format("{} -> {} is +12.4%", 1000 + i, 1124 + i);
    bundle.claims.push_back(std::move(claim));
    bundle.comparisons.push_back(std::move(row));
  }
  return bundle;
}

std::vector<BareTable> RobotTables(const std::string& order) {
  std::vector<BareTable> tables;
  for (const char* table :
       {"input", "name", "message", "report_table", "run", "series", "point", "claim", "verdict"})
    tables.push_back({table, order});
  return tables;
}

void PrintRatios(const std::string& what, double seconds, const std::string& database,
                 const std::string& bare) {
  const auto [rows, none] = BareLoop(database, bare, RobotTables("random()"));
  std::filesystem::remove(bare);
  const auto [same, sorted] = BareLoop(database, bare, RobotTables("NULL"));
  const auto count = static_cast<double>(rows);
  std::printf(
      "%s: %zu rows, %.0f rows/s, bare prepared-insert loop %.0f rows/s, ratio %.2f (at least "
      "0.60); given them in order %.0f rows/s, ratio %.2f\n",
      what.c_str(), rows, count / seconds, count / none, none / seconds, count / sorted,
      sorted / seconds);
  if (same != rows) std::printf("%s: the loops differ in their rows\n", what.c_str());
}

// A mailbox of reports whose rows differ in their figures.
void WriteMailbox(const std::string& path) {
  std::ofstream file(path);
  for (int report = 0; report < kReports / 2; ++report) {
    file << fmt::format(
        "From robot@example.org Fri May 29 09:04:00 2026\n"
        "Subject: [demo:master] [demo]  {:010x}:  demo.ops 10.0% improvement\n\nHello,\n\n"
        "kernel test robot noticed a 10.0% improvement of demo.ops on:\n\n"
        "=========================================\nrun/fs:\n  {}/demofs\n\ncommit: \n"
        "  0123456789 (\"demo: before\")\n  {:010x} (\"demo: after\")\n\n"
        "0123456789 {:010x}\n---------------- ---------------------------\n"
        "         %stddev     %change         %stddev\n"
        "      1000           +10.0%       1100        demo.ops\n",
        report, report, report, report);
    for (int i = 0; i < kRows; ++i) {
      const int base = 100000 + 7 * i + report;
      file << fmt::format(
          "{:10} \u00b1 {:2}%     {:+.1f}%    {:8}        perf-stat.a.metric.of.number.{}\n", base,
          i % 40, 100 * (static_cast<double>(base + base / 8) / base - 1), base + base / 8, i);
    }
    file << "\n";
  }
}

// CPU seconds of a whole run of the program.
double RunProgram(const std::string& program, const std::string& database,
                  const std::string& mailbox) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(126);
    execl(program.c_str(), program.c_str(), "--db", database.c_str(), mailbox.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (status != 0) {
    std::fprintf(stderr, "store_bench: %s did not end well\n", program.c_str());
    std::exit(1);
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void PrintWholeRun(const std::string& program, const std::filesystem::path& folder) {
  const std::string mailbox = folder / "reports.mbox";
  const std::string ours = folder / "run.db";
  WriteMailbox(mailbox);
  const double seconds = RunProgram(program, ours, mailbox);
  PrintRatios("regress-check --db", seconds, ours, folder / "run-bare.db");
}

}  // namespace

// The program is looked for beside this one unless it is named.
int main(int argc, char** argv) {
  const std::string program =
      argc > 1 ? argv[1] : std::filesystem::path(argv[0]).parent_path() / "regress-check";
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("store-bench.{}", getpid());
  std::filesystem::create_directories(folder);
  const std::string ours = folder / "ours.db";
  double seconds = 0;
  {
    const double open = CpuSeconds();
    EvidenceStore store(ours);
    seconds += CpuSeconds() - open;
    for (int i = 0; i < kReports; ++i) {
      const EvidenceBundle bundle = Report(i);
      const double begin = CpuSeconds();
      store.BeginInput(
          {ContentHash(std::to_string(i)), std::to_string(i), "lkp", Origin::kMeasured});
      store.Add(bundle);
      store.EndInput();
      seconds += CpuSeconds() - begin;
    }
    const double begin = CpuSeconds();
    store.Finish();
    seconds += CpuSeconds() - begin;
  }
  PrintRatios("store", seconds, ours, folder / "bare.db");
  PrintWholeRun(program, folder);
  std::filesystem::remove_all(folder);
  return 0;
}
