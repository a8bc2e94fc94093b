// SPDX-License-Identifier: Apache-2.0
#include "parsers/prose_claims.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "parsers/arithmetic_claims.h"
#include "parsers/claim_triggers.h"
#include "parsers/pair_links.h"
#include "parsers/pair_search.h"
#include "parsers/scan.h"
#include "parsers/sentence_context.h"
#include "parsers/stated_claims.h"

namespace regress {
namespace {

constexpr size_t kMaxSearches = 3000;  // look-ups in tables per message

class SentenceReader {
 public:
  SentenceReader(ClaimContext& context, const Sentence& sentence, size_t number, size_t& searches,
                 std::vector<ContextPair>& prose_pairs)
      : s_(context, sentence),
        sentence_number_(number),
        searches_(searches),
        prose_pairs_(prose_pairs) {}

  void Run() {
    FindArithmetic(s_);
    for (size_t c = 0; c < s_.parts.changes.size(); ++c) ReadChange(c);
    OfferPairs();
    FindStatedClaims(s_);
  }

 private:
  ClaimKind KindOf(const SentenceChange& change, const ClaimCandidate& candidate) const {
    if (change.is_points) return ClaimKind::kPoints;
    if (change.bound == Bound::kRange) return ClaimKind::kRange;
    if (change.is_ratio) return ClaimKind::kRatio;
    if (candidate.bound == Bound::kUpTo) return ClaimKind::kUpTo;
    if (candidate.bound == Bound::kOver || candidate.bound == Bound::kUnder) {
      return ClaimKind::kThreshold;
    }
    return ClaimKind::kPercentChange;
  }

  // The words around a claim: from the one before to the next comma or claim.
  std::string_view ClauseWords(size_t c) const {
    const SentenceChange& change = s_.parts.changes[c];
    const std::string_view lower = s_.parts.lower;
    const size_t begin = c > 0 ? s_.parts.changes[c - 1].end : 0;
    size_t end = lower.size();
    if (c + 1 < s_.parts.changes.size()) {
      end = std::max(s_.parts.changes[c + 1].begin, change.end);
      const size_t comma = lower.substr(0, end).find(',', change.end);
      const size_t both = lower.substr(0, end).find(" and ", change.end);
      end = std::min({end, comma == std::string_view::npos ? end : comma,
                      both == std::string_view::npos ? end : both});
    }
    return lower.substr(std::min(begin, end), end - std::min(begin, end));
  }

  void ReadChange(size_t c) {
    const SentenceChange& change = s_.parts.changes[c];
    ClaimCandidate candidate = s_.Make(ClaimKind::kPercentChange, change.begin, change.end);
    candidate.measure = change.is_points  ? Measure::kPoints
                        : change.is_ratio ? Measure::kRatio
                                          : Measure::kChange;
    candidate.bound = change.bound;
    candidate.direction = change.direction;
    candidate.signed_number = change.signed_number;
    candidate.speed_words = change.speed_words;
    candidate.compare_words = change.compare_words;
    if (change.word_value > 0) {
      candidate.stated.value = change.word_value;
      candidate.stated.unit = 1;
      candidate.stated.text =
          Squeeze(s_.sentence.text.substr(change.begin, change.end - change.begin));
      candidate.claim.stated_value = change.word_value;
      candidate.claim.stated_unit.assign(1, 'x');
    } else {
      candidate.stated = s_.parts.Token(change.item).number;
      if (change.high_item != 0) candidate.stated_high = s_.parts.Token(change.high_item).number;
      candidate.claim.stated_unit.assign(1, change.is_ratio ? 'x' : '%');
      if (change.is_points) candidate.claim.stated_unit = "points";
    }
    candidate.claim.kind = KindOf(change, candidate);
    if (IsDropFirst()) {
      candidate.measure = Measure::kNone;
      candidate.claim.metric = "drop-first delta";
      s_.context.Add(std::move(candidate));
      return;
    }
    if (change.drift) {
      candidate.measure = Measure::kDrift;
      AddDrifts(candidate);
      s_.context.Add(std::move(candidate));
      return;
    }
    LinkPairs(c, candidate);
    if (candidate.pairs.empty() && change.weak && change.is_ratio && candidate.operands.empty()) {
      if (!LinkCounts(c, candidate)) return;
    }
    candidate.tentative = change.weak && !candidate.binding;
    s_.context.Add(std::move(candidate));
  }

