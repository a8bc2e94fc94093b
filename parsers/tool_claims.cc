// SPDX-License-Identifier: Apache-2.0
#include "parsers/tool_claims.h"

#include <algorithm>
#include <array>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/tool_values.h"

namespace regress {
namespace {

constexpr size_t kMaxToolLine = 2000;

bool IsToolText(const ClaimLine& line) {
  return line.has_digit && line.text.size() <= kMaxToolLine &&
         (line.line_class == LineClass::kText || line.line_class == LineClass::kTrailer);
}

bool IsBinaryUnit(std::string_view unit) {
  return unit.find("iB") != std::string_view::npos;
}

bool EndsInPointZero(const PrintedNumber& number) {
  return number.text.ends_with(".0");
}

// Old versions print K for 1024: "io=102400KB".
void ReadOldUnit(NumberToken& token) {
  if (IsBinaryUnit(token.unit)) return;
  double factor = 1;
  for (const auto& [letter, value] :
       std::initializer_list<std::pair<char, double>>{{'K', 1.024},
                                                      {'k', 1.024},
                                                      {'M', 1.048576},
                                                      {'G', 1.073741824},
                                                      {'T', 1.099511627776}}) {
    if (!token.unit.empty() && token.unit.front() == letter) factor = value;
  }
  token.number.value *= factor;
  token.number.unit *= factor;
}

// A fio group line, perhaps wrapped over the next ones.
struct RunLine {
  int role = 0;  // of the heading above
  size_t line_index = 0;
  std::optional<Figure> bandwidth;
  std::optional<Figure> io;
  std::optional<Figure> run;
  size_t bandwidth_begin = 0;
  size_t bandwidth_end = 0;
};

std::optional<RunLine> ParseRunLine(const ClaimContext& context, size_t i) {
  const std::string_view text = context.lines[i].text;
  std::string_view key;
  for (const std::string_view name : {"bw=", "aggrb="}) {
    if (text.find(name) != std::string_view::npos) {
      key = name;
      break;
    }
  }
  if (key.empty()) return std::nullopt;
  std::optional<NumberToken> bandwidth = ValueAfter(text, key);
  if (!bandwidth || bandwidth->unit_class != UnitClass::kByteRate) return std::nullopt;
  RunLine out;
  out.line_index = i;
  out.bandwidth_begin = bandwidth->begin;
  out.bandwidth_end = bandwidth->end;
  if (!IsBinaryUnit(bandwidth->unit)) ReadOldUnit(*bandwidth);
  out.bandwidth = context.MakeFigure(*bandwidth, i, "bw");
  for (size_t n = i; n < context.lines.size() && n <= i + 2; ++n) {
    const ClaimLine& line = context.lines[n];
    if (n > i && (line.depth != context.lines[i].depth || line.line_class != LineClass::kText ||
                  line.text.find("bw=") != std::string_view::npos)) {
      break;
    }
    if (!out.io) {
      if (std::optional<NumberToken> io = ValueAfter(line.text, "io=");
          io && io->unit_class == UnitClass::kBytes) {
        if (!IsBinaryUnit(io->unit)) ReadOldUnit(*io);
        out.io = context.MakeFigure(*io, n, "io");
      }
    }
    if (!out.run) {
      if (const std::optional<NumberToken> run = RunTime(line.text)) {
        out.run = context.MakeFigure(*run, n, "run");
      }
    }
  }
  return out;
}

void AddRate(ClaimContext& context, const RunLine& line) {
  ClaimCandidate candidate = context.MakeCandidate(ClaimKind::kRate, line.line_index,
                                                   line.bandwidth_begin, line.bandwidth_end);
  candidate.measure = Measure::kQuotient;
  candidate.stated = line.bandwidth->number;
  candidate.claim.stated_unit = line.bandwidth->unit;
  candidate.claim.metric = "bw";
  candidate.operands = {*line.io, *line.run};
  candidate.operation = "io / run";
  candidate.carry_quirk = true;
  candidate.tolerance = 0.05;
  candidate.binding = true;
  context.Add(std::move(candidate));
}

// "(+40.1% throughput, -28.5% runtime)" behind two run lines.
void FindRunChanges(ClaimContext& context, size_t i, const RunLine& a, const RunLine& b) {
  const ClaimLine& line = context.lines[i];
  std::vector<NumberToken> tokens;
  ScanNumbers(line.text, tokens);
  for (size_t t = 0; t < tokens.size(); ++t) {
    if (tokens[t].unit_class != UnitClass::kPercent) continue;
    const size_t end = t + 1 < tokens.size() ? tokens[t + 1].begin : line.text.size();
    const std::string words = LowerCase(line.text.substr(tokens[t].end, end - tokens[t].end));
    const bool runtime =
        words.find("runtime") != std::string::npos || words.find("run time") != std::string::npos;
    const bool throughput = words.find("throughput") != std::string::npos;
    if (runtime == throughput) continue;
    const std::optional<Figure>& before = runtime ? a.run : a.bandwidth;
    const std::optional<Figure>& after = runtime ? b.run : b.bandwidth;
    if (!before || !after) continue;
    ClaimCandidate candidate =
        context.MakeCandidate(ClaimKind::kPercentChange, i, tokens[t].begin, tokens[t].end);
    candidate.measure = Measure::kChange;
    candidate.stated = tokens[t].number;
    candidate.signed_number = tokens[t].sign != 0;
    candidate.claim.stated_unit.assign(1, '%');
    candidate.claim.metric = runtime ? "runtime" : "throughput";
    candidate.binding = a.role < 0 && b.role > 0;
    FigurePair pair;
    pair.before = {*before};
    pair.after = {*after};
    pair.step = PairStep::kAdjacent;
    pair.ordered = true;
    candidate.pairs.push_back(std::move(pair));
    context.Add(std::move(candidate));
    context.lines[i].in_table = true;  // prose does not take it again
  }
}

// "BW=34.7GiB/s (37.3GB/s)(2083GiB/60001msec)": size over time in the last parentheses.
void FindJobRate(ClaimContext& context, size_t i) {
  const std::string_view text = context.lines[i].text;
  const size_t at = text.find("BW=");
  if (at == std::string_view::npos) return;
  const std::optional<NumberToken> bandwidth = ValueAfter(text, "BW=");
  if (!bandwidth || !IsBinaryUnit(bandwidth->unit)) return;
  const size_t open = text.find(")(", at);
  if (open == std::string_view::npos) return;
  const size_t slash = text.find('/', open);
  const size_t close = text.find(')', open + 2);
  if (slash == std::string_view::npos || close == std::string_view::npos || slash > close) return;
  std::vector<NumberToken> tokens;
  ScanNumbers(text.substr(open + 2, slash - open - 2), tokens);
  std::vector<NumberToken> times;
  ScanNumbers(text.substr(slash + 1, close - slash - 1), times);
  if (tokens.size() != 1 || times.size() != 1) return;
  if (tokens[0].unit_class != UnitClass::kBytes || times[0].unit_class != UnitClass::kTime) return;
  tokens[0].begin += open + 2;
  times[0].begin += slash + 1;
  RunLine line;
  line.line_index = i;
  line.bandwidth = context.MakeFigure(*bandwidth, i, "bw");
  line.bandwidth_begin = bandwidth->begin;
  line.bandwidth_end = bandwidth->end;
  line.io = context.MakeFigure(tokens[0], i, "io");
  line.run = context.MakeFigure(times[0], i, "run");
  if (times[0].number.value > 0) AddRate(context, line);
}

}  // namespace

void FindUnitPairs(ClaimContext& context) {
  std::vector<NumberToken> tokens;
  for (size_t i = 0; i < context.lines.size(); ++i) {
    const ClaimLine& line = context.lines[i];
    if (!line.has_open || !IsToolText(line) || line.text.find("iB") == std::string_view::npos) {
      continue;
    }
    tokens.clear();
    ScanNumbers(line.text, tokens);
    for (size_t t = 0; t + 1 < tokens.size(); ++t) {
      const NumberToken& left = tokens[t];
      const NumberToken& right = tokens[t + 1];
      if (left.unit_class != UnitClass::kByteRate && left.unit_class != UnitClass::kBytes) continue;
      if (right.unit_class != left.unit_class || !right.parenthesised) continue;
      if (right.begin - left.end > 2 || IsBinaryUnit(left.unit) == IsBinaryUnit(right.unit)) {
        continue;
      }
      if (left.begin > 0 && line.text[left.begin - 1] == '-') continue;
      // A wrap inside the number: "io=15" ends the line before.
      if (left.begin == 0 && i > 0 && !context.lines[i - 1].text.empty() &&
          IsDigit(context.lines[i - 1].text.back())) {
        continue;
      }
      // One side in parentheses alone: "(126MB/s)", not "(126MB/s-126MB/s)".
      if (right.end >= line.text.size() || line.text[right.end] != ')') continue;
      ClaimCandidate candidate =
          context.MakeCandidate(ClaimKind::kUnitPair, i, right.begin, right.end);
      candidate.measure = Measure::kConversion;
      candidate.stated = right.number;
      candidate.claim.stated_unit = std::string(right.unit);
      candidate.operands = {context.MakeFigure(left, i)};
      candidate.carry_quirk = EndsInPointZero(left.number) || EndsInPointZero(right.number);
      // In prose the parentheses may hold another quantity.
      candidate.binding = left.assigned;
      context.Add(std::move(candidate));
    }
  }
}

void FindRunRates(ClaimContext& context) {
  std::optional<RunLine> previous;
  std::optional<RunLine> latest;
  for (size_t i = 0; i < context.lines.size(); ++i) {
    const ClaimLine& line = context.lines[i];
    if (!IsToolText(line) || !(line.has_equals || line.has_percent)) continue;
    if (line.text.find("BW=") != std::string_view::npos) FindJobRate(context, i);
    if (const bool group = line.text.find("bw=") != std::string_view::npos ||
                           line.text.find("aggrb=") != std::string_view::npos;
        group) {
      std::optional<RunLine> run = ParseRunLine(context, i);
      if (!run) continue;
      for (size_t back = i; back-- > 0 && i - back <= 4 && run->role == 0;) {
        if (context.lines[back].line_class == LineClass::kText) {
          run->role = HeadingRole(context.lines[back].text);
        }
      }
      if (run->io && run->run) AddRate(context, *run);
      previous = std::move(latest);
      latest = std::move(run);
      continue;
    }
    if (line.has_percent && previous && latest && i <= latest->line_index + 6 &&
        line.text.size() < 120 && previous->line_index + 40 >= latest->line_index &&
        context.lines[latest->line_index].depth == line.depth) {
      FindRunChanges(context, i, *previous, *latest);
    }
  }
}

}  // namespace regress
