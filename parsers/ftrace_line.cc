// SPDX-License-Identifier: Apache-2.0
#include "parsers/ftrace_line.h"

#include <algorithm>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kCommColumns = 16;
constexpr int64_t kNsPerSecond = 1'000'000'000;

size_t CountDigits(std::string_view text) {
  size_t count = 0;
  while (count < text.size() && IsDigit(text[count])) ++count;
  return count;
}

size_t CountBlanks(std::string_view text) {
  size_t count = 0;
  while (count < text.size() && text[count] == ' ') ++count;
  return count;
}

// Digits at the front of `rest`, removed; nullopt if there is none or they exceed `max`.
std::optional<uint64_t> TakeNumber(std::string_view& rest, uint64_t max) {
  const size_t digits = CountDigits(rest);
  const std::optional<uint64_t> value = ParseUnsigned(rest.substr(0, digits));
  if (!value || *value > max) return std::nullopt;
  rest.remove_prefix(digits);
  return value;
}

// "(  325)", "(-------)".
bool TakeTgid(std::string_view& rest, ContextLine& line) {
  const size_t close = rest.find(')');
  if (close == std::string_view::npos || close > 12) return false;
  const std::string_view inside = Trim(rest.substr(1, close - 1));
  if (inside.find_first_not_of('-') != std::string_view::npos) {
    const std::optional<uint64_t> tgid = ParseUnsigned(inside);
    if (!tgid || *tgid > UINT32_MAX) return false;
    line.tgid = static_cast<uint32_t>(*tgid);
  }
  rest.remove_prefix(close + 1);
  rest.remove_prefix(CountBlanks(rest));
  return true;
}

// What follows the dash: "439     [001] .....    43.721180: payload".
bool ParseFromPid(std::string_view text, size_t at, ContextLine& line) {
  std::string_view rest = text.substr(at);
  const std::optional<uint64_t> pid = TakeNumber(rest, UINT32_MAX);
  if (!pid) return false;
  const size_t gap = CountBlanks(rest);
  if (gap == 0) return false;
  rest.remove_prefix(gap);
  if (!rest.empty() && rest.front() == '(' && !TakeTgid(rest, line)) return false;
  if (rest.empty() || rest.front() != '[') return false;
  rest.remove_prefix(1);
  const std::optional<uint64_t> cpu = TakeNumber(rest, 1'000'000);
  if (!cpu || rest.empty() || rest.front() != ']') return false;
  rest.remove_prefix(1);
  rest.remove_prefix(CountBlanks(rest));
  std::string_view stamp = rest;
  if (!ParseStamp(stamp, line) || stamp.empty() || stamp.front() != ':') {
    const size_t length = std::min(rest.find(' '), rest.size());
    if (length == 0 || length > 12) return false;
    line.flags = rest.substr(0, length);
    stamp = rest.substr(length);
    stamp.remove_prefix(CountBlanks(stamp));
    rest = stamp;
    if (!ParseStamp(stamp, line) || stamp.empty() || stamp.front() != ':') return false;
  }
  line.stamp_at = static_cast<uint32_t>(text.size() - rest.size());
  stamp.remove_prefix(1);
  if (!stamp.empty() && stamp.front() != ' ') return false;
  if (!stamp.empty() && stamp.front() == ' ') stamp.remove_prefix(1);
  line.payload = stamp;
  line.pid = static_cast<uint32_t>(*pid);
  line.cpu = static_cast<uint32_t>(*cpu);
  return true;
}

std::string_view CommBefore(std::string_view line, size_t dash) {
  std::string_view comm = line.substr(0, dash);
  comm.remove_prefix(CountBlanks(comm));
  return comm;
}

// "other:               wl": the buffer's name and the task after it.
void TakeInstance(ContextLine& line) {
  const size_t colon = line.comm.find(": ");
  if (colon == std::string_view::npos || colon == 0) return;
  const std::string_view name = line.comm.substr(0, colon);
  if (name.find(' ') != std::string_view::npos) return;
  line.instance = name;
  line.comm = TrimLeft(line.comm.substr(colon + 1));
}

bool IsDelayMark(char c) {
  return c == ' ' || c == '+' || c == '!' || c == '#' || c == '*' || c == '@' || c == '$';
}

// "1..... 27173us!: payload" and "1.....    40.208685: payload".
bool ParseFromCpuToken(std::string_view rest, ContextLine& line) {
  const std::optional<uint64_t> cpu = TakeNumber(rest, 1'000'000);
  if (!cpu) return false;
  const size_t length = std::min(rest.find(' '), rest.size());
  if (length < 3 || length > 12) return false;
  line.flags = rest.substr(0, length);
  rest.remove_prefix(length);
  const size_t gap = CountBlanks(rest);
  if (gap == 0) return false;
  rest.remove_prefix(gap);
  if (!ParseStamp(rest, line)) return false;
  if (line.stamp_kind == ContextLine::Stamp::kInteger && rest.substr(0, 2) == "us") {
    rest.remove_prefix(2);
    line.stamp_kind = ContextLine::Stamp::kNone;  // us since the first entry
    if (!rest.empty() && IsDelayMark(rest.front())) rest.remove_prefix(1);
  }
  if (rest.empty() || rest.front() != ':') return false;
  rest.remove_prefix(1);
  if (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  line.payload = rest;
  line.cpu = static_cast<uint32_t>(*cpu);
  return true;
}

// Cuts the last field off `rest`.
std::string_view LastField(std::string_view& rest) {
  while (!rest.empty() && rest.back() == ' ') rest.remove_suffix(1);
  const size_t blank = rest.rfind(' ');
  const size_t from = blank == std::string_view::npos ? 0 : blank + 1;
  const std::string_view field = rest.substr(from);
  rest.remove_suffix(field.size());
  return field;
}

bool IsHex(std::string_view text) {
  if (text.empty()) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsDigit(c) || (ToLower(c) >= 'a' && ToLower(c) <= 'f'); });
}

}  // namespace

