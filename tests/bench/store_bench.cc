// SPDX-License-Identifier: Apache-2.0
// Rows per second into the database against a bare loop that inserts the very same rows with
// prepared statements, in one run. Prints the ratio of CPU times.
#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "models/store/content_hash.h"
#include "models/store/evidence_store.h"
#include "models/store/schema.h"

namespace {

using namespace regress;

constexpr int kReports = 100;
constexpr int kRows = 1500;

double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

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

// Copies every table of `from` into a fresh database with one prepared INSERT per table; the values
// are read before the clock starts. Returns CPU seconds and counts the rows.
double BareLoop(const std::string& from, const std::string& to, size_t& rows) {
  sqlite3* source = nullptr;
  sqlite3_open(from.c_str(), &source);
  {
    Database target(to);
    PrepareSchema(target);
    target.Execute("DELETE FROM meta");
  }
  sqlite3* target = nullptr;
  sqlite3_open(to.c_str(), &target);
  sqlite3_exec(target, "PRAGMA synchronous=NORMAL; BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
  double seconds = 0;
  for (const char* table :
       {"input", "name", "message", "report_table", "run", "series", "point", "claim", "verdict"}) {
    sqlite3_stmt* select = nullptr;
    sqlite3_prepare_v2(source, fmt::format("SELECT * FROM {} ORDER BY random()", table).c_str(), -1,
                       &select, nullptr);
    const int columns = sqlite3_column_count(select);
    std::string marks;
    for (int i = 0; i < columns; ++i) marks += i == 0 ? "?" : ",?";
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(target, fmt::format("INSERT INTO {} VALUES({})", table, marks).c_str(), -1,
                       &insert, nullptr);
    std::vector<std::vector<sqlite3_value*>> values;
    while (sqlite3_step(select) == SQLITE_ROW) {
      std::vector<sqlite3_value*>& row = values.emplace_back();
      for (int i = 0; i < columns; ++i)
        row.push_back(sqlite3_value_dup(sqlite3_column_value(select, i)));
    }
    const double begin = CpuSeconds();
    for (const auto& row : values) {
      for (int i = 0; i < columns; ++i)
        sqlite3_bind_value(insert, i + 1, row[static_cast<size_t>(i)]);
      sqlite3_step(insert);
      sqlite3_reset(insert);
    }
    seconds += CpuSeconds() - begin;
    rows += values.size();
    for (const auto& row : values)
      for (sqlite3_value* value : row) sqlite3_value_free(value);
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
  }
  const double begin = CpuSeconds();
  sqlite3_exec(target, "COMMIT", nullptr, nullptr, nullptr);
  seconds += CpuSeconds() - begin;
  sqlite3_close(source);
  sqlite3_close(target);
  return seconds;
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
  size_t rows = 0;
  const double bare = BareLoop(ours, folder / "bare.db", rows);
  std::printf(
      "store: %zu rows, %.0f rows/s, bare prepared-insert loop %.0f rows/s, ratio %.2f (at least "
      "0.60)\n",
      rows, static_cast<double>(rows) / seconds, static_cast<double>(rows) / bare, bare / seconds);
  std::filesystem::remove_all(folder);
  return 0;
}
