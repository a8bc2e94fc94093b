// SPDX-License-Identifier: Apache-2.0
#include "cli/text_traces.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/text_numbers.h"
#include "models/data/metric.h"
#include "stats/gate.h"
#include "stats/trace_compare.h"

namespace regress {
namespace {

constexpr size_t kFewNames = 10;       // so many are all shown
constexpr size_t kShownCounts = 2;     // else the first of a list of counts
constexpr size_t kShownDurations = 3;  // or of a table of durations
constexpr size_t kCountColumn = 39;
constexpr size_t kShownChanges = 8;             // of a comparison
constexpr size_t kMostNames = size_t{1} << 18;  // of a side of a comparison

// One buffer with the names that will be shown.
struct TraceView {
  size_t index = 0;  // of the input
  Trace trace;
  std::vector<EventCount> functions;
  std::vector<EventCount> events;
  size_t function_names = 0;  // shown or not
  size_t event_names = 0;
  uint64_t calls = 0;
  bool has_durations = false;
  std::optional<uint64_t> reference;  // calls of --per
};

// One decimal, cut off as the kernel does.
std::string Tenths(std::optional<int64_t> ns, int64_t unit_ns) {
  if (!ns) return "-";
  return fmt::format("{}.{}", *ns / unit_ns, *ns % unit_ns / (unit_ns / 10));
}

std::string Milliseconds(std::optional<int64_t> ns) {
  return Tenths(ns, 1'000'000);
}

std::string Microseconds(std::optional<int64_t> ns) {
  return Tenths(ns, 1000);
}

// Calls per call of the reference, rounded half up from the whole numbers.
std::string PerCall(uint64_t calls, uint64_t reference) {
  const uint64_t hundredths = (200 * calls + reference) / (2 * reference);
  if (hundredths >= 100'000)
    return MeanText(static_cast<double>(calls) / static_cast<double>(reference));
  return fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
}

std::string Seconds(int64_t ns) {
  const int64_t ms = ns / 1'000'000 + (ns % 1'000'000 >= 500'000 ? 1 : 0);
  return fmt::format("{}.{:03}", ms / 1000, ms % 1000);
}

bool IsProfile(const Trace& trace) {
  return trace.kind.find("_profile") != std::string::npos || trace.kind == "hist" ||
         trace.kind == "stats" || trace.kind == "stack_trace";
}

class TraceSection final : public TextSection {
 public:
  explicit TraceSection(const TextContext& context) : context_(context) {}

  bool OwnsInputLine(const InputSummary& input) const override {
    return input.format == "ftrace" || (input.points && told_calls_);
  }

  void Add(const InputSummary& input, const EvidenceBundle& bundle) override {
    if (context_.options.detail == Detail::kQuiet) return;
    if (input.points) {
      for (const Comparison& comparison : bundle.comparisons) {
        told_calls_ |= IsCallComparison(input, comparison);
      }
      return;
    }
    if (input.of_point && !bundle.traces.empty()) {
      std::vector<EventCount>& side = input.role == Role::kControl ? control_ : patched_;
      for (const EventCount& event : bundle.events) {
        if (event.is_function && side.size() < kMostNames) side.push_back(event);
      }
      return;
    }
    for (const Trace& trace : bundle.traces) {
      if (trace.kind == "raw" || trace.kind == "hex" || trace.kind == "bin") continue;  // an error
      TraceView view;
      view.index = input.index;
      view.trace = trace;
      for (const EventCount& event : bundle.events) {
        if (event.instance != trace.instance || event.source.path != trace.path) continue;
        Take(view, event);
      }
      Limit(view);
      views_.push_back(std::move(view));
    }
  }

  std::string Print() override {
    std::stable_sort(views_.begin(), views_.end(),
                     [](const TraceView& a, const TraceView& b) { return a.index < b.index; });
    std::string text;
    for (const TraceView& view : views_) {
      if (!text.empty()) text += '\n';
      text += Block(view);
    }
    const std::string sides = Sides();
    if (!text.empty() && !sides.empty()) text += '\n';
    return text + sides;
  }

 private:
  bool Chosen(const std::string& name) const {
    const std::vector<std::string>& globs = context_.options.metrics;
    return globs.empty() || std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
             return GlobMatch(glob, name);
           });
  }

  void Take(TraceView& view, const EventCount& event) const {
    if (event.is_function) {
      view.calls += event.calls;
      view.has_durations |= event.durations > 0;
      if (event.name == context_.options.parse.per_function) view.reference = event.calls;
      if (!Chosen(event.name)) return;
      ++view.function_names;
      view.functions.push_back(event);
      return;
    }
    // What the binary format records functions with says nothing beside them.
    if (event.name == "function" || event.name.substr(0, 10) == "funcgraph_") return;
    if (!Chosen(event.name)) return;
    ++view.event_names;
    view.events.push_back(event);
  }

  void Limit(TraceView& view) const {
    if (view.has_durations) {
      std::stable_sort(view.functions.begin(), view.functions.end(),
                       [](const EventCount& a, const EventCount& b) {
                         return a.total_ns.value_or(0) > b.total_ns.value_or(0);
                       });
    }
    if (context_.options.detail == Detail::kVerbose || !context_.options.metrics.empty()) return;
    const auto cut = [](std::vector<EventCount>& names, size_t shown) {
      if (names.size() > kFewNames) names.resize(shown);
    };
    cut(view.functions, view.has_durations ? kShownDurations : kShownCounts);
    cut(view.events, view.functions.empty() ? kFewNames : kShownCounts);
  }

  std::string Block(const TraceView& view) const {
    const Trace& trace = view.trace;
    std::string text = Heading(view);
    const bool graph = view.has_durations && trace.kind != "trace.dat" && !IsProfile(trace);
    bool first = true;
    for (const std::string& note : trace.notes) {
      const bool told = std::exchange(first, false) && trace.evidence == EvidenceGrade::kExact;
      if (told) continue;  // in the heading
      if (note.substr(0, 7) == "kernel " && context_.options.detail != Detail::kVerbose) continue;
      const bool grade = graph && &note == &trace.notes.front();
      text += Wrap((grade ? fmt::format("evidence {}: ", Name(trace.evidence)) : "") +
                       Printable(note, context_.utf8),
                   2, 4);
    }
    if (graph && trace.notes.empty()) text += fmt::format("  evidence {}\n", Name(trace.evidence));
    if (trace.evidence == EvidenceGrade::kLowerBound) text += Windows(trace);
    text += view.has_durations ? Durations(view) : Counts(view, view.functions);
    if (view.function_names > view.functions.size()) {
      text +=
          fmt::format("  {} more functions (-v)\n", view.function_names - view.functions.size());
    }
    text += Counts(view, view.events);
    if (view.event_names > view.events.size())
      text += fmt::format("  {} more events (-v)\n", view.event_names - view.events.size());
    return text;
  }

  // What the comparisons of points cannot say: functions that one side has not.
  std::string Sides() const {
    if (control_.empty() || patched_.empty()) return "";
    const std::string& reference = context_.options.parse.per_function;
    const TraceComparison traces = CompareTraces(control_, patched_, reference);
    std::string text;
    if (traces.control_reference && traces.patched_reference) {
      text += Wrap(fmt::format("calls per {} ({} control, {} patched)", reference,
                               *traces.control_reference, *traces.patched_reference));
    } else if (told_calls_) {
      text += "calls, one log per side\n";
    }
    if (told_calls_) text += CallTable(traces);
    const size_t alone = traces.only_control.size() + traces.only_patched.size();
    const bool filters_differ = alone > traces.both.size();
    const auto list = [&](std::string_view what, const std::vector<std::string>& names) {
      if (names.empty()) return;
      std::string line = fmt::format("{} {}:", Count(names.size(), "function"), what);
      const size_t shown = context_.options.detail == Detail::kVerbose
                               ? names.size()
                               : std::min(names.size(), kFewNames);
      for (size_t i = 0; i < shown; ++i) line += ' ' + Printable(names[i], context_.utf8);
      if (shown < names.size()) line += " ...";
      text += Wrap(line, 2, 4);
    };
    if (!filters_differ || context_.options.detail == Detail::kVerbose) {
      list("only in control (vanished)", traces.only_control);
      list("only in patched (new)", traces.only_patched);
    }
    if (filters_differ) {
      text += Wrap(
          fmt::format("warning: filters differ; {} functions of one side are not compared", alone),
          2, 4);
    }
    if (told_calls_) text += "  no interval, no support: one log per side\n";
    return text;
  }

  // The functions of both sides by name; of many those with most calls.
  std::string CallTable(const TraceComparison& traces) const {
    std::vector<CallChange> rows;
    for (const CallChange& row : traces.both) {
      if (Chosen(row.name) && row.change) rows.push_back(row);
    }
    const size_t all = rows.size();
    if (context_.options.detail != Detail::kVerbose && all > kShownChanges) {
      std::stable_sort(rows.begin(), rows.end(), [](const CallChange& a, const CallChange& b) {
        return a.control + a.patched > b.control + b.patched;
      });
      rows.resize(kShownChanges);
      std::stable_sort(rows.begin(), rows.end(),
                       [](const CallChange& a, const CallChange& b) { return a.name < b.name; });
    }
    const auto line = [](std::string_view name, std::string_view control, std::string_view patched,
                         std::string_view change) {
      return PadRight(name, 31) + PadLeft(control, 10) + PadLeft(patched, 10) + PadLeft(change, 9) +
             '\n';
    };
    const bool per = traces.control_reference && traces.patched_reference;
    const auto calls = [per](uint64_t count, const std::optional<uint64_t>& reference) {
      return per ? PerCall(count, *reference) : std::to_string(count);
    };
    std::string text = line("", "control", "patched", "change");
    for (const CallChange& row : rows) {
      const std::string name = Printable(row.name, context_.utf8);
      text += line(context_.options.detail == Detail::kVerbose ? name : CutMiddle(name, 31),
                   calls(row.control, traces.control_reference),
                   calls(row.patched, traces.patched_reference),
                   PercentText(*row.change * 100, std::nullopt));
    }
    if (rows.size() < all) text += fmt::format("  {} more functions (-v)\n", all - rows.size());
    return text;
  }

  // "tc_fn.dat: trace.dat, 267 events, evidence exact (0 overrun, 0 dropped)"
  std::string Heading(const TraceView& view) const {
    const Trace& trace = view.trace;
    std::string line = Printable(trace.path, context_.utf8) + ": " + Printable(trace.kind, true);
    if (trace.kind != "trace.dat" && !IsProfile(trace)) line += " log";
    if (!trace.instance.empty()) line += ", buffer " + Printable(trace.instance, context_.utf8);
    if (view.has_durations && trace.kind != "trace.dat" && !IsProfile(trace)) {
      line += fmt::format(", {}, {}", Count(view.calls, "call"),
                          Count(trace.functions.value_or(0), "function"));
    } else {
      line +=
          ", " + Count(trace.entries, IsProfile(trace) && trace.kind != "stats" ? "hit" : "event");
      line += fmt::format(", evidence {}", Name(trace.evidence));
      if (trace.evidence == EvidenceGrade::kExact && !trace.notes.empty())
        line += " (" + trace.notes.front() + ")";
    }
    return Wrap(line, 0, 2);
  }

  // When the windows of the CPUs differ, counts of one span are not counts of all.
  static std::string Windows(const Trace& trace) {
    std::vector<CpuWindow> cpus;
    for (const CpuWindow& cpu : trace.cpus) {
      if (cpu.first_ns && cpu.last_ns) cpus.push_back(cpu);
    }
    if (cpus.size() < 2) return "";
    int64_t from = INT64_MIN;
    int64_t to = INT64_MAX;
    for (const CpuWindow& cpu : cpus) {
      from = std::max(from, *cpu.first_ns);
      to = std::min(to, *cpu.last_ns);
    }
    std::stable_sort(cpus.begin(), cpus.end(), [](const CpuWindow& a, const CpuWindow& b) {
      return *a.first_ns < *b.first_ns;
    });
    constexpr size_t kMostCpus = 4;
    std::string line;
    for (size_t i = 0; i < std::min(cpus.size(), kMostCpus); ++i) {
      line += fmt::format("{}CPU {} {} to {} s", line.empty() ? "" : ", ", cpus[i].cpu,
                          Seconds(*cpus[i].first_ns), Seconds(*cpus[i].last_ns));
    }
    if (cpus.size() > kMostCpus) line += fmt::format(", {} more", cpus.size() - kMostCpus);
    line += from > to ? ": no overlap"
                      : fmt::format(": overlap {} to {} s", Seconds(from), Seconds(to));
    return Wrap(line, 2, 4);
  }

  std::string Counts(const TraceView& view, const std::vector<EventCount>& names) const {
    const bool bound = view.trace.evidence == EvidenceGrade::kLowerBound;
    std::string text;
    for (const EventCount& event : names) {
      const std::string name = "  " + Printable(event.name, context_.utf8);
      const std::string number = (bound ? ">= " : "") + std::to_string(event.calls);
      const size_t used = DisplayWidth(name) + 1;
      text += name + ' ' + PadLeft(number, kCountColumn > used ? kCountColumn - used : 0);
      if (event.is_function) text += PerReference(view, event);
      text += '\n';
      if (!event.is_function && event.durations > 0) {
        text += Wrap(
            fmt::format("{} durations, us: p50 {}, p99 {}, max {}, total {} ms", event.durations,
                        Microseconds(event.p50_ns), Microseconds(event.p99_ns),
                        Microseconds(event.max_ns), Milliseconds(event.total_ns)),
            4, 4);
      }
    }
    return text;
  }

  std::string PerReference(const TraceView& view, const EventCount& event) const {
    if (!view.reference || *view.reference == 0) return "";
    return fmt::format("  {} per {}", PerCall(event.calls, *view.reference),
                       context_.options.parse.per_function);
  }

  std::string Durations(const TraceView& view) const {
    const bool exact = view.trace.kind == "trace.dat";
    std::string text = exact ? "us per call, sleep and children included\n"
                             : "us per call, as printed (cut, not rounded), sleep and children "
                               "included\n";
    const bool per = view.reference && *view.reference > 0;
    std::vector<std::vector<std::string>> rows = {
        {"function", "calls", "total ms", "p50", "p99", "max"}};
    if (per) rows[0].emplace_back("per");
    const bool bound = view.trace.evidence == EvidenceGrade::kLowerBound;
    for (const EventCount& event : view.functions) {
      rows.push_back({Printable(event.name, context_.utf8),
                      (bound ? ">= " : "") + std::to_string(event.calls),
                      Milliseconds(event.total_ns), Microseconds(event.p50_ns),
                      Microseconds(event.p99_ns), Microseconds(event.max_ns)});
      if (per) {
        rows.back().push_back(PerCall(event.calls, *view.reference));
      }
    }
    std::vector<size_t> widths = {26, 8, 10, 7, 9, 9, 8};
    for (const std::vector<std::string>& row : rows) {
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], DisplayWidth(row[i]) + (i == 0 ? 0 : 2));
    }
    for (const std::vector<std::string>& row : rows) {
      std::string line = PadRight(row[0], widths[0]);
      for (size_t i = 1; i < row.size(); ++i) line += PadLeft(row[i], widths[i]);
      text += line + '\n';
    }
    return text;
  }

  const TextContext& context_;
  std::vector<TraceView> views_;
  std::vector<EventCount> control_;  // of given points
  std::vector<EventCount> patched_;
  bool told_calls_ = false;  // one log per side: the comparison of calls is told here
};

}  // namespace

bool IsCallComparison(const InputSummary& input, const Comparison& comparison) {
  return input.points && input.what == "ftrace log" && comparison.unit.substr(0, 5) == "calls" &&
         comparison.points.size() == 2 &&
         std::all_of(comparison.points.begin(), comparison.points.end(),
                     [](const Point& point) { return point.rounds.size() == 1; });
}

std::unique_ptr<TextSection> MakeTraceSection(const TextContext& context) {
  return std::make_unique<TraceSection>(context);
}

}  // namespace regress
