// SPDX-License-Identifier: Apache-2.0
// Derived columns of perf stat and of benchmarks that print a rate per CPU.
//   1,000,000,000      instructions      #    0.50  insn per cycle
//   uprobe-nop ( 4 cpus):   14.000 +/- 0.002M/s  (  3.500M/s/cpu)
#include <algorithm>
#include <optional>

#include "parsers/scan.h"
#include "parsers/tool_claims.h"

namespace regress {
namespace {

constexpr size_t kMaxBlockLines = 60;

// A line of perf stat: count, event, and what stands behind "#".
struct PerfLine {
  size_t line_index = 0;
  Figure count;
  std::string event;       // without its modifiers
  std::string full_event;  // "cycles:u"
  std::optional<NumberToken> derived;
  std::string derived_words;  // lower case
  bool repeated = false;      // "( +- 0.12% )"
};

std::optional<PerfLine> ParsePerfLine(const ClaimContext& context, size_t i) {
  const std::string_view text = context.lines[i].text;
  if (text.size() > 200) return std::nullopt;
  std::string_view rest = text;
  const std::string_view first = NextField(rest);
  if (first.empty() || !IsDigit(first.front())) return std::nullopt;
  std::vector<NumberToken> tokens;
  ScanNumbers(first, tokens);
  if (tokens.size() != 1 || tokens[0].begin != 0) return std::nullopt;
  tokens[0].begin = static_cast<size_t>(first.data() - text.data());
  PerfLine line;
  line.line_index = i;
  line.count = context.MakeFigure(tokens[0], i);
  std::string_view event = NextField(rest);
  double factor = 1;
  if (event == "msec" || event == "ns") {
    factor = event == "msec" ? 1e-3 : 1e-9;
    line.count.unit = std::string(event);
    event = NextField(rest);
  } else if (event.starts_with("task-clock") && first.find('.') != std::string_view::npos) {
    factor = 1e-3;  // older versions leave the unit out
    line.count.unit = "msec";
  }
  line.count.number.value *= factor;
  line.count.number.unit *= factor;
  if (event.empty() || !IsLetter(event.front())) return std::nullopt;
  line.full_event = LowerCase(event);
  line.event = line.full_event.substr(0, line.full_event.find(':'));
  const size_t hash = text.find('#');
  if (hash == std::string_view::npos) return line;
  tokens.clear();
  ScanNumbers(text.substr(hash + 1), tokens);
  if (tokens.empty() || tokens[0].spread) return line;
  tokens[0].begin += hash + 1;
  tokens[0].end += hash + 1;
  line.derived = tokens[0];
  line.derived_words = LowerCase(text.substr(tokens[0].end));
  line.repeated = line.derived_words.find("+-") != std::string::npos;
  return line;
}

class PerfBlock {
 public:
  PerfBlock(ClaimContext& context, const std::vector<PerfLine>& lines)
      : context_(context), lines_(lines) {}

  void Emit() const {
    for (const PerfLine& line : lines_) {
      if (!line.derived) continue;
      const std::string& words = line.derived_words;
      const auto has = [&](std::string_view word) { return words.find(word) != std::string::npos; };
      if (has("insn per cycle") || has("insns per cycle")) {
        Add(line, {"cycles", "cpu-cycles"}, 1, "instructions / cycles");
      } else if (has("of all branches")) {
        Add(line, {"branches", "branch-instructions"}, 100, "misses / branches");
      } else if (has("of all cache refs")) {
        Add(line, {"cache-references"}, 100, "misses / references");
      } else if (has("of all l1-dcache")) {
        Add(line, {"l1-dcache-loads"}, 100, "misses / loads");
      } else if (has("of all llc-cache") || has("of all ll-cache")) {
        Add(line, {"llc-loads"}, 100, "misses / loads");
      } else if (has("ghz")) {
        Add(line, {"task-clock", "cpu-clock"}, 1e-9, "cycles / task-clock");
      } else if (has("m/sec") || has("k/sec") || line.derived->unit == "M/sec" ||
                 line.derived->unit == "K/sec") {
        Add(line, {"task-clock", "cpu-clock"}, 1, "count / task-clock");
      }
    }
  }

