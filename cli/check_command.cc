// SPDX-License-Identifier: Apache-2.0
// Main flow of regress-check: expand the inputs, detect, parse, judge, report, exit status.
#include "cli/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <set>

#include "cli/check_options.h"
#include "cli/claim_merger.h"
#include "cli/evidence_pool.h"
#include "cli/input_counts.h"
#include "cli/inputs.h"
#include "cli/judge.h"
#include "cli/log_phases.h"
#include "cli/open_input.h"
#include "cli/print_diagnostic.h"
#include "cli/reporter.h"
#include "cli/ring_stats.h"
#include "cli/robot_store.h"
#include "cli/text_layout.h"
#include "cli/whole_file.h"
#include "models/store/evidence_store.h"
#include "parsers/byte_stream.h"
#include "parsers/format.h"
#include "parsers/ftrace_log.h"
#include "version.h"

namespace regress {
namespace {

// An input that was read but has not said all yet: its evidence is judged with that of others.
struct HeldInput {
  InputSummary summary;
  std::string hash;
  EvidenceBundle rest;  // counts and the like
};

// Everything a run needs while inputs stream by.
struct Run {
  const CheckOptions& options;
  std::ostream& err;
  std::unique_ptr<Reporter> reporter;
  std::unique_ptr<EvidenceStore> store;  // only with --db
  std::optional<RobotStore> robot_store;
  JudgeContext judge;
  Outcome outcome;
  bool found = false;             // any claim, measurement, row or trace
  std::optional<ExitCode> worst;  // of inputs that could not be read
  ClaimMerger merger;
  std::unique_ptr<EvidencePool> pool;
  RingStats ring_stats;
  LogPhases log_phases;
  uint64_t not_chosen = 0;              // claims that --metric leaves out
  size_t tables = 0;                    // evidence tables among the inputs
  std::set<std::string> point_formats;  // what the inputs of given points are
  std::vector<HeldInput> held;          // tables that were read and wait for each other
};

// The name to show for a content-decided format.
void Rename(const EvidenceBundle& bundle, InputSummary& summary) {
  if (bundle.format.empty() || bundle.format == summary.format) return;
  if (const Format* format = FindFormat(bundle.format)) {
    summary.format = format->name;
    summary.what = format->what;
  }
}

// A judged piece goes to the counters, the database and the report.
void Deliver(Run& run, InputSummary& summary, const EvidenceBundle& bundle) {
  Count(bundle, summary);
  run.found |= !bundle.claims.empty() || !bundle.measurements.empty() ||
               !bundle.comparisons.empty() || !bundle.traces.empty() || bundle.rows > 0;
  run.not_chosen += bundle.not_chosen;
  run.outcome.traces += bundle.traces.size();
  run.outcome.texts += bundle.messages > 0 ? 1 : 0;
  if (run.store) {
    run.store->Add(bundle);
    run.robot_store->Add(bundle.robot);
  }
  run.reporter->Add(summary, bundle);
}

InputSummary SummaryOf(const Run& run, const OpenInput& input) {
  InputSummary summary;
  summary.index = input.spec.index;
  summary.path = input.spec.path;
  summary.format = input.format->name;
  summary.what = input.format->what;
  summary.directory = input.spec.directory;
  summary.of_point = input.spec.point.has_value();
  if (input.spec.point) summary.role = GivenPoints(run.options).at(*input.spec.point).role;
  return summary;
}

// After an input was read. A hash known beforehand is not made again.
void SumUp(OpenInput& input, InputSummary& summary) {
  const bool known = !input.hash.empty();
  summary.sha256 = known ? input.hash : input.stream->Sha256();
  summary.bytes = known ? input.bytes : input.stream->raw_bytes();
}

// Reads a table into the pool; what it says is told when all tables are there.
void ReadTable(Run& run, OpenInput& input) {
  HeldInput held{SummaryOf(run, input), input.hash, {}};
  if (input.spec.point)
    run.pool->points().BeginInput(*input.spec.point, input.spec.path, input.hash);
  ParseOptions options = run.options.parse;
  options.other_tables = run.tables > 1;
  options.keep_rounds |= input.spec.point.has_value();
  input.format->parse(*input.stream, options, [&](EvidenceBundle&& bundle) {
    for (const Diagnostic& diagnostic : bundle.diagnostics) PrintDiagnostic(diagnostic, run.err);
    run.pool->NoteMetrics(bundle);
    if (input.spec.point) {
      run.pool->points().Add(bundle);
    } else {
      run.pool->TakeTables(input.spec.index, bundle);
    }
    held.rest.rows += bundle.rows;
    held.rest.lines += bundle.lines;
    held.rest.skipped += bundle.skipped;
  });
  if (input.spec.point) run.pool->points().EndInput();
  SumUp(input, held.summary);
  run.held.push_back(std::move(held));
}

// All evidence is there: compares, judges and tells.
void TellEvidence(Run& run) {
  std::vector<Diagnostic> diagnostics;
  run.pool->Finish(diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) PrintDiagnostic(diagnostic, run.err);
  const auto tell = [&](InputSummary& summary, size_t owner) {
    run.pool->Deliver(owner, [&](EvidenceBundle&& bundle) {
      Judge(run.judge, bundle);
      for (const Diagnostic& diagnostic : bundle.diagnostics) PrintDiagnostic(diagnostic, run.err);
      Deliver(run, summary, bundle);
    });
  };
  for (HeldInput& held : run.held) {
    InputSummary& summary = held.summary;
    if (run.store)
      run.store->BeginInput({held.hash, summary.path, summary.format, Origin::kMeasured});
    summary.description = run.pool->Description(summary.index);
    Deliver(run, summary, held.rest);
    tell(summary, summary.index);
    if (run.store) run.store->EndInput();
    run.outcome.claims += summary.claims;
    run.reporter->EndInput(summary);
  }
  run.held.clear();
  if (run.pool->points().empty()) return;
  InputSummary points;
  points.index = EvidencePool::kPoints;
  points.path = run.pool->points().Title();
  points.what = run.point_formats.size() == 1 ? *run.point_formats.begin() : "rounds";
  points.description = run.pool->points().RoundsText();
  points.points = true;
  run.pool->Deliver(EvidencePool::kPoints, [&](EvidenceBundle&& bundle) {
    Judge(run.judge, bundle);
    // The rounds are stored with their inputs; a comparison names them by their hashes.
    if (run.store) {
      for (const Comparison& comparison : bundle.comparisons)
        run.store->AddComparison(comparison, run.pool->points().RoundHashes(comparison),
                                 run.options.label);
    }
    run.found |= !bundle.comparisons.empty();
    run.reporter->Add(points, bundle);
  });
  run.reporter->EndInput(points);
}

// With --keep-events every entry of a trace goes to the database as it is read.
ParseOptions OptionsOf(Run& run) {
  ParseOptions parse = run.options.parse;
  if (!run.options.keep_events || !run.store) return parse;
  parse.keep_event = [&run](const TraceRow& row) {
    EventRow event;
    event.instance = row.instance;
    event.kind = row.is_function ? "function" : "event";
    event.name = row.name;
    event.cpu = row.cpu;
    event.pid = row.pid;
    event.t_ns = row.time_ns;
    event.duration_ns = row.duration_ns;
    run.store->AddEvent(event);
  };
  return parse;
}

void ReadInput(Run& run, OpenInput& input) {
  ByteStream& stream = *input.stream;
  InputSummary summary = SummaryOf(run, input);
  if (input.spec.point)
    run.pool->points().BeginInput(*input.spec.point, input.spec.path, input.hash);
  if (run.store) {
    run.store->BeginInput({input.hash, input.spec.path, summary.format,
                           summary.format == "sim" ? Origin::kSimulated : Origin::kMeasured});
  }
  try {
    run.judge.robot.BeginInput();
    const ParseOptions parse = OptionsOf(run);
    input.format->parse(stream, parse, [&](EvidenceBundle&& bundle) {
      Rename(bundle, summary);
      run.ring_stats.Apply(bundle);
      run.log_phases.Apply(bundle);
      run.pool->NoteMetrics(bundle);
      if (input.spec.point) run.pool->points().Add(bundle);
      Judge(run.judge, bundle);
      for (const Diagnostic& diagnostic : bundle.diagnostics) PrintDiagnostic(diagnostic, run.err);
      run.merger.Hold(bundle);
      Deliver(run, summary, bundle);
    });
    EvidenceBundle merged;
    merged.claims = run.merger.Release();
    if (!merged.claims.empty()) Deliver(run, summary, merged);
    SumUp(input, summary);
  } catch (const Error&) {
    run.merger.Release();
    run.outcome.claims += summary.claims;
    if (run.store) run.store->AbortInput();
    throw;
  }
  if (input.spec.point) run.pool->points().EndInput();
  if (run.store) run.store->EndInput();
  run.outcome.claims += summary.claims;
  run.reporter->EndInput(summary);
}

// A database that cannot be used does not hide the report.
void OpenStore(Run& run) {
  if (run.options.database.empty()) return;
  try {
    run.store = std::make_unique<EvidenceStore>(run.options.database);
    run.robot_store.emplace(*run.store, run.judge.robot.directions(), run.options);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kUsage) throw;
    PrintError(error, run.err);
    run.worst = ToExitCode(error.kind());
    run.outcome.not_stored = true;
  }
}

// One input that cannot be read does not hide the others.
void Unreadable(Run& run, const InputSpec& spec, const Error& error) {
  PrintError(error, run.err);
  ++run.outcome.unread;
  const ExitCode code = ToExitCode(error.kind());
  if (!run.worst || code < *run.worst) run.worst = code;
  InputSummary summary;
  summary.index = spec.index;
  summary.path = spec.path;
  summary.error = error.what();
  run.reporter->EndInput(summary);
}

std::vector<OpenInput> OpenInputs(Run& run, HashWanted hash) {
  std::vector<OpenInput> inputs;
  const auto not_there = [&](const std::string& path, const Error& error) {
    ++run.outcome.inputs;
    InputSpec spec;
    spec.path = path;
    Unreadable(run, spec, error);
  };
  for (const InputSpec& spec : ExpandInputs(run.options, not_there)) {
    ++run.outcome.inputs;
    try {
      if (std::optional<OpenInput> input = Recognise(run.options, spec, hash)) {
        run.tables += input->format->name == "table" ? 1 : 0;
        inputs.push_back(std::move(*input));
        continue;
      }
      Diagnostic note;
      note.severity = Severity::kNote;
      note.source.path = spec.path;
      note.message = "format not recognised, left out";
      PrintDiagnostic(note, run.err);
      --run.outcome.inputs;
    } catch (const Error& error) {
      Unreadable(run, spec, error);
    }
  }
  SortForReading(inputs);
  return inputs;
}

void ReadInputs(Run& run) {
  const bool wanted = run.options.format != "text" || !run.options.database.empty();
  const HashWanted hash{wanted, run.store != nullptr};
  std::vector<OpenInput> inputs = OpenInputs(run, hash);
  bool told = false;
  for (OpenInput& input : inputs) {
    if (!told && MakesClaims(input)) {
      TellEvidence(run);
      told = true;
    }
    try {
      Reopen(input, hash);
      if (input.spec.point) run.point_formats.emplace(input.format->what);
      if (input.format->name == "table") {
        ReadTable(run, input);
      } else {
        ReadInput(run, input);
      }
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kUsage) throw;
      Unreadable(run, input.spec, error);
    }
    input.stream.reset();
  }
  if (!told) TellEvidence(run);
}

