// SPDX-License-Identifier: Apache-2.0
// Keeps what regress-check found in one sqlite file. An input is stored whole or not at all, and
// once: the same content again changes nothing but the names it is known by. Inputs share commits
// (64 inputs or one second). Rows are gathered up to a bound and written
// in the order of their keys, so memory does not grow with an input; another process waits for its
// turn, up to a minute.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/evidence.h"
#include "models/store/stored_row.h"

namespace regress {

struct StoredInput {
  std::string hash;  // SHA-256 of the file
  std::string path;  // as the user named it
  std::string format;
  Origin origin = Origin::kMeasured;
};

// One event of a trace, for --keep-events.
struct EventRow {
  std::string_view instance;
  std::string_view kind;
  std::string_view name;
  std::optional<int64_t> cpu;
  std::optional<int64_t> pid;
  std::optional<int64_t> t_ns;
  std::optional<int64_t> duration_ns;
};

// All functions throw Error(kIo) if the database fails; what was committed before stays.
class EvidenceStore {
 public:
  explicit EvidenceStore(const std::string& path);
  EvidenceStore(EvidenceStore&&) noexcept;
  ~EvidenceStore();  // what was not committed by Finish() is lost, whole inputs at a time

  // False if this content is stored already; then the calls up to EndInput do nothing.
  bool BeginInput(const StoredInput& input);
  void Add(const EvidenceBundle& bundle);
  // A column of a table of a report; returns the id of its run, for the points of its rows.
  int64_t AddColumn(const ColumnRun& run);
  // A row of such a table: its printed change as a claim and, unless it is a quoted copy, as a
  // comparison.
  void AddReportRow(const ClaimRow& claim, const VerdictRow* comparison);
  void AddEvent(const EventRow& event);
  void EndInput();
  void AbortInput();  // the input turned out to be unreadable: nothing of it is kept

  // Comparisons of points whose rounds come from several inputs, named by their hashes in round
  // order.
  void AddComparison(const Comparison& comparison,
                     const std::vector<std::vector<std::string>>& round_hashes,
                     const std::string& label);
  // The text of the gates, kept with the time at which it was first seen.
  void SetGates(const std::string& gates, int64_t now);
  void Finish();

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace regress
