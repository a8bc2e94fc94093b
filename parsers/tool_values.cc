// SPDX-License-Identifier: Apache-2.0
#include "parsers/tool_values.h"

#include <algorithm>
#include <string>

#include "parsers/claim_context.h"
#include "parsers/scan.h"

namespace regress {

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
  if (before == after && !before && ends && words <= 3) {
    // "base kernel:", "new kernel:"
    before =
        lower.starts_with("base ") || lower.starts_with("old ") || lower.starts_with("default ");
    after = lower.starts_with("new ");
  }
  if (before == after) return 0;
  return before ? -1 : 1;
}

}  // namespace regress
