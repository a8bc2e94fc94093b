// SPDX-License-Identifier: Apache-2.0
// Main flow of regress-check: expand the inputs, detect, parse, judge, report, exit status.
#include "cli/check_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/check_options.h"
#include "cli/claim_merger.h"
#include "cli/evidence_pool.h"
#include "cli/inputs.h"
#include "cli/judge.h"
#include "cli/log_phases.h"
#include "cli/reporter.h"
#include "cli/ring_stats.h"
#include "cli/robot_store.h"
#include "cli/standard_input.h"
#include "cli/text_layout.h"
#include "models/store/evidence_store.h"
#include "parsers/byte_stream.h"
#include "parsers/format.h"
#include "parsers/ftrace_log.h"
#include "version.h"

namespace regress {
namespace {

struct OpenInput {
  explicit OpenInput(InputSpec named) : spec(std::move(named)) {}

  InputSpec spec;
  std::string hash;                  // of the raw bytes, known beforehand only with --db
  uint64_t bytes = 0;                // that were hashed beforehand
  const Format* format = nullptr;    // nullptr if it was not recognised
  std::optional<ByteStream> stream;  // kept open only for standard input
  bool early = false;                // ring buffer statistics, which say how complete a log is
};

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
  size_t tables = 0;                    // evidence tables among the inputs
  std::set<std::string> point_formats;  // what the inputs of given points are
  std::vector<HeldInput> held;          // tables that were read and wait for each other
};

bool LooksBinary(std::string_view head) {
  const size_t odd = static_cast<size_t>(std::count_if(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\n' && c != '\t' && c != '\r' && c != '\f' && c != '\x1b';
  }));
  return odd * 20 > head.size();
}

// Text of no known format is read as mail, unless it only lies in a directory with others.
const Format* Detect(const CheckOptions& options, ByteStream& stream, bool from_directory) {
  if (options.input_format != "auto") return FindFormat(options.input_format);
  const std::string_view head = stream.Peek(kSniffBytes);
  if (const Format* format = DetectFormat(head)) return format;
  return from_directory || LooksBinary(head) ? nullptr : FindFormat("mail");
}

// A message may be followed by lines of the input with a caret under the fault.
void PrintLines(std::string_view text, std::ostream& err) {
  for (size_t newline = 0; newline != std::string_view::npos;) {
    newline = text.find('\n');
    err << Printable(text.substr(0, newline), true) << '\n';
    if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
  }
}

void PrintDiagnostic(const Diagnostic& diagnostic, std::ostream& err) {
  err << Printable(diagnostic.source.path, true);
  if (diagnostic.source.at.line > 0) {
    err << ':' << diagnostic.source.at.line;
    if (diagnostic.source.at.column > 0) err << ':' << diagnostic.source.at.column;
  }
  err << ": " << Name(diagnostic.severity) << ": " << Printable(diagnostic.message, true) << '\n';
  if (!diagnostic.excerpt.empty()) {
    const SourceRef& at = diagnostic.source.at;
    PrintLines(Excerpt(at.line, at.column, diagnostic.excerpt), err);
  }
  if (!diagnostic.help.empty()) err << "  help: " << Printable(diagnostic.help, true) << '\n';
}

void Count(ClaimVerdict verdict, Tally& tally) {
  switch (verdict) {
    case ClaimVerdict::kConfirmed:
      ++tally.confirmed;
      break;
    case ClaimVerdict::kContradicted:
      ++tally.contradicted;
      break;
    case ClaimVerdict::kUncheckable:
      ++tally.uncheckable;
      break;
  }
}

// Originals only: a quoted copy of a row is no claim of its own.
void CountRows(const RobotReport& report, Tally& tally) {
  for (const RobotRow& row : report.rows) {
    if (row.duplicate || !row.chosen) continue;
    for (size_t i = 0; i < row.cells; ++i) {
      Count(report.cells[row.first_cell + i].verdict, tally);
    }
  }
}

void Count(const EvidenceBundle& bundle, InputSummary& summary) {
  for (const Claim& claim : bundle.claims) {
    if (!claim.duplicate) Count(claim.verdict, summary.claims);
  }
  CountRows(bundle.robot, summary.claims);
  summary.not_chosen += bundle.not_chosen;
  summary.messages += bundle.messages;
  summary.lines += bundle.lines;
  summary.rows += bundle.rows;
  summary.skipped += bundle.skipped;
  if (!bundle.description.empty()) summary.description = bundle.description;
}

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

