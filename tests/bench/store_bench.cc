// SPDX-License-Identifier: Apache-2.0
// Rows per second into the database against a bare loop that inserts the very same rows with
// prepared statements, in one run. Prints the ratio of CPU times.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
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

}  // namespace

int main() {
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
  std::vector<BareTable> tables;
  for (const char* table :
       {"input", "name", "message", "report_table", "run", "series", "point", "claim", "verdict"})
    tables.push_back({table, "random()"});
  const auto [rows, bare] = BareLoop(ours, folder / "bare.db", tables);
  std::printf(
      "store: %zu rows, %.0f rows/s, bare prepared-insert loop %.0f rows/s, ratio %.2f (at least "
      "0.60)\n",
      rows, static_cast<double>(rows) / seconds, static_cast<double>(rows) / bare, bare / seconds);
  std::filesystem::remove_all(folder);
  return 0;
}
