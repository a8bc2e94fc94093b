// SPDX-License-Identifier: Apache-2.0
#include "parsers/claim_triggers.h"

#include "parsers/scan.h"

namespace regress {
namespace {

bool StartsAt(std::string_view text, size_t at, std::string_view word) {
  return text.substr(at, word.size()) == word;
}

// "fio.write_iops 12.4% improvement": a dotted metric in front of the number is a robot's subject.
bool IsRobotSubject(std::string_view sentence) {
  for (const std::string_view word : {"% improvement", "% regression"}) {
    const size_t at = sentence.find(word);
    if (at == std::string_view::npos) continue;
    size_t begin = at;
    while (begin > 0 && !IsBlank(sentence[begin - 1])) --begin;
    size_t end = begin;
    while (end > 0 && IsBlank(sentence[end - 1])) --end;
    size_t metric = end;
    while (metric > 0 && !IsBlank(sentence[metric - 1])) --metric;
    const std::string_view name = sentence.substr(metric, end - metric);
    const size_t dot = name.find('.');
    if (dot != std::string_view::npos && dot > 0 && dot + 1 < name.size() &&
        IsLetter(name.front()) && !IsBlank(name[dot + 1])) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool HasTriggerWord(std::string_view text) {
  for (size_t at = 1; at < text.size(); ++at) {
    const char before = text[at - 1];
    switch (text[at]) {
      case '>':
        if (before == '-' || before == '=') return true;
        break;
      case 'x':
      case 'X':
        if (IsDigit(before)) return true;
        break;
      case '\xc3':
        if (StartsAt(text, at, "\xc3\x97")) return true;
        break;
      case '\xe2':
        if (StartsAt(text, at, "\xe2\x86\x92")) return true;
        break;
      case 't':
        if (!IsLetter(before) && (StartsAt(text, at, "times") || StartsAt(text, at, "twice") ||
                                  StartsAt(text, at, "tripl"))) {
          return true;
        }
        break;
      case 'd':
        if (!IsLetter(before) && StartsAt(text, at, "doubl")) return true;
        break;
      case 'h':
        if (!IsLetter(before) && StartsAt(text, at, "halv")) return true;
        break;
      case 'p':
        if (!IsLetter(before) && (StartsAt(text, at, "percent") || StartsAt(text, at, "plus ") ||
                                  StartsAt(text, at, "pct"))) {
          return true;
        }
        break;
      case 'f':
        if (!IsLetter(before) && (StartsAt(text, at, "from ") || StartsAt(text, at, "factor of") ||
                                  StartsAt(text, at, "fold"))) {
          return true;
        }
        break;
      case 'c':
        if (!IsLetter(before) && StartsAt(text, at, "calls to")) return true;
        break;
      case 'v':
        if (!IsLetter(before) && (StartsAt(text, at, "vs") || StartsAt(text, at, "versus"))) {
          return true;
        }
        break;
      case 'I':
        if (StartsAt(text, at, "IOPS (") || StartsAt(text, at, "IOPS, ")) return true;
        break;
      case 'm':
        if (!IsLetter(before) && StartsAt(text, at, "most of")) return true;
        break;
      case 'a':
        if (!IsLetter(before) && StartsAt(text, at, "almost all of")) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

bool HasLabelledValues(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos &&
         (text.find("efore") != std::string_view::npos ||
          text.find("ithout") != std::string_view::npos);
}

bool IsTrigger(const ClaimLine& line) {
  return line.has_percent || (line.has_digit && line.has_equals) || HasTriggerWord(line.text);
}

bool IsRobotHeadline(std::string_view sentence) {
  if (IsRobotSubject(sentence)) return true;
  const size_t noticed = sentence.find("noticed a");
  if (noticed == std::string_view::npos) return false;
  return sentence.find(" of ", noticed) != std::string_view::npos &&
         (sentence.find("regression", noticed) != std::string_view::npos ||
          sentence.find("improvement", noticed) != std::string_view::npos);
}

}  // namespace regress
