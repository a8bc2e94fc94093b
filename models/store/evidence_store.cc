// SPDX-License-Identifier: Apache-2.0
#include "models/store/evidence_store.h"

#include <fmt/format.h>

#include <chrono>
#include <span>
#include <unordered_map>

#include "models/store/content_hash.h"
#include "models/store/database.h"
#include "models/store/row_batch.h"
#include "models/store/schema.h"

namespace regress {
namespace {

constexpr int kReaderVersion = 1;  // raised when a reader finds more in the same bytes
constexpr int kInputsPerCommit = 64;
constexpr auto kTimePerCommit = std::chrono::seconds(1);

std::string_view SuiteOf(std::string_view metric) {
  return metric.substr(0, std::min(metric.find('.'), metric.size()));
}

std::optional<int64_t> Index(int32_t value) {
  return value < 0 ? std::nullopt : std::optional<int64_t>(value);
}

// The label of a point after its place, for the hash of its run.
std::string PointName(size_t place, const Point& point) {
  return fmt::format("{} {} {}", place, Name(point.role), point.label);
}

std::string_view RuleOf(const Comparison& comparison) {
  if (!comparison.printed_change.empty()) return "report";
  return comparison.points.size() > 2 ? "sandwich" : "a/b";
}

}  // namespace

class EvidenceStore::Writer {
 public:
  explicit Writer(const std::string& path)
      : database_(path), prepared_(database_), batch_(database_) {
    PrepareSchema(database_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    if (sqlite_transaction_) {
      try {
        database_.Execute("ROLLBACK");
      } catch (const std::exception&) {  // the connection is going away: nothing is left to do
      }
    }
  }

  bool BeginInput(const StoredInput& input) {
    // The first input of a group can be undone with the transaction; a savepoint would keep a copy
    // of every page that the input changes.
    alone_ = !sqlite_transaction_;
    Begin();
    if (batch_.half_full()) batch_.Insert();
    if (!alone_) database_.Execute("SAVEPOINT input");
    input_ = input;
    batch_.BeginInput(input.hash);
    points_ = 0;
    diagnostics_ = 0;
    events_ = 0;
    run_ids_.clear();
    keep_ = Prepared("INSERT INTO input VALUES(?,?,?,0,0,?) ON CONFLICT DO NOTHING")
                .Bind(input.hash)
                .Bind(input.format)
                .Bind(int64_t{kReaderVersion})
                .Bind(Name(input.origin))
                .Run() > 0;
    Prepared("INSERT INTO name VALUES(?,?) ON CONFLICT DO NOTHING")
        .Bind(input.hash)
        .Bind(input.path)
        .Run();
    open_ = true;
    return keep_;
  }

  void Add(const EvidenceBundle& bundle) {
    if (!open_ || !keep_) return;
    for (const MessageInfo& message : bundle.message_infos) AddMessage(message);
    for (const ReportTable& table : bundle.tables) AddTable(table);
    for (const Claim& claim : bundle.claims) AddClaim(claim);
    for (const Comparison& comparison : bundle.comparisons) {
      if (!comparison.duplicate_of) AddRow(comparison, FindTable(bundle, comparison.section));
    }
    for (const Measurement& measurement : bundle.measurements) {
      if (measurement.preferred) AddMeasurement(measurement, bundle);
    }
    for (const Trace& trace : bundle.traces) AddTrace(trace);
    for (const EventCount& count : bundle.events) AddCount(count);
    for (const Diagnostic& diagnostic : bundle.diagnostics) AddDiagnostic(diagnostic);
    if (batch_.full()) batch_.WriteInput();
  }

  int64_t AddColumn(const ColumnRun& run) { return open_ && keep_ ? RunOf(run) : 0; }

  void AddReportRow(const ClaimRow& claim, const VerdictRow* comparison) {
    if (!open_ || !keep_) return;
    batch_.AddClaim(claim);
    if (comparison != nullptr) Keep(*comparison);
    if (batch_.full()) batch_.WriteInput();
  }

  void AddEvent(const EventRow& event) {
    if (!open_ || !keep_) return;
    // Events come in the order of their key and gain nothing from a large cache.
    if (!narrow_) database_.Execute("PRAGMA cache_size=-16384");
    narrow_ = true;
    Prepared("INSERT INTO event VALUES(?,?,?,?,?,?,?,?,?)")
        .Bind(input_.hash)
        .Bind(event.instance)
        .Bind(events_++)
        .Bind(event.kind)
        .Bind(event.name)
        .Bind(event.cpu)
        .Bind(event.pid)
        .Bind(event.t_ns)
        .Bind(event.duration_ns)
        .Run();
  }

  void EndInput() {
    if (!open_) return;
    open_ = false;
    if (keep_) {
      Prepared("UPDATE input SET points = ? WHERE hash = ?").Bind(points_).Bind(input_.hash).Run();
    }
    if (!alone_) database_.Execute("RELEASE input");
    if (++inputs_in_group_ >= kInputsPerCommit ||
        std::chrono::steady_clock::now() - begun_ > kTimePerCommit)
      Finish();
  }

  void AbortInput() {
    if (!open_) return;
    open_ = false;
    database_.Execute(alone_ ? "ROLLBACK" : "ROLLBACK TO input; RELEASE input");
    if (alone_) sqlite_transaction_ = false;
    batch_.DropInput();
  }

  void AddComparison(const Comparison& comparison,
                     const std::vector<std::vector<std::string>>& round_hashes,
                     const std::string& label) {
    Begin();
    std::vector<int64_t> runs;
    for (size_t i = 0; i < comparison.points.size(); ++i) {
      const Point& point = comparison.points[i];
      std::string ordered;
      for (const std::string& hash : round_hashes.at(i)) ordered += hash;
      const std::string hash = HashOf(ordered, PointName(i, point), label);
      const int64_t run = ContentId(hash);
      if (AddRun(run, hash, point.role, point.label, label.empty() ? point.label : label, "", "")) {
        for (size_t round = 0; round < round_hashes[i].size(); ++round) {
          Prepared("INSERT INTO member VALUES(?,?,?) ON CONFLICT DO NOTHING")
              .Bind(run)
              .Bind(static_cast<int64_t>(round + 1))
              .Bind(round_hashes[i][round])
              .Run();
        }
      }
      runs.push_back(run);
    }
    AddVerdict(
        comparison,
        {SuiteOf(comparison.metric), comparison.section, "", comparison.metric, comparison.unit},
        runs);
  }

  void SetGates(const std::string& gates, int64_t now) {
    Begin();
    Prepared("INSERT INTO gate VALUES(?,?,?) ON CONFLICT DO NOTHING")
        .Bind(ContentHash(gates))
        .Bind(now)
        .Bind(gates)
        .Run();
    Finish();  // before any result
  }

  void Finish() {
    if (!sqlite_transaction_) return;
    batch_.Insert();
    database_.Execute("COMMIT");
    sqlite_transaction_ = false;
    inputs_in_group_ = 0;
  }

 private:
  void Begin() {
    if (sqlite_transaction_) return;
    database_.Execute("BEGIN IMMEDIATE");
    sqlite_transaction_ = true;
    begun_ = std::chrono::steady_clock::now();
  }

  Statement& Prepared(const char* sql) { return prepared_.Get(sql); }

  static const ReportTable* FindTable(const EvidenceBundle& bundle, std::string_view section) {
    for (const ReportTable& table : bundle.tables) {
      if (table.name == section) return &table;
    }
    return nullptr;
  }

  void AddMessage(const MessageInfo& message) {
    Prepared("INSERT INTO message VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING")
        .Bind(input_.hash)
        .Bind(int64_t{message.index})
        .Bind(message.subject)
        .Bind(message.message_id)
        .Bind(int64_t{message.is_reply})
        .Run();
  }

  void AddTable(const ReportTable& table) {
    std::string commits;
    for (const std::string& commit : table.commits)
      commits += (commits.empty() ? "" : " ") + commit;
    Prepared("INSERT INTO report_table VALUES(?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING")
        .Bind(input_.hash)
        .Bind(int64_t{table.at.message})
        .Bind(int64_t{table.at.part})
        .Bind(int64_t{table.at.line})
        .Bind(table.name)
        .Bind(table.suite)
        .Bind(table.parameters)
        .Bind(table.machine)
        .Bind(commits)
        .Run();
  }

  void AddClaim(const Claim& claim) {
    ClaimRow row;
    row.id = claim.id;
    row.at = claim.source.at;
    row.kind = claim.kind;
    row.verdict = claim.verdict;
    row.reason_code = claim.reason_code;
    row.origin = claim.origin;
    row.duplicate = claim.duplicate;
    row.metric = claim.metric;
    row.stated = claim.stated_text;
    row.unit = claim.stated_unit;
    row.convention = claim.convention;
    row.reason = claim.reason;
    row.quote = claim.quote;
    row.value = claim.stated_value;
    if (claim.recomputed) {
      row.recomputed = claim.recomputed->value;
      row.reachable = claim.recomputed->reachable;
    }
    batch_.AddClaim(row);
  }

  // A comparison found in the input itself: its points are runs of this input.
  void AddRow(const Comparison& comparison, const ReportTable* table) {
    std::vector<int64_t> runs;
    for (size_t i = 0; i < comparison.points.size(); ++i) {
      const Point& point = comparison.points[i];
      ColumnRun run;
      run.message = comparison.source.at.message;
      run.table = comparison.section;
      run.place = i;
      run.role = point.role;
      run.label = point.label;
      if (table != nullptr) {
        if (i < table->commits.size()) run.commit = table->commits[i];
        run.machine = table->machine;
      }
      runs.push_back(RunOf(run));
    }
    SeriesKey key{"", comparison.section, "", comparison.metric, comparison.unit};
    key.suite = table == nullptr ? SuiteOf(comparison.metric) : std::string_view(table->suite);
    if (table != nullptr) key.params = table->parameters;
    AddVerdict(comparison, key, runs);
  }

  int64_t RunOf(const ColumnRun& run) {
    const std::string place =
        fmt::format("{} {} {} {} {}", run.message, run.table, run.place, Name(run.role), run.label);
    const auto [known, added] = run_ids_.try_emplace(place, 0);
    if (added) {
      known->second = ContentId(HashOf(input_.hash, place));
      AddRun(known->second, input_.hash, run.role, run.label, run.label, run.commit, run.machine);
    }
    return known->second;
  }

  // True if the run is new.
  bool AddRun(int64_t run, std::string_view hash, Role role, std::string_view label,
              std::string_view kernel, std::string_view commit, std::string_view machine) {
    return Prepared("INSERT INTO run VALUES(?,?,0,?,?,?,?,?,'') ON CONFLICT DO NOTHING")
               .Bind(run)
               .Bind(hash)
               .Bind(Name(role))
               .Bind(label)
               .Bind(kernel)
               .Bind(commit)
               .Bind(machine)
               .Run() > 0;
  }

  static PointRow RowOf(const Point& point, int64_t run) {
    PointRow row;
    row.run = run;
    row.n = point.n;
    if (!row.n && !point.rounds.empty()) row.n = point.rounds.size();
    row.mean = point.mean;
    row.stddev = point.stddev;
    row.stddev_kind = point.stddev_kind;
    row.rounds = point.rounds;
    return row;
  }

  void AddVerdict(const Comparison& comparison, const SeriesKey& key,
                  const std::vector<int64_t>& runs) {
    if (runs.size() < 2) return;
    std::vector<PointRow> points;
    for (size_t i = 0; i < runs.size(); ++i) points.push_back(RowOf(comparison.points[i], runs[i]));
    VerdictRow row;
    row.series = key;
    row.points = points;
    row.patched = static_cast<size_t>(
        std::find_if(comparison.points.begin(), comparison.points.end(),
                     [](const Point& point) { return point.role == Role::kPatched; }) -
        comparison.points.begin());
    row.rule = RuleOf(comparison);
    row.line = comparison.source.at.line;
    row.is_difference = comparison.is_difference;
    row.printed = comparison.printed_change;
    row.better = comparison.better;
    row.verdict = comparison.verdict;
    row.support = comparison.support;
    row.change = comparison.change;
    if (comparison.drift) row.drift = comparison.drift->value;
    row.p = comparison.p_between ? comparison.p_between : comparison.p_within;
    row.q = comparison.q_value;
    row.mde = comparison.mde;
    Keep(row);
  }

  void Keep(const VerdictRow& row) {
    batch_.AddVerdict(row);
    points_ += static_cast<int64_t>(row.points.size());
  }

  void AddMeasurement(const Measurement& measurement, const EvidenceBundle& bundle) {
    int64_t t = 0;
    std::string machine;
    for (const RunInfo& info : bundle.runs) {
      if (info.run != measurement.run) continue;
      t = info.time_ms.value_or(0) / 1000;
      machine = info.host;
    }
    Point point;
    point.label = measurement.point;
    point.rounds = {measurement.value};
    point.mean = measurement.value;
    const auto [known, added] = run_ids_.try_emplace(fmt::format("run {}", measurement.run), 0);
    if (added) {
      known->second = ContentId(HashOf(input_.hash, known->first));
      Prepared("INSERT INTO run VALUES(?,?,?,'',?,'','',?,'') ON CONFLICT DO NOTHING")
          .Bind(known->second)
          .Bind(input_.hash)
          .Bind(t)
          .Bind(measurement.point)
          .Bind(machine)
          .Run();
    }
    const int64_t series = batch_.AddSeries(
        {SuiteOf(measurement.metric), measurement.job, "", measurement.metric, measurement.unit});
    batch_.AddPoint(series, t, RowOf(point, known->second));
    ++points_;
  }

  void AddTrace(const Trace& trace) {
    Prepared("INSERT INTO trace VALUES(?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING")
        .Bind(input_.hash)
        .Bind(trace.instance)
        .Bind(trace.kind)
        .Bind(trace.clock)
        .Bind(static_cast<int64_t>(trace.entries))
        .Bind(trace.lost)
        .Bind(Name(trace.evidence))
        .Bind(trace.first_ns)
        .Bind(trace.last_ns)
        .Bind(trace.pids)
        .Bind(trace.functions)
        .Run();
  }

  void AddCount(const EventCount& count) {
    Prepared("INSERT INTO event_count VALUES(?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING")
        .Bind(input_.hash)
        .Bind(count.instance)
        .Bind(count.is_function ? "function" : "event")
        .Bind(count.name)
        .Bind(static_cast<int64_t>(count.calls))
        .Bind(static_cast<int64_t>(count.durations))
        .Bind(count.total_ns)
        .Bind(count.p50_ns)
        .Bind(count.p99_ns)
        .Bind(count.max_ns)
        .Run();
  }

  void AddDiagnostic(const Diagnostic& diagnostic) {
    Prepared("INSERT INTO diagnostic VALUES(?,?,?,?,?,?,?,?)")
        .Bind(input_.hash)
        .Bind(diagnostics_++)
        .Bind(std::string_view(Name(diagnostic.severity)))
        .Bind(Index(diagnostic.source.at.message))
        .Bind(Index(diagnostic.source.at.part))
        .Bind(int64_t{diagnostic.source.at.line})
        .Bind(int64_t{diagnostic.source.at.column})
        .Bind(diagnostic.message)
        .Run();
  }

  Database database_;
  PreparedStatements prepared_;  // after database_: finalised before it closes
  RowBatch batch_;
  bool sqlite_transaction_ = false;
  std::chrono::steady_clock::time_point begun_;
  int inputs_in_group_ = 0;

  StoredInput input_;
  bool open_ = false;
  bool alone_ = false;   // the first input of its transaction
  bool keep_ = false;    // this content is new
  bool narrow_ = false;  // the cache was made small for events
  int64_t points_ = 0;
  int64_t diagnostics_ = 0;
  int64_t events_ = 0;
  std::unordered_map<std::string, int64_t> run_ids_;
};

EvidenceStore::EvidenceStore(const std::string& path) : writer_(std::make_unique<Writer>(path)) {}
EvidenceStore::EvidenceStore(EvidenceStore&&) noexcept = default;
EvidenceStore::~EvidenceStore() = default;
bool EvidenceStore::BeginInput(const StoredInput& input) {
  return writer_->BeginInput(input);
}
void EvidenceStore::Add(const EvidenceBundle& bundle) {
  writer_->Add(bundle);
}
int64_t EvidenceStore::AddColumn(const ColumnRun& run) {
  return writer_->AddColumn(run);
}
void EvidenceStore::AddReportRow(const ClaimRow& claim, const VerdictRow* comparison) {
  writer_->AddReportRow(claim, comparison);
}
void EvidenceStore::AddEvent(const EventRow& event) {
  writer_->AddEvent(event);
}
void EvidenceStore::EndInput() {
  writer_->EndInput();
}
void EvidenceStore::AbortInput() {
  writer_->AbortInput();
}
void EvidenceStore::AddComparison(const Comparison& comparison,
                                  const std::vector<std::vector<std::string>>& round_hashes,
                                  const std::string& label) {
  writer_->AddComparison(comparison, round_hashes, label);
}
void EvidenceStore::SetGates(const std::string& gates, int64_t now) {
  writer_->SetGates(gates, now);
}
void EvidenceStore::Finish() {
  writer_->Finish();
}

}  // namespace regress