 private:
  void Add(const PerfLine& line, std::initializer_list<std::string_view> divisors, double scale,
           std::string_view operation) const {
    const PerfLine* divisor = nullptr;
    for (const PerfLine& other : lines_) {
      if (std::find(divisors.begin(), divisors.end(), other.event) != divisors.end()) {
        divisor = &other;
        break;
      }
    }
    if (divisor == nullptr || divisor->count.number.value <= 0) return;
    ClaimCandidate candidate = context_.MakeCandidate(ClaimKind::kRate, line.line_index,
                                                      line.derived->begin, line.derived->end);
    candidate.measure = Measure::kQuotient;
    candidate.stated = line.derived->number;
    candidate.claim.stated_unit = std::string(line.derived->unit);
    candidate.claim.metric = line.event;
    candidate.operands = {line.count, divisor->count};
    candidate.operation = std::string(operation);
    candidate.scale = scale;
    candidate.repeated_runs = line.repeated;
    context_.Add(std::move(candidate));
    context_.lines[line.line_index].in_table = true;
  }

  ClaimContext& context_;
  const std::vector<PerfLine>& lines_;
};

// "( 4 cpus):   14.000 +/- 0.002M/s  (  3.500M/s/cpu)"
void FindRatePerCpu(ClaimContext& context, size_t i) {
  const std::string_view text = context.lines[i].text;
  const size_t unit = text.find("/cpu");
  if (unit == std::string_view::npos || unit < 4) return;
  size_t end = unit;
  while (end > 0 && (IsLetter(text[end - 1]) || text[end - 1] == '/')) --end;
  size_t begin = end;
  while (begin > 0 && (IsDigit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
  const std::optional<PrintedNumber> stated = ParsePrinted(text.substr(begin, end - begin));
  if (!stated) return;
  const size_t cpus = text.find("cpu");
  size_t count_end = cpus;
  while (count_end > 0 && text[count_end - 1] == ' ') --count_end;
  size_t count_begin = count_end;
  while (count_begin > 0 && IsDigit(text[count_begin - 1])) --count_begin;
  const std::optional<PrintedNumber> count =
      ParsePrinted(text.substr(count_begin, count_end - count_begin));
  if (!count || count->value <= 0 || cpus >= begin) return;
  // The first number behind the colon is the total, in the unit of the derived one.
  const size_t colon = text.find(':', cpus);
  if (colon == std::string_view::npos || colon >= begin) return;
  std::string_view rest = text.substr(colon + 1);
  const std::string_view field = NextField(rest);
  size_t digits = 0;
  while (digits < field.size() && (IsDigit(field[digits]) || field[digits] == '.')) ++digits;
  const std::optional<PrintedNumber> total = ParsePrinted(field.substr(0, digits));
  if (!total) return;
  ClaimCandidate candidate = context.MakeCandidate(ClaimKind::kRate, i, begin, unit + 4);
  candidate.measure = Measure::kQuotient;
  candidate.stated = *stated;
  candidate.claim.stated_unit = std::string(text.substr(end, unit + 4 - end));
  candidate.claim.metric = "rate per cpu";
  Figure whole;
  whole.number = *total;
  whole.source.at = context.At(i, static_cast<size_t>(field.data() - text.data())).at;
  Figure divisor;
  divisor.number = *count;
  divisor.number.rounding = Rounding::kExact;
  divisor.label = "cpus";
  divisor.source.at = context.At(i, count_begin).at;
  candidate.operands = {whole, divisor};
  candidate.operation = "rate / cpus";
  context.Add(std::move(candidate));
  context.lines[i].in_table = true;
}

}  // namespace

void FindToolRates(ClaimContext& context) {
  std::vector<PerfLine> block;
  size_t last = 0;
  const auto close = [&] {
    if (block.size() >= 2) PerfBlock(context, block).Emit();
    block.clear();
  };
  for (size_t i = 0; i < context.lines.size(); ++i) {
    const ClaimLine& line = context.lines[i];
    if (!block.empty() && (i > last + 4 || block.size() >= kMaxBlockLines)) close();
    if (line.line_class != LineClass::kText || !line.has_digit || line.text.size() > 300) continue;
    if (line.has_open && line.text.find("/cpu)") != std::string_view::npos) {
      FindRatePerCpu(context, i);
      continue;
    }
    if (std::optional<PerfLine> perf = ParsePerfLine(context, i)) {
      // The second run of a pair counts the same events again.
      const bool again = std::any_of(block.begin(), block.end(), [&](const PerfLine& other) {
        return other.full_event == perf->full_event;
      });
      if (again || (!block.empty() && context.lines[last].depth != line.depth)) close();
      block.push_back(std::move(*perf));
      last = i;
    }
  }
  close();
}

}  // namespace regress
