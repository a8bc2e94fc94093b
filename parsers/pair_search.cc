// SPDX-License-Identifier: Apache-2.0
#include "parsers/pair_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxLooked = 300;
constexpr size_t kMaxFound = 64;
constexpr size_t kNear = 45;  // lines

bool IsPlainWord(std::string_view word) {
  constexpr std::array kPlain = std::to_array<std::string_view>(
      {"the",   "and",  "for",  "with",  "avg",     "average",     "total",      "test",   "tests",
       "time",  "this", "that", "from",  "per",     "sec",         "mean",       "min",    "max",
       "than",  "are",  "was",  "were",  "has",     "have",        "patch",      "kernel", "before",
       "after", "base", "when", "which", "results", "result",      "number",     "case",   "size",
       "not",   "but",  "can",  "run",   "runs",    "using",       "about",      "only",   "all",
       "one",   "two",  "new",  "old",   "over",    "performance", "improvement"});
  return std::find(kPlain.begin(), kPlain.end(), word) != kPlain.end();
}

std::vector<std::string_view> SplitWords(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at < text.size() && words.size() < 200) {
    while (at < text.size() && !IsLetter(text[at]) && !IsDigit(text[at])) ++at;
    size_t end = at;
    while (end < text.size() && (IsLetter(text[end]) || IsDigit(text[end]))) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool WordsMatch(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (a.size() < 3 || b.size() < 3 || IsDigit(a[0]) || IsDigit(b[0])) return false;
  if (a.starts_with(b) || b.starts_with(a)) return true;
  const std::string_view longer = a.size() > b.size() ? a : b;
  const std::string_view shorter = a.size() > b.size() ? b : a;
  return shorter.size() >= 4 && longer.find(shorter) != std::string_view::npos;
}

// The words of a label or clause that say something.
std::vector<std::string> TellingWords(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : SplitWords(text)) {
    if (IsPlainWord(word) || (!IsDigit(word[0]) && word.size() < 3)) continue;
    if (words.size() >= 48) break;
    words.emplace_back(word);
  }
  return words;
}

// Words of the label that the clause has too; numbers only count beside a word.
size_t LabelScore(const std::vector<std::string>& label, const std::vector<std::string>& clause) {
  size_t words = 0;
  size_t numbers = 0;
  for (const std::string& word : label) {
    const bool number = IsDigit(word[0]);
    const bool found = std::any_of(clause.begin(), clause.end(), [&](const std::string& other) {
      return WordsMatch(word, other);
    });
    if (found) ++(number ? numbers : words);
  }
  return words == 0 ? 0 : words + numbers;
}

// Families of metric nouns: a claim about one of them does not follow from figures of another.
enum Family : uint32_t {
  kLatency = 1,
  kThroughput = 2,
  kMemory = 4,
  kCpu = 8,
  kCycles = 16,
  kRuntime = 32,
};

uint32_t Families(std::string_view text) {
  uint32_t found = 0;
  const auto has = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
  };
  if (has({"latenc", "lat ", "p99", "tail"})) found |= kLatency;
  if (has({"throughput", "bandwidth", "iops", "mb/s", "mib/s", "gb/s", "ops/s", "req/s", "bw",
           "tps", "qps", "rps", "packets", "mpps", "gbps"})) {
    found |= kThroughput;
  }
  if (has({"memory", "mem ", "rss", "footprint", "text size", "image size"})) found |= kMemory;
  if (has({"cpu usage", "cpu util", "cpu time", "cpu load"})) found |= kCpu;
  if (has({"cycles", "instructions"})) found |= kCycles;
  if (has({"runtime", "run time", "elapsed", "seconds", "wall", "build time", "boot time"})) {
    found |= kRuntime;
  }
  return found;
}

bool IsHearsay(std::string_view sentence) {
  for (const std::string_view word :
       {"reported", "report ", "earlier version", "previous version", "according to", "expected",
        "should ", "would ", "could ", "might ", "other people", "in theory"}) {
    if (sentence.find(word) != std::string_view::npos) return true;
  }
  return false;
}

// A summary of many rows does not follow from one that happens to be near it.
bool IsSummary(std::string_view sentence) {
  for (const std::string_view word :
       {"geomean", "geo-mean", "geometric mean", "overall", "on average", "average gain",
        "average improvement", "average speedup", "average change", "average increase",
        "average reduction", "in total"}) {
    if (sentence.find(word) != std::string_view::npos) return true;
  }
  return false;
}

size_t SignificantDigits(std::string_view text) {
  size_t digits = 0;
  bool leading = true;
  for (const char c : text) {
    if (!IsDigit(c)) continue;
    if (leading && c == '0') continue;
    leading = false;
    ++digits;
  }
  return digits;
}

// The places [first, last) of the pairs around a line, a bounded number.
std::pair<size_t, size_t> Around(const std::vector<ContextPair>& pairs, size_t line_index) {
  const auto middle =
      std::lower_bound(pairs.begin(), pairs.end(), line_index,
                       [](const ContextPair& pair, size_t line) { return pair.line_index < line; });
  const size_t at = static_cast<size_t>(middle - pairs.begin());
  return {at > kMaxLooked / 2 ? at - kMaxLooked / 2 : 0,
          std::min(pairs.size(), at + kMaxLooked / 2)};
}

}  // namespace

