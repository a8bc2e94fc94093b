// SPDX-License-Identifier: Apache-2.0
#include "models/store/schema.h"

#include <fmt/format.h>

#include <array>

namespace regress {
namespace {

// What is unknown is NULL. Times are seconds since 1970 from the input itself, 0 if it has none.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
-- Each content once, whatever it is called.
CREATE TABLE input(hash TEXT PRIMARY KEY, format TEXT NOT NULL, reader INTEGER NOT NULL,
  points INTEGER NOT NULL, added INTEGER NOT NULL, origin TEXT NOT NULL) STRICT;
-- The names it was given in, each once.
CREATE TABLE name(hash TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY(hash, path)) STRICT, WITHOUT ROWID;
CREATE TABLE message(hash TEXT NOT NULL, message INTEGER NOT NULL, subject TEXT NOT NULL,
  message_id TEXT NOT NULL, is_reply INTEGER NOT NULL, PRIMARY KEY(hash, message)) STRICT, WITHOUT ROWID;
CREATE TABLE report_table(hash TEXT NOT NULL, message INTEGER NOT NULL, part INTEGER NOT NULL,
  line INTEGER NOT NULL, name TEXT NOT NULL, suite TEXT NOT NULL, parameters TEXT NOT NULL,
  machine TEXT NOT NULL, commits TEXT NOT NULL, PRIMARY KEY(hash, message, part, line)) STRICT, WITHOUT ROWID;
-- One kernel at one place of the run order, or one side of a table.
CREATE TABLE run(run_id INTEGER PRIMARY KEY, hash TEXT NOT NULL, t INTEGER NOT NULL, role TEXT NOT NULL,
  label TEXT NOT NULL, kernel TEXT NOT NULL, commit_id TEXT NOT NULL, machine TEXT NOT NULL,
  env TEXT NOT NULL) STRICT;
CREATE INDEX run_t ON run(t);
CREATE INDEX run_commit ON run(commit_id);
-- Which input gave which round of a run.
CREATE TABLE member(run_id INTEGER NOT NULL, round INTEGER NOT NULL, hash TEXT NOT NULL,
  PRIMARY KEY(run_id, round)) STRICT, WITHOUT ROWID;
CREATE TABLE series(series_id INTEGER PRIMARY KEY, hash TEXT NOT NULL, suite TEXT NOT NULL, test TEXT NOT NULL,
  params TEXT NOT NULL, metric TEXT NOT NULL, unit TEXT NOT NULL, env_key TEXT NOT NULL) STRICT;
CREATE INDEX series_name ON series(suite, metric);
-- Rounds (a JSON array in run order) or a summary of them.
CREATE TABLE point(series_id INTEGER NOT NULL, t INTEGER NOT NULL, run_id INTEGER NOT NULL, n INTEGER, mean REAL,
  stddev REAL, stddev_kind TEXT, median REAL, mad REAL, rounds TEXT,
  PRIMARY KEY(series_id, t, run_id)) STRICT, WITHOUT ROWID;
CREATE TABLE claim(claim_id INTEGER PRIMARY KEY, hash TEXT NOT NULL, message INTEGER, part INTEGER,
  line INTEGER NOT NULL, col INTEGER NOT NULL, series_id INTEGER, kind TEXT NOT NULL, verdict TEXT NOT NULL,
  reason_code TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE INDEX claim_input ON claim(hash);
-- Outcomes of comparisons and gates. `effect` is a ratio (-0.27 is 27 % below the base) or a difference.
CREATE TABLE verdict(series_id INTEGER NOT NULL, run_id INTEGER NOT NULL, base_id INTEGER NOT NULL,
  rule TEXT NOT NULL, outcome TEXT NOT NULL, effect REAL, p REAL, body TEXT NOT NULL,
  PRIMARY KEY(series_id, run_id, base_id, rule)) STRICT, WITHOUT ROWID;
CREATE TABLE change_point(series_id INTEGER NOT NULL, t INTEGER NOT NULL, run_id INTEGER NOT NULL,
  rule TEXT NOT NULL, effect REAL NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(series_id, t, run_id, rule)) STRICT, WITHOUT ROWID;
CREATE TABLE diagnostic(hash TEXT NOT NULL, place INTEGER NOT NULL, severity TEXT NOT NULL, message INTEGER,
  part INTEGER, line INTEGER NOT NULL, col INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY(hash, place)) STRICT, WITHOUT ROWID;
CREATE TABLE trace(hash TEXT NOT NULL, instance TEXT NOT NULL, kind TEXT NOT NULL, clock TEXT NOT NULL,
  entries INTEGER NOT NULL, lost INTEGER, evidence TEXT NOT NULL, first_ns INTEGER, last_ns INTEGER,
  pids INTEGER, functions INTEGER, PRIMARY KEY(hash, instance)) STRICT, WITHOUT ROWID;
CREATE TABLE event_count(hash TEXT NOT NULL, instance TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  calls INTEGER NOT NULL, durations INTEGER NOT NULL, total_ns INTEGER, p50_ns INTEGER, p99_ns INTEGER,
  max_ns INTEGER, PRIMARY KEY(hash, instance, kind, name)) STRICT, WITHOUT ROWID;
-- Single events, only with --keep-events.
CREATE TABLE event(hash TEXT NOT NULL, instance TEXT NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL,
  name TEXT NOT NULL, cpu INTEGER, pid INTEGER, t_ns INTEGER, duration_ns INTEGER,
  PRIMARY KEY(hash, instance, place)) STRICT, WITHOUT ROWID;
-- Gates as they were set, before any result was known.
CREATE TABLE gate(hash TEXT PRIMARY KEY, set_at INTEGER NOT NULL, body TEXT NOT NULL) STRICT;

CREATE VIEW claim_view AS SELECT n.path AS input, c.message, c.part, c.line, c.col AS "column", c.kind,
  c.body ->> 'metric' AS metric, c.body ->> 'stated' AS stated, c.verdict, c.reason_code,
  c.body ->> 'reason' AS reason, c.body ->> 'quote' AS quote, c.body ->> 'origin' AS origin, c.body ->> 'id' AS id
  FROM claim c JOIN name n ON n.hash = c.hash WHERE c.body ->> 'duplicate' = 0;
CREATE VIEW comparison_view AS SELECT n.path AS input, v.body ->> 'line' AS line, s.suite, s.test, s.params,
  s.metric, s.unit, base.commit_id AS base_commit, patched.commit_id AS patched_commit,
  bp.mean AS base, pp.mean AS patched,
  CASE WHEN v.body ->> 'change' = 'percent' THEN 100 * v.effect END AS delta_pct,
  CASE WHEN v.body ->> 'change' = 'difference' THEN v.effect END AS difference,
  v.body ->> 'drift_pct' AS drift_pct, v.p, v.body ->> 'q' AS q, v.body ->> 'support' AS support,
  v.outcome AS verdict, v.rule, v.series_id, v.run_id, v.base_id
  FROM verdict v JOIN series s ON s.series_id = v.series_id
  JOIN run patched ON patched.run_id = v.run_id JOIN run base ON base.run_id = v.base_id
  LEFT JOIN point pp ON pp.series_id = v.series_id AND pp.run_id = v.run_id AND pp.t = patched.t
  LEFT JOIN point bp ON bp.series_id = v.series_id AND bp.run_id = v.base_id AND bp.t = base.t
  LEFT JOIN name n ON n.hash = patched.hash;
CREATE VIEW round_view AS SELECT s.suite, s.test, s.metric, s.unit, r.role, r.label, j.key + 1 AS round,
  j.value AS value, m.hash AS input_hash, p.series_id, p.run_id
  FROM point p JOIN series s ON s.series_id = p.series_id JOIN run r ON r.run_id = p.run_id
  JOIN json_each(p.rounds) j LEFT JOIN member m ON m.run_id = p.run_id AND m.round = j.key + 1
  WHERE p.rounds IS NOT NULL;
CREATE VIEW trace_view AS SELECT n.path AS input, e.instance, t.kind AS trace, t.evidence, t.lost, e.kind, e.name,
  e.calls, e.durations, e.total_ns, e.p50_ns, e.p99_ns, e.max_ns
  FROM event_count e JOIN trace t ON t.hash = e.hash AND t.instance = e.instance
  JOIN name n ON n.hash = e.hash;
CREATE VIEW history AS SELECT s.suite, s.test, s.params, s.metric, s.unit, s.env_key, p.t, r.kernel, r.commit_id,
  p.n, p.mean, p.median, p.mad, p.series_id, p.run_id FROM point p JOIN series s ON s.series_id = p.series_id
  JOIN run r ON r.run_id = p.run_id;
)sql";

// Step i leads from schema i to schema i + 1.
constexpr std::array<const char*, kSchemaVersion> kSteps = {kVersion1};

}  // namespace

void PrepareSchema(Database& database) {
  // Two processes that make the file at once: the second is refused at once, without a wait.
  database.ExecutePatiently("PRAGMA journal_mode=WAL");
  database.Execute(
      "PRAGMA synchronous=NORMAL; PRAGMA temp_store=FILE; "
      "PRAGMA cache_size=-262144; PRAGMA wal_autocheckpoint=32768;");
  const auto version = [&]() -> int64_t {
    if (database.Integer("SELECT count(*) FROM sqlite_schema WHERE name = 'meta'") == 0) return 0;
    return database.Integer("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'schema'");
  };
  if (version() == kSchemaVersion) return;
  database.Execute("BEGIN IMMEDIATE");
  const int64_t have = version();  // again: another process may have been quicker
  if (have > kSchemaVersion) {
    database.Execute("ROLLBACK");
    database.Fail(
        fmt::format("its schema is {}, this program knows up to {}", have, kSchemaVersion),
        "use a newer regress-check");
  }
  if (have == 0 && database.Integer("SELECT count(*) FROM sqlite_schema") > 0) {
    database.Execute("ROLLBACK");
    database.Fail("is a database of another program; nothing was written");
  }
  for (size_t step = static_cast<size_t>(have); step < kSteps.size(); ++step)
    database.Execute(kSteps[step]);
  database.Execute(
      fmt::format("INSERT OR REPLACE INTO meta VALUES('schema', '{}')", kSchemaVersion));
  database.Execute("COMMIT");
}

}  // namespace regress
