// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_graph.h"

#include <algorithm>
#include <cstring>

#include "parsers/ftrace_payload.h"
#include "parsers/scan.h"

namespace regress {
namespace {

using Kind = GraphLine::Kind;

std::string_view TrimRight(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// " /* ... */" or nothing.
bool IsTrailingComment(std::string_view text) {
  text = TrimRight(text);
  return text.empty() || (text.starts_with(" /* ") && text.ends_with(" */"));
}

// "name [mod]" or "name" in "} /* name [mod] */", "} /* name = 0x0 */", "} /* name ret=0 */".
bool ParseReturnComment(std::string_view text, GraphLine& line) {
  text = TrimRight(text);
  if (text.empty()) return true;
  if (!text.starts_with(" /* ") || !text.ends_with(" */")) return false;
  line.name = LeadingSymbol(text.substr(4));
  if (text.starts_with(" /* ret=") || text.starts_with(" /* = ")) {  // the value alone
    line.name = {};
    return true;
  }
  return !line.name.empty() || text.starts_with(" /* <");
}

bool ParseBody(std::string_view body, GraphLine& line) {
  if (body.empty()) return false;
  if (body.front() == '}') {
    line.kind = Kind::kReturn;
    return ParseReturnComment(body.substr(1), line);
  }
  if (body.starts_with("/* ") || body == "/*") {
    const std::string_view inside = TrimRight(body.substr(std::min<size_t>(body.size(), 3)));
    const bool closed = inside.ends_with(" */") || inside == "*/";
    line.kind = closed ? Kind::kComment : Kind::kOpenComment;
    line.name =
        closed ? inside.substr(0, inside.size() - std::min<size_t>(inside.size(), 3)) : inside;
    return true;
  }
  const std::string_view name = LeadingSymbol(body);
  if (name.empty()) return false;
  std::string_view rest = body.substr(name.size());
  if (rest.starts_with(" [")) {
    const size_t close = rest.find(']');
    if (close == std::string_view::npos) return false;
    rest.remove_prefix(close + 1);
  }
  if (rest.starts_with("+0x")) {
    const size_t open = rest.find('(');
    if (open == std::string_view::npos) return false;
    rest.remove_prefix(open);
  }
  if (rest.empty() || rest.front() != '(') return false;
  size_t close = rest.find(')');
  if (close != 1) {
    // Option funcgraph-args: the last closing bracket that a brace or semicolon follows.
    const size_t brace = rest.rfind(") {");
    const size_t semicolon = rest.rfind(");");
    close = semicolon == std::string_view::npos ? brace
            : brace == std::string_view::npos   ? semicolon
                                                : std::max(brace, semicolon);
    if (close == std::string_view::npos) return false;
  }
  rest.remove_prefix(close + 1);
  line.name = name;
  if (rest.starts_with(" {")) {
    line.kind = Kind::kCall;
    return IsTrailingComment(rest.substr(2));
  }
  if (rest.starts_with(";")) {
    line.kind = Kind::kLeaf;
    return IsTrailingComment(rest.substr(1));
  }
  return false;
}

// Body with the blanks before it, which give the depth.
bool ParseIndented(std::string_view text, GraphLine& line) {
  size_t blanks = 0;
  while (blanks < text.size() && text[blanks] == ' ') ++blanks;
  line.depth = static_cast<uint32_t>(std::min<size_t>(blanks, UINT32_MAX));
  return ParseBody(text.substr(blanks), line);
}

// Reads "   3.295 us    " off the right end of `text`. Absent is fine.
void TakeDuration(std::string_view& text, GraphLine& line) {
  const std::string_view trimmed = TrimRight(text);
  if (!trimmed.ends_with(" us")) return;
  const std::string_view number_end = TrimRight(trimmed.substr(0, trimmed.size() - 3));
  size_t from = number_end.size();
  while (from > 0 && (IsDigit(number_end[from - 1]) || number_end[from - 1] == '.')) --from;
  line.duration_ns = ParseMicroseconds(number_end.substr(from));
  if (line.duration_ns) text = text.substr(0, from);
}

// "   56.373635 | " or "      15 us |" off the front.
void TakeTime(std::string_view& text, GraphLine& line) {
  const size_t bar = text.find('|');
  if (bar == std::string_view::npos) return;
  std::string_view field = TrimRight(TrimLeft(text.substr(0, bar)));
  const size_t dot = field.find('.');
  if (dot != std::string_view::npos && field.size() == dot + 7) {
    const std::optional<uint64_t> whole = ParseUnsigned(field.substr(0, dot));
    const std::optional<uint64_t> part = ParseUnsigned(field.substr(dot + 1));
    if (!whole || !part || *whole > 9'000'000'000) return;
    line.time_ns = static_cast<int64_t>(*whole * 1'000'000'000 + *part * 1000);
  } else if (!field.ends_with(" us") || !ParseUnsigned(field.substr(0, field.size() - 3))) {
    return;
  }
  text.remove_prefix(bar + 1);
}

// " 0)" off the front.
void TakeCpu(std::string_view& text, GraphLine& line) {
  const std::string_view trimmed = TrimLeft(text);
  const size_t close = trimmed.substr(0, 8).find(')');
  if (close == std::string_view::npos) return;
  const std::optional<uint64_t> cpu = ParseUnsigned(trimmed.substr(0, close));
  if (!cpu || *cpu > 1'000'000) return;
  line.cpu = static_cast<uint32_t>(*cpu);
  text = trimmed.substr(close + 1);
}

// "     wl-457     |" in what is left between cpu and duration; the last "-pid |" counts.
void FindPid(std::string_view text, GraphLine& line) {
  for (size_t bar = text.find('|'); bar != std::string_view::npos; bar = text.find('|', bar + 1)) {
    const std::string_view task = TrimRight(text.substr(0, bar));
    size_t from = task.size();
    while (from > 0 && IsDigit(task[from - 1])) --from;
    if (from == 0 || from == task.size() || task[from - 1] != '-') continue;
    const std::optional<uint64_t> pid = ParseUnsigned(task.substr(from));
    if (pid && *pid <= UINT32_MAX) line.pid = static_cast<uint32_t>(*pid);
  }
}

const char* LastBar(std::string_view text) {
  return static_cast<const char*>(::memrchr(text.data(), '|', text.size()));
}

}  // namespace

std::optional<int64_t> ParseMicroseconds(std::string_view number) {
  int64_t value = 0;
  int decimals = -1;
  for (const char c : number) {
    if (c == '.') {
      if (decimals >= 0) return std::nullopt;
      decimals = 0;
      continue;
    }
    if (!IsDigit(c) || value > INT64_MAX / 100'000 || decimals >= 3) return std::nullopt;
    value = value * 10 + (c - '0');
    if (decimals >= 0) ++decimals;
  }
  if (number.empty() || number.front() == '.' || decimals == 0) return std::nullopt;
  for (int i = std::max(decimals, 0); i < 3; ++i) value *= 10;
  return value;
}

std::optional<GraphLine> ParseGraphLine(std::string_view text) {
  GraphLine line;
  std::string_view head = text;
  int tries = 0;
  for (const char* bar = LastBar(head); bar != nullptr && ++tries <= 16; bar = LastBar(head)) {
    const size_t at = static_cast<size_t>(bar - text.data());
    head = text.substr(0, at);
    if (!ParseIndented(text.substr(at + 1), line)) continue;
    TakeTime(head, line);
    TakeCpu(head, line);
    // Latency tracers put the time first, with the bar before the cpu.
    TakeDuration(head, line);
    if (head.find('|') != std::string_view::npos) FindPid(head, line);
    return line;
  }
  // Option funcgraph-duration off leaves " 1) name() {", context-info off the body alone.
  head = text;
  TakeCpu(head, line);
  if (ParseIndented(head, line)) return line;
  return std::nullopt;
}

std::optional<GraphLine> ParseGraphTail(std::string_view text) {
  GraphLine line;
  const size_t bar = text.find('|');
  if (bar == std::string_view::npos) return std::nullopt;
  std::string_view head = text.substr(0, bar);
  if (!ParseIndented(text.substr(bar + 1), line)) return std::nullopt;
  TakeDuration(head, line);
  return line;
}

bool IsTaskSwitch(std::string_view text) {
  GraphLine line;
  const size_t arrow = text.find("   =>   ");
  if (arrow == std::string_view::npos) return false;
  TakeCpu(text, line);
  return line.cpu != UINT32_MAX;
}

std::vector<uint32_t>* GraphMatcher::Table(uint32_t cpu) {
  if (cpu == UINT32_MAX) return &open_without_cpu_;
  if (cpu >= kMaxCpu) return nullptr;
  if (cpu >= open_.size()) open_.resize(cpu + size_t{1});
  return &open_[cpu];
}

void GraphMatcher::Enter(uint32_t cpu, uint32_t depth, uint32_t function) {
  std::vector<uint32_t>* table = Table(cpu);
  if (table == nullptr || depth >= kMaxDepth) return;
  if (depth >= table->size()) table->resize(depth + size_t{1}, NameTable::kNone);
  if ((*table)[depth] != NameTable::kNone) ++forgotten_;
  (*table)[depth] = function;
}

std::optional<uint32_t> GraphMatcher::Leave(uint32_t cpu, uint32_t depth) {
  std::vector<uint32_t>* table = Table(cpu);
  if (table == nullptr || depth >= table->size() || (*table)[depth] == NameTable::kNone)
    return std::nullopt;
  const uint32_t function = (*table)[depth];
  (*table)[depth] = NameTable::kNone;
  return function;
}

bool GraphMatcher::Leave(uint32_t cpu, uint32_t depth, uint32_t function) {
  std::vector<uint32_t>* table = Table(cpu);
  if (table == nullptr || depth >= table->size() || (*table)[depth] != function) return false;
  (*table)[depth] = NameTable::kNone;
  return true;
}

void GraphMatcher::Forget(uint32_t cpu) {
  const auto forget = [this](std::vector<uint32_t>& table) {
    forgotten_ += static_cast<uint64_t>(std::count_if(
        table.begin(), table.end(), [](uint32_t f) { return f != NameTable::kNone; }));
    table.clear();
  };
  if (cpu == UINT32_MAX) {
    for (std::vector<uint32_t>& table : open_) forget(table);
    forget(open_without_cpu_);
    return;
  }
  if (std::vector<uint32_t>* table = Table(cpu)) forget(*table);
}

uint64_t GraphMatcher::unfinished() const {
  uint64_t open = forgotten_;
  const auto count = [&open](const std::vector<uint32_t>& table) {
    open += static_cast<uint64_t>(std::count_if(table.begin(), table.end(),
                                                [](uint32_t f) { return f != NameTable::kNone; }));
  };
  for (const std::vector<uint32_t>& table : open_) count(table);
  count(open_without_cpu_);
  return open;
}

}  // namespace regress
