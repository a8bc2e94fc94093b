// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bare_loop.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <ctime>

#include "models/store/database.h"
#include "models/store/schema.h"

namespace regress {
namespace {

constexpr size_t kRowsPerPiece = 100'000;

using Row = std::vector<sqlite3_value*>;

// The next rows; `more` is false after the last, as a further step would begin anew.
std::vector<Row> ReadPiece(sqlite3_stmt* select, bool& more) {
  std::vector<Row> rows;
  while (rows.size() < kRowsPerPiece) {
    more = sqlite3_step(select) == SQLITE_ROW;
    if (!more) break;
    Row& row = rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(select); ++i)
      row.push_back(sqlite3_value_dup(sqlite3_column_value(select, i)));
  }
  return rows;
}

// Borrows texts instead of copying them, as a careful program would.
void Bind(sqlite3_stmt* insert, int place, sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_TEXT) {
    const void* text = sqlite3_value_text(value);
    sqlite3_bind_text(insert, place, static_cast<const char*>(text), sqlite3_value_bytes(value),
                      SQLITE_STATIC);
  } else {
    sqlite3_bind_value(insert, place, value);
  }
}

void Insert(const std::vector<Row>& rows, sqlite3_stmt* insert) {
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) Bind(insert, static_cast<int>(i + 1), row[i]);
    sqlite3_step(insert);
    sqlite3_reset(insert);
  }
}

}  // namespace

double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

BareLoopResult BareLoop(const std::string& from, const std::string& to,
                        const std::vector<BareTable>& tables) {
  BareLoopResult result;
  sqlite3* source = nullptr;
  sqlite3_open(from.c_str(), &source);
  {
    Database target(to);
    PrepareSchema(target);
    target.Execute("DELETE FROM meta");
  }
  sqlite3* target = nullptr;
  sqlite3_open(to.c_str(), &target);
  sqlite3_exec(target, "PRAGMA synchronous=NORMAL; PRAGMA cache_size=-262144; BEGIN IMMEDIATE",
               nullptr, nullptr, nullptr);
  for (const BareTable& table : tables) {
    sqlite3_stmt* select = nullptr;
    sqlite3_prepare_v2(source,
                       fmt::format("SELECT * FROM {} ORDER BY {}", table.name, table.order).c_str(),
                       -1, &select, nullptr);
    std::string marks;
    for (int i = 0; i < sqlite3_column_count(select); ++i) marks += i == 0 ? "?" : ",?";
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(target, fmt::format("INSERT INTO {} VALUES({})", table.name, marks).c_str(),
                       -1, &insert, nullptr);
    for (bool more = true; more;) {
      const std::vector<Row> rows = ReadPiece(select, more);
      const double begin = CpuSeconds();
      Insert(rows, insert);
      result.seconds += CpuSeconds() - begin;
      result.rows += rows.size();
      for (const Row& row : rows)
        for (sqlite3_value* value : row) sqlite3_value_free(value);
    }
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
  }
  const double begin = CpuSeconds();
  sqlite3_exec(target, "COMMIT", nullptr, nullptr, nullptr);
  result.seconds += CpuSeconds() - begin;
  sqlite3_close(source);
  sqlite3_close(target);
  return result;
}

}  // namespace regress
