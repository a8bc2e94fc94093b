// SPDX-License-Identifier: Apache-2.0
#include "models/store/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <utility>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr int kPatienceMs = 60000;
constexpr int kPauseMs = 5;

}  // namespace

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  Check(sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                           SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      next_(other.next_) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(database_, other.database_);
  std::swap(statement_, other.statement_);
  std::swap(next_, other.next_);
  return *this;
}

Statement::~Statement() {
  sqlite3_finalize(statement_);
}

void Statement::Check(int code) {
  if (code != SQLITE_OK) database_->FailWithLastError();
}

Statement& Statement::Bind(int64_t value) {
  Check(sqlite3_bind_int64(statement_, next_++, value));
  return *this;
}

Statement& Statement::Bind(double value) {
  if (!std::isfinite(value)) return BindNull();
  Check(sqlite3_bind_double(statement_, next_++, value));
  return *this;
}

Statement& Statement::Bind(std::string_view value) {
  // A null pointer would bind NULL, and an empty view may hold one.
  const char* text = value.data() == nullptr ? "" : value.data();
  Check(sqlite3_bind_text64(statement_, next_++, text, value.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::BindNull() {
  Check(sqlite3_bind_null(statement_, next_++));
  return *this;
}

int Statement::Run() {
  next_ = 1;
  const int code = sqlite3_step(statement_);
  if (code != SQLITE_DONE && code != SQLITE_ROW) database_->FailWithLastError();
  Check(sqlite3_reset(statement_));
  return sqlite3_changes(database_->handle());
}

bool Statement::Next() {
  next_ = 1;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_->FailWithLastError();
  Check(sqlite3_reset(statement_));
  return false;
}

int64_t Statement::Integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string Statement::Text(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return text == nullptr ? "" : std::string(text, text + size);
}

Database::Database(const std::string& path) : path_(path.empty() ? "temporary database" : path) {
  const int code =
      sqlite3_open_v2(path.c_str(), &handle_,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) {
    const std::string what = handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_);
    sqlite3_close(std::exchange(handle_, nullptr));
    throw Error(ErrorKind::kIo, fmt::format("{}: error: {}", path_, what));
  }
  sqlite3_busy_timeout(handle_, kPatienceMs);
}

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::Execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    FailWithLastError();
}

void Database::ExecutePatiently(const std::string& sql) {
  for (int waited = 0; waited < kPatienceMs; waited += kPauseMs) {
    const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return;
    if ((code & 0xff) != SQLITE_BUSY) break;
    sqlite3_sleep(kPauseMs);
  }
  FailWithLastError();
}

int64_t Database::Integer(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.Next() ? statement.Integer(0) : 0;
}

void Database::Fail(const std::string& what, std::string help) {
  throw Error(ErrorKind::kIo, fmt::format("{}: error: {}", path_, what), std::move(help));
}

void Database::FailWithLastError() {
  const int code = sqlite3_errcode(handle_) & 0xff;
  const std::string what = sqlite3_errmsg(handle_);
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    Fail(what + "; nothing was written",
         fmt::format("sqlite3 {} 'pragma integrity_check', or restore a copy", path_));
  }
  Fail(what);
}

}  // namespace regress
