// SPDX-License-Identifier: Apache-2.0
// sqlite behind two small owners: a connection and a prepared statement. Every failure throws
// Error(kIo) "PATH: error: what sqlite says".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace regress {

class Database;

// Bound values only. Bound text is borrowed: it must live until Run(), or until Next() returned
// false. Valid while its database lives.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  Statement(Statement&&) noexcept;
  Statement& operator=(Statement&&) noexcept;
  ~Statement();

  // Binds the next parameter, from the first on after construction or Run().
  Statement& Bind(int64_t value);
  Statement& Bind(double value);  // not finite becomes NULL
  Statement& Bind(std::string_view value);
  Statement& BindNull();
  template <typename T>
  Statement& Bind(const std::optional<T>& value) {
    return value ? Bind(*value) : BindNull();
  }
  Statement& Bind(const std::optional<uint64_t>& value) {
    return value ? Bind(static_cast<int64_t>(*value)) : BindNull();
  }

  // Runs a statement that returns no row and makes it ready again; returns the number of rows
  // changed.
  int Run();
  // Steps to the next row; false at the end, after which it is ready again.
  bool Next();
  int64_t Integer(int column) const;
  std::string Text(int column) const;

 private:
  void Check(int code);

  Database* database_;
  sqlite3_stmt* statement_ = nullptr;
  int next_ = 1;
};

class Database {
 public:
  // Opens or makes the file; "" is a temporary database that spills to disk.
  explicit Database(const std::string& path);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  void Execute(const std::string& sql);
  // For a statement that sqlite does not let wait for other processes: tried again for a minute.
  void ExecutePatiently(const std::string& sql);
  int64_t Integer(const std::string& sql);  // first column of the first row, 0 if there is none
  const std::string& path() const { return path_; }
  sqlite3* handle() { return handle_; }
  [[noreturn]] void Fail(const std::string& what, std::string help = "");
  [[noreturn]] void FailWithLastError();

 private:
  std::string path_;
  sqlite3* handle_ = nullptr;
};

// Statements that are prepared once, by the address of their text: every call site has one of its
// own. To be destroyed before its database.
class PreparedStatements {
 public:
  explicit PreparedStatements(Database& database) : database_(database) {}
  Statement& Get(const char* sql) {
    const auto found = statements_.find(sql);
    if (found != statements_.end()) return found->second;
    return statements_.emplace(sql, Statement(database_, sql)).first->second;
  }

 private:
  Database& database_;
  std::unordered_map<const char*, Statement> statements_;
};

}  // namespace regress