void TellGates(Run& run) {
  for (const GateResult& gate : run.pool->TakeGateResults()) {
    switch (gate.verdict) {
      case GateVerdict::kPass:
        ++run.outcome.gates.passed;
        break;
      case GateVerdict::kFail:
        ++run.outcome.gates.failed;
        break;
      case GateVerdict::kInconclusive:
        ++run.outcome.gates.inconclusive;
        break;
      case GateVerdict::kMissing:
        ++run.outcome.gates.missing;
        break;
    }
    run.reporter->AddGate(gate);
  }
  for (const Diagnostic& warning : run.pool->IgnoreWarnings()) PrintDiagnostic(warning, run.err);
  run.outcome.gated = !run.pool->gates().empty();
  run.outcome.comparisons = run.pool->comparisons();
  run.outcome.inconclusive = run.pool->inconclusive();
}

// True if --metric leaves nothing to tell, of figures that are there.
bool NothingChosen(const Run& run) {
  return !run.options.metrics.empty() && run.outcome.claims.total() == 0 &&
         run.outcome.comparisons == 0 && run.outcome.traces == 0 && run.not_chosen > 0;
}

// Why nothing was compared, where no gate tells.
void TellNothing(Run& run) {
  const bool points = !run.options.points.empty() && run.outcome.comparisons == 0;
  if (run.worst || !run.found || (!points && !NothingChosen(run))) return;
  std::string why = points ? run.pool->WhyNothing() : "";
  if (why.empty() && !run.options.metrics.empty())
    why = fmt::format("no metric that is there matches --metric {}", run.options.metrics.front());
  if (why.empty()) return;
  run.err << "regress-check: error: " << Printable(why, true) << '\n';
}

