// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_payload.h"

#include <algorithm>
#include <array>

#include "parsers/scan.h"

namespace regress {
namespace {

using Kind = TracePayload::Kind;

// By byte, as this is asked for every byte of every name.
constexpr std::array<bool, 256> kSymbolBytes = [] {
  std::array<bool, 256> bytes{};
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    bytes[static_cast<size_t>(i)] = IsLetter(c) || IsDigit(c) || c == '_' || c == '.' || c == '$';
  }
  return bytes;
}();

bool IsEventName(std::string_view name) {
  return !name.empty() && !IsDigit(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; });
}

bool IsHexByte(char c) {
  return IsDigit(c) || (ToLower(c) >= 'a' && ToLower(c) <= 'f');
}

// Takes "+0x13f/0x540", " <ffffffffc04b7ce0>", " [btrfs]" off the front of `rest`.
void SkipSymbolTail(std::string_view& rest) {
  if (rest.starts_with("+0x")) {
    size_t at = 3;
    while (at < rest.size() && (IsHexByte(rest[at]) || rest[at] == '/' || rest[at] == 'x')) ++at;
    rest.remove_prefix(at);
  }
  if (rest.starts_with(" [")) {
    const size_t close = rest.find(']');
    if (close != std::string_view::npos) rest.remove_prefix(close + 1);
  }
  if (rest.starts_with(" <") && rest.size() > 2 && IsHexByte(rest[2])) {
    const size_t close = rest.find('>');
    if (close != std::string_view::npos) rest.remove_prefix(close + 1);
  }
}

TracePayload Make(Kind kind, std::string_view name, std::string_view text) {
  TracePayload payload;
  payload.kind = kind;
  payload.name = name;
  payload.text = text;
  return payload;
}

// "foo <-bar (repeats: 3, last_ts: 12.345678)", in trace-cmd's words "(repeats:3  delta: -151)":
// the call before came so many times more.
TracePayload Function(std::string_view name, std::string_view text) {
  TracePayload payload = Make(Kind::kFunction, name, text);
  constexpr std::string_view kMark = "(repeats:";
  const size_t at = text.rfind(kMark);
  if (at == std::string_view::npos) return payload;
  std::string_view rest = TrimLeft(text.substr(at + kMark.size()));
  size_t digits = 0;
  while (digits < rest.size() && IsDigit(rest[digits])) ++digits;
  const std::optional<uint64_t> repeats = ParseUnsigned(rest.substr(0, digits));
  if (repeats && *repeats <= UINT16_MAX) payload.calls = static_cast<uint32_t>(*repeats);
  return payload;
}

// "function:             foo <-- bar" and "function:  ip=foo parent_ip=bar".
TracePayload ReportFunction(std::string_view text) {
  std::string_view rest = TrimLeft(text);
  if (rest.starts_with("ip=")) rest.remove_prefix(3);
  const std::string_view name = LeadingSymbol(rest);
  if (name.empty()) return Make(Kind::kEvent, "function", text);
  return Function(name, rest.substr(name.size()));
}

// "NAME: text": events, and the entries that only look like events.
TracePayload NamedEntry(std::string_view name, std::string_view text) {
  if (name == "function" || name == "func_repeats") return ReportFunction(text);
  if (name == "funcgraph_entry") return Make(Kind::kGraphEntry, name, text);
  if (name == "funcgraph_exit") return Make(Kind::kGraphExit, name, text);
  if (name == "kernel_stack" || name == "user_stack") return Make(Kind::kStack, name, text);
  if (IsMarkerName(name)) return Make(Kind::kMarker, name, text);
  return Make(Kind::kEvent, name, text);
}

// "#1     context    irq timer_latency    176300 ns" and "#1 inner/outer(us): 12/14 ts:...".
std::optional<TracePayload> NumberedSample(std::string_view payload) {
  std::string_view rest = payload.substr(1);
  if (!ParseUnsigned(NextField(rest))) return std::nullopt;
  const std::string_view word = NextField(rest);
  if (word.starts_with("inner/outer")) return Make(Kind::kOther, "hwlat", payload);
  if (word != "context") return std::nullopt;
  const std::string_view context = NextField(rest);
  if (NextField(rest) != "timer_latency") return std::nullopt;
  const std::optional<uint64_t> value = ParseUnsigned(NextField(rest));
  if (!value || *value > INT64_MAX || NextField(rest) != "ns") return std::nullopt;
  TracePayload sample = Make(Kind::kOther, context, payload);
  sample.value_ns = static_cast<int64_t>(*value);
  return sample;
}

