// SPDX-License-Identifier: Apache-2.0
#include "parsers/value_blocks.h"

#include <algorithm>
#include <array>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/tool_values.h"

namespace regress {
namespace {

constexpr size_t kMaxComparisons = 256;  // of a message

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

// "8,120,331,214   cycles   # 3.365 GHz", "2.4190 +- 0.0030 seconds time elapsed" of perf stat,
// "Throughput 971.302 MB/sec  32 clients  max_latency=101.310 ms" of dbench.
bool CollectCounter(const ClaimContext& context, size_t i, std::vector<BlockValue>& values) {
  const std::string_view text = context.lines[i].text;
  const auto add = [&](std::string key, const NumberToken& token) {
    values.push_back({std::move(key), context.MakeFigure(token, i), token.unit_class});
  };
  const std::string_view body = TrimLeft(text);
  if (body.starts_with("Throughput ")) {
    std::vector<NumberToken> tokens;
    ScanNumbers(text, tokens);
    if (tokens.empty() || tokens[0].unit_class != UnitClass::kByteRate) return false;
    add("throughput", tokens[0]);
    if (const std::optional<NumberToken> latency = ValueAfter(text, "max_latency=")) {
      add("maximum latency max_latency", *latency);
    }
    return true;
  }
  if (body.empty() || !IsDigit(body.front()) || text.size() - body.size() < 2) return false;
  const std::string_view line = text.substr(0, text.find('#'));
  std::vector<NumberToken> tokens;
  ScanNumbers(line, tokens);
  if (tokens.empty() || tokens.size() > 3) return false;
  std::string_view name = Trim(line.substr(tokens[0].end));
  if (tokens.size() > 1 && tokens[1].spread && tokens[1].begin < tokens[0].end + 6) {
    name = Trim(line.substr(tokens[1].number_end));  // behind the deviation
  }
  name = Trim(name.substr(0, name.find("  ")));
  name = Trim(name.substr(0, name.find('(')));
  const bool cycles = tokens[0].unit_class == UnitClass::kCycles && name.empty();
  if (cycles) name = tokens[0].unit;
  if (name.size() < 3 || name.size() > 40 || !IsLetter(name.front())) return false;
  // A counter is one word; the elapsed time three.
  const bool elapsed = name.find("elapsed") != std::string_view::npos;
  if (!elapsed && name.find(' ') != std::string_view::npos) return false;
  if (!elapsed && !cycles && text.find('#') == std::string_view::npos &&
      text.find("( +-") == std::string_view::npos &&
      name.find_first_of("-_:") == std::string_view::npos && name != "instructions" &&
      name != "branches" && name != "cycles") {
    return false;
  }
  add(LowerCase(name), tokens[0]);
  return true;
}

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
  if (CollectCounter(context, i, values)) return;
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

// "without the patch" of "fio on 6.5 without the patch, raid0": the words that name the side.
std::string SideName(std::string_view heading) {
  constexpr std::array kSides = std::to_array<std::string_view>(
      {"without", "w/o", "with", "w/", "before", "after", "unpatched", "patched", "vanilla",
       "baseline", "base", "stock", "mainline", "this"});
  constexpr std::array kThings = std::to_array<std::string_view>(
      {"patch", "patches", "patchset", "series", "revert", "change", "fix", "commit"});
  std::vector<std::string_view> words;
  for (size_t at = 0; at < heading.size() && words.size() < 32;) {
    size_t end = heading.find_first_of(" ,:()[]", at);
    if (end == std::string_view::npos) end = heading.size();
    if (end > at) words.push_back(heading.substr(at, end - at));
    at = end + 1;
  }
  for (size_t i = 0; i < words.size(); ++i) {
    if (std::find(kSides.begin(), kSides.end(), words[i]) == kSides.end()) continue;
    std::string name(words[i]);
    for (size_t k = i + 1; k < words.size() && k <= i + 2; ++k) {
      if (std::find(kThings.begin(), kThings.end(), words[k]) == kThings.end()) continue;
      for (size_t w = i + 1; w <= k; ++w) name += " " + std::string(words[w]);
      break;
    }
    return name;
  }
  return "";
}

// The unit of a value in the figures' own prefix, and its size in base units.
double PrintedWeight(const Figure& figure) {
  double weight = figure.number.unit;
  const size_t point = figure.number.text.find('.');
  if (point == std::string::npos) return weight;
  for (size_t i = point + 1; i < figure.number.text.size(); ++i) weight *= 10;
  return weight;
}

// "'-m raid1 -d raid0'" of a heading: what its author quotes is its name.
std::string QuotedName(std::string_view heading) {
  for (const char quote : {'\'', '"'}) {
    const size_t begin = heading.find(quote);
    if (begin == std::string_view::npos) continue;
    const size_t end = heading.find(quote, begin + 1);
    if (end == std::string_view::npos || end == begin + 1 || end - begin > 60) continue;
    return Squeeze(heading.substr(begin + 1, end - begin - 1), 60);
  }
  return "";
}

// Repeated values of one quantity under two equal headings are the rounds of two points.
void AddRounds(ClaimContext& context, const ValueBlock& before, const ValueBlock& after) {
  std::vector<std::string> done;
  for (const BlockValue& value : before.values) {
    if (context.bundle.comparisons.size() >= kMaxComparisons) return;
    if (std::find(done.begin(), done.end(), value.key) != done.end()) continue;
    done.push_back(value.key);
    const double weight = PrintedWeight(value.figure);
    Comparison comparison;
    bool same_unit = weight > 0;
    for (const ValueBlock* block : {&before, &after}) {
      Point point;
      point.role = block == &before ? Role::kControl : Role::kPatched;
      point.label = SideName(block->heading);
      for (const BlockValue& other : block->values) {
        if (other.key != value.key) continue;
        same_unit &= other.figure.unit == value.figure.unit;
        point.rounds.push_back(other.figure.number.value / weight);
      }
      comparison.points.push_back(std::move(point));
    }
    if (!same_unit || comparison.points[0].rounds.size() < 2 ||
        comparison.points[1].rounds.size() < 2) {
      continue;
    }
    comparison.metric = QuotedName(after.heading);
    if (comparison.metric.empty() || value.key != "bw") {
      comparison.metric += (comparison.metric.empty() ? "" : " ") + value.key;
    }
    comparison.unit = value.figure.unit;
    const bool rate =
        value.unit_class == UnitClass::kByteRate || value.unit_class == UnitClass::kCountRate;
    comparison.better = rate                                  ? Direction::kHigher
                        : IsLowerBetterUnit(value.unit_class) ? Direction::kLower
                                                              : Direction::kUnknown;
    comparison.source = {context.message.path, value.figure.source.at};
    comparison.quote_depth = context.lines[before.line_index].depth;
    context.bundle.comparisons.push_back(std::move(comparison));
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
    if (line.line_class != LineClass::kText || !line.has_digit || line.text.size() > 80) {
      continue;
    }
    const size_t digit = line.text.find_first_of("0123456789");
    const std::string_view label = Trim(line.text.substr(0, digit));
    if (label.empty() || label.size() > 30) continue;
    const int role = LabelRole(label);
    if (role == 0) continue;
    tokens.clear();
    ScanNumbers(line.text, tokens);
    // "With patch: 1622.9 +- 10.3 MB/s (+7.96%)": the deviation and the change are no values.
    std::erase_if(tokens, [](const NumberToken& token) {
      return token.spread || (token.unit_class == UnitClass::kPercent && token.parenthesised);
    });
    if (tokens.size() != 1 || tokens[0].assigned || tokens[0].unit_class == UnitClass::kPercent) {
      continue;
    }
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
        // "before: IOPS=1204k, BW=4703MiB/s": the values stand behind the heading itself.
        if (line.text.find("IOPS=") != line.text.npos || line.text.find("BW=") != line.text.npos) {
          CollectValues(context, i, current.values);
        }
        continue;
      }
    }
    if (current.role == 0) continue;
    if (i > current.last_line + 12) {
      close();
      continue;
    }
    if (!line.has_digit) continue;
    const size_t known = current.values.size();
    if (line.in_table) {
      if (known < 256) CollectCounter(context, i, current.values);
    } else {
      CollectValues(context, i, current.values);
    }
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
    const ValueBlock& before = blocks[b].role > 0 ? *partner : blocks[b];
    const ValueBlock& after = blocks[b].role > 0 ? blocks[b] : *partner;
    PairBlocks(context, before, after);
    if (HeadingRest(before.heading) == HeadingRest(after.heading)) {
      AddRounds(context, before, after);
    }
  }
}

}  // namespace regress