// One input that cannot be read does not hide the others.
void PrintError(const Error& error, std::ostream& err) {
  PrintLines(error.what(), err);
  if (!error.help().empty()) err << "  help: " << Printable(error.help(), true) << '\n';
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

std::string KnownFormats() {
  std::string list;
  for (const Format& format : Formats())
    list += fmt::format("{}{}", list.empty() ? "" : ", ", format.name);
  return list;
}

// Formats whose figures other inputs may need come first, texts with claims last.
int ReadingRank(const Format* format) {
  return format->name == "mail" || format->name == "lkp" ? 1 : 0;
}

// With a database the hash must be known before the first row, so the bytes are read twice.
// Otherwise they are hashed on the way, if the hash is wanted at all.
ByteStream OpenHashed(bool hash_first, bool hash, OpenInput& input) {
  const std::string& path = input.spec.path;
  if (!hash_first) {
    ByteStream stream = ByteStream::Open(path);
    if (hash) stream.EnableHash();
    return stream;
  }
  const int copy = path == "-" ? CopyOfStandardInput() : -1;
  const auto open = [&] {
    if (copy < 0) return ByteStream::Open(path);
    lseek(copy, 0, SEEK_SET);
    return ByteStream::FromDescriptor(dup(copy), path);
  };
  ByteStream first = open();
  first.EnableHash();
  input.hash = first.Sha256();
  input.bytes = first.raw_bytes();
  ByteStream second = open();
  if (copy >= 0) close(copy);
  return second;
}

void ReadInputs(Run& run) {
  const bool hash = run.options.format != "text" || !run.options.database.empty();
  std::vector<OpenInput> inputs;
  for (InputSpec& spec : ExpandInputs(run.options)) {
    ++run.outcome.inputs;
    try {
      OpenInput input{spec};
      ByteStream stream = OpenHashed(run.store != nullptr, hash, input);
      const Format* format = Detect(run.options, stream, spec.from_directory);
      if (format == nullptr) {
        if (spec.from_directory) {
          Diagnostic note;
          note.severity = Severity::kNote;
          note.source.path = spec.path;
          note.message = "format not recognised, left out";
          PrintDiagnostic(note, run.err);
          --run.outcome.inputs;
          continue;
        }
        throw Error(ErrorKind::kBadInput, spec.path + ": error: format not recognised",
                    fmt::format("known are {} (--input-format)", KnownFormats()));
      }
      input.format = format;
      run.tables += format->name == "table" ? 1 : 0;
      input.early = format->name == "ftrace" && LooksLikeRingStats(stream.Peek(kSniffBytes));
      if (spec.path == "-") input.stream = std::move(stream);
      inputs.push_back(std::move(input));
    } catch (const Error& error) {
      Unreadable(run, spec, error);
    }
  }
  std::stable_sort(inputs.begin(), inputs.end(), [](const OpenInput& a, const OpenInput& b) {
    const int rank_a = a.early ? -1 : ReadingRank(a.format);
    const int rank_b = b.early ? -1 : ReadingRank(b.format);
    return rank_a < rank_b;
  });
  bool told = false;
  for (OpenInput& input : inputs) {
    if (!told && ReadingRank(input.format) > 0) {
      TellEvidence(run);
      told = true;
    }
    try {
      if (!input.stream) {
        input.stream = ByteStream::Open(input.spec.path);
        if (hash && input.hash.empty()) input.stream->EnableHash();
      }
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

// Precedence: 64, 65, 74, then 5, 1, 3, 4.
void Conclude(Run& run) {
  Outcome& outcome = run.outcome;
  const auto set = [&](std::string_view verdict, ExitCode status) {
    outcome.verdict = verdict;
    outcome.status = status;
  };
  const bool strict_doubt =
      run.options.strict && (outcome.claims.uncheckable > 0 || outcome.inconclusive > 0);
  const bool asked = !run.options.points.empty() || !run.pool->gates().empty();
  if (run.worst) {
    set("error", *run.worst);
  } else if (!run.found || outcome.gates.missing > 0 || (asked && outcome.comparisons == 0)) {
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
          {},
          {}};
  run.pool = std::make_unique<EvidencePool>(options, run.judge.robot.directions());
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
  Conclude(run);
  run.reporter->Finish(run.outcome);
  return run.outcome.status;
}

// The file appears whole or not at all. What is no regular file (/dev/stdout, a pipe) is written as
// it is.
ExitCode CheckToFile(const CheckOptions& options, std::ostream& err) {
  std::error_code ignored;
  const bool special = std::filesystem::exists(options.output, ignored) &&
                       !std::filesystem::is_regular_file(options.output, ignored);
  const std::string path = special ? options.output : options.output + ".part";
  const auto fail = [&] {
    throw Error(ErrorKind::kIo, options.output + ": error: " + std::strerror(errno));
  };
  std::ofstream file(path, std::ios::binary);
  if (!file) fail();
  const ExitCode code = Check(options, file, err);
  file.close();
  if (!file || (!special && std::rename(path.c_str(), options.output.c_str()) != 0)) {
    if (!special) std::remove(path.c_str());
    fail();
  }
  return code;
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
    const ExitCode code =
        options.output.empty() ? Check(options, out, err) : CheckToFile(options, err);
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
