// SPDX-License-Identifier: Apache-2.0
// --format json: schema_version 1 of the JSON output. Each section is spooled while inputs stream
// by and written in the schema's order at the end.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/check_options.h"
#include "cli/judge.h"
#include "cli/reporter.h"
#include "cli/spool.h"
#include "stats/robot_claims.h"
#include "version.h"

namespace regress {
namespace {

using Json = nlohmann::ordered_json;

Json OrNull(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}
Json OrNull(std::string_view text) {
  return text.empty() ? Json() : Json(text);
}

Json Number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

template <typename T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}
Json OrNull(const std::optional<double>& value) {
  return value ? Number(*value) : Json();
}

Json ToJson(const InputRef& ref) {
  const auto index = [](int32_t value) { return value < 0 ? Json() : Json(value); };
  return {{"path", ref.path},
          {"message", index(ref.at.message)},
          {"part", index(ref.at.part)},
          {"line", ref.at.line},
          {"column", ref.at.column}};
}

Json ToJson(const std::vector<InputRef>& refs) {
  Json list = Json::array();
  for (const InputRef& ref : refs) list.push_back(ToJson(ref));
  return list;
}

Json ToJson(const Claim& claim) {
  Json recomputed;
  if (claim.recomputed) {
    recomputed = {{"value", Number(claim.recomputed->value)},
                  {"low", Number(claim.recomputed->reachable.low)},
                  {"high", Number(claim.recomputed->reachable.high)},
                  {"unit", OrNull(claim.recomputed->unit)}};
  }
  return {{"id", claim.id},
          {"source", ToJson(claim.source)},
          {"quote", claim.quote},
          {"kind", Name(claim.kind)},
          {"metric", OrNull(claim.metric)},
          {"stated",
           {{"text", claim.stated_text},
            {"value", OrNull(claim.stated_value)},
            {"unit", OrNull(claim.stated_unit)}}},
          {"recomputed", recomputed},
          {"convention", OrNull(claim.convention)},
          {"evidence", ToJson(claim.evidence)},
          {"origin", Name(claim.origin)},
          {"verdict", Name(claim.verdict)},
          {"reason_code", Name(claim.reason_code)},
          {"reason", claim.reason},
          {"would_decide", OrNull(claim.would_decide)},
          {"also_at", ToJson(claim.also_at)}};
}

Json ToJson(const Measurement& m) {
  return {{"metric", m.metric},       {"unit", OrNull(m.unit)},
          {"value", Number(m.value)}, {"precision", Name(m.precision)},
          {"job", OrNull(m.job)},     {"run", m.run},
          {"preferred", m.preferred}, {"round", OrNull(m.round)},
          {"point", OrNull(m.point)}, {"source", ToJson(m.source)}};
}

Json ToJson(const Point& point) {
  Json rounds = Json::array();
  for (const double value : point.rounds) rounds.push_back(Number(value));
  return {{"role", Name(point.role)},
          {"label", OrNull(point.label)},
          {"rounds", point.rounds.empty() ? OrNull(point.n) : rounds},
          {"mean", OrNull(point.mean)},
          {"stddev", OrNull(point.stddev)},
          {"stddev_kind", OrNull(Name(point.stddev_kind))},
          {"printed", OrNull(point.printed)}};
}

Json ToJson(const Interval& interval) {
  return {{"low", Number(interval.low)}, {"high", Number(interval.high)}};
}

Json ToJson(const Comparison& c) {
  Json points = Json::array();
  for (const Point& point : c.points) points.push_back(ToJson(point));
  Json change = {{"kind", c.is_difference ? "difference" : "percent"},
                 {"value", OrNull(c.change)},
                 {"low", c.reachable ? Number(c.reachable->low) : Json()},
                 {"high", c.reachable ? Number(c.reachable->high) : Json()},
                 {"printed", OrNull(c.printed_change)}};
  Json delta_ci;
  if (c.delta_ci) {
    delta_ci = ToJson(c.delta_ci->bounds);
    delta_ci["level"] = c.delta_ci->level;
    delta_ci["method"] = c.delta_ci->method;
  }
  Json drift;
  if (c.drift) {
    drift = {{"value", Number(c.drift->value)},
             {"low", c.drift->bounds ? Number(c.drift->bounds->low) : Json()},
             {"high", c.drift->bounds ? Number(c.drift->bounds->high) : Json()},
             {"state", Name(c.drift->state)}};
  }
  Json drop_first;
  if (c.drop_first)
    drop_first = {{"delta", Number(c.drop_first->delta)}, {"drift", OrNull(c.drop_first->drift)}};
  return {{"metric", c.metric},
          {"unit", OrNull(c.unit)},
          {"better", Name(c.better)},
          {"section", OrNull(c.section)},
          {"source", ToJson(c.source)},
          {"quote_depth", c.quote_depth},
          {"duplicate_of", c.duplicate_of ? ToJson(*c.duplicate_of) : Json()},
          {"points", points},
          {"change", change},
          {"delta_ci", delta_ci},
          {"drift", drift},
          {"drop_first", drop_first},
          {"p_within", OrNull(c.p_within)},
          {"p_between", OrNull(c.p_between)},
          {"q_value", OrNull(c.q_value)},
          {"mde", OrNull(c.mde)},
          {"resolution", c.resolution ? ToJson(*c.resolution) : Json()},
          {"assumed_n", OrNull(c.assumed_n)},
          {"support", OrNull(Name(c.support))},
          {"verdict", Name(c.verdict)},
          {"reasons", c.reasons}};
}

Json ToJson(const Trace& trace) {
  Json cpus = Json::array();
  for (const CpuWindow& window : trace.cpus) {
    cpus.push_back({{"cpu", window.cpu},
                    {"first_ns", OrNull(window.first_ns)},
                    {"last_ns", OrNull(window.last_ns)},
                    {"entries", window.entries}});
  }
  return {{"path", trace.path},
          {"instance", OrNull(trace.instance)},
          {"kind", trace.kind},
          {"clock", OrNull(trace.clock)},
          {"entries", trace.entries},
          {"lost", OrNull(trace.lost)},
          {"evidence", Name(trace.evidence)},
          {"first_ns", OrNull(trace.first_ns)},
          {"last_ns", OrNull(trace.last_ns)},
          {"cpus", cpus},
          {"pids", OrNull(trace.pids)},
          {"functions", OrNull(trace.functions)}};
}

Json ToJson(const EventCount& e) {
  return {{"source", ToJson(e.source)},
          {"kind", e.is_function ? "function" : "event"},
          {"name", e.name},
          {"instance", OrNull(e.instance)},
          {"calls", e.calls},
          {"durations", e.durations},
          {"total_ns", OrNull(e.total_ns)},
          {"p50_ns", OrNull(e.p50_ns)},
          {"p99_ns", OrNull(e.p99_ns)},
          {"max_ns", OrNull(e.max_ns)}};
}

Json ToJson(const GateResult& g) {
  return {{"gate", g.gate},
          {"metric", OrNull(g.metric)},
          {"verdict", Name(g.verdict)},
          {"reason", g.reason}};
}

Json ToJson(const Diagnostic& d) {
  return {{"severity", Name(d.severity)}, {"source", ToJson(d.source)}, {"message", d.message}};
}

Json ToJson(const InputSummary& s) {
  return {{"path", s.path},         {"format", OrNull(s.format)},
          {"bytes", s.bytes},       {"sha256", OrNull(s.sha256)},
          {"messages", s.messages}, {"rows", s.rows},
          {"skipped", s.skipped}};
}

class JsonReporter final : public Reporter {
 public:
  JsonReporter(const CheckOptions& options, std::ostream& out)
      : options_(options), directions_(LoadDirections(options)), out_(out) {}

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    for (const Claim& claim : bundle.claims) {
      if (options_.only.empty() || options_.only == Name(claim.verdict))
        Append(kClaims, input.index, claim);
    }
    AddRows(input, bundle.robot);
    AppendAll(kMeasurements, input.index, bundle.measurements);
    AppendAll(kComparisons, input.index, bundle.comparisons);
    AppendAll(kTraces, input.index, bundle.traces);
    AppendAll(kEvents, input.index, bundle.events);
    AppendAll(kDiagnostics, input.index, bundle.diagnostics);
  }
  void EndInput(const InputSummary& input) override {
    if (!input.points) Append(kInputs, input.index, input);
  }
  void AddGate(const GateResult& gate) override { Append(kGates, 0, gate); }

