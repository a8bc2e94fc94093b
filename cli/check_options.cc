// SPDX-License-Identifier: Apache-2.0
#include "cli/check_options.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "cli/option_table.h"
#include "cli/reporter.h"
#include "models/data/error.h"

namespace regress {
namespace {

using Setter = void (*)(CheckOptions&, const GivenOption&);

struct CheckOption {
  OptionSpec spec;
  Setter set;
};

// The value if it is one of `known`; else a usage error that lists them.
std::string OneOf(const GivenOption& option, std::initializer_list<std::string_view> known) {
  std::string list;
  for (const std::string_view word : known) {
    if (option.value == word) return option.value;
    list += (list.empty() ? "" : ", ");
    list += word;
  }
  throw Error(ErrorKind::kUsage,
              fmt::format("--{} takes {}, not '{}'", option.name, list, option.value));
}

void AddPoint(CheckOptions& o, Role role, const std::string& value) {
  const size_t equals = value.find('=');
  const bool labelled = equals != std::string::npos && equals > 0 && value.find('/') > equals;
  o.points.push_back(
      {role, labelled ? value.substr(0, equals) : "", labelled ? value.substr(equals + 1) : value});
}

void SetInputFormat(CheckOptions& o, const GivenOption& g) {
  if (g.value != "auto" && FindFormat(g.value) == nullptr) {
    std::string list = "auto";
    for (const Format& format : Formats()) list += fmt::format(", {}", format.name);
    throw Error(ErrorKind::kUsage, fmt::format("--input-format takes {}, not '{}'", list, g.value));
  }
  o.input_format = g.value;
}

void SetFormat(CheckOptions& o, const GivenOption& g) {
  std::string list;
  for (const ReporterKind& kind : ReporterKinds()) {
    if (kind.name == g.value) {
      o.format = g.value;
      return;
    }
    list += fmt::format("{}{}", list.empty() ? "" : ", ", kind.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("--format takes {}, not '{}'", list, g.value));
}

void SetColor(CheckOptions& o, const GivenOption& g) {
  OneOf(g, {"auto", "always", "never"});
  o.color = g.value == "always"  ? ColorMode::kAlways
            : g.value == "never" ? ColorMode::kNever
                                 : ColorMode::kAuto;
}

void SetAllow(CheckOptions& o, const GivenOption& g) {
  for (size_t from = 0; from <= g.value.size();) {
    const size_t comma = std::min(g.value.find(',', from), g.value.size());
    o.allow.push_back(OneOf({g.name, g.value.substr(from, comma - from)},
                            {"mixed-machines", "mixed-options", "failed-runs"}));
    from = comma + 1;
  }
}

// One line per option: what drives parsing, suggestions and the option list of error texts.
constexpr std::array kOptions = {
    CheckOption{{"control", 0, "PATH"},
                [](auto& o, auto& g) { AddPoint(o, Role::kControl, g.value); }},
    CheckOption{{"patched", 0, "PATH"},
                [](auto& o, auto& g) { AddPoint(o, Role::kPatched, g.value); }},
    CheckOption{{"input-format", 0, "NAME"}, SetInputFormat},
    CheckOption{{"metric", 0, "GLOB"}, [](auto& o, auto& g) { o.metrics.push_back(g.value); }},
    CheckOption{{"gate", 0, "METRIC:LIMIT"}, [](auto& o, auto& g) { o.gates.push_back(g.value); }},
    CheckOption{{"gate-file", 0, "FILE"},
                [](auto& o, auto& g) { o.gate_files.push_back(g.value); }},
    CheckOption{{"gate-on", 0, "WHAT"},
                [](auto& o, auto& g) {
                  o.gate_on_estimate = OneOf(g, {"ci", "estimate"}) == "estimate";
                }},
    CheckOption{{"gate-support", 0, ""}, [](auto& o, auto&) { o.gate_support = true; }},
    CheckOption{{"ignore-file", 0, "FILE"}, [](auto& o, auto& g) { o.ignore_file = g.value; }},
    CheckOption{{"directions", 0, "FILE"}, [](auto& o, auto& g) { o.directions_file = g.value; }},
    CheckOption{{"max-drift", 0, "PCT"},
                [](auto& o, auto& g) {
                  o.max_drift_pct = NumberOption(g, 0.001, 99);
                  o.max_drift_given = true;
                }},
    CheckOption{{"assume-n", 0, "N"},
                [](auto& o, auto& g) { o.assume_n = IntegerOption(g, 2, 1000000); }},
    CheckOption{{"only", 0, "VERDICT"},
                [](auto& o, auto& g) {
                  o.only = OneOf(g, {"confirmed", "contradicted", "uncheckable"});
                }},
    CheckOption{{"min-rounds", 0, "N"},
                [](auto& o, auto& g) { o.min_rounds = IntegerOption(g, 1, 1000000); }},
    CheckOption{{"require", 0, "GLOB"}, [](auto& o, auto& g) { o.required.push_back(g.value); }},
    CheckOption{{"drop-first", 0, "N"},
                [](auto& o, auto& g) { o.drop_first = IntegerOption(g, 1, 1000000); }},
    CheckOption{{"alpha", 0, "P"}, [](auto& o, auto& g) { o.alpha = NumberOption(g, 1e-9, 0.5); }},
    CheckOption{{"db", 0, "FILE"}, [](auto& o, auto& g) { o.database = g.value; }},
    CheckOption{{"label", 0, "LABEL"}, [](auto& o, auto& g) { o.label = g.value; }},
    CheckOption{{"columns", 0, "SPEC"}, [](auto& o, auto& g) { o.parse.columns = g.value; }},
    CheckOption{{"allow", 0, "LIST"}, SetAllow},
    CheckOption{{"per", 0, "FUNCTION"}, [](auto& o, auto& g) { o.parse.per_function = g.value; }},
    CheckOption{{"pair", 0, "ENTRY,EXIT,KEY"},
                [](auto& o, auto& g) { o.parse.pairs.push_back(g.value); }},
    CheckOption{{"keep-events", 0, ""}, [](auto& o, auto&) { o.keep_events = true; }},
    CheckOption{{"fio-log-columns", 0, "LIST"},
                [](auto& o, auto& g) { o.parse.fio_log_columns = g.value; }},
    CheckOption{{"explain", 0, "CLAIM"}, [](auto& o, auto& g) { o.explain = g.value; }},
    CheckOption{{"format", 0, "NAME"}, SetFormat},
    CheckOption{{"output", 'o', "FILE"}, [](auto& o, auto& g) { o.output = g.value; }},
    CheckOption{{"strict", 0, ""}, [](auto& o, auto&) { o.strict = true; }},
    CheckOption{{"exit-zero", 0, ""}, [](auto& o, auto&) { o.exit_zero = true; }},
    CheckOption{{"quiet", 'q', ""}, [](auto& o, auto&) { o.detail = Detail::kQuiet; }},
    CheckOption{{"verbose", 'v', ""}, [](auto& o, auto&) { o.detail = Detail::kVerbose; }},
    CheckOption{{"color", 0, "WHEN"}, SetColor},
    CheckOption{{"help", 'h', ""}, [](auto& o, auto&) { o.help = true; }},
    CheckOption{{"version", 0, ""}, [](auto& o, auto&) { o.version = true; }},
};

}  // namespace

CheckOptions ParseCheckOptions(const std::vector<std::string>& arguments) {
  std::vector<OptionSpec> specs;
  specs.reserve(kOptions.size());
  for (const CheckOption& option : kOptions) specs.push_back(option.spec);
  CheckOptions options;
  for (const GivenOption& given : ParseCommandLine(specs, arguments)) {
    if (given.name.empty()) {
      options.inputs.push_back(given.value);
      continue;
    }
    for (const CheckOption& option : kOptions) {
      if (option.spec.name == given.name) option.set(options, given);
    }
  }
  for (const std::string& argument : arguments) options.long_help |= argument == "--help";
  options.parse.keep_rounds = !options.points.empty();
  if (!options.help && !options.version && options.inputs.empty() && options.points.empty()) {
    throw Error(ErrorKind::kUsage, "no input given",
                "regress-check report.txt, or - for standard input; -h for more");
  }
  if (options.keep_events && options.database.empty()) {
    throw Error(ErrorKind::kUsage, "--keep-events needs a database to keep them in",
                "regress-check --db FILE --keep-events trace.txt");
  }
  return options;
}

std::string CheckHelp(bool all) {
  std::string formats;
  for (const ReporterKind& kind : ReporterKinds()) formats += fmt::format(" {}", kind.name);
  std::string text = R"(Usage: regress-check [OPTION]... FILE...
Check the performance claims of mails and reports against their figures,
and compare rounds of measurements.
FILE: robot report, mail, mbox, fio output, ftrace log, trace.dat,
evidence table or directory, regress-sim output; - is standard input.

  regress-check report.txt                  what does not add up?
  regress-check mail.txt evidence/          check it with its evidence
  regress-check --control a/ --patched p/ --control b/   a sandwich

  --control PATH, --patched PATH  rounds in run order; LABEL=PATH
  --metric GLOB                   only these metrics
  --drop-first N, --alpha P       the second look, the level [1, 0.05]
  --gate METRIC:LIMIT             -5%  +2us  '+3%&+2us'  '±1%'
  --gate-file FILE, --gate-on ci|estimate
  --max-drift PCT, --min-rounds N beyond: inconclusive [2, 3]
  --require GLOB                  absent is status 5
  --strict, --exit-zero           inconclusive is 4; report only
  --db FILE, --label LABEL        keep everything, under this name
)";
  text += fmt::format("  --format NAME, -o FILE         {}\n", formats);
  text += R"(  --input-format NAME             [auto]
  -q, -v, --color WHEN, -h, --version
)";
  if (all) {
    text += R"(
  --only VERDICT                  list only these claims
  --explain CLAIM                 one claim in full, by its id
  --assume-n N                    runs behind the means of a robot report
  --directions FILE               which way is better, by metric
  --ignore-file FILE              GLOB EXPIRY REASON lines to leave out
  --gate-support                  a gate also needs boot-level support
  --columns SPEC                  roles of a table's columns
  --allow LIST                    mixed-machines,mixed-options,failed-runs
  --fio-log-columns LIST          meaning of the columns of a fio log
  --per FUNCTION                  trace counts also per call of FUNCTION
  --pair ENTRY,EXIT,KEY           durations from pairs of events
  --keep-events                   store every event of a trace (--db)
)";
  }
  text += R"(
Status: 0 ok, 1 regression, 3 contradicted, 4 inconclusive, 5 nothing
compared, 64 usage, 65 bad input, 74 i/o or database.
)";
  return text;
}

}  // namespace regress
