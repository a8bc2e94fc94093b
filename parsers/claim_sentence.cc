// SPDX-License-Identifier: Apache-2.0
#include "parsers/claim_sentence.h"

#include <algorithm>

#include "parsers/scan.h"
#include "parsers/sentence_words.h"

namespace regress {
int LabelRole(std::string_view label) {
  bool before = false;
  bool after = false;
  size_t at = 0;
  while (at < label.size()) {
    while (at < label.size() && !IsLetter(label[at])) ++at;
    size_t end = at;
    while (end < label.size() && (IsLetter(label[end]) || label[end] == '/' || label[end] == '-'))
      ++end;
    std::string word(label.substr(at, end - at));
    for (char& c : word) c = ToLower(c);
    while (!word.empty() && word.back() == '-') word.pop_back();
    if (word == "w/o") word = "without";
    if (word == "without" || word.starts_with("unpatch") || word.starts_with("un-patch")) {
      return -1;  // "without the patch" names the patch too
    }
    if (word.starts_with("revert")) return 0;
    if (StartsWithOneOf(word, {"before", "base", "vanilla", "orig", "pre-", "stock", "mainline",
                               "upstream", "control", "unmodified", "prepatch"}) ||
        OneOf(word, {"old", "pre", "master", "default", "native", "previous", "off", "linus",
                     "parent", "prev", "current", "bio"})) {
      before = true;
    }
    if (StartsWithOneOf(word, {"after", "patch", "post", "optimi", "modified"}) ||
        OneOf(word, {"with", "w/", "new", "this", "rfc", "on", "fix", "fixed", "series", "w",
                     "child", "now", "test"})) {
      after = true;
    }
    at = std::max(end, at + 1);
  }
  if (before == after) return 0;
  return before ? -1 : 1;
}

bool IsLowerBetterText(std::string_view lower_text) {
  for (const std::string_view word :
       {"latency", "runtime", "run time", "elapsed", "duration", "cycles", "seconds", "time (",
        "time:", "usec", "msec", "nsec", "ns/", "us/", " ms", "cost", "overhead", "lat ", "time"}) {
    if (lower_text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

SentenceParts::SentenceParts(std::string_view sentence) : text(sentence), lower(sentence) {
  for (char& c : lower) c = ToLower(c);
  ScanNumbers(text, numbers);
  Itemize();
  FindPairs();
  FindLabelledPairs();
  FindChanges();
}

void SentenceParts::Itemize() {
  const std::string_view low = lower;
  size_t at = 0;
  size_t next_number = 0;
  while (at < text.size()) {
    while (next_number < numbers.size() && numbers[next_number].begin < at) ++next_number;
    if (next_number < numbers.size() && numbers[next_number].begin == at) {
      const NumberToken& token = numbers[next_number];
      items.push_back({ItemKind::kNumber, at, token.end, next_number, {}});
      at = token.end;
      ++next_number;
      continue;
    }
    const size_t stop = next_number < numbers.size() ? numbers[next_number].begin : text.size();
    const char c = text[at];
    if (IsBlank(c)) {
      ++at;
      continue;
    }
    const std::string_view rest = low.substr(at);
    size_t arrow = 0;
    for (const std::string_view mark : {"--->", "-->", "->", "==>", "=>", "\xe2\x86\x92"}) {
      if (rest.starts_with(mark)) {
        arrow = mark.size();
        break;
      }
    }
    if (arrow != 0) {
      items.push_back({ItemKind::kArrow, at, at + arrow, 0, {}});
      at += arrow;
      continue;
    }
    const auto is_word = [&](char w) {
      return IsLetter(w) || IsDigit(w) || w == '_' || w == '\'' ||
             (static_cast<unsigned char>(w) & 0x80) != 0;
    };
    if (is_word(c)) {
      size_t end = at;
      while (end < stop && (is_word(text[end]) ||
                            ((text[end] == '-' || text[end] == '/' || text[end] == '.') &&
                             end + 1 < stop && is_word(text[end + 1])) ||
                            (text[end] == '/' && end == at + 1))) {
        ++end;
      }
      items.push_back({ItemKind::kWord, at, end, 0, low.substr(at, end - at)});
      at = end;
      continue;
    }
    ItemKind kind = ItemKind::kOther;
    switch (c) {
      case '(':
      case '[':
        kind = ItemKind::kOpen;
        break;
      case ')':
      case ']':
        kind = ItemKind::kClose;
        break;
      case ',':
        kind = ItemKind::kComma;
        break;
      case ':':
        kind = ItemKind::kColon;
        break;
      case ';':
        kind = ItemKind::kSemicolon;
        break;
      case '=':
        kind = ItemKind::kEquals;
        break;
      case '+':
        kind = ItemKind::kPlus;
        break;
      case '-':
        kind = ItemKind::kMinus;
        break;
      case '|':
        kind = ItemKind::kPipe;
        break;
      default:
        break;
    }
    items.push_back({kind, at, at + 1, 0, {}});
    ++at;
  }
}

}  // namespace regress
