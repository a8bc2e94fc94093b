// SPDX-License-Identifier: Apache-2.0
// The pairs of values of a sentence: "from A to B", "A -> B", "A vs B", "before: A, after: B".
#include <algorithm>
#include <optional>
#include <vector>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/sentence_words.h"

namespace regress {

void SentenceParts::FindPairs() {
  for (size_t i = 0; i < items.size(); ++i) {
    if (!IsNumber(i)) continue;
    const NumberToken& a = Token(i);
    if (a.spread || a.partial || a.unit_class == UnitClass::kRatio) continue;
    // The link: an arrow, "to", "vs", behind at most a few words of the value itself.
    size_t link = i + 1;
    size_t words = 0;
    bool from = false;
    for (size_t back = i; back-- > 0 && i - back <= 4;) {
      if (items[back].kind == ItemKind::kNumber || items[back].kind == ItemKind::kArrow) break;
      if (items[back].kind == ItemKind::kWord && items[back].word == "from") {
        from = true;
        break;
      }
    }
    const size_t most_words = from ? 6 : 2;
    enum class Link : uint8_t { kNone, kArrow, kTo, kVersus, kReverse };
    Link kind = Link::kNone;
    while (link < items.size() && words <= most_words && link < i + 12) {
      const SentenceItem& item = items[link];
      if (item.kind == ItemKind::kArrow) {
        kind = Link::kArrow;
        break;
      }
      if (item.kind == ItemKind::kNumber) break;
      if (item.kind == ItemKind::kWord) {
        if (item.word == "to" || item.word == "into") {
          kind = Link::kTo;
          break;
        }
        if (OneOf(item.word, {"vs", "versus", "against", "vs."})) {
          kind = Link::kVersus;
          break;
        }
        if (item.word == "instead" || item.word == "rather" ||
            (item.word == "compared" && link + 1 < items.size())) {
          if (IsWord(link + 1, item.word == "rather" ? "than" : "of") || IsWord(link + 1, "to") ||
              IsWord(link + 1, "with")) {
            kind = Link::kReverse;
            ++link;
            break;
          }
        }
        if (item.word == "from" && words <= 1) {
          kind = Link::kReverse;
          break;
        }
        ++words;
      } else if (item.kind == ItemKind::kOther && text[item.begin] == '.' && link > 0 &&
                 IsWord(link - 1, "vs")) {
        kind = Link::kVersus;
        break;
      } else if (item.kind == ItemKind::kOpen && link + 2 < items.size() &&
                 items[link + 1].kind == ItemKind::kWord &&
                 items[link + 2].kind == ItemKind::kClose) {
        link += 3;  // "12.3 ms (base) vs 11.1 ms (patch)"
        continue;
      } else if (item.kind == ItemKind::kOpen && IsNumber(link + 2) &&
                 a.unit_class != UnitClass::kPercent &&
                 (IsWord(link + 1, "was") || IsWord(link + 1, "previously") ||
                  IsWord(link + 1, "formerly"))) {
        kind = Link::kReverse;  // "31 MB (was 40 MB, -22%)"
        ++link;
        break;
      } else if ((!from && item.kind != ItemKind::kComma) || item.kind == ItemKind::kSemicolon ||
                 item.kind == ItemKind::kClose) {
        break;
      }
      ++link;
    }
    if (kind == Link::kNone) continue;
    size_t j = link + 1;
    if (kind == Link::kVersus && j < items.size() && items[j].kind == ItemKind::kOther) ++j;
    // "to about 12 ms", "-> ~12", "to under 5"
    size_t skipped = 0;
    while (j < items.size() && skipped < 2 && items[j].kind == ItemKind::kWord &&
           (IsApprox(items[j].word) ||
            OneOf(items[j].word, {"only", "just", "the", "an", "average", "of"}))) {
      ++j;
      ++skipped;
    }
    // "cbd 1,400K IOPS vs bcache 210K IOPS": the name of the other side.
    if (kind == Link::kVersus && j + 1 < items.size() && items[j].kind == ItemKind::kWord &&
        !IsNoise(items[j].word) && IsNumber(j + 1)) {
      ++j;
    }
    if (!IsNumber(j)) continue;
    const NumberToken& b = Token(j);
    if (b.spread || b.partial || !SameClass(a, b)) continue;
    // "up to 30%" is a bound, "10 to 20%" a range: no pair of values.
    if (kind == Link::kTo && !from &&
        (a.unit_class == UnitClass::kNone || a.unit_class == UnitClass::kPercent) &&
        b.unit_class == UnitClass::kPercent) {
      continue;
    }
    SentencePair pair;
    pair.first = i;
    pair.last = j;
    pair.ordered = kind != Link::kVersus;
    pair.before = kind == Link::kReverse ? j : i;
    pair.after = kind == Link::kReverse ? i : j;
    pair.explicit_from = (kind == Link::kTo || kind == Link::kArrow) && from;
    pair.weak = kind == Link::kTo && !from;
    for (const size_t end : {i, j}) {
      for (size_t n = end + 1; n < items.size() && n <= end + 2; ++n) {
        if (items[n].kind != ItemKind::kWord) break;
        if (IsConfigurationWord(items[n].word)) pair.configuration = true;
        if (IsNoise(items[n].word)) break;
      }
    }
    for (size_t back = i; back-- > 0 && i - back <= 4;) {
      if (items[back].kind == ItemKind::kNumber) break;
      if (items[back].kind == ItemKind::kWord && a.unit_class == UnitClass::kNone &&
          b.unit_class == UnitClass::kNone &&
          (OneOf(items[back].word,
                 {"linux",  "upgrading", "upgrade", "moving",  "switching", "going",   "scaling",
                  "kernel", "kernels",   "threads", "version", "depth",     "numjobs", "nr_threads",
                  "cpus",   "between",   "patches", "lines",   "line",      "page",    "pages"}))) {
        pair.configuration = true;
      }
    }
    if (!pairs.empty() && pairs.back().last == i) pairs.back().chained = pair.chained = true;
    pairs.push_back(pair);
    if (pairs.size() >= 512) return;
  }
}

// "before: 12 ms": -1 or +1 if a label in front of the number names its side.
int SentenceParts::RoleInFront(size_t number) const {
  for (size_t back = number; back-- > 0 && number - back <= 7;) {
    if (items[back].kind == ItemKind::kNumber || items[back].kind == ItemKind::kOpen ||
        items[back].kind == ItemKind::kSemicolon) {
      break;
    }
    if (items[back].kind != ItemKind::kWord) continue;
    const std::string_view w = items[back].word;
    const bool marked = back + 1 < items.size() && (items[back + 1].kind == ItemKind::kColon ||
                                                    items[back + 1].kind == ItemKind::kEquals);
    if (OneOf(w, {"before", "without", "w/o", "unpatched", "vanilla", "baseline", "base"}) ||
        (marked && OneOf(w, {"old", "orig", "original", "stock", "mainline", "upstream"}))) {
      return -1;
    }
    if (OneOf(w, {"after", "patched"}) || (marked && OneOf(w, {"new", "with", "w/", "now"}))) {
      return 1;
    }
    // "without 312K IOPS; with 345K IOPS"
    if (w == "with" && back + 1 == number && lower.find("without") != std::string::npos) return 1;
  }
  return 0;
}

// "9 ms with", "1.02M trans/s before", "12 us (before)"
int SentenceParts::RoleBehind(size_t number) const {
  size_t behind = number + 1;
  if (behind + 1 < items.size() && items[behind].kind == ItemKind::kWord &&
      !IsNoise(items[behind].word) &&
      OneOf(items[behind + 1].word, {"before", "after", "without", "unpatched", "patched"})) {
    ++behind;
  }
  if (behind < items.size() && items[behind].kind == ItemKind::kOpen) ++behind;
  if (behind >= items.size() || items[behind].kind != ItemKind::kWord) return 0;
  const std::string_view w = items[behind].word;
  if (OneOf(w, {"before", "without", "unpatched", "vanilla"})) return -1;
  if (OneOf(w, {"after", "with", "patched"})) return 1;
  return 0;
}

void SentenceParts::FindLabelledPairs() {
  // "before: 12 ms, after: 9 ms", "9 ms with, 12 ms without"
  if (lower.find("fter") == std::string::npos && lower.find("with") == std::string::npos &&
      lower.find("patched") == std::string::npos && lower.find("new") == std::string::npos) {
    return;
  }
  size_t before = items.size();
  size_t after = items.size();
  bool twice = false;
  size_t numbers_seen = 0;
  int labels_behind = 0;  // 1 "9 ms with, 12 ms without", -1 "with 9 ms, without 12 ms"
  for (size_t i = 0; i < items.size() && numbers_seen < 64; ++i) {
    if (!IsNumber(i)) continue;
    ++numbers_seen;
    const NumberToken& token = Token(i);
    if (token.spread || token.partial || token.unit_class == UnitClass::kRatio ||
        token.unit_class == UnitClass::kPercent) {
      continue;
    }
    int role = RoleBehind(i);
    if (labels_behind == 0 && (role != 0 || RoleInFront(i) != 0)) {
      labels_behind = RoleInFront(i) == 0 ? 1 : -1;  // the first number shows the style
    }
    if (labels_behind < 0) {
      const int in_front = RoleInFront(i);
      if (in_front != 0) role = in_front;
    }
    if (role < 0) {
      twice |= before != items.size();
      before = i;
    } else if (role > 0) {
      twice |= after != items.size();
      after = i;
    }
  }
  if (twice || before == items.size() || after == items.size()) return;
  if (!SameClass(Token(before), Token(after))) return;
  for (const SentencePair& known : pairs) {
    if (known.before == before && known.after == after) return;
  }
  SentencePair pair;
  pair.before = before;
  pair.after = after;
  pair.first = std::min(before, after);
  pair.last = std::max(before, after);
  pair.labelled = true;
  pairs.push_back(pair);
}

}  // namespace regress