  // "'-m single' is about 10% slower than '-m raid0'": two quoted names of headings, compared on
  // each side.
  bool LinkHeadings(ClaimCandidate& candidate) const {
    if (s_.context.headed.empty()) return false;
    std::vector<std::string> names;
    const std::string& lower = s_.parts.lower;
    for (size_t at = lower.find('\''); at != std::string::npos && names.size() < 3;) {
      const size_t end = lower.find('\'', at + 1);
      if (end == std::string::npos) break;
      if (end - at > 3 && end - at < 60) names.push_back(lower.substr(at + 1, end - at - 1));
      at = lower.find('\'', end + 1);
    }
    if (names.size() != 2 || names[0] == names[1]) return false;
    for (const int role : {1, -1}) {
      FigurePair pair;
      for (const HeadedValues& headed : s_.context.headed) {
        if (headed.role != role) continue;
        const bool first = headed.heading.find(names[0]) != std::string::npos;
        const bool second = headed.heading.find(names[1]) != std::string::npos;
        if (first == second) continue;
        std::vector<Figure>& side = first ? pair.after : pair.before;
        side.insert(side.end(), headed.bandwidth.begin(), headed.bandwidth.end());
      }
      if (pair.before.empty() || pair.after.empty()) continue;
      pair.step = PairStep::kBlock;
      pair.ordered = true;
      pair.label = role > 0 ? "with" : "without";
      candidate.pairs.push_back(std::move(pair));
    }
    return !candidate.pairs.empty();
  }

  // "Dropping the first round from each point produced deltas of ...": rounds are needed.
  bool IsDropFirst() {
    if (!drop_first_) drop_first_ = FindDropFirst();
    return *drop_first_;
  }

  bool FindDropFirst() const {
    const std::string& lower = s_.parts.lower;
    if (lower.find("first round") == std::string::npos &&
        lower.find("first run") == std::string::npos) {
      return false;
    }
    for (const std::string_view word : {"drop", "exclud", "without", "leaving out", "skipp"}) {
      if (lower.find(word) != std::string::npos) return true;
    }
    return false;
  }

  void LinkPairs(size_t c, ClaimCandidate& candidate) {
    const SentenceChange& change = s_.parts.changes[c];
    if (const std::optional<PairLink> link = FindAdjacent(s_, c)) {
      const SentencePair& pair = s_.parts.pairs[link->pair];
      s_.used[link->pair] = true;
      FigurePair figures = s_.MakePair(pair);
      figures.step = PairStep::kAdjacent;
      figures.lower_better |= IsLowerBetterText(ClauseWords(c));
      candidate.binding = link->binding && !candidate.in_changelog;
      if (searches_ < kMaxSearches) {
        ++searches_;
        candidate.finer = FinerPair(s_.context, figures, s_.sentence.first_line);
        if (candidate.finer) {
          candidate.finer->ordered = figures.ordered;
          candidate.finer->lower_better = figures.lower_better;
        }
      }
      candidate.pairs.push_back(std::move(figures));
      return;
    }
    // A pair of the same parentheses serves the next claim too: "~3.0 times (200% up)".
    if (change.parenthesised && c > 0 && !s_.context.candidates.empty() &&
        change.item - LastItem(s_, s_.parts.changes[c - 1]) <= 4) {
      const ClaimCandidate& previous = s_.context.candidates.back();
      if (!previous.pairs.empty() && previous.claim.quote == candidate.claim.quote) {
        candidate.pairs = previous.pairs;
        return;
      }
    }
    // Labelled values, or a pair elsewhere in the sentence if it has only one.
    for (size_t p = 0; p < s_.parts.pairs.size() && candidate.pairs.size() < 8; ++p) {
      const SentencePair& pair = s_.parts.pairs[p];
      if (pair.configuration || s_.IsVersionLike(pair)) continue;
      if (!pair.labelled && (s_.parts.pairs.size() > 1 || s_.parts.changes.size() > 1)) continue;
      FigurePair figures = s_.MakePair(pair);
      figures.lower_better |= IsLowerBetterText(ClauseWords(c));
      candidate.pairs.push_back(std::move(figures));
    }
    if (!candidate.pairs.empty()) return;
    if (LinkHeadings(candidate)) return;
    if (searches_ >= kMaxSearches) return;
    ++searches_;
    PairQuery query;
    const std::string clause = HeadingAbove() + std::string(ClauseWords(c));
    query.clause = clause;
    query.prose = &prose_pairs_;
    query.sentence = s_.parts.lower;
    query.line_index = s_.sentence.first_line;
    query.candidate = &candidate;
    candidate.pairs = SearchPairs(s_.context, query);
    candidate.complete = true;
    LinkPrevious(candidate);
    if (candidate.pairs.empty() &&
        (candidate.bound == Bound::kOver || candidate.bound == Bound::kUnder)) {
      candidate.scale = -1;  // the pairs of the message's own prose are offered later
    }
  }