// Precedence: 64, 65, 74, then 5, 1, 3, 4.
void Conclude(Run& run) {
  Outcome& outcome = run.outcome;
  const auto set = [&](std::string_view verdict, ExitCode status) {
    outcome.verdict = verdict;
    outcome.status = status;
  };
  const bool strict_doubt =
      run.options.strict && (outcome.claims.uncheckable > 0 || outcome.inconclusive > 0);
  const bool asked = !run.options.points.empty() || run.pool->gates().has_rules();
  if (run.worst) {
    set("error", *run.worst);
  } else if (!run.found || NothingChosen(run) || outcome.gates.missing > 0 ||
             (asked && outcome.comparisons == 0)) {
    set("nothing-compared", ExitCode::kNothing);
  } else if (outcome.gates.failed > 0) {
    set("regression", ExitCode::kRegression);
  } else if (outcome.claims.contradicted > 0) {
    set("contradicted", ExitCode::kContradicted);
  } else if (outcome.gates.inconclusive > 0 || strict_doubt) {
    set("inconclusive", ExitCode::kInconclusive);
  } else if (outcome.inconclusive > 0 && run.pool->gates().empty()) {
    set("inconclusive", ExitCode::kOk);
  } else {
    set("ok", ExitCode::kOk);
  }
  if (run.options.exit_zero && !run.worst) outcome.status = ExitCode::kOk;
}

