// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_section.h"

#include <algorithm>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxBlockLines = 12;
constexpr size_t kMaxParameters = 100;
constexpr size_t kMaxCommits = 8;

bool IsBlankLine(const TextLine& line) {
  return Trim(line.text).empty();
}

bool HasBlank(std::string_view text) {
  return std::any_of(text.begin(), text.end(), IsBlank);
}

std::vector<std::string_view> Split(std::string_view text, char mark) {
  std::vector<std::string_view> pieces;
  while (pieces.size() < kMaxParameters) {
    const size_t end = text.find(mark);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return pieces;
}

bool IsHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); });
}

// A kernel of a commit list: `964f569c14 ("title`, a full hash, or a tag alone on its line.
bool IsCommit(std::string_view line, std::string_view& name) {
  std::string_view rest = Trim(line);
  name = NextField(rest);
  rest = TrimLeft(rest);
  if (name.size() < 2 || name.size() > 64 || name.back() == ':') return false;
  if (rest.empty()) return (IsHex(name) && name.size() >= 7) || name.front() == 'v';
  return rest.starts_with("(\"");
}

constexpr std::string_view kFactNames[] = {"testcase", "config", "compiler", "test machine",
                                           "commit"};

}  // namespace

bool IsRule(std::string_view line, char mark) {
  line = Trim(line);
  return line.size() >= 10 &&
         std::all_of(line.begin(), line.end(), [mark](char c) { return c == mark; });
}

bool IsDashesLine(std::string_view line) {
  size_t words = 0;
  for (std::string_view word = NextField(line); !word.empty(); word = NextField(line)) {
    if (word.size() < 8 || word.find_first_not_of('-') != std::string_view::npos) return false;
    ++words;
  }
  return words >= 2;
}

bool IsColumnTitles(std::string_view line) {
  const std::string_view first = NextField(line);
  if (first != "%stddev" && first != "fail:runs") return false;
  const std::string_view second = NextField(line);
  return second == "%change" || second == "change" || second == "%reproduction";
}

bool IsDecoration(std::string_view line) {
  return line.find_first_not_of("|\\ \t") == std::string_view::npos;
}

size_t ReadParameters(std::vector<TextLine>& lines, size_t at, Parameters& parameters) {
  std::string keys;
  size_t i = at;
  const size_t end = std::min(lines.size(), at + kMaxBlockLines);
  for (; i < end && (keys.empty() || keys.back() != ':'); ++i) {
    const std::string_view text = Trim(lines[i].text);
    if (HasBlank(text) || text == "commit:") return at;
    keys += text;
  }
  if (keys.size() < 2 || keys.back() != ':') return at;
  keys.pop_back();
  const std::vector<std::string_view> names = Split(keys, '/');
  std::string values;
  for (; i < end; ++i) {
    const std::string_view text = Trim(lines[i].text);
    if (text.empty() && values.empty()) continue;
    if (text.empty() || text == "commit:" || HasBlank(text)) break;
    values += text;
    if (Split(values, '/').size() >= names.size()) {
      ++i;
      break;
    }
  }
  const std::vector<std::string_view> settings = Split(values, '/');
  if (settings.size() == names.size()) {
    for (size_t k = 0; k < names.size(); ++k) parameters.emplace_back(names[k], settings[k]);
  } else if (!values.empty()) {
    parameters.emplace_back(keys, values);
  }
  for (size_t k = at; k < i; ++k) lines[k].use = LineUse::kRobot;
  return i;
}

size_t ReadCommits(std::vector<TextLine>& lines, size_t at, std::vector<std::string>& commits) {
  if (Trim(lines[at].text) != "commit:") return at;
  lines[at].use = LineUse::kRobot;
  size_t i = at + 1;
  bool in_title = false;  // a client has wrapped it
  for (; i < lines.size() && i < at + kMaxBlockLines && commits.size() < kMaxCommits; ++i) {
    std::string_view name;
    const std::string_view text = Trim(lines[i].text);
    if (text.empty()) {
      if (!commits.empty()) break;
      continue;
    }
    if (IsCommit(text, name)) {
      commits.emplace_back(name);
    } else if (!in_title) {
      break;
    }
    in_title = text.find("(\"") != std::string_view::npos && !text.ends_with("\")");
    lines[i].use = LineUse::kRobot;
  }
  return i;
}

size_t ReadFacts(std::vector<TextLine>& lines, size_t at, Parameters& facts) {
  if (facts.size() >= kMaxParameters) return at;
  std::string_view text = Trim(lines[at].text);
  if (text == "parameters:" || text == "with following parameters:") {
    lines[at].use = LineUse::kRobot;
    size_t i = at + 1;
    for (; i < lines.size() && facts.size() < kMaxParameters; ++i) {
      if (IsBlankLine(lines[i])) {
        if (i == at + 1) continue;
        break;
      }
      text = Trim(lines[i].text);
      const size_t colon = text.find(": ");
      if (colon == std::string_view::npos || HasBlank(text.substr(0, colon))) break;
      facts.emplace_back(text.substr(0, colon), Trim(text.substr(colon + 1)));
      lines[i].use = LineUse::kRobot;
    }
    return i;
  }
  for (const std::string_view word : {"in ", "on "}) {
    if (text.starts_with(word)) text.remove_prefix(word.size());
  }
  for (const std::string_view name : kFactNames) {
    if (!text.starts_with(name) || text.substr(name.size(), 2) != ": ") continue;
    const bool known = std::any_of(facts.begin(), facts.end(),
                                   [name](const auto& fact) { return fact.first == name; });
    if (!known) facts.emplace_back(name, Trim(text.substr(name.size() + 2)));
    lines[at].use = LineUse::kRobot;
    return at + 1;
  }
  return at;
}

}  // namespace regress