  // "12.3 seconds before, 3.2 seconds after. That is a 74% reduction.": the only pair of the
  // sentence before, if this one points back to it.
  void LinkPrevious(ClaimCandidate& candidate) const {
    const SentenceItem* first = s_.parts.items.empty() ? nullptr : &s_.parts.items.front();
    if (first == nullptr || first->kind != ItemKind::kWord || s_.parts.changes.size() != 1) return;
    bool points_back = false;
    for (const std::string_view word : {"that", "that's", "this", "so", "which", "thus", "hence",
                                        "it's", "it", "i.e", "i.e.", "an", "a"}) {
      points_back |= first->word == word;
    }
    if (!points_back || prose_pairs_.empty()) return;
    const ContextPair& last = prose_pairs_.back();
    if (last.sentence + 1 != sentence_number_) return;
    if (prose_pairs_.size() > 1 &&
        prose_pairs_[prose_pairs_.size() - 2].sentence == last.sentence) {
      return;
    }
    candidate.pairs.insert(candidate.pairs.begin(), last.pair);
  }

  // "drifted by only 0.905% for clone": the controls of the sandwiches, rows by their words.
  void AddDrifts(ClaimCandidate& candidate) {
    for (const ContextPair& pair : s_.context.pairs) {
      if (pair.pair.slot == 0 || pair.pair.before.size() != 2 || candidate.pairs.size() >= 16) {
        continue;
      }
      FigurePair drift = pair.pair;
      drift.before = {pair.pair.before[0]};
      drift.after = {pair.pair.before[1]};
      drift.printed.reset();
      candidate.pairs.push_back(std::move(drift));
    }
  }

  // "four times the slots": two counts of the noun that stand in the message.
  bool LinkCounts(size_t c, ClaimCandidate& candidate) {
    const size_t last = LastItem(s_, s_.parts.changes[c]);
    if (!s_.parts.IsWord(last + 1, "the") && !s_.parts.IsWord(last + 1, "as")) return false;
    size_t noun = last + 2;
    if (s_.parts.IsWord(noun, "many") || s_.parts.IsWord(noun, "number")) ++noun;
    if (s_.parts.IsWord(noun, "of")) ++noun;
    if (noun >= s_.parts.items.size() || s_.parts.items[noun].kind != ItemKind::kWord) return false;
    const std::string_view word = s_.parts.items[noun].word;
    if (word.size() < 3) return false;
    std::vector<Figure> counts;
    const size_t middle = s_.sentence.first_line;
    const size_t from = middle > 40 ? middle - 40 : 0;
    for (size_t i = from; i < s_.context.lines.size() && i < middle + 40 && counts.size() < 8;
         ++i) {
      const ClaimLine& line = s_.context.lines[i];
      if (!line.has_digit || line.text.size() > 400 || line.line_class == LineClass::kPatch) {
        continue;
      }
      const std::string lower = LowerCase(line.text);
      const size_t at = lower.find(word);
      if (at == std::string::npos || at < 2 || lower[at - 1] != ' ') continue;
      size_t digit = at - 1;
      while (digit > 0 && IsDigit(lower[digit - 1])) --digit;
      if (digit == at - 1 || (digit > 0 && lower[digit - 1] != ' ')) continue;
      const std::optional<PrintedNumber> number =
          ParsePrinted(std::string_view(lower).substr(digit, at - 1 - digit));
      if (!number || number->value <= 0) continue;
      Figure figure;
      figure.number = *number;
      figure.number.rounding = Rounding::kExact;
      figure.label = std::string(word);
      figure.source.at = s_.context.At(i, digit).at;
      const bool known = std::any_of(counts.begin(), counts.end(), [&](const Figure& other) {
        return other.number.value == figure.number.value;
      });
      if (!known) counts.push_back(std::move(figure));
    }
    if (counts.size() != 2) return false;
    FigurePair pair;
    const bool larger_first = counts[0].number.value > counts[1].number.value;
    pair.before = {counts[larger_first ? 1 : 0]};
    pair.after = {counts[larger_first ? 0 : 1]};
    pair.ordered = true;
    pair.step = PairStep::kRow;
    candidate.pairs.push_back(std::move(pair));
    return true;
  }

