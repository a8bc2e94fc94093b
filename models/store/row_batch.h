// SPDX-License-Identifier: Apache-2.0
// Claims, series, points and verdicts on their way into the database. Their keys are hashes, so
// that rows inserted as they come would touch pages all over the file; they are gathered (up to
// some 32 MiB) and inserted table by table in the order of their keys. Owns the texts of the rows.
// Throws Error(kIo) if the database fails.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/store/database.h"
#include "models/store/stored_row.h"

namespace regress {

class RowBatch {
 public:
  explicit RowBatch(Database& database) : database_(database), prepared_(database) {}

  // All claims between two calls of Insert() are of one input, whose hash is `input`.
  void AddClaim(std::string_view input, const ClaimRow& row);
  // Returns the id of the series.
  int64_t AddSeries(const SeriesKey& key);
  void AddPoint(int64_t series, int64_t t, const PointRow& point);
  // The series, the points (at time 0) and, if one of them is patched, the verdict.
  void AddVerdict(const VerdictRow& row);

  bool full() const { return text_.size() >= kMaxText || points_.size() >= kMaxRows; }
  void Insert();  // all rows; empty afterwards
  void Clear();   // forgets them instead

 private:
  static constexpr size_t kMaxText = size_t{24} << 20;
  static constexpr size_t kMaxRows = 100'000;

  struct Span {
    uint32_t at = 0;
    uint32_t size = 0;
  };
  struct Claim {
    int64_t id;
    SourceRef at;
    ClaimKind kind;
    ClaimVerdict verdict;
    ReasonCode reason_code;
    Span body;
  };
  struct Series {
    int64_t id;
    Span hash, suite, test, params, metric, unit;
  };
  struct Point {
    int64_t series;
    int64_t t;
    int64_t run;
    std::optional<uint64_t> n;
    std::optional<double> mean;
    std::optional<double> stddev;
    StddevKind stddev_kind;
    Span rounds;
  };
  struct Verdict {
    int64_t series;
    int64_t run;
    int64_t base;
    std::string_view rule;
    ComparisonVerdict outcome;
    std::optional<double> effect;
    std::optional<double> p;
    Span body;
  };

  Span Keep(std::string_view text);
  std::string_view Text(Span span) const {
    return std::string_view(text_).substr(span.at, span.size);
  }
  void InsertClaims();
  void InsertSeries();
  void InsertPoints();
  void InsertVerdicts();

  Database& database_;
  PreparedStatements prepared_;
  std::string text_;
  std::string body_;  // of the row at hand
  std::string input_;
  std::vector<Claim> claims_;
  std::vector<Series> series_;
  std::vector<Point> points_;
  std::vector<Verdict> verdicts_;
};

}  // namespace regress
