// SPDX-License-Identifier: Apache-2.0
#include "parsers/tool_claims.h"

#include <algorithm>
#include <array>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"

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

// The number with unit that follows `key` in `text`: "bw=120MiB/s".
std::optional<NumberToken> ValueAfter(std::string_view text, std::string_view key) {
  size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  at += key.size();
  while (at < text.size() && text[at] == ' ') ++at;
  size_t end = at;
  while (end < text.size() && text[end] != ',' && text[end] != '(' && text[end] != ';' &&
         end - at < 24 && !(text[end] == '-' && end > at && !IsLetter(text[end - 1]))) {
    ++end;
  }
  std::vector<NumberToken> tokens;
  ScanNumbers(text.substr(at, end - at), tokens);
  if (tokens.empty() || tokens[0].begin != 0) return std::nullopt;
  NumberToken token = std::move(tokens[0]);
  token.begin += at;
  token.end += at;
  token.number_end += at;
  return token;
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

// "run=272145-272145msec" or "runt=  6000msec": the milliseconds if both ends are equal.
std::optional<NumberToken> RunTime(std::string_view text) {
  for (const std::string_view key : {"run=", "runt=", "maxt="}) {
    size_t at = text.find(key);
    if (at == std::string_view::npos || (at > 0 && IsLetter(text[at - 1]))) continue;
    at += key.size();
    while (at < text.size() && text[at] == ' ') ++at;
    const size_t begin = at;
    while (at < text.size() && IsDigit(text[at])) ++at;
    const std::string_view low = text.substr(begin, at - begin);
    if (low.empty()) return std::nullopt;
    if (at < text.size() && text[at] == '-') {
      const size_t second = ++at;
      while (at < text.size() && IsDigit(text[at])) ++at;
      if (text.substr(second, at - second) != low) return std::nullopt;
    }
    const std::string_view unit = text.substr(at, 4);
    const std::optional<double> value = ParseDouble(low);
    if (!value || *value <= 0) return std::nullopt;
    double factor = 0;
    if (unit.starts_with("msec")) factor = 1e-3;
    if (unit.starts_with("usec")) factor = 1e-6;
    if (unit.starts_with("sec")) factor = 1;
    if (factor == 0) return std::nullopt;
    NumberToken token;
    token.begin = begin;
    token.end = begin + low.size();
    token.number.value = *value * factor;
    token.number.unit = factor;
    token.number.text = std::string(low);
    token.unit = factor == 1e-3 ? "msec" : factor == 1e-6 ? "usec" : "sec";
    token.unit_class = UnitClass::kTime;
    return token;
  }
  return std::nullopt;
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
  context.candidates.push_back(std::move(candidate));
}

// A heading that names one side: "before this change:", "Without the patch".
int HeadingRole(std::string_view text) {
  if (text.size() > 140) return 0;
  const std::string_view body = Trim(text);
  if (body.empty() || body.size() > 110) return 0;
  // "before", "after", "with", "patched" and the like: a cheap look before the careful one.
  if (body.find_first_of("bBaAwWpPvVuUsSmMoO") == std::string_view::npos) return 0;
  const bool ends = body.back() == ':' || body.ends_with(":-") || body.ends_with("*") ||
                    body.ends_with("==") || body.ends_with("--") || body.ends_with("]");
  const size_t words = 1 + static_cast<size_t>(std::count(body.begin(), body.end(), ' '));
  if (!ends && words > 16) return 0;
  const std::string lower = LowerCase(body);
  if (!ends && words > 7 && lower.find("the patch") == std::string::npos &&
      lower.find("this patch") == std::string::npos) {
    return 0;
  }
  if (!ends && (body.back() == '.' || body.back() == ',')) return 0;
  bool before = false;
  bool after = false;
  for (const std::string_view word : {"before", "without", "w/o", "unpatched", "vanilla",
                                      "baseline", "base:", "stock", "mainline", "orig"}) {
    before |= lower.find(word) != std::string::npos;
  }
  for (const std::string_view word : {"after", "with ", "with:", "w/ ", "patched", "this series"}) {
    after |= lower.find(word) != std::string::npos;
  }
  if (lower.find("without") != std::string::npos || lower.find("w/o") != std::string::npos ||
      lower.find("unpatched") != std::string::npos || lower.find("before") != std::string::npos) {
    return -1;
  }
  if (before == after) return 0;
  return before ? -1 : 1;
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
    context.candidates.push_back(std::move(candidate));
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
      context.candidates.push_back(std::move(candidate));
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

namespace {

struct BlockValue {
  std::string key;
  Figure figure;
  UnitClass unit_class = UnitClass::kNone;
};

struct ValueBlock {
  int role = 0;
  std::string heading;  // lower case
  size_t line_index = 0;
  size_t last_line = 0;
  std::vector<BlockValue> values;
};

// "Avg: 24.1 msec", "real 0m3.1s", "bw=120MiB/s", "IOPS=12.3k"
void CollectValues(const ClaimContext& context, size_t i, std::vector<BlockValue>& values) {
  const std::string_view text = context.lines[i].text;
  if (text.size() > 300 || values.size() >= 256) return;
  const auto add = [&](std::string key, const NumberToken& token) {
    values.push_back({std::move(key), context.MakeFigure(token, i), token.unit_class});
  };
  bool fio = false;
  for (const std::string_view key : {"bw=", "BW=", "IOPS=", "iops="}) {
    if (std::optional<NumberToken> token = ValueAfter(text, key)) {
      if (token->unit_class == UnitClass::kByteRate || key[0] == 'I' || key[0] == 'i') {
        add(LowerCase(key.substr(0, key.size() - 1)), *token);
        fio = true;
      }
    }
  }
  if (const std::optional<NumberToken> run = RunTime(text); run && fio) add("run", *run);
  if (fio) return;
  std::string_view rest = text;
  const std::string_view first = NextField(rest);
  if (first == "real" || first == "user" || first == "sys") {
    std::vector<NumberToken> tokens;
    ScanNumbers(text, tokens);
    if (tokens.size() == 1) add(std::string(first), tokens[0]);
    return;
  }
  const size_t mark = text.find_first_of(":=");
  if (mark == std::string_view::npos || mark == 0 || mark > 48) return;
  const std::string_view key = Trim(text.substr(0, mark));
  if (key.empty() || !IsLetter(key.front())) return;
  if (key.find_first_of(";|{}") != std::string_view::npos) return;
  std::vector<NumberToken> tokens;
  ScanNumbers(text.substr(mark + 1), tokens);
  if (tokens.empty() || tokens.size() > 2) return;
  for (char c : text.substr(mark + 1, tokens[0].begin)) {
    if (!IsBlank(c)) return;
  }
  if (tokens[0].unit_class == UnitClass::kPercent || tokens[0].unit_class == UnitClass::kRatio) {
    return;
  }
  tokens[0].begin += mark + 1;
  tokens[0].end += mark + 1;
  add(LowerCase(key), tokens[0]);
}

// Pairs the values of two blocks by their keys, repeats together.
void PairBlocks(ClaimContext& context, const ValueBlock& before, const ValueBlock& after) {
  std::vector<std::string> done;
  for (const BlockValue& value : before.values) {
    if (std::find(done.begin(), done.end(), value.key) != done.end()) continue;
    if (done.size() >= 64) return;
    done.push_back(value.key);
    ContextPair out;
    for (const BlockValue& b : before.values) {
      if (b.key == value.key && b.unit_class == value.unit_class) {
        out.pair.before.push_back(b.figure);
      }
    }
    for (const BlockValue& a : after.values) {
      if (a.key == value.key && a.unit_class == value.unit_class) {
        out.pair.after.push_back(a.figure);
      }
    }
    if (out.pair.after.empty()) continue;
    out.pair.step = PairStep::kBlock;
    out.pair.ordered = true;
    out.pair.lower_better = IsLowerBetterUnit(value.unit_class) || value.key == "run";
    out.pair.label = value.key;
    out.words = value.key + " " + before.heading + " " + after.heading;
    if (value.key == "bw") out.words += " throughput bandwidth";
    if (value.key == "run" || value.key == "real") out.words += " runtime time elapsed";
    out.block = true;
    out.line_index = std::max(before.last_line, after.last_line);
    context.pairs.push_back(std::move(out));
  }
}

// The heading without the words that name its side, to match "with" and "without" blocks.
std::string HeadingRest(std::string_view heading) {
  std::string rest;
  size_t at = 0;
  while (at < heading.size()) {
    size_t end = heading.find(' ', at);
    if (end == std::string_view::npos) end = heading.size();
    const std::string_view word = heading.substr(at, end - at);
    if (word != "with" && word != "without" && word != "before" && word != "after" &&
        word != "before:" && word != "after:" && word != "patched" && word != "unpatched") {
      rest += std::string(word) + " ";
    }
    at = end + 1;
  }
  return rest;
}

}  // namespace

namespace {

// "  PATCHED   120.0 MB/s" under "  UNPATCHED 100.0 MB/s": the only number of each of two lines.
void FindLabelledLines(ClaimContext& context) {
  struct Labelled {
    size_t line_index = 0;
    int role = 0;
    NumberToken token;
  };
  std::optional<Labelled> previous;
  std::vector<NumberToken> tokens;
  for (size_t i = 0; i < context.lines.size(); ++i) {
    const ClaimLine& line = context.lines[i];
    if (line.line_class != LineClass::kText || !line.has_digit || line.has_percent ||
        line.in_table || line.text.size() > 80) {
      continue;
    }
    const size_t digit = line.text.find_first_of("0123456789");
    const std::string_view label = Trim(line.text.substr(0, digit));
    if (label.empty() || label.size() > 30) continue;
    const int role = LabelRole(label);
    if (role == 0) continue;
    tokens.clear();
    ScanNumbers(line.text, tokens);
    if (tokens.size() != 1 || tokens[0].assigned) continue;
    if (previous && previous->role == -role && i - previous->line_index <= 4 &&
        previous->token.unit_class == tokens[0].unit_class &&
        context.lines[previous->line_index].depth == line.depth) {
      ContextPair out;
      const Figure first = context.MakeFigure(previous->token, previous->line_index);
      const Figure second = context.MakeFigure(tokens[0], i);
      out.pair.before = {role > 0 ? first : second};
      out.pair.after = {role > 0 ? second : first};
      out.pair.step = PairStep::kBlock;
      out.pair.ordered = true;
      out.pair.lower_better = IsLowerBetterUnit(tokens[0].unit_class);
      out.words = LowerCase(line.text);
      out.block = true;
      out.line_index = i;
      context.pairs.push_back(std::move(out));
      previous.reset();
      continue;
    }
    previous = Labelled{i, role, tokens[0]};
  }
}

}  // namespace

void FindValueBlocks(ClaimContext& context) {
  constexpr size_t kReach = 60;
  std::vector<ValueBlock> blocks;
  ValueBlock current;
  const auto close = [&] {
    if (current.role != 0 && !current.values.empty() && blocks.size() < 2000) {
      blocks.push_back(std::move(current));
    }
    current = ValueBlock();
  };
  for (size_t i = 0; i < context.lines.size(); ++i) {
    const ClaimLine& line = context.lines[i];
    if (line.line_class == LineClass::kBlank || line.line_class == LineClass::kRule) continue;
    if (line.line_class == LineClass::kPatch || line.line_class == LineClass::kTrailer) {
      close();
      continue;
    }
    if (line.line_class != LineClass::kText || line.text.size() > 300) continue;
    if (!line.in_table && !(line.has_equals && line.text.find("bw=") != line.text.npos)) {
      const int role = HeadingRole(line.text);
      if (role != 0) {
        close();
        current.role = role;
        current.heading = LowerCase(Trim(line.text));
        current.line_index = i;
        current.last_line = i;
        continue;
      }
    }
    if (current.role == 0) continue;
    if (i > current.last_line + 12) {
      close();
      continue;
    }
    if (!line.has_digit || line.in_table) continue;
    const size_t known = current.values.size();
    CollectValues(context, i, current.values);
    if (current.values.size() > known) current.last_line = i;
  }
  close();
  FindLabelledLines(context);
  for (const ValueBlock& block : blocks) {
    HeadedValues headed{block.role, block.heading, {}};
    for (const BlockValue& value : block.values) {
      if (value.key == "bw") headed.bandwidth.push_back(value.figure);
    }
    if (!headed.bandwidth.empty()) context.headed.push_back(std::move(headed));
  }
  // Each block pairs with the nearest earlier one of the other side, the same heading preferred.
  for (size_t b = 0; b < blocks.size(); ++b) {
    const std::string rest = HeadingRest(blocks[b].heading);
    const ValueBlock* partner = nullptr;
    for (size_t a = b; a-- > 0 && b - a <= 4;) {
      if (blocks[a].role == blocks[b].role) continue;
      if (blocks[a].last_line + kReach < blocks[b].line_index) break;
      const bool same = HeadingRest(blocks[a].heading) == rest;
      if (partner == nullptr || same) partner = &blocks[a];
      if (same) break;
    }
    if (partner == nullptr) continue;
    if (blocks[b].role > 0) {
      PairBlocks(context, *partner, blocks[b]);
    } else {
      PairBlocks(context, blocks[b], *partner);
    }
  }
}

}  // namespace regress
