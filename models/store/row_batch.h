// SPDX-License-Identifier: Apache-2.0
// Claims, series, points and verdicts on their way into the database. Their keys are hashes, so
// that rows inserted as they come would touch pages all over the file; they are gathered (up to
// some 32 MiB, over several inputs) and inserted table by table in the order of their keys. Owns
// the texts of the rows. Throws Error(kIo) if the database fails.
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

  // From here on rows are of an input, named by its hash, that may yet be dropped.
  void BeginInput(std::string_view hash);
  void DropInput();   // forgets its rows
  void WriteInput();  // inserts its rows that are here, not those of inputs before
  void Insert();      // all rows, of ended inputs and of none

  void AddClaim(const ClaimRow& row);
  // Returns the id of the series.
  int64_t AddSeries(const SeriesKey& key);
  void AddPoint(int64_t series, int64_t t, const PointRow& point);
  // The series, the points (at time 0) and, if one of them is patched, the verdict.
  void AddVerdict(const VerdictRow& row);

  bool half_full() const { return text_.size() >= kMaxText / 2 || points_.size() >= kMaxRows / 2; }
  bool full() const { return text_.size() >= kMaxText || points_.size() >= kMaxRows; }

 private:
  static constexpr size_t kMaxText = size_t{24} << 20;
  static constexpr size_t kMaxRows = 100'000;

  struct Span {
    uint32_t at = 0;
    uint32_t size = 0;
  };
  struct Claim {
    int64_t id;
    Span input;
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

  // How many there are of each.
  struct Sizes {
    size_t text = 0;
    size_t claims = 0;
    size_t series = 0;
    size_t points = 0;
    size_t verdicts = 0;
  };

  Span Keep(std::string_view text);
  std::string_view Text(Span span) const {
    return std::string_view(text_).substr(span.at, span.size);
  }
  void InsertClaims(size_t from);
  void InsertSeries(size_t from);
  void InsertPoints(size_t from);
  void InsertVerdicts(size_t from);
  void InsertFrom(const Sizes& begin);
  void CutTo(const Sizes& sizes);

  Database& database_;
  PreparedStatements prepared_;
  std::string text_;
  std::string body_;  // of the row at hand
  Span input_;        // the hash of the input at hand
  Sizes begin_;       // where its rows begin
  std::vector<Claim> claims_;
  std::vector<Series> series_;
  std::vector<Point> points_;
  std::vector<Verdict> verdicts_;
};

}  // namespace regress