// "3994:120:R ==> [001]  2448:  0:R usleep" and "... + [001] ..." of the wakeup tracers.
std::optional<TracePayload> TaskSwitch(std::string_view payload) {
  std::string_view rest = payload;
  std::string_view task = NextField(rest);
  for (int part = 0; part < 2; ++part) {
    const size_t colon = task.find(':');
    if (colon == std::string_view::npos || !ParseUnsigned(task.substr(0, colon)))
      return std::nullopt;
    task.remove_prefix(colon + 1);
  }
  const std::string_view arrow = NextField(rest);
  if (arrow == "==>") return Make(Kind::kOther, "context_switch", payload);
  if (arrow == "+") return Make(Kind::kOther, "wakeup", payload);
  return std::nullopt;
}

// "7,0    Q  WS 26624 + 8 [fio]", "1000000      29208  97.07920    4658    661 ...".
std::optional<TracePayload> NumbersFirst(std::string_view payload) {
  if (std::optional<TracePayload> task = TaskSwitch(payload)) return task;
  std::string_view rest = payload;
  const std::string_view first = NextField(rest);
  const size_t comma = first.find(',');
  if (comma != std::string_view::npos && ParseUnsigned(first.substr(0, comma)) &&
      ParseUnsigned(first.substr(comma + 1))) {
    const std::string_view action = NextField(rest);
    if (action.empty() || action.size() > 3 || !IsLetter(action.front())) return std::nullopt;
    return Make(Kind::kOther, action, payload);
  }
  if (!ParseUnsigned(first)) return std::nullopt;
  for (int fields = 0; fields < 3; ++fields) {
    if (!ParseDouble(NextField(rest))) return std::nullopt;
  }
  return Make(Kind::kOther, "osnoise", payload);
}

// "(+151)     function: ..." of `trace-cmd report --ts-diff`.
std::string_view SkipTimeDifference(std::string_view payload) {
  payload = TrimLeft(payload);
  if (!payload.starts_with("(+") && !payload.starts_with("(-")) return payload;
  const size_t close = payload.find(')');
  if (close == std::string_view::npos || !ParseUnsigned(payload.substr(2, close - 2)))
    return payload;
  return TrimLeft(payload.substr(close + 1));
}

}  // namespace

std::string_view LeadingSymbol(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && kSymbolBytes[static_cast<unsigned char>(text[length])]) ++length;
  return text.substr(0, length);
}

bool IsMarkerName(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {
      "tracing_mark_write", "print", "bprint", "bputs", "raw_data", "tracing_mark_raw_write"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool IsStackFrame(std::string_view line) {
  line = TrimLeft(line);
  return line.starts_with("=> ") || line == "=>";
}

std::optional<TracePayload> ParsePayload(std::string_view payload) {
  payload = SkipTimeDifference(payload);
  if (payload.empty()) return std::nullopt;
  if (payload.starts_with("<stack trace") || payload.starts_with("<user stack trace"))
    return Make(Kind::kStack, "", payload);
  if (payload.front() == '#') {
    if (std::optional<TracePayload> sample = NumberedSample(payload)) return sample;
    std::string_view rest = payload.substr(1);
    const std::string_view id = NextField(rest);
    if (!id.empty() && std::all_of(id.begin(), id.end(), IsHexByte) && NextField(rest) == "buf:")
      return Make(Kind::kMarker, "", payload);
    return std::nullopt;
  }
  const std::string_view name = LeadingSymbol(payload);
  std::string_view rest = payload.substr(name.size());
  if (name.empty()) return std::nullopt;
  if (rest.starts_with(": ") || rest == ":") {
    const std::string_view text = rest.substr(std::min<size_t>(rest.size(), 2));
    if (IsEventName(name)) return NamedEntry(name, text);
    // Kernels before 3.x print the address or 0 in place of a marker's name.
    if (std::all_of(name.begin(), name.end(), IsHexByte) || name.starts_with("0x"))
      return Make(Kind::kMarker, "", text);
    return Make(Kind::kEvent, name, text);
  }
  if (rest.starts_with(" -> 0x") || rest.starts_with(" -> -"))
    return Make(Kind::kEvent, name, rest);
  if (IsDigit(name.front()) && !name.starts_with("0x")) return NumbersFirst(payload);
  const std::string_view after_name = rest;
  SkipSymbolTail(rest);
  if (rest.empty() || rest.starts_with(" <-")) return Function(name, after_name);
  if (rest.front() == '(') {
    // "foo(a=1, b=0x2) <-bar" of option func-args, "sys_read(fd: 3, ...)" of syscall events.
    const bool with_parent = rest.rfind(") <-") != std::string_view::npos;
    if (!with_parent && name.starts_with("sys_")) return Make(Kind::kEvent, name, after_name);
    if (!with_parent && rest.back() != ')') return std::nullopt;
    return Function(name, after_name);
  }
  return std::nullopt;
}

}  // namespace regress
