// SPDX-License-Identifier: Apache-2.0
#include "parsers/prose_claims.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "parsers/claim_sentence.h"
#include "parsers/pair_search.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxSearches = 3000;  // look-ups in tables per message

bool StartsAt(std::string_view text, size_t at, std::string_view word) {
  return text.substr(at, word.size()) == word;
}

// Words and signs that may make a claim without a percent sign; one pass.
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

bool IsTrigger(const ClaimLine& line) {
  return line.has_percent || (line.has_digit && line.has_equals) || HasTriggerWord(line.text);
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

// The robot's own headline is read elsewhere.
bool IsRobotHeadline(std::string_view sentence) {
  if (IsRobotSubject(sentence)) return true;
  const size_t noticed = sentence.find("noticed a");
  if (noticed == std::string_view::npos) return false;
  return sentence.find(" of ", noticed) != std::string_view::npos &&
         (sentence.find("regression", noticed) != std::string_view::npos ||
          sentence.find("improvement", noticed) != std::string_view::npos);
}

class SentenceReader {
 public:
  SentenceReader(ClaimContext& context, const Sentence& sentence, size_t& searches,
                 std::vector<ContextPair>& prose_pairs)
      : context_(context),
        sentence_(sentence),
        parts_(sentence.text),
        searches_(searches),
        prose_pairs_(prose_pairs) {
    used_.assign(parts_.pairs.size(), false);
  }

  void Run() {
    ReadArithmetic();
    for (size_t c = 0; c < parts_.changes.size(); ++c) ReadChange(c);
    OfferPairs();
    ReadFromTo();
    ReadCounts();
    ReadChecks();
  }

 private:
  InputRef At(size_t offset) const {
    const Sentence::Piece& piece = sentence_.PieceAt(offset);
    return context_.At(piece.line_index, piece.byte + (offset - piece.offset));
  }

  ClaimCandidate Make(ClaimKind kind, size_t begin, size_t end) const {
    const Sentence::Piece& piece = sentence_.PieceAt(begin);
    const size_t byte = piece.byte + (begin - piece.offset);
    ClaimCandidate candidate = context_.MakeCandidate(kind, piece.line_index, byte, byte);
    candidate.claim.stated_text = Squeeze(sentence_.text.substr(begin, end - begin), 120);
    candidate.claim.quote = sentence_.text.substr(0, 600);
    const ClaimLine& line = context_.lines[piece.line_index];
    candidate.claim.quote_length = static_cast<uint32_t>(
        std::min(end - begin, line.text.size() > byte ? line.text.size() - byte : 0));
    if (line.text.size() > 200 || line.line == LineAfter(piece.line_index)) {
      candidate.claim.shown = Clause(begin, end);
    }
    return candidate;
  }

  // Number of the next line, to tell pieces of a flattened page.
  uint32_t LineAfter(size_t index) const {
    return index + 1 < context_.lines.size() ? context_.lines[index + 1].line : 0;
  }

  // The clause around a claim of a flattened page, from the comma before it.
  std::string Clause(size_t begin, size_t end) const {
    constexpr size_t kReach = 150;
    const std::string_view text = sentence_.text;
    const size_t start = begin > kReach ? begin - kReach : 0;
    size_t from = text.substr(start, begin - start).rfind(", ");
    from = from == std::string_view::npos ? start : start + from + 2;
    const size_t stop = std::min(text.size(), end + kReach);
    size_t to = text.substr(0, stop).find(", ", end);
    if (to == std::string_view::npos) to = stop;
    const bool whole = to == text.size();
    return Squeeze(sentence_.text.substr(from, to - from), 200) + (whole ? "." : "");
  }

  Figure MakeFigure(size_t item) const {
    const NumberToken& token = parts_.Token(item);
    Figure figure;
    figure.number = token.number;
    figure.unit = std::string(token.unit);
    figure.source.at = At(token.begin).at;
    if (token.unit.empty() && item + 1 < parts_.items.size() &&
        parts_.items[item + 1].kind == ItemKind::kWord &&
        !IsStopWord(parts_.items[item + 1].word)) {
      figure.label = std::string(parts_.items[item + 1].word);
    }
    return figure;
  }

  static bool IsStopWord(std::string_view w) {
    for (const std::string_view stop : {"to", "and", "or", "in", "on", "the", "with", "when", "for",
                                        "at", "of", "is", "was", "from", "by", "vs", "a"}) {
      if (w == stop) return true;
    }
    return false;
  }

  // The value without its unit takes the unit of the other: "7.5 MIOPS -> 9.3".
  FigurePair MakePair(const SentencePair& pair) const {
    FigurePair out;
    Figure before = MakeFigure(pair.before);
    Figure after = MakeFigure(pair.after);
    const NumberToken& a = parts_.Token(pair.before);
    const NumberToken& b = parts_.Token(pair.after);
    if (a.unit.empty() != b.unit.empty()) {
      const NumberToken& with = a.unit.empty() ? b : a;
      Figure& without = a.unit.empty() ? before : after;
      UnitClass unit_class = UnitClass::kNone;
      double factor = 1;
      if (FindUnit(with.unit, unit_class, factor)) {
        without.number.value *= factor;
        without.number.unit *= factor;
      }
      without.unit = std::string(with.unit);
    }
    out.before = {std::move(before)};
    out.after = {std::move(after)};
    out.ordered = pair.ordered;
    out.lower_better = IsLowerBetterUnit(a.unit_class) || IsLowerBetterUnit(b.unit_class);
    out.step = PairStep::kSentence;
    return out;
  }

  bool IsMeasured(const SentencePair& pair) const {
    const NumberToken& a = parts_.Token(pair.before);
    const NumberToken& b = parts_.Token(pair.after);
    const auto measured = [](UnitClass c) {
      return c != UnitClass::kNone && c != UnitClass::kBytes && c != UnitClass::kPercent;
    };
    if (measured(a.unit_class) || measured(b.unit_class)) return true;
    const auto digits = [](const NumberToken& token) {
      return std::count_if(token.number.text.begin(), token.number.text.end(),
                           [](char c) { return IsDigit(c); });
    };
    return digits(a) >= 3 && digits(b) >= 3;
  }

  // "5.10 -> 5.15" may be kernels.
  bool IsVersionLike(const SentencePair& pair) const {
    const auto version = [](const NumberToken& token) {
      const std::string& text = token.number.text;
      return token.unit.empty() && text.size() >= 3 && text.size() <= 4 && text[0] >= '2' &&
             text[0] <= '7' && text[1] == '.';
    };
    return version(parts_.Token(pair.before)) && version(parts_.Token(pair.after));
  }

  // Words between a claim and the pair behind it that do not name another quantity.
  bool OnlyLinkWords(size_t from, size_t to) const {
    bool open = false;
    for (size_t i = from; i < to && i < parts_.items.size(); ++i) {
      const SentenceItem& item = parts_.items[i];
      open |= item.kind == ItemKind::kOpen;
      if (!open || item.kind != ItemKind::kWord) continue;
      bool link = false;
      for (const std::string_view word :
           {"from", "i.e", "i.e.", "ie", "e.g", "about", "around", "approximately", "was", "is",
            "went", "avg", "average", "mean", "median", "of"}) {
        link |= item.word == word;
      }
      if (!link) return false;
    }
    return true;
  }

  size_t Words(size_t from, size_t to) const {
    size_t words = 0;
    for (size_t i = from; i < to && i < parts_.items.size(); ++i) {
      words += parts_.items[i].kind == ItemKind::kWord;
    }
    return words;
  }

  bool HasKind(size_t from, size_t to, ItemKind kind) const {
    for (size_t i = from; i < to && i < parts_.items.size(); ++i) {
      if (parts_.items[i].kind == kind) return true;
    }
    return false;
  }

  size_t LastItem(const SentenceChange& change) const {
    size_t last = std::max(change.item, change.high_item);
    while (last + 1 < parts_.items.size() && parts_.items[last + 1].end <= change.end) ++last;
    return last;
  }

  struct Link {
    size_t pair = 0;
    bool binding = false;
    bool exact_base = false;
  };

  // The pair that stands beside the claim, if one does.
  std::optional<Link> FindAdjacent(size_t c) const {
    const SentenceChange& change = parts_.changes[c];
    const size_t first = change.item;
    const size_t last = LastItem(change);
    const size_t next_change =
        c + 1 < parts_.changes.size() ? parts_.changes[c + 1].item : parts_.items.size();
    const size_t previous_change = c > 0 ? LastItem(parts_.changes[c - 1]) : 0;
    std::optional<Link> best;
    size_t best_distance = 1000;
    // Pairs are sorted by their first item; only those near the claim matter.
    const auto begin =
        std::lower_bound(parts_.pairs.begin(), parts_.pairs.end(), first > 40 ? first - 40 : 0,
                         [](const SentencePair& pair, size_t item) { return pair.first < item; });
    for (auto it = begin; it != parts_.pairs.end() && it->first < last + 24; ++it) {
      const SentencePair& pair = *it;
      if (pair.labelled) continue;
      const size_t index = static_cast<size_t>(it - parts_.pairs.begin());
      Link link{index, false, false};
      size_t distance = 0;
      if (pair.first > last) {
        // "by 29% (18.75 -> 13.3)", "3700x: from 2.65 s to 0.7 ms"
        if (pair.first > next_change && next_change > last) continue;
        if (HasKind(last + 1, pair.first, ItemKind::kSemicolon)) continue;
        const bool open = HasKind(last + 1, pair.first, ItemKind::kOpen);
        const size_t words = Words(last + 1, pair.first);
        // Leaving the claim's own parentheses ends the link.
        if (HasKind(last + 1, pair.first, ItemKind::kClose)) continue;
        if (open) {
          if (words > 6) continue;
          distance = words;
          // "(batch size 16 -> 32)": a noun in front says what the pair is.
          link.binding = words == 0 || IsMeasured(pair) || OnlyLinkWords(last + 1, pair.first);
        } else {
          if (words > 7) continue;
          const bool comma = HasKind(last + 1, pair.first, ItemKind::kComma);
          if (comma && !pair.explicit_from && (words > 0 || pair.weak)) continue;
          if (HasKind(last + 1, pair.first, ItemKind::kPipe)) continue;
          distance = 4 + words;
          link.binding = words <= 2 && pair.explicit_from && IsMeasured(pair);
        }
      } else if (pair.last < first) {
        // "A -> B (p%)", "from A to B, a p% improvement"
        if (c > 0 && previous_change > pair.last) continue;
        const size_t words = Words(pair.last + 1, first);
        if (HasKind(pair.last + 1, first, ItemKind::kSemicolon)) continue;
        if (HasKind(pair.last + 1, first, ItemKind::kPipe)) continue;
        const bool closed = HasKind(pair.last + 1, first, ItemKind::kClose);
        if (change.parenthesised && !closed) {
          if (words > 4) continue;
          distance = words;
          link.binding = words <= 2;
          link.exact_base = link.binding && change.signed_number;
        } else if (closed) {
          continue;
        } else {
          if (words > 5) continue;
          distance = 2 + words;
          const bool comma = HasKind(pair.last + 1, first, ItemKind::kComma) ||
                             HasKind(pair.last + 1, first, ItemKind::kOpen) ||
                             HasKind(pair.last + 1, first, ItemKind::kEquals) ||
                             HasKind(pair.last + 1, first, ItemKind::kColon);
          link.binding = comma && words <= 2 && IsMeasured(pair);
        }
      } else {
        continue;
      }
      if (pair.configuration) continue;
      if (pair.chained || change.level || IsVersionLike(pair)) link.binding = false;
      if (change.other && change.parenthesised) link.binding = false;
      if (pair.weak && !IsMeasured(pair)) link.binding = false;
      if (pair.weak && !link.exact_base && !change.parenthesised) link.binding = false;
      if (distance < best_distance) {
        best = link;
        best_distance = distance;
      }
    }
    return best;
  }

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
    const SentenceChange& change = parts_.changes[c];
    const std::string_view lower = parts_.lower;
    const size_t begin = c > 0 ? parts_.changes[c - 1].end : 0;
    size_t end = lower.size();
    if (c + 1 < parts_.changes.size()) {
      end = std::max(parts_.changes[c + 1].begin, change.end);
      const size_t comma = lower.substr(0, end).find(',', change.end);
      const size_t both = lower.substr(0, end).find(" and ", change.end);
      end = std::min({end, comma == std::string_view::npos ? end : comma,
                      both == std::string_view::npos ? end : both});
    }
    return lower.substr(std::min(begin, end), end - std::min(begin, end));
  }

  void ReadChange(size_t c) {
    const SentenceChange& change = parts_.changes[c];
    ClaimCandidate candidate = Make(ClaimKind::kPercentChange, change.begin, change.end);
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
          Squeeze(sentence_.text.substr(change.begin, change.end - change.begin));
      candidate.claim.stated_value = change.word_value;
      candidate.claim.stated_unit.assign(1, 'x');
    } else {
      candidate.stated = parts_.Token(change.item).number;
      if (change.high_item != 0) candidate.stated_high = parts_.Token(change.high_item).number;
      candidate.claim.stated_unit.assign(1, change.is_ratio ? 'x' : '%');
      if (change.is_points) candidate.claim.stated_unit = "points";
    }
    candidate.claim.kind = KindOf(change, candidate);
    if (IsDropFirst()) {
      candidate.measure = Measure::kNone;
      candidate.claim.metric = "drop-first delta";
      context_.candidates.push_back(std::move(candidate));
      return;
    }
    if (change.drift) {
      candidate.measure = Measure::kDrift;
      AddDrifts(candidate);
      context_.candidates.push_back(std::move(candidate));
      return;
    }
    LinkPairs(c, candidate);
    if (candidate.pairs.empty() && change.weak && change.is_ratio && candidate.operands.empty()) {
      if (!LinkCounts(c, candidate)) return;
    }
    candidate.tentative = change.weak && !candidate.binding;
    context_.candidates.push_back(std::move(candidate));
  }

  // "'-m single' is about 10% slower than '-m raid0'": two quoted names of headings, compared on
  // each side.
  bool LinkHeadings(ClaimCandidate& candidate) const {
    if (context_.headed.empty()) return false;
    std::vector<std::string> names;
    const std::string& lower = parts_.lower;
    for (size_t at = lower.find('\''); at != std::string::npos && names.size() < 3;) {
      const size_t end = lower.find('\'', at + 1);
      if (end == std::string::npos) break;
      if (end - at > 3 && end - at < 60) names.push_back(lower.substr(at + 1, end - at - 1));
      at = lower.find('\'', end + 1);
    }
    if (names.size() != 2 || names[0] == names[1]) return false;
    for (const int role : {1, -1}) {
      FigurePair pair;
      for (const HeadedValues& headed : context_.headed) {
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
    const std::string& lower = parts_.lower;
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
    const SentenceChange& change = parts_.changes[c];
    if (const std::optional<Link> link = FindAdjacent(c)) {
      const SentencePair& pair = parts_.pairs[link->pair];
      used_[link->pair] = true;
      FigurePair figures = MakePair(pair);
      figures.step = PairStep::kAdjacent;
      figures.lower_better |= IsLowerBetterText(ClauseWords(c));
      candidate.binding = link->binding && !candidate.in_changelog;
      candidate.pairs.push_back(std::move(figures));
      return;
    }
    // A pair of the same parentheses serves the next claim too: "~3.0 times (200% up)".
    if (change.parenthesised && c > 0 && !context_.candidates.empty() &&
        change.item - LastItem(parts_.changes[c - 1]) <= 4) {
      const ClaimCandidate& previous = context_.candidates.back();
      if (!previous.pairs.empty() && previous.claim.quote == candidate.claim.quote) {
        candidate.pairs = previous.pairs;
        return;
      }
    }
    // Labelled values, or a pair elsewhere in the sentence if it has only one.
    for (size_t p = 0; p < parts_.pairs.size() && candidate.pairs.size() < 8; ++p) {
      const SentencePair& pair = parts_.pairs[p];
      if (pair.configuration) continue;
      if (!pair.labelled && (parts_.pairs.size() > 1 || parts_.changes.size() > 1)) continue;
      FigurePair figures = MakePair(pair);
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
    query.sentence = parts_.lower;
    query.line_index = sentence_.first_line;
    query.candidate = &candidate;
    candidate.pairs = SearchPairs(context_, query);
    candidate.complete = true;
    if (candidate.pairs.empty() &&
        (candidate.bound == Bound::kOver || candidate.bound == Bound::kUnder)) {
      candidate.scale = -1;  // the pairs of the message's own prose are offered later
    }
  }

  // "drifted by only 0.905% for clone": the controls of the sandwiches, rows by their words.
  void AddDrifts(ClaimCandidate& candidate) {
    for (const ContextPair& pair : context_.pairs) {
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
    const size_t last = LastItem(parts_.changes[c]);
    if (!parts_.IsWord(last + 1, "the") && !parts_.IsWord(last + 1, "as")) return false;
    size_t noun = last + 2;
    if (parts_.IsWord(noun, "many") || parts_.IsWord(noun, "number")) ++noun;
    if (parts_.IsWord(noun, "of")) ++noun;
    if (noun >= parts_.items.size() || parts_.items[noun].kind != ItemKind::kWord) return false;
    const std::string_view word = parts_.items[noun].word;
    if (word.size() < 3) return false;
    std::vector<Figure> counts;
    const size_t middle = sentence_.first_line;
    const size_t from = middle > 40 ? middle - 40 : 0;
    for (size_t i = from; i < context_.lines.size() && i < middle + 40 && counts.size() < 8; ++i) {
      const ClaimLine& line = context_.lines[i];
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
      figure.source.at = context_.At(i, digit).at;
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
    const std::string_view lower = parts_.lower;
    size_t end = lower.find_first_of("0123456789|");
    const std::string words(lower.substr(0, std::min<size_t>(end, 60)));
    for (const SentencePair& pair : parts_.pairs) {
      if (pair.configuration || pair.weak || prose_pairs_.size() >= 64) continue;
      ContextPair offered;
      offered.pair = MakePair(pair);
      offered.pair.step = PairStep::kRow;
      offered.line_index = sentence_.first_line;
      offered.words = words;
      offered.pair.label = words;
      prose_pairs_.push_back(std::move(offered));
      PreparePairs(prose_pairs_, prose_pairs_.size() - 1);
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
    for (size_t i = sentence_.first_line; i-- > 0 && taken < 5; ++taken) {
      const ClaimLine& line = context_.lines[i];
      const std::string_view body = Trim(line.text);
      if (body.empty()) continue;
      if (body.size() < 50 && (body.ends_with(":") || body.ends_with(":-"))) {
        return LowerCase(body) + " ";
      }
    }
    return "";
  }

  // Values from-to with nothing derived beside them.
  void ReadFromTo() {
    for (size_t p = 0; p < parts_.pairs.size(); ++p) {
      const SentencePair& pair = parts_.pairs[p];
      if (used_[p] || pair.labelled || pair.weak || pair.configuration || !pair.ordered) continue;
      const NumberToken& a = parts_.Token(pair.before);
      const NumberToken& b = parts_.Token(pair.after);
      if (a.unit.empty() && b.unit.empty()) continue;
      if (a.unit_class == UnitClass::kNone && b.unit_class == UnitClass::kNone) continue;
      if (a.unit_class == UnitClass::kBytes || a.unit_class == UnitClass::kPercent) continue;
      bool linked = false;
      for (const ClaimCandidate& known : context_.candidates) {
        if (&known - context_.candidates.data() + 32 <
            static_cast<std::ptrdiff_t>(context_.candidates.size())) {
          continue;
        }
        for (const FigurePair& figures : known.pairs) {
          linked |= figures.before.front().source.at == At(a.begin).at;
        }
      }
      const size_t begin = parts_.Token(pair.first).begin;
      const size_t end = parts_.Token(pair.last).end;
      ClaimCandidate candidate = Make(ClaimKind::kFromTo, begin, end);
      candidate.measure = Measure::kNone;
      candidate.stated = b.number;
      candidate.claim.stated_unit = std::string(b.unit.empty() ? a.unit : b.unit);
      candidate.pairs.push_back(MakePair(pair));
      if (!linked) context_.candidates.push_back(std::move(candidate));
    }
  }

  // "100% - 4% = 96%", "5 rounds x 3 kernels = 15", "1,000 + 1,000 = 2,000", and sums in words.
  void ReadArithmetic() {
    const std::vector<SentenceItem>& items = parts_.items;
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].kind != ItemKind::kEquals) continue;
      if (!parts_.IsNumber(i + 1)) continue;
      ReadEquation(i);
    }
    ReadWordSum();
    ReadRows();
  }

  // The terms on the left of an equals sign: number [words] op number [words] op ...
  void ReadEquation(size_t equals) {
    std::vector<size_t> terms;
    char op = 0;
    size_t i = equals;
    size_t words = 0;
    while (i-- > 0 && terms.size() < 16) {
      const SentenceItem& item = parts_.items[i];
      if (item.kind == ItemKind::kNumber) {
        if (parts_.Token(i).unit_class == UnitClass::kRatio) return;
        terms.push_back(i);
        words = 0;
        if (i == 0) break;
        const SentenceItem& before = parts_.items[i - 1];
        char found = 0;
        if (before.kind == ItemKind::kPlus) found = '+';
        if (before.kind == ItemKind::kMinus) found = '-';
        if (before.kind == ItemKind::kOther && parts_.text[before.begin] == '*') found = 'x';
        if (before.kind == ItemKind::kWord && before.word == "x") found = 'x';
        if (found == 0) break;
        if (op != 0 && op != found) return;
        op = found;
        --i;
        if (i == 0) return;
        continue;
      }
      if (item.kind == ItemKind::kWord && ++words <= 3) continue;
      return;
    }
    if (terms.size() < 2 || op == 0) return;
    std::reverse(terms.begin(), terms.end());
    const NumberToken& result = parts_.Token(equals + 1);
    const ClaimKind kind = op == '+'   ? ClaimKind::kSum
                           : op == '-' ? ClaimKind::kDifference
                                       : ClaimKind::kProduct;
    if (kind == ClaimKind::kDifference && terms.size() != 2) return;
    ClaimCandidate candidate = Make(kind, result.begin, result.end);
    candidate.stated = result.number;
    candidate.claim.stated_unit = std::string(result.unit);
    candidate.measure = op == '+'   ? Measure::kSum
                        : op == '-' ? Measure::kDifference
                                    : Measure::kProduct;
    // Counts are exact.
    const auto is_count = [](const NumberToken& token) {
      return token.unit.empty() && token.number.text.find('.') == std::string::npos;
    };
    const bool counts = is_count(result) && std::all_of(terms.begin(), terms.end(), [&](size_t t) {
                          return is_count(parts_.Token(t));
                        });
    if (counts) candidate.stated.rounding = Rounding::kExact;
    for (const size_t term : terms) {
      const NumberToken& token = parts_.Token(term);
      if (token.unit_class != result.unit_class && op != 'x') return;
      Figure figure = MakeFigure(term);
      if (!candidate.operation.empty()) candidate.operation += std::string(" ") + op + " ";
      candidate.operation += figure.number.text + figure.unit;
      candidate.operands.push_back(std::move(figure));
    }
    if (op == '-') {
      FigurePair pair;
      pair.before = {candidate.operands[0]};
      pair.after = {candidate.operands[1]};
      pair.ordered = true;
      pair.step = PairStep::kAdjacent;
      candidate.pairs.push_back(std::move(pair));
    }
    // "4096 * 8 = 32K" may count in 1024.
    candidate.binding = result.unit.empty() && counts;
    for (const size_t term : terms) {
      candidate.binding |= op != 'x' && parts_.Token(term).unit == result.unit;
    }
    RemoveChangesAt(terms, equals + 1);
    context_.candidates.push_back(std::move(candidate));
  }

  void RemoveChangesAt(const std::vector<size_t>& terms, size_t result) {
    std::erase_if(parts_.changes, [&](const SentenceChange& change) {
      return change.item == result ||
             std::find(terms.begin(), terms.end(), change.item) != terms.end();
    });
  }

  // "1,000 clone plus 1,000 dedupe operations observed 2,000 calls"
  void ReadWordSum() {
    for (size_t i = 0; i + 1 < parts_.items.size(); ++i) {
      if (!parts_.IsWord(i, "plus")) continue;
      std::optional<size_t> left;
      for (size_t back = i; back-- > 0 && i - back <= 4;) {
        if (parts_.IsNumber(back)) {
          left = back;
          break;
        }
      }
      if (!left || !parts_.IsNumber(i + 1)) continue;
      const double sum = parts_.Token(*left).number.value + parts_.Token(i + 1).number.value;
      for (size_t n = i + 2; n < parts_.items.size() && n < i + 16; ++n) {
        if (!parts_.IsNumber(n)) continue;
        const NumberToken& token = parts_.Token(n);
        if (token.unit_class != parts_.Token(*left).unit_class || token.number.value != sum) {
          break;
        }
        ClaimCandidate candidate = Make(ClaimKind::kSum, token.begin, token.end);
        candidate.measure = Measure::kSum;
        candidate.stated = token.number;
        candidate.stated.rounding = Rounding::kExact;
        candidate.operands = {MakeFigure(*left), MakeFigure(i + 1)};
        candidate.operation =
            candidate.operands[0].number.text + " + " + candidate.operands[1].number.text;
        candidate.claim.metric = NounBehind(n);
        context_.candidates.push_back(std::move(candidate));
        return;
      }
    }
  }

  std::string NounBehind(size_t item) const {
    std::string noun;
    for (size_t i = item + 1; i < parts_.items.size() && i <= item + 3; ++i) {
      if (parts_.items[i].kind != ItemKind::kWord) break;
      if (!noun.empty()) noun.push_back(' ');
      noun.append(parts_.items[i].word);
    }
    return noun;
  }

  // "All 90 timing rows": points x operations x rounds of a sandwich table.
  void ReadRows() {
    for (size_t i = 1; i + 1 < parts_.items.size(); ++i) {
      if (!parts_.IsNumber(i) || !parts_.IsWord(i - 1, "all")) continue;
      const NumberToken& token = parts_.Token(i);
      if (token.unit_class != UnitClass::kNone || !token.unit.empty()) continue;
      bool rows = false;
      for (size_t n = i + 1; n < parts_.items.size() && n <= i + 3; ++n) {
        rows |= parts_.IsWord(n, "rows") || parts_.IsWord(n, "runs") ||
                parts_.IsWord(n, "measurements") || parts_.IsWord(n, "samples");
      }
      if (!rows) continue;
      size_t table_rows = 0;
      for (const ContextPair& pair : context_.pairs) table_rows += pair.pair.slot == 9;
      const std::optional<Figure> rounds = FindRounds();
      if (table_rows == 0 || !rounds) continue;
      ClaimCandidate candidate = Make(ClaimKind::kProduct, token.begin, token.end);
      candidate.measure = Measure::kProduct;
      candidate.stated = token.number;
      candidate.stated.rounding = Rounding::kExact;
      candidate.claim.metric = NounBehind(i);
      Figure points;
      points.number = {3, 1, "3", Rounding::kExact};
      points.label = "points";
      Figure operations;
      operations.number = {static_cast<double>(table_rows), 1, std::to_string(table_rows),
                           Rounding::kExact};
      operations.label = table_rows == 1 ? "operation" : "operations";
      for (const ContextPair& pair : context_.pairs) {
        if (pair.pair.slot != 9) continue;
        points.source = operations.source = pair.pair.before.front().source;
        break;
      }
      candidate.operands = {points, operations, *rounds};
      candidate.operation = "3 points x " + operations.number.text + " " + operations.label +
                            " x " + rounds->number.text + " rounds";
      context_.candidates.push_back(std::move(candidate));
      return;
    }
  }

  // "Each point ran 15 rounds", perhaps over a wrap.
  std::optional<Figure> FindRounds() const {
    for (size_t i = 0; i < context_.lines.size(); ++i) {
      const ClaimLine& line = context_.lines[i];
      if (line.line_class != LineClass::kText || line.text.size() > 400) continue;
      std::string joined(Trim(line.text));
      const size_t own = joined.size();
      if (i + 1 < context_.lines.size()) {
        joined += " ";
        joined += Trim(context_.lines[i + 1].text.substr(0, 400));
      }
      size_t at = joined.find(" rounds");
      if (at == std::string::npos || at == 0 || at > own + 1) continue;
      size_t digit = at;
      while (digit > 0 && IsDigit(joined[digit - 1])) --digit;
      const std::optional<PrintedNumber> number =
          ParsePrinted(std::string_view(joined).substr(digit, at - digit));
      if (!number || number->value < 2) continue;
      Figure figure;
      figure.number = *number;
      figure.number.rounding = Rounding::kExact;
      figure.label = "rounds";
      const size_t indent = static_cast<size_t>(TrimLeft(line.text).data() - line.text.data());
      figure.source.at = context_.At(i, indent + digit).at;
      return figure;
    }
    return std::nullopt;
  }

  // "7,473 to btrfs_inhibit_eb_writeback", "2,000 calls to f": only a trace can tell.
  void ReadCounts() {
    const bool calls = parts_.lower.find("calls to") != std::string::npos ||
                       parts_.lower.find("observed") != std::string::npos;
    if (!calls) return;
    for (size_t i = 0; i + 2 < parts_.items.size(); ++i) {
      if (!parts_.IsNumber(i)) continue;
      const NumberToken& token = parts_.Token(i);
      if (token.unit_class != UnitClass::kNone || !token.unit.empty()) continue;
      size_t to = i + 1;
      if (parts_.IsWord(to, "calls") || parts_.IsWord(to, "hits")) ++to;
      if (!parts_.IsWord(to, "to") && !parts_.IsWord(to, "of")) continue;
      if (to + 1 >= parts_.items.size() || parts_.items[to + 1].kind != ItemKind::kWord) continue;
      std::string_view name = parts_.items[to + 1].word;
      if (name.find('_') == std::string_view::npos) continue;
      while (!name.empty() && (name.back() == '.' || name.back() == '-')) name.remove_suffix(1);
      // A sum of the same place is the better claim.
      const bool known =
          std::any_of(context_.candidates.begin(), context_.candidates.end(),
                      [&](const ClaimCandidate& c) { return c.claim.source == At(token.begin); });
      if (known) continue;
      ClaimCandidate candidate = Make(ClaimKind::kCount, token.begin, token.end);
      candidate.stated = token.number;
      candidate.stated.rounding = Rounding::kExact;
      candidate.claim.metric =
          std::string(parts_.text.substr(parts_.items[to + 1].begin, name.size()));
      candidate.claim.stated_unit = "calls";
      context_.candidates.push_back(std::move(candidate));
    }
  }

  // "passed the semantic checks: expected_match_ratio=100 and unexpected_results=0"
  void ReadChecks() {
    if (parts_.lower.find("check") == std::string::npos) return;
    for (size_t i = 2; i < parts_.items.size(); ++i) {
      if (!parts_.IsNumber(i) || parts_.items[i - 1].kind != ItemKind::kEquals ||
          parts_.items[i - 2].kind != ItemKind::kWord) {
        continue;
      }
      const std::string_view name = parts_.items[i - 2].word;
      if (name.find('_') == std::string_view::npos) continue;
      const NumberToken& token = parts_.Token(i);
      ClaimCandidate candidate = Make(ClaimKind::kCount, token.begin, token.end);
      candidate.stated = token.number;
      candidate.stated.rounding = Rounding::kExact;
      candidate.claim.metric =
          std::string(parts_.text.substr(parts_.items[i - 2].begin, name.size()));
      candidate.claim.stated_unit = std::string(token.unit);
      context_.candidates.push_back(std::move(candidate));
    }
  }

  ClaimContext& context_;
  const Sentence& sentence_;
  SentenceParts parts_;
  size_t& searches_;
  std::vector<ContextPair>& prose_pairs_;
  std::vector<bool> used_;
  std::optional<bool> drop_first_;
  std::optional<std::string> heading_;
};

bool IsProse(const ClaimLine& line) {
  return line.line_class == LineClass::kText && !line.in_table;
}

}  // namespace

void FindProseClaims(ClaimContext& context) {
  PreparePairs(context.pairs);
  std::vector<ContextPair> prose_pairs;
  size_t searches = 0;
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
        if (sentence.text.find('%') == std::string::npos && !HasTriggerWord(sentence.text) &&
            sentence.text.find('=') == std::string::npos) {
          continue;
        }
        if (IsRobotHeadline(sentence.text)) continue;
        SentenceReader(context, sentence, searches, prose_pairs).Run();
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
