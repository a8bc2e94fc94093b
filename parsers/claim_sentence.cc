// SPDX-License-Identifier: Apache-2.0
#include "parsers/claim_sentence.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "parsers/scan.h"

namespace regress {
namespace {

using Words = std::initializer_list<std::string_view>;

bool OneOf(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool StartsWithOneOf(std::string_view word, Words stems) {
  return std::any_of(stems.begin(), stems.end(),
                     [&](std::string_view stem) { return word.starts_with(stem); });
}

bool IsUpVerb(std::string_view w) {
  return StartsWithOneOf(w, {"increas", "grow", "grew", "rise", "rising", "rose"}) || w == "up" ||
         w == "jumped" || w == "jumps" || w == "bumped" || w == "goes-up" || w == "upped";
}

bool IsDownVerb(std::string_view w) {
  return StartsWithOneOf(w, {"reduc", "decreas", "drop", "lower", "shrink", "shrunk", "cutting",
                             "remov", "eliminat"}) ||
         OneOf(w, {"fell", "fall", "falls", "cut", "cuts", "down", "declined", "declines", "saves",
                   "saved", "saving", "save", "shaves", "shaved"});
}

// Better or worse, without saying whether the figure rises.
bool IsNeutralVerb(std::string_view w) {
  return StartsWithOneOf(w, {"improv", "degrad", "regress", "boost", "speed", "slow", "accelerat",
                             "gain", "benefit", "recover", "cost"}) ||
         OneOf(w, {"loses", "lost", "losing", "lose", "hit", "differs", "differ", "outperforms",
                   "outperform", "wins", "win", "worsens", "worsened"});
}

bool IsUpAdjective(std::string_view w) {
  return OneOf(w, {"higher", "more", "larger", "bigger", "increase", "increases", "growth", "rise",
                   "jump", "up", "bump", "uplift", "hike", "increased", "longer"});
}

bool IsDownAdjective(std::string_view w) {
  return OneOf(w, {"lower", "less", "fewer", "smaller", "decrease", "reduction", "drop", "reduce",
                   "reductions", "down", "savings", "saving", "decline", "decreased", "reduced",
                   "shorter", "cheaper", "drops", "dip"});
}

bool IsNeutralAdjective(std::string_view w) {
  return StartsWithOneOf(
             w, {"improve", "regress", "degrad", "speedup", "speed-up", "slowdown", "speedups"}) ||
         OneOf(w, {"faster", "slower", "better", "worse", "gain", "gains", "overhead", "hit",
                   "penalty", "slow", "fast", "loss", "boost", "difference", "impact", "win",
                   "benefit", "slow-down", "change"});
}

bool IsSpeedWord(std::string_view w) {
  return StartsWithOneOf(w, {"improv", "speed", "gain", "boost", "accelerat", "outperform"}) ||
         OneOf(w, {"faster", "better", "win", "wins", "uplift", "quicker", "performance", "fast",
                   "throughput"});
}

bool IsCompareWord(std::string_view w) {
  return OneOf(w, {"faster", "slower", "slow", "fast", "than", "slowdown", "behind", "loss", "lost",
                   "recovers", "recovered", "recover", "overhead", "penalty", "worse"});
}

// A noun behind a percent that makes it a level or a share.
bool IsLevelNoun(std::string_view w) {
  return StartsWithOneOf(w, {"utiliz", "utilis", "usage", "confidence", "percentile", "probab"}) ||
         OneOf(w, {"cpu",    "cpus",      "util",      "idle",      "busy",         "hit",
                   "hits",   "full",      "ci",        "reads",     "writes",       "read",
                   "write",  "random",    "duty",      "loaded",    "load",         "coverage",
                   "chance", "sys",       "usr",       "user",      "system",       "iowait",
                   "quota",  "watermark", "capacity",  "occupancy", "sure",         "certain",
                   "done",   "complete",  "completed", "variance",  "variation",    "noise",
                   "stddev", "deviation", "margin",    "error",     "reproducible", "tail",
                   "ile",    "p99",       "threshold", "success",   "pass",         "limit"});
}

bool IsConfigurationWord(std::string_view w) {
  return StartsWithOneOf(w, {"thread",     "cpu",       "core",    "job",   "node",   "process",
                             "task",       "client",    "vcpu",    "user",  "queue",  "socket",
                             "worker",     "version",   "release", "patch", "kernel", "disk",
                             "drive",      "device",    "group",   "vm",    "guest",  "container",
                             "page-size",  "iteration", "run",     "round", "depth",  "instance",
                             "connection", "stream",    "flow",    "level", "order",  "bit"});
}

bool IsNoise(std::string_view w) {
  return OneOf(
      w, {"and", "or",  "but", "with", "when", "while", "which", "that", "if", "in",  "on", "at",
          "as",  "the", "a",   "an",   "is",   "was",   "were",  "are",  "be", "for", "of"});
}

std::optional<double> WordNumber(std::string_view w) {
  constexpr std::array<std::string_view, 9> kWords = {"two",   "three", "four", "five", "six",
                                                      "seven", "eight", "nine", "ten"};
  for (size_t i = 0; i < kWords.size(); ++i) {
    if (kWords[i] == w) return static_cast<double>(i + 2);
  }
  return std::nullopt;
}

bool IsApprox(std::string_view w) {
  return StartsWithOneOf(w, {"approx", "rough"}) ||
         OneOf(w, {"about", "around", "circa", "like", "some", "ca", "close", "ish"});
}

bool SameClass(const NumberToken& a, const NumberToken& b) {
  const auto derived = [](UnitClass c) {
    return c == UnitClass::kRatio || c == UnitClass::kPoints;
  };
  if (derived(a.unit_class) || derived(b.unit_class)) return false;
  if (a.unit_class == b.unit_class) return true;
  const bool percent = a.unit_class == UnitClass::kPercent || b.unit_class == UnitClass::kPercent;
  return !percent && (a.unit_class == UnitClass::kNone || b.unit_class == UnitClass::kNone);
}

}  // namespace

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

void SentenceParts::FindPairs() {
  for (size_t i = 0; i < items.size(); ++i) {
    if (!IsNumber(i)) continue;
    const NumberToken& a = Token(i);
    if (a.spread || a.unit_class == UnitClass::kRatio) continue;
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
      } else if (!from && item.kind != ItemKind::kComma) {
        break;
      } else if (item.kind == ItemKind::kSemicolon || item.kind == ItemKind::kClose) {
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
    if (b.spread || !SameClass(a, b)) continue;
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
    if (token.spread || token.unit_class == UnitClass::kRatio ||
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

void SentenceParts::FindChanges() {
  Bound carried = Bound::kExact;  // "about 27% for clone and 22% for dedupe"
  int carried_direction = 0;
  bool carried_speed = false;
  size_t previous_end = 0;
  // "8% -> 4%" are levels: the change between them is the claim, if one is made.
  std::vector<bool> in_pair(items.size(), false);
  for (const SentencePair& pair : pairs) in_pair[pair.before] = in_pair[pair.after] = true;
  for (size_t i = 0; i < items.size(); ++i) {
    SentenceChange change;
    change.item = i;
    bool is_claim = false;
    size_t behind = i + 1;  // first item behind the claim
    if (items[i].kind == ItemKind::kWord) {
      // "twice as", "doubled", "four times the", "a factor of"
      const std::string_view w = items[i].word;
      const std::optional<double> word_number = WordNumber(w);
      if (word_number && IsWord(i + 1, "times")) {
        change.word_value = *word_number;
        change.begin = items[i].begin;
        change.end = items[i + 1].end;
        behind = i + 2;
        change.weak = true;
      } else if (w == "twice") {
        change.word_value = 2;
        change.weak = true;
      } else if (w == "doubled" || w == "doubles" || w == "doubling") {
        change.word_value = 2;
        change.weak = true;
      } else if (w == "halved" || w == "halves" || w == "halving") {
        change.word_value = 0.5;
        change.weak = true;
      } else if (w == "tripled" || w == "triples") {
        change.word_value = 3;
        change.weak = true;
      } else {
        continue;
      }
      if (change.end == 0) {
        change.begin = items[i].begin;
        change.end = items[i].end;
      }
      change.is_ratio = true;
      change.bound = Bound::kAbout;
      changes.push_back(change);
      i = behind - 1;
      continue;
    }
    if (!IsNumber(i)) continue;
    const NumberToken& token = Token(i);
    if (token.spread || in_pair[i]) continue;
    change.begin = token.begin;
    change.end = token.end;
    change.signed_number = token.sign != 0;
    change.parenthesised = i > 0 && items[i - 1].kind == ItemKind::kOpen;
    if (token.unit_class == UnitClass::kPercent) {
      // "99.9%: 1.3ms -> 1.0ms" names a percentile.
      if (token.sign == 0 && token.number.value >= 50 && token.number.value < 100 &&
          i + 1 < items.size() && items[i + 1].kind == ItemKind::kColon) {
        continue;
      }
      is_claim = true;
    } else if (token.unit_class == UnitClass::kPoints) {
      change.is_points = true;
      is_claim = true;
    } else if (token.unit_class == UnitClass::kRatio) {
      // "2 x 16 cores", "4x NVMe" are no ratios.
      change.is_ratio = true;
      const bool number_behind = IsNumber(i + 1);
      if (number_behind) continue;
      is_claim = true;
    } else if (token.unit_class == UnitClass::kNone && token.unit.empty() &&
               IsWord(i + 1, "times")) {
      change.is_ratio = true;
      change.end = items[i + 1].end;
      behind = i + 2;
      is_claim = true;
    } else if (token.unit_class == UnitClass::kNone && i >= 2 && IsWord(i - 1, "of") &&
               IsWord(i - 2, "factor")) {
      change.is_ratio = true;
      change.begin = items[i - 2].begin;
      is_claim = true;
    } else if (token.unit_class == UnitClass::kNone && i + 1 < items.size() && token.unit.empty() &&
               (IsWord(i + 1, "points") || IsWord(i + 1, "pp"))) {
      continue;
    } else {
      continue;
    }
    if (!is_claim) continue;
    // The lower end of a range: "50 to 80 %", "92-95%", "2-3x".
    const bool range_link =
        i + 2 < items.size() && IsNumber(i + 2) && Token(i + 2).unit_class == token.unit_class &&
        (IsWord(i + 1, "to") || items[i + 1].kind == ItemKind::kMinus ||
         (IsWord(i + 1, "and") && i > 0 && IsWord(i - 1, "between")) ||
         (items[i + 1].kind == ItemKind::kOther && text[items[i + 1].begin] == '~'));
    bool from_before = false;
    for (size_t back = i; back-- > 0 && i - back <= 2;) {
      if (IsWord(back, "from")) from_before = true;
    }
    if (range_link && from_before) {
      i += 2;  // "from 8% to 0%" is a pair of levels
      continue;
    }
    if (range_link) {
      change.high_item = i + 2;
      change.end = Token(i + 2).end;
      behind = i + 3;
    } else if (i >= 2 && IsNumber(i - 2) && Token(i - 2).unit.empty() && !Token(i - 2).spread &&
               Token(i - 2).unit_class == UnitClass::kNone &&
               (IsWord(i - 1, "to") || items[i - 1].kind == ItemKind::kMinus ||
                (items[i - 1].kind == ItemKind::kOther && text[items[i - 1].begin] == '~')) &&
               items[i].begin - items[i - 2].end <= 4) {
      change.item = i - 2;
      change.high_item = i;
      change.begin = Token(i - 2).begin;
      change.signed_number = false;
    } else if (i >= 1 && IsNumber(i - 1) && token.sign < 0 && Token(i - 1).unit.empty() &&
               Token(i - 1).end == token.begin) {
      change.item = i - 1;
      change.high_item = i;
      change.begin = Token(i - 1).begin;
      change.signed_number = false;
    }
    // Levels: a noun directly behind, and no "by" before.
    const size_t first = change.item;
    const bool by = first > 0 && IsWord(first - 1, "by");
    bool level = token.assigned && token.sign == 0;  // "= -1.2%" is a result
    bool share = false;                              // "40% of"
    if (behind < items.size() && items[behind].kind == ItemKind::kWord && !by &&
        !change.signed_number) {
      const std::string_view w = items[behind].word;
      const bool then_change =
          behind + 1 < items.size() && items[behind + 1].kind == ItemKind::kWord &&
          (IsUpAdjective(items[behind + 1].word) || IsDownAdjective(items[behind + 1].word) ||
           IsNeutralAdjective(items[behind + 1].word));
      if (IsLevelNoun(w) && !then_change) level = true;
      if (w == "of") {
        level = !(behind + 2 < items.size() && IsWord(behind + 1, "the") &&
                  items[behind + 2].kind == ItemKind::kWord &&
                  (IsNeutralAdjective(items[behind + 2].word) ||
                   OneOf(items[behind + 2].word, {"regression", "loss"})));
        if (change.is_ratio) level = false;
        share = level;
      }
    }
    // Words around: up to six before, up to four behind; other numbers end the search.
    bool change_word = false;
    int direction = 0;
    int adjective_direction = 0;
    bool approx = token.tilde || Token(first).tilde;
    Bound bound = approx ? Bound::kAbout : Bound::kExact;
    // "by 27%", "by about 27%": the verb may stand further away.
    bool by_phrase = by;
    for (size_t back = first; back-- > 0 && first - back <= 3;) by_phrase |= IsWord(back, "by");
    if (by_phrase) change_word = true;
    const size_t reach = by_phrase ? 18 : 8;
    size_t seen = 0;
    for (size_t back = first; back-- > 0 && seen < reach && first - back < 30;) {
      const SentenceItem& item = items[back];
      if (item.kind == ItemKind::kClose || item.kind == ItemKind::kSemicolon) break;
      if (item.kind == ItemKind::kNumber) {
        // "improved throughput on 8 cores by 12%": a plain number ends nothing.
        const UnitClass c = Token(back).unit_class;
        if (c == UnitClass::kPercent || c == UnitClass::kRatio) break;
        ++seen;
        continue;
      }
      if (item.kind == ItemKind::kOther && text[item.begin] == '~' && first - back <= 1) {
        bound = Bound::kAbout;
      }
      if (item.kind == ItemKind::kOther && first - back <= 1) {
        if (text[item.begin] == '>') bound = Bound::kOver;
        if (text[item.begin] == '<') bound = Bound::kUnder;
      }
      if (item.kind != ItemKind::kWord) continue;
      const std::string_view w = item.word;
      const size_t distance = first - back;
      ++seen;
      if (distance <= 3) {
        if (IsApprox(w) && bound == Bound::kExact) bound = Bound::kAbout;
        if ((w == "nearly" || w == "almost") && bound == Bound::kExact) bound = Bound::kNearly;
        if (w == "upto") bound = Bound::kUpTo;
        if (w == "to" && distance <= 2 && back > 0 && IsWord(back - 1, "up")) {
          bound = Bound::kUpTo;
        }
        if (distance <= 2 && (w == "over" || w == "above" || w == "exceeding")) {
          bound = Bound::kOver;
        }
        if (distance <= 2 && (w == "under" || w == "below" || w == "within")) bound = Bound::kUnder;
        if (w == "than" && distance <= 1 && back > 0) {
          if (IsWord(back - 1, "more") || IsWord(back - 1, "greater")) bound = Bound::kOver;
          if (IsWord(back - 1, "less")) bound = Bound::kUnder;
        }
        if (w == "least" && back > 0 && IsWord(back - 1, "at")) bound = Bound::kOver;
        if (w == "most" && back > 0 && IsWord(back - 1, "at")) bound = Bound::kUpTo;
      }
      const bool than_phrase =
          (w == "more" || w == "less" || w == "lower") && IsWord(back + 1, "than");
      const bool up_to = w == "up" && IsWord(back + 1, "to");
      if (than_phrase || up_to) continue;
      // "saves 40% of the time": the verb makes it a change after all.
      if (share && distance <= 3 && (IsUpVerb(w) || IsDownVerb(w))) level = false;
      if (IsUpVerb(w) || IsUpAdjective(w)) {
        change_word = true;
        if (direction == 0) direction = 1;
      } else if (IsDownVerb(w) || IsDownAdjective(w)) {
        change_word = true;
        if (direction == 0) direction = -1;
      } else if (IsNeutralVerb(w) || IsNeutralAdjective(w)) {
        change_word = true;
        if (IsSpeedWord(w)) change.speed_words = true;
        if (IsCompareWord(w)) change.compare_words = true;
      }
      if (w.starts_with("drift")) {
        change.drift = true;
        change_word = true;
      }
    }
    seen = 0;
    bool behind_up_or_down = false;
    for (size_t next = behind; next < items.size() && seen < 4 && next < behind + 12; ++next) {
      const SentenceItem& item = items[next];
      if (item.kind == ItemKind::kNumber || item.kind == ItemKind::kSemicolon ||
          item.kind == ItemKind::kOpen || item.kind == ItemKind::kPipe ||
          item.kind == ItemKind::kArrow) {
        break;
      }
      if (item.kind == ItemKind::kClose && seen > 0) break;
      if (item.kind == ItemKind::kComma && seen > 1) break;
      if (item.kind != ItemKind::kWord) continue;
      const std::string_view w = item.word;
      ++seen;
      if (w == "or" && IsWord(next + 1, "so")) bound = Bound::kAbout;
      if (IsUpAdjective(w) && !behind_up_or_down) {
        change_word = true;
        adjective_direction = 1;
        behind_up_or_down = true;
      } else if (IsDownAdjective(w) && !behind_up_or_down) {
        change_word = true;
        adjective_direction = -1;
        behind_up_or_down = true;
      } else if (IsNeutralAdjective(w)) {
        change_word = true;
        if (IsSpeedWord(w)) change.speed_words = true;
        if (IsCompareWord(w)) change.compare_words = true;
      }
      if (w == "than") change.compare_words = change.other = true;
      if (OneOf(w, {"and", "but", "while", "with", "for", "in", "on"})) break;
    }
    change.direction = adjective_direction != 0 ? adjective_direction : direction;
    // "improved by 12%" says better, not up; "performance drop" neither.
    if (change.is_ratio && !change.parenthesised) {
      const bool times_word = behind == i + 2;
      const bool comparison =
          behind < items.size() && items[behind].kind == ItemKind::kWord &&
          (OneOf(items[behind].word, {"the", "as", "of", "that", "over"}) ||
           IsUpAdjective(items[behind].word) || IsDownAdjective(items[behind].word) ||
           IsNeutralAdjective(items[behind].word));
      const bool open = behind < items.size() && items[behind].kind == ItemKind::kOpen;
      if (times_word && !comparison && !open && !by && !(change_word && bound != Bound::kExact)) {
        continue;  // "ran it 10 times"
      }
      if (!change_word && !comparison) change.weak = true;
    }
    // "and 22%" inherits what was said of the one before.
    const bool follows_and = first > 0 && (IsWord(first - 1, "and") || IsWord(first - 1, "or") ||
                                           items[first - 1].kind == ItemKind::kComma);
    if (follows_and && !changes.empty() && first - previous_end <= 8) {
      if (bound == Bound::kExact) bound = carried;
      if (change.direction == 0) change.direction = carried_direction;
      change.speed_words |= carried_speed;
      change.drift |= changes.back().drift;
      change_word = true;
    }
    change.bound = bound;
    if (change.high_item != 0 && bound != Bound::kUpTo) change.bound = Bound::kRange;
    if (!change_word && !change.signed_number) change.weak = true;
    if (level) {
      if (!change.parenthesised && !by) continue;
      change.weak = true;
      change.level = true;
    }
    carried = bound;
    carried_direction = change.direction;
    carried_speed = change.speed_words;
    previous_end = behind;
    changes.push_back(change);
    if (changes.size() >= 1024) return;
    i = std::max(i, behind - 1);
  }
}

}  // namespace regress