  // The pairs of this sentence for later claims, known by the words in front of the first number.
  void OfferPairs() {
    const std::string_view lower = s_.parts.lower;
    size_t end = lower.find_first_of("0123456789|");
    const std::string words(lower.substr(0, std::min<size_t>(end, 60)));
    for (const SentencePair& pair : s_.parts.pairs) {
      if (pair.configuration || pair.weak || s_.IsVersionLike(pair) || prose_pairs_.size() >= 64) {
        continue;
      }
      ContextPair offered;
      offered.pair = s_.MakePair(pair);
      offered.pair.step = PairStep::kRow;
      offered.line_index = s_.sentence.first_line;
      offered.sentence = sentence_number_;
      offered.words = words;
      offered.pair.label = words;
      prose_pairs_.push_back(std::move(offered));
      PreparePair(prose_pairs_.back());
      prose_pairs_.back().pair.label.clear();
    }
  }

  // "brd:-" or "Sequential writes:" a few lines above names what follows.
  const std::string& HeadingAbove() {
    if (!heading_) heading_ = FindHeading();
    return *heading_;
  }

  std::string FindHeading() const {
    size_t taken = 0;
    for (size_t i = s_.sentence.first_line; i-- > 0 && taken < 5; ++taken) {
      const ClaimLine& line = s_.context.lines[i];
      const std::string_view body = Trim(line.text);
      if (body.empty()) continue;
      if (body.size() < 50 && (body.ends_with(":") || body.ends_with(":-"))) {
        return LowerCase(body) + " ";
      }
    }
    return "";
  }

  SentenceContext s_;
  size_t sentence_number_;  // in the message
  size_t& searches_;
  std::vector<ContextPair>& prose_pairs_;
  std::optional<bool> drop_first_;
  std::optional<std::string> heading_;
};

bool IsProse(const ClaimLine& line) {
  return line.line_class == LineClass::kText && !line.in_table;
}

}  // namespace

void FindProseClaims(ClaimContext& context) {
  std::vector<ContextPair> prose_pairs;
  size_t searches = 0;
  size_t sentences = 0;
  size_t first = 0;
  const std::vector<ClaimLine>& lines = context.lines;
  while (first < lines.size()) {
    if (!IsProse(lines[first])) {
      ++first;
      continue;
    }
    size_t last = first;
    bool trigger = false;
    while (last < lines.size() && IsProse(lines[last]) && lines[last].depth == lines[first].depth) {
      trigger = trigger || IsTrigger(lines[last]);
      ++last;
    }
    if (trigger) {
      for (const Sentence& sentence : SplitSentences(lines, first, last)) {
        ++sentences;
        if (sentence.text.find('%') == std::string::npos && !HasTriggerWord(sentence.text) &&
            sentence.text.find('=') == std::string::npos && !HasLabelledValues(sentence.text)) {
          continue;
        }
        if (IsRobotHeadline(sentence.text)) continue;
        SentenceReader(context, sentence, sentences, searches, prose_pairs).Run();
      }
    }
    first = last;
  }
  // "over 90%" in a list of changes may rest on pairs that the prose states further down.
  for (ClaimCandidate& candidate : context.candidates) {
    if (candidate.scale != -1) continue;
    candidate.scale = 1;
    if (!candidate.pairs.empty() || prose_pairs.size() > 8) continue;
    const std::string sentence = LowerCase(candidate.claim.quote);
    for (const ContextPair& pair : prose_pairs) {
      if (SharesWord(pair.words, sentence)) candidate.pairs.push_back(pair.pair);
    }
  }
}

}  // namespace regress