bool ParseStamp(std::string_view& rest, ContextLine& line) {
  const size_t digits = CountDigits(rest);
  const std::optional<uint64_t> whole = ParseUnsigned(rest.substr(0, digits));
  if (!whole) return false;
  if (digits < rest.size() && rest[digits] == '.') {
    const std::string_view tail = rest.substr(digits + 1);
    const size_t decimals = CountDigits(tail);
    if (decimals != 6 && decimals != 9) return false;
    if (*whole > static_cast<uint64_t>(INT64_MAX / kNsPerSecond) - 1) return false;
    const std::optional<uint64_t> part = ParseUnsigned(tail.substr(0, decimals));
    if (!part) return false;
    line.stamp = static_cast<int64_t>(*whole) * kNsPerSecond +
                 static_cast<int64_t>(*part * (decimals == 6 ? 1000 : 1));
    line.stamp_kind = ContextLine::Stamp::kTime;
    rest.remove_prefix(digits + 1 + decimals);
    return true;
  }
  line.stamp = static_cast<int64_t>(*whole & INT64_MAX);
  line.stamp_kind = ContextLine::Stamp::kInteger;
  rest.remove_prefix(digits);
  return true;
}

std::optional<ContextLine> ParseContextLine(std::string_view text) {
  ContextLine line;
  if (text.size() > kCommColumns + 1 && text[kCommColumns] == '-' &&
      IsDigit(text[kCommColumns + 1]) && ParseFromPid(text, kCommColumns + 1, line)) {
    line.comm = CommBefore(text, kCommColumns);
    return line;
  }
  // Elsewhere the leftmost dash whose rest has the whole shape; a line cannot hold many.
  size_t tries = 0;
  for (size_t dash = text.find('-'); dash != std::string_view::npos && ++tries <= 64;
       dash = text.find('-', dash + 1)) {
    if (dash + 1 >= text.size() || !IsDigit(text[dash + 1])) continue;
    line = ContextLine();
    if (!ParseFromPid(text, dash + 1, line)) continue;
    line.comm = CommBefore(text, dash);
    TakeInstance(line);
    return line;
  }
  return std::nullopt;
}

std::optional<ContextLine> ParseLatencyLine(std::string_view text) {
  size_t tries = 0;
  for (size_t dash = text.find('-'); dash != std::string_view::npos && ++tries <= 16;
       dash = text.find('-', dash + 1)) {
    std::string_view rest = text.substr(dash + 1);
    const std::optional<uint64_t> pid = TakeNumber(rest, UINT32_MAX);
    if (!pid) continue;
    const size_t gap = CountBlanks(rest);
    if (gap == 0) continue;
    rest.remove_prefix(gap);
    ContextLine line;
    if (!ParseFromCpuToken(rest, line)) continue;
    line.pid = static_cast<uint32_t>(*pid);
    line.comm = CommBefore(text, dash);
    TakeInstance(line);
    return line;
  }
  return std::nullopt;
}

std::optional<ContextLine> ParseVerboseLine(std::string_view text) {
  const size_t end = text.find("ms): ");
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(0, end);
  const std::string_view delta = LastField(rest);
  if (delta.substr(0, 2) != "(+" && delta.substr(0, 2) != "(-") return std::nullopt;
  const std::string_view since = LastField(rest);
  if (since.size() < 3 || since.substr(since.size() - 2) != "ms") return std::nullopt;
  std::string_view absolute = LastField(rest);
  if (absolute.size() < 3 || absolute.front() != '[' || absolute.back() != ']') return std::nullopt;
  const std::string_view index = LastField(rest);
  const std::string_view preempt = LastField(rest);
  if (!IsHex(index) || !IsHex(preempt)) return std::nullopt;
  ContextLine line;
  line.flags = LastField(rest);
  const std::optional<uint64_t> cpu = ParseUnsigned(LastField(rest));
  const std::optional<uint64_t> pid = ParseUnsigned(LastField(rest));
  if (!IsHex(line.flags) || !cpu || !pid || *cpu > 1'000'000 || *pid > UINT32_MAX)
    return std::nullopt;
  line.cpu = static_cast<uint32_t>(*cpu);
  line.pid = static_cast<uint32_t>(*pid);
  line.comm = Trim(rest);
  line.payload = text.substr(end + 5);
  return line;
}

std::optional<ContextLine> ParseBlkLine(std::string_view text) {
  std::string_view rest = text;
  const std::string_view device = NextField(rest);
  const size_t comma = device.find(',');
  if (comma == std::string_view::npos || !ParseUnsigned(device.substr(0, comma)) ||
      !ParseUnsigned(device.substr(comma + 1)))
    return std::nullopt;
  ContextLine line;
  const std::optional<uint64_t> cpu = ParseUnsigned(NextField(rest));
  std::string_view stamp = NextField(rest);
  if (!cpu || *cpu > 1'000'000 || !ParseStamp(stamp, line) || !stamp.empty()) return std::nullopt;
  const std::optional<uint64_t> pid = ParseUnsigned(NextField(rest));
  if (!pid || *pid > UINT32_MAX || line.stamp_kind != ContextLine::Stamp::kTime)
    return std::nullopt;
  line.cpu = static_cast<uint32_t>(*cpu);
  line.pid = static_cast<uint32_t>(*pid);
  line.payload = TrimLeft(rest);
  if (line.payload.empty()) return std::nullopt;
  return line;
}

}  // namespace regress