ExitCode Check(const CheckOptions& options, std::ostream& out, std::ostream& err) {
  Run run{options,
          err,
          MakeReporter(options, out),
          nullptr,
          std::nullopt,
          {options, {}, RobotJudge(options)},
          {},
          false,
          std::nullopt,
          {},
          nullptr,
          {},
          {},
          0,
          0,
          {},
          {}};
  try {
    run.pool = std::make_unique<EvidencePool>(options, run.judge.robot.directions());
  } catch (const Error& error) {
    // A file of gates or of what to ignore: without it nothing can be decided.
    if (error.kind() == ErrorKind::kUsage) throw;
    PrintError(error, err);
    run.outcome.verdict = "error";
    run.outcome.status = ToExitCode(error.kind());
    run.reporter->Finish(run.outcome);
    return run.outcome.status;
  }
  OpenStore(run);
  if (run.store && !run.pool->gates().empty())
    run.store->SetGates(run.pool->gates().Text(), static_cast<int64_t>(std::time(nullptr)));
  ReadInputs(run);
  TellGates(run);
  if (run.store) run.store->Finish();
  if (!run.found && !run.worst) {
    err << "regress-check: error: no claim, measurement, row or trace was found in any input\n"
        << "  help: looked for " << KnownFormats() << " (--input-format)\n";
  }
  TellNothing(run);
  Conclude(run);
  run.reporter->Finish(run.outcome);
  return run.outcome.status;
}

}  // namespace

ExitCode RunCheck(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  try {
    const CheckOptions options = ParseCheckOptions(arguments);
    if (options.help) {
      out << CheckHelp(options.long_help);
      return ExitCode::kOk;
    }
    if (options.version) {
      out << "regress-check " REGRESS_VERSION "\n";
      return ExitCode::kOk;
    }
    ExitCode code = ExitCode::kOk;
    FailIfOutputIsInput(options);
    if (options.output.empty()) {
      code = Check(options, out, err);
    } else {
      WriteWholeFile(options.output, [&](std::ostream& file) { code = Check(options, file, err); });
    }
    out.flush();
    if (!out) throw Error(ErrorKind::kIo, "standard output: error: cannot be written");
    return code;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kUsage) err << "regress-check: error: ";
    err << Printable(error.what(), true) << '\n';
    if (!error.help().empty()) err << "  help: " << error.help() << '\n';
    return ToExitCode(error.kind());
  } catch (const std::exception& error) {
    err << "regress-check: error: " << Printable(error.what(), true) << '\n';
    return ExitCode::kIo;
  }
}

}  // namespace regress
