// SPDX-License-Identifier: Apache-2.0
// One sentence of prose taken apart: its numbers and words, the pairs of values that it states
// ("from A to B", "A -> B", "A vs B", "before: A, after: B") and the changes that it asserts ("by
// 12%", "3x faster", "about 27% ... and 22%"). Items and tokens borrow the sentence's text.
//   "WAF was reduced by 29% (18.75 -> 13.3)" has the pair 18.75 -> 13.3 and the change 29%
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/claim_candidates.h"
#include "parsers/claim_numbers.h"

namespace regress {

enum class ItemKind : uint8_t {
  kNumber,
  kWord,
  kArrow,
  kOpen,
  kClose,
  kComma,
  kColon,
  kEquals,
  kPlus,
  kMinus,
  kPipe,
  kSemicolon,
  kOther,
};

struct SentenceItem {
  ItemKind kind = ItemKind::kOther;
  size_t begin = 0;
  size_t end = 0;
  size_t number = 0;      // index of the token, for numbers
  std::string_view word;  // lower case, for words
};

struct SentencePair {
  size_t before = 0;  // item of the value before
  size_t after = 0;
  size_t first = 0;  // extent in items
  size_t last = 0;
  bool ordered = true;
  bool explicit_from = false;  // "from A to B"
  bool weak = false;           // "A to B" alone
  bool labelled = false;
  bool configuration = false;  // threads, jobs and the like: no measurement
  bool chained = false;        // part of "A -> B -> C"
};

// A number that asserts something.
struct SentenceChange {
  size_t item = 0;       // the number, or the word ("twice")
  size_t high_item = 0;  // upper end of a range, 0 if none
  size_t begin = 0;      // bytes of the stated text
  size_t end = 0;
  bool is_ratio = false;
  bool is_points = false;
  double word_value = 0;  // of "twice", "halved", "four times"
  Bound bound = Bound::kExact;
  int direction = 0;
  bool signed_number = false;
  bool speed_words = false;
  bool compare_words = false;
  bool parenthesised = false;
  bool weak = false;   // only a pair or a table makes it a claim
  bool level = false;  // "80% of", "95% CPU": may be a level after all
  bool other = false;  // "12% faster than X": compared with something else
  bool drift = false;  // between two controls
};

class SentenceParts {
 public:
  explicit SentenceParts(std::string_view text);

  std::string_view text;
  std::string lower;  // same length as text
  std::vector<NumberToken> numbers;
  std::vector<SentenceItem> items;
  std::vector<SentencePair> pairs;
  std::vector<SentenceChange> changes;

  const NumberToken& Token(size_t item) const { return numbers[items[item].number]; }
  bool IsNumber(size_t item) const {
    return item < items.size() && items[item].kind == ItemKind::kNumber;
  }
  bool IsWord(size_t item, std::string_view word) const {
    return item < items.size() && items[item].kind == ItemKind::kWord && items[item].word == word;
  }

 private:
  void Itemize();
  void FindPairs();
  void FindLabelledPairs();
  int RoleInFront(size_t number) const;
  int RoleBehind(size_t number) const;
  void FindChanges();
};

// -1 if the label stands for the kernel before the change, +1 after, 0 neither or both.
int LabelRole(std::string_view label);

// Words that name times and other quantities that are better when lower.
bool IsLowerBetterText(std::string_view lower_text);

}  // namespace regress
