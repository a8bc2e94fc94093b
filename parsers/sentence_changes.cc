// SPDX-License-Identifier: Apache-2.0
// The changes that a sentence asserts, with their bounds and directions; levels are left out.
#include <algorithm>
#include <optional>
#include <vector>

#include "parsers/claim_sentence.h"
#include "parsers/scan.h"
#include "parsers/sentence_words.h"

namespace regress {

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
      } else if (w == "twice" || w == "doubled" || w == "doubles" || w == "doubling") {
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
    bool level =
        token.assigned && token.sign == 0 && !(i >= 2 && IsNumber(i - 2));  // "= -1.2%" is a result
    bool share = false;                                                     // "40% of"
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
