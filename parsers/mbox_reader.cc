// SPDX-License-Identifier: Apache-2.0
#include "parsers/mbox_reader.h"

#include <algorithm>
#include <cstring>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kFirstWindow = size_t{1} << 20;
constexpr size_t kMaxFromLine = 400;
constexpr std::string_view kStart = "From ";

// Offset of the first envelope line in `text` at or behind `from`, which is a line start; npos if
// there is none. A line that the window cuts off counts only if `at_end`.
size_t FindFromLine(std::string_view text, size_t from, bool at_end) {
  size_t at = from;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(kStart)) {
      const size_t newline = rest.substr(0, kMaxFromLine).find('\n');
      const bool whole = newline != std::string_view::npos || at_end;
      if (whole && IsFromLine(rest.substr(0, newline))) return at;
    }
    const void* next = memmem(rest.data(), rest.size(), "\nFrom ", 6);
    if (next == nullptr) break;
    at = static_cast<size_t>(static_cast<const char*>(next) - text.data()) + 1;
  }
  return std::string_view::npos;
}

size_t LineEnd(std::string_view text, size_t from) {
  const size_t newline = text.find('\n', from);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

}  // namespace

bool IsFromLine(std::string_view line) {
  if (!line.starts_with(kStart) || line.size() > kMaxFromLine) return false;
  std::string_view rest = line.substr(kStart.size());
  int fields = 0;
  bool time = false;
  bool year = false;
  for (std::string_view field = NextField(rest); !field.empty(); field = NextField(rest)) {
    if (field == "\r") break;
    ++fields;
    while (!field.empty() && field.back() == '\r') field.remove_suffix(1);
    if (field.size() >= 5 && IsDigit(field[0]) && field.find(':') != std::string_view::npos) {
      time = true;
    } else if (const std::optional<uint64_t> number = ParseUnsigned(field);
               number && field.size() == 4 && *number >= 1970 && *number < 2100) {
      year = true;
    }
  }
  return time && year && fields >= 5 && fields <= 9;
}

void ReadMbox(ByteStream& input,
              const std::function<void(std::string_view bytes, uint32_t first_line)>& sink) {
  uint32_t line = 1;
  while (!input.AtEnd()) {
    size_t window = kFirstWindow;
    size_t searched = 0;
    std::string_view view;
    size_t end = std::string_view::npos;
    size_t begin = 0;
    for (;;) {
      view = input.Peek(window);
      const bool at_end = view.size() < window;
      if (searched == 0 && IsFromLine(view.substr(0, view.find('\n')))) {
        begin = LineEnd(view, 0);
        searched = begin;
      }
      end = FindFromLine(view, searched, at_end);
      if (end != std::string_view::npos) break;
      if (at_end) {
        end = view.size();
        break;
      }
      // Search on from the last line start whose whole envelope line was in the window.
      const size_t safe = view.size() - kMaxFromLine;
      const size_t newline = view.rfind('\n', safe);
      if (newline != std::string_view::npos && newline + 1 > searched) searched = newline + 1;
      window *= 2;
    }
    const uint32_t envelope = begin > 0 ? 1 : 0;
    const std::string_view bytes = view.substr(begin, end - begin);
    sink(bytes, line + envelope);
    line += envelope + static_cast<uint32_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    input.Skip(end);
  }
}

}  // namespace regress