  void Finish(const Outcome& outcome) override {
    out_ << "{\n  \"schema_version\": 1,\n  \"tool\": "
         << Json{{"name", "regress-check"}, {"version", REGRESS_VERSION}}.dump();
    for (size_t i = 0; i < kSections; ++i) {
      out_ << ",\n  \"" << kNames[i] << "\": [";
      spools_[i].CopyTo(out_, 1);
      out_ << (spools_[i].empty() ? "]" : "\n  ]");
    }
    out_ << ",\n  \"verdict\": " << Json(outcome.verdict).dump()
         << ",\n  \"exit_status\": " << static_cast<int>(outcome.status) << "\n}\n";
  }

 private:
  enum Section : size_t {
    kClaims,
    kMeasurements,
    kComparisons,
    kTraces,
    kEvents,
    kGates,
    kDiagnostics,
    kInputs,
    kSections
  };
  static constexpr std::array<const char*, kSections> kNames = {
      "claims", "measurements", "comparisons", "traces",
      "events", "gates",        "diagnostics", "inputs"};

  // Quoted copies are listed too, as what they are.
  void AddRows(const InputSummary& input, const RobotReport& report) {
    if (report.rows.empty()) return;
    const RobotStatistics statistics = TestRows(report, options_.assume_n);
    DetectableChange detectable(statistics.assumed_n, options_.alpha);
    for (const RobotRow& row : report.rows) {
      if (!row.chosen) continue;
      for (size_t i = 0; i < row.cells; ++i) {
        if (options_.only.empty() ||
            options_.only == Name(report.cells[row.first_cell + i].verdict)) {
          Claim claim = RowClaim(report, row, i);
          claim.id = ClaimId(claim);
          Append(kClaims, input.index, claim);
        }
        Append(kComparisons, input.index,
               RowComparison(report, row, i, directions_, statistics, detectable));
      }
    }
  }

  template <typename T>
  void Append(Section section, size_t rank, const T& item) {
    // Every item brings its separator; Finish leaves out the first one of a section.
    std::string text = ",\n    ";
    text += ToJson(item).dump(-1, ' ', false, Json::error_handler_t::replace);
    spools_[section].Append(rank, text);
  }
  template <typename T>
  void AppendAll(Section section, size_t rank, const std::vector<T>& items) {
    for (const T& item : items) Append(section, rank, item);
  }

  const CheckOptions& options_;
  Directions directions_;
  std::ostream& out_;
  std::array<Spool, kSections> spools_;
};

}  // namespace

std::unique_ptr<Reporter> MakeJsonReporter(const CheckOptions& options, std::ostream& out) {
  return std::make_unique<JsonReporter>(options, out);
}

}  // namespace regress