void PreparePair(ContextPair& pair) {
  if (pair.prepared) return;
  pair.label_words = TellingWords(LowerCase(pair.pair.label));
  pair.families = Families(pair.words);
  pair.prepared = true;
}

size_t SharedWords(std::string_view label, std::string_view text) {
  return LabelScore(TellingWords(label), TellingWords(text));
}

bool SharesWord(std::string_view label, std::string_view clause) {
  return LabelScore(TellingWords(label), TellingWords(clause)) > 0;
}

std::vector<FigurePair> SearchPairs(ClaimContext& context, const PairQuery& query) {
  std::vector<FigurePair> found;
  const std::vector<std::string> clause = TellingWords(query.clause);
  if (query.prose != nullptr) {
    for (const ContextPair& pair : *query.prose) {
      if (LabelScore(pair.label_words, clause) > 0) found.push_back(pair.pair);
      if (found.size() >= 8) break;
    }
  }
  if (context.pairs.empty()) return found;
  const auto [first, last] = Around(context.pairs, query.line_index);

  const uint32_t claim_families = Families(query.clause);
  struct Hit {
    size_t index;
    size_t score;
  };
  std::vector<Hit> labelled;
  std::vector<Hit> metric;
  std::vector<Hit> near;
  const size_t digits = SignificantDigits(query.candidate->stated.text);
  const bool summary = IsSummary(query.sentence);
  const bool loose_allowed = !IsHearsay(query.sentence) &&
                             (digits >= 2 || query.candidate->bound == Bound::kUpTo) &&
                             !query.candidate->in_changelog;
  for (size_t i = first; i < last; ++i) {
    ContextPair& pair = context.pairs[i];
    PreparePair(pair);
    const size_t distance = pair.line_index > query.line_index ? pair.line_index - query.line_index
                                                               : query.line_index - pair.line_index;
    const uint32_t pair_families = pair.families;
    const bool conflict =
        claim_families != 0 && pair_families != 0 && (claim_families & pair_families) == 0;
    if (conflict) continue;
    const size_t score = LabelScore(pair.label_words, clause);
    // Beside a summary only a delta that the table prints is what the sentence repeats.
    const bool repeats =
        pair.pair.printed && pair.pair.printed->number.value == query.candidate->stated.value;
    if (score > 0) {
      labelled.push_back({i, score});
    } else if (summary && !repeats) {
      continue;
    } else if (loose_allowed && ((pair.block && distance <= 60) ||
                                 (claim_families != 0 && (claim_families & pair_families) != 0 &&
                                  distance <= kNear))) {
      metric.push_back({i, 0});
    } else if (claim_families == 0 && distance <= kNear && loose_allowed) {
      near.push_back({i, 0});
    }
  }
  std::vector<Hit>* chosen = !labelled.empty() ? &labelled : !metric.empty() ? &metric : &near;
  // The rows that share most words; for a set (up to, range) all that share any.
  if (chosen == &labelled) {
    size_t best = 0;
    for (const Hit& hit : labelled) best = std::max(best, hit.score);
    const bool set = query.candidate->bound == Bound::kUpTo;
    std::erase_if(labelled, [&](const Hit& hit) { return !set && hit.score < best; });
  }
  for (const Hit& hit : *chosen) {
    if (found.size() >= kMaxFound) break;
    FigurePair pair = context.pairs[hit.index].pair;
    if (context.pairs[hit.index].block) pair.step = PairStep::kBlock;
    found.push_back(std::move(pair));
  }
  return found;
}

std::optional<FigurePair> FinerPair(const ClaimContext& context, const FigurePair& pair,
                                    size_t line_index) {
  if (pair.before.size() != 1 || pair.after.size() != 1) return std::nullopt;
  const auto rounds = [](const Figure& coarse, const Figure& fine) {
    return fine.unit == coarse.unit && fine.number.unit > 0 &&
           fine.number.unit * 1.5 < coarse.number.unit &&
           std::abs(fine.number.value - coarse.number.value) <= coarse.number.unit / 2;
  };
  const auto [first, last] = Around(context.pairs, line_index);
  const FigurePair* found = nullptr;
  for (size_t i = first; i < last; ++i) {
    const FigurePair& other = context.pairs[i].pair;
    if (other.before.size() != 1 || other.after.size() != 1) continue;
    if (!rounds(pair.before[0], other.before[0]) || !rounds(pair.after[0], other.after[0]))
      continue;
    const bool same = found != nullptr &&
                      found->before[0].number.value == other.before[0].number.value &&
                      found->after[0].number.value == other.after[0].number.value;
    if (found != nullptr && !same) return std::nullopt;
    found = &other;
  }
  return found == nullptr ? std::nullopt : std::optional<FigurePair>(*found);
}

}  // namespace regress
