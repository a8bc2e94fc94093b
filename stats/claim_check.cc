// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "stats/claim_reading.h"
#include "stats/claim_tables.h"
#include "stats/claim_text.h"

namespace regress {
namespace {

double WeightOfLastNonZeroDigit(const PrintedNumber& number) {
  if (number.unit <= 0 || number.value == 0) return number.unit;
  if (number.text.find('.') != std::string::npos) return number.unit;
  double weight = number.unit;
  double rest = std::abs(std::round(number.value / weight));
  for (int i = 0; i < 18 && rest >= 10 && std::fmod(rest, 10) == 0; ++i) {
    rest /= 10;
    weight *= 10;
  }
  return weight;
}

// Half the width of "about N".
double AboutWidth(const PrintedNumber& number) {
  return std::max(std::min(WeightOfLastNonZeroDigit(number) / 2, 5.0),
                  0.15 * std::abs(number.value));
}

bool IsPercentPair(const FigurePair& pair) {
  return !pair.before.empty() && !pair.after.empty() &&
         (pair.before.front().unit == "%" || pair.before.front().unit == "percent") &&
         (pair.after.front().unit == "%" || pair.after.front().unit == "percent");
}

struct Admissible {
  Convention convention;
  bool usual;
};

// The readings that a reader would accept for this claim and pair.
std::vector<Admissible> ReadingsOf(const ClaimCandidate& c, const FigurePair& pair) {
  std::vector<Admissible> out;
  const auto add = [&](Convention convention, bool usual) { out.push_back({convention, usual}); };
  switch (c.measure) {
    case Measure::kRatio:
      add(Convention::kRatio, true);
      add(Convention::kInverse, true);
      return out;
    case Measure::kDifference:
      add(Convention::kReverse, true);
      return out;
    case Measure::kPoints:
      add(Convention::kDifference, true);
      add(Convention::kReverse, true);
      return out;
    case Measure::kDrift:
      add(Convention::kChange, true);
      add(Convention::kFall, true);
      return out;
    default:
      break;
  }
  if (c.signed_number) {
    add(Convention::kChange, true);
    if (pair.lower_better) {
      add(Convention::kFall, false);
      add(Convention::kSpeed, false);
    } else if (!pair.ordered) {
      // "9100 vs 7200 (+26%)": either may be the one that it is compared with.
      add(Convention::kSpeed, true);
      add(Convention::kAfterBase, false);
      add(Convention::kFall, false);
    }
  } else {
    if (c.direction >= 0) add(Convention::kChange, true);
    if (c.direction <= 0) add(Convention::kFall, true);
    if (c.direction > 0 && c.speed_words && pair.lower_better) add(Convention::kFall, true);
    if (!pair.ordered) {
      add(c.direction >= 0 ? Convention::kFall : Convention::kChange, true);
      add(Convention::kSpeed, true);
      add(Convention::kAfterBase, true);
    }
    if (c.speed_words && c.direction >= 0) add(Convention::kSpeed, false);
    if (c.compare_words) {
      add(Convention::kAfterBase, false);
      add(Convention::kSpeed, false);
    }
    // "(105%)" behind a pair, without a word of change, is after / before.
    if (c.stated.value >= 200 || (c.stated.value >= 100 && c.direction == 0 && !c.speed_words)) {
      add(Convention::kShare, false);
      add(Convention::kInverseShare, false);
    }
  }
  if (IsPercentPair(pair)) {
    add(Convention::kDifference, false);
    add(Convention::kReverse, false);
  }
  return out;
}

// How a reading stands to what the text says, its bound taken into account.
enum class Standing : uint8_t { kAgrees, kTruncated, kSlip, kGrey, kMiss };

Standing StandingOf(const ClaimCandidate& c, const Reading& reading) {
  const double n = c.stated.value;
  switch (c.bound) {
    case Bound::kUpTo: {
      // One setting may exceed the bound only within its digits.
      const double w = AboutWidth(c.stated);
      const double over = std::min(WeightOfLastNonZeroDigit(c.stated) / 2, 5.0);
      if (Interval{n - w, n + over}.Meets(reading.reachable)) return Standing::kAgrees;
      return Compare(c.stated, reading) == Match::kTruncated ? Standing::kTruncated
                                                             : Standing::kGrey;
    }
    case Bound::kAbout:
    case Bound::kNearly: {
      const double w = AboutWidth(c.stated);
      const Interval wide{n - w, n + w};
      if (wide.Meets(reading.reachable)) {
        if (c.bound == Bound::kNearly && reading.reachable.low > n * 1.03) return Standing::kGrey;
        return Standing::kAgrees;
      }
      return std::abs(reading.value - n) > 0.5 * std::abs(n) ? Standing::kMiss : Standing::kGrey;
    }
    case Bound::kOver:
      if (reading.reachable.high > n) return Standing::kAgrees;
      return reading.reachable.high < 0.95 * n ? Standing::kMiss : Standing::kGrey;
    case Bound::kUnder:
      if (reading.reachable.low < n) return Standing::kAgrees;
      return reading.reachable.low > 1.05 * n ? Standing::kMiss : Standing::kGrey;
    case Bound::kRange: {
      const double low = c.stated.value - AboutWidth(c.stated);
      const double high = c.stated_high.value + AboutWidth(c.stated_high);
      return Interval{low, high}.Meets(reading.reachable) ? Standing::kAgrees : Standing::kGrey;
    }
    case Bound::kExact:
      break;
  }
  switch (Compare(c.stated, reading)) {
    case Match::kMeets:
      return Standing::kAgrees;
    case Match::kTruncated:
      return Standing::kTruncated;
    case Match::kSlip:
      return Standing::kSlip;
    case Match::kMiss:
      break;
  }
  if (reading.reachable.width() > 2 * std::abs(n)) return Standing::kGrey;
  // Whole tens are round numbers: a miss below 15% of them is no contradiction.
  const double gap = GapOf(c.stated, reading);
  const bool tens =
      c.stated.text.find('.') == std::string::npos && n != 0 && std::fmod(std::abs(n), 10) == 0;
  if (tens && gap <= 0.15 * std::abs(n)) return Standing::kGrey;
  return Standing::kMiss;
}

bool Agrees(Standing standing) {
  return standing == Standing::kAgrees || standing == Standing::kTruncated;
}

struct Trial {
  size_t pair = 0;
  Convention convention = Convention::kChange;
  bool usual = true;
  Reading reading;
  Standing standing = Standing::kMiss;
};

std::vector<Trial> TryAll(const ClaimCandidate& c) {
  std::vector<Trial> trials;
  for (size_t p = 0; p < c.pairs.size(); ++p) {
    for (const Admissible& admissible : ReadingsOf(c, c.pairs[p])) {
      std::optional<Reading> reading = Read(c.pairs[p], admissible.convention);
      if (!reading) continue;
      const Standing standing = StandingOf(c, *reading);
      reading->agrees = Agrees(standing);
      trials.push_back({p, admissible.convention, admissible.usual, std::move(*reading), standing});
    }
  }
  return trials;
}

std::string BoundWords(const ClaimCandidate& c) {
  if (c.claim.stated_text.starts_with('~')) return "";
  switch (c.bound) {
    case Bound::kAbout:
      return "about ";
    case Bound::kNearly:
      return "nearly ";
    case Bound::kOver:
      return "over ";
    case Bound::kUnder:
      return "under ";
    case Bound::kUpTo:
      return "up to ";
    default:
      return "";
  }
}

void ConfirmTrial(ClaimCandidate& c, const Trial& trial) {
  const FigurePair& pair = c.pairs[trial.pair];
  ReasonCode code = ReasonCode::kOk;
  std::string why = "which fits " + BoundWords(c) + c.claim.stated_text;
  if (trial.standing == Standing::kTruncated) {
    code = ReasonCode::kOkTruncated;
    why = "which cut to the printed digits is " + c.claim.stated_text;
  } else if (!trial.usual) {
    code = ReasonCode::kOkAltBase;
  } else if ((c.bound == Bound::kAbout || c.bound == Bound::kNearly) &&
             Compare(c.stated, trial.reading) == Match::kMiss) {
    code = ReasonCode::kOkAbout;
  }
  SetOutcome(c, pair, trial.reading, trial.convention, ClaimVerdict::kConfirmed, code, why);
  // A delta that the table prints is what the prose repeats.
  if (pair.printed && c.measure == Measure::kChange) {
    c.claim.answer = fmt::format("{}{} [{}]", pair.printed->number.text, pair.printed->unit,
                                 pair.printed->source.at.line);
    c.claim.evidence.push_back(SourceOf(*pair.printed, c.claim));
  }
}

// What the sentence of a contradiction adds: the nearest convention that is not admissible.
std::string NearestOther(const ClaimCandidate& c, const FigurePair& pair) {
  constexpr std::array kPercents = {Convention::kChange, Convention::kFall, Convention::kSpeed,
                                    Convention::kAfterBase, Convention::kSymmetric};
  constexpr std::array kRatios = {Convention::kRatio, Convention::kInverse};
  double best = 0;
  std::string text;
  const auto consider = [&](Convention convention) {
    std::optional<Reading> reading = Read(pair, convention);
    if (!reading) return;
    for (const double flip : {1.0, -1.0}) {
      Reading flipped = *reading;
      flipped.value *= flip;
      flipped.reachable = flip > 0 ? reading->reachable
                                   : Interval{-reading->reachable.high, -reading->reachable.low};
      const double gap = GapOf(c.stated, flipped);
      if (!text.empty() && gap >= best) continue;
      best = gap;
      const int decimals = std::max(1, DecimalsOf(c.stated));
      text = gap == 0
                 ? fmt::format("{} gives {}{}, a base that no reader expects", Name(convention),
                               Fixed(flipped.value, decimals, true), flipped.unit)
                 : fmt::format("nearest is {}, {}{} away", Name(convention), Fixed(gap, decimals),
                               c.measure == Measure::kRatio ? "" : " points");
    }
  };
  if (c.measure == Measure::kRatio) {
    for (const Convention convention : kRatios) consider(convention);
  } else {
    for (const Convention convention : kPercents) consider(convention);
  }
  return text;
}

// The trial to show for a claim that none agrees with: the usual one of the first pair.
const Trial* Shown(const std::vector<Trial>& trials) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (!trial.usual) continue;
    if (best == nullptr || std::abs(trial.reading.value) > 0) {
      if (best == nullptr) best = &trial;
    }
  }
  return best == nullptr && !trials.empty() ? &trials.front() : best;
}

// True if only the direction is wrong: the size of the change meets the stated number.
bool SignOnly(const ClaimCandidate& c, const FigurePair& pair) {
  if (c.measure != Measure::kChange) return false;
  for (const Convention convention : {Convention::kChange, Convention::kFall}) {
    const std::optional<Reading> reading = Read(pair, convention);
    if (reading && Agrees(StandingOf(c, *reading))) return true;
  }
  return false;
}

// True if one value in percent of the other is the stated number: it may be meant so.
bool IsShare(const ClaimCandidate& c) {
  if (c.measure != Measure::kChange || c.signed_number) return false;
  for (const Convention convention : {Convention::kShare, Convention::kInverseShare}) {
    const std::optional<Reading> reading = Read(c.pairs.front(), convention);
    if (reading && Compare(c.stated, *reading) != Match::kMiss) return true;
  }
  return false;
}

void Contradict(ClaimCandidate& c, const Trial& trial, ReasonCode code) {
  const FigurePair& pair = c.pairs[trial.pair];
  const std::string nearest = NearestOther(c, pair);
  const bool symmetric = nearest.find("no reader expects") != std::string::npos;
  if (symmetric && code == ReasonCode::kNoOverlap) code = ReasonCode::kWrongBase;
  const std::string why = fmt::format("which does not give {}{}{}{}", BoundWords(c),
                                      c.claim.stated_text, nearest.empty() ? "" : "; ", nearest);
  SetOutcome(c, pair, trial.reading, trial.convention, ClaimVerdict::kContradicted, code, why);
  const int decimals = std::max(AnswerDecimals(c), 1);
  const bool percent = trial.reading.unit == "%";
  c.claim.answer =
      fmt::format("{} -> {} gives {}{} {}", SideText(pair.before), SideText(pair.after),
                  Fixed(trial.reading.value, decimals, percent), trial.reading.unit,
                  IntervalText(trial.reading.reachable, decimals + 1, percent));
  c.claim.help.clear();
  if (!nearest.empty()) c.claim.help.push_back(nearest);
}

// Several pairs are possible and none is near: say what each gives.
void OpenWithPairs(ClaimCandidate& c, const std::vector<Trial>& trials) {
  std::string list;
  std::string answer;
  const bool labelled = c.pairs.size() >= 2 && c.pairs.size() <= 3 &&
                        c.measure == Measure::kChange &&
                        std::all_of(c.pairs.begin(), c.pairs.end(), [](const FigurePair& pair) {
                          return !pair.label.empty() && pair.label.size() <= 14;
                        });
  if (labelled) {
    answer =
        fmt::format("{} pairs are possible, {} is near:", c.pairs.size() == 2 ? "two" : "three",
                    c.pairs.size() == 2 ? "neither" : "none");
  }
  size_t named = 0;
  for (size_t p = 0; p < c.pairs.size() && named < 3; ++p) {
    const auto found = std::find_if(trials.begin(), trials.end(), [&](const Trial& trial) {
      return trial.pair == p && trial.usual &&
             (trial.convention == Convention::kChange || trial.convention == Convention::kRatio);
    });
    const std::optional<Reading> change =
        found != trials.end()
            ? found->reading
            : Read(c.pairs[p],
                   c.measure == Measure::kRatio ? Convention::kRatio : Convention::kChange);
    if (!change) continue;
    const int decimals = std::max(1, AnswerDecimals(c));
    const std::string value = Fixed(change->value, decimals, change->unit == "%") + change->unit;
    list += fmt::format("{}{}{} to {} gives {}", named == 0 ? "" : ", ",
                        c.pairs[p].label.empty() ? "" : c.pairs[p].label.substr(0, 40) + " ",
                        SideText(c.pairs[p].before), SideText(c.pairs[p].after), value);
    if (labelled) {
      const auto plain = [](const std::vector<Figure>& side) {
        std::string text = SideText(side);
        while (!text.empty() && !(text.back() >= '0' && text.back() <= '9')) text.pop_back();
        return text;
      };
      answer += fmt::format("\n{:<7}  {} / {} - 1 = {:>6}", c.pairs[p].label,
                            plain(c.pairs[p].after), plain(c.pairs[p].before), value);
    }
    ++named;
  }
  if (c.pairs.size() == 1) {
    answer = list;
    SetOpen(c, ReasonCode::kGrey,
            fmt::format("{}, which neither fits {}{} nor is surely what it refers to", list,
                        BoundWords(c), c.claim.stated_text));
  } else {
    SetOpen(c, ReasonCode::kAmbiguousPair,
            fmt::format("{} pairs of figures could be meant and none gives {}{}: {}{}",
                        c.pairs.size(), BoundWords(c), c.claim.stated_text, list,
                        c.pairs.size() > named ? ", and others" : ""));
    if (labelled) c.claim.answer = answer;
  }
}

void JudgeUpTo(ClaimCandidate& c, const std::vector<Trial>& trials) {
  // The largest member of the set; its usual reading.
  const Trial* largest = nullptr;
  for (const Trial& trial : trials) {
    if (!trial.usual) continue;
    if (largest == nullptr || trial.reading.value > largest->reading.value) largest = &trial;
  }
  if (largest != nullptr && Agrees(largest->standing)) {
    ConfirmTrial(c, *largest);
    return;
  }
  if (largest == nullptr) {
    SetOpen(c, ReasonCode::kNoFigures, "no figures of this text bear on it");
    return;
  }
  const FigurePair& pair = c.pairs[largest->pair];
  SetOpen(c, ReasonCode::kGrey,
          fmt::format("the largest change shown is {}{} ({} to {}{}{}); a bound that one setting "
                      "exceeds is no error",
                      Fixed(largest->reading.value, std::max(1, AnswerDecimals(c))),
                      largest->reading.unit, SideText(pair.before), SideText(pair.after),
                      pair.label.empty() ? "" : ", ", pair.label.substr(0, 60)));
}

void JudgeRange(ClaimCandidate& c, const std::vector<Trial>& trials) {
  // Each pair must lie in the range under one of its readings.
  size_t inside = 0;
  size_t outside = 0;
  const Trial* low = nullptr;
  const Trial* high = nullptr;
  for (size_t p = 0; p < c.pairs.size(); ++p) {
    const Trial* member = nullptr;
    for (const Trial& trial : trials) {
      if (trial.pair == p &&
          (member == nullptr || (Agrees(trial.standing) && !Agrees(member->standing)))) {
        member = &trial;
      }
    }
    if (member == nullptr) continue;
    if (!Agrees(member->standing)) {
      ++outside;
      continue;
    }
    ++inside;
    if (low == nullptr || member->reading.value < low->reading.value) low = member;
    if (high == nullptr || member->reading.value > high->reading.value) high = member;
  }
  if (inside >= 1 && outside == 0 && low != nullptr) {
    ConfirmTrial(c, *high);
    const int decimals = DecimalsOf(c.stated) + 1;
    c.claim.answer = inside == 1 ? c.claim.answer
                                 : fmt::format("{} changes from {} to {}%", inside,
                                               Fixed(low->reading.value, decimals),
                                               Fixed(high->reading.value, decimals));
    c.claim.reason = fmt::format("all {} changes shown lie between {}% and {}%, which fits {}",
                                 inside, Fixed(low->reading.value, decimals),
                                 Fixed(high->reading.value, decimals), c.claim.stated_text);
    return;
  }
  if (inside + outside == 0) {
    SetOpen(c, ReasonCode::kNoFigures, "no figures of this text bear on it");
    return;
  }
  SetOpen(c, ReasonCode::kAmbiguousPair,
          fmt::format("{} of the {} changes that could be meant lie outside {}", outside,
                      inside + outside, c.claim.stated_text));
}

// "over N": all candidates must be over it to confirm; one in the same sentence may contradict.
void JudgeThreshold(ClaimCandidate& c, const std::vector<Trial>& trials) {
  std::vector<const Trial*> best(c.pairs.size(), nullptr);
  for (const Trial& trial : trials) {
    const Trial*& slot = best[trial.pair];
    if (slot == nullptr || (Agrees(trial.standing) && !Agrees(slot->standing))) slot = &trial;
  }
  size_t agreeing = 0;
  size_t known = 0;
  std::string answer;
  const Trial* first = nullptr;
  for (const Trial* trial : best) {
    if (trial == nullptr) continue;
    ++known;
    if (!Agrees(trial->standing)) continue;
    ++agreeing;
    if (first == nullptr) first = trial;
    const FigurePair& pair = c.pairs[trial->pair];
    const std::optional<Reading> change = Read(pair, Convention::kChange);
    if (!change || agreeing > 3) continue;
    const uint32_t line = pair.after.back().source.at.line;
    answer += fmt::format("{}{} -> {} = {}%{}", answer.empty() ? "" : ",\n", SideText(pair.before),
                          SideText(pair.after), Fixed(change->value, AnswerDecimals(c), true),
                          line == c.claim.source.at.line ? "" : fmt::format(" [{}]", line));
  }
  if (known > 0 && agreeing == known && first != nullptr) {
    ConfirmTrial(c, *first);
    if (!answer.empty()) c.claim.answer = answer;
    for (const Trial* trial : best) {
      if (trial == nullptr || trial == first) continue;
      for (const Figure& figure : c.pairs[trial->pair].after) {
        c.claim.evidence.push_back(SourceOf(figure, c.claim));
      }
    }
    return;
  }
  const Trial* shown = Shown(trials);
  if (c.binding && shown != nullptr && c.pairs.size() == 1 &&
      std::all_of(trials.begin(), trials.end(),
                  [](const Trial& trial) { return trial.standing == Standing::kMiss; })) {
    Contradict(c, *shown, ReasonCode::kNoOverlap);
    return;
  }
  if (agreeing > 0 && c.pairs.size() > 1 && first != nullptr) {
    SetOpen(c, ReasonCode::kAmbiguousPair,
            fmt::format("{} of {} changes that could be meant fit {}{}", agreeing, known,
                        BoundWords(c), c.claim.stated_text));
    return;
  }
  OpenWithPairs(c, trials);
}

bool AnyAgrees(const std::vector<Trial>& trials) {
  return std::any_of(trials.begin(), trials.end(),
                     [](const Trial& trial) { return Agrees(trial.standing); });
}

bool IsSurelyMeant(const FigurePair& pair) {
  const auto long_enough = [](const Figure& figure) {
    return !figure.unit.empty() &&
           std::count_if(figure.number.text.begin(), figure.number.text.end(),
                         [](char digit) { return digit >= '0' && digit <= '9'; }) >= 3;
  };
  return long_enough(pair.before.front()) && long_enough(pair.after.front());
}

// The text gives the pair of the prose with more digits elsewhere: the better figures decide,
// unless both agree or the finer ones are off by no more than one printed unit.
void ChooseFiner(ClaimCandidate& c) {
  if (!c.finer || c.pairs.size() != 1) return;
  const std::vector<Trial> coarse = TryAll(c);
  ClaimCandidate refined = c;
  refined.pairs = {*c.finer};
  const std::vector<Trial> fine = TryAll(refined);
  if (AnyAgrees(coarse) == AnyAgrees(fine)) return;
  if (AnyAgrees(coarse)) {
    const bool near = std::any_of(fine.begin(), fine.end(), [&](const Trial& trial) {
      return GapOf(c.stated, trial.reading) <= c.stated.unit;
    });
    if (near || c.bound != Bound::kExact) return;
    c.binding = c.binding && IsSurelyMeant(c.pairs.front());
  }
  c.pairs = {*c.finer};
}

void JudgePairs(ClaimCandidate& c) {
  ChooseFiner(c);
  std::vector<Trial> trials = TryAll(c);
  for (const Trial& trial : trials) {
    if (c.claim.readings.size() < 24) c.claim.readings.push_back(trial.reading);
  }
  if (c.pairs.empty() || trials.empty()) {
    SetOpen(c, c.pairs.empty() ? ReasonCode::kNoFigures : ReasonCode::kZeroBase,
            c.pairs.empty() ? "no figures of this text bear on it"
                            : "its base may be zero by the printed digits");
    return;
  }
  if (c.bound == Bound::kUpTo) return JudgeUpTo(c, trials);
  if (c.bound == Bound::kRange) return JudgeRange(c, trials);
  if (c.bound == Bound::kOver || c.bound == Bound::kUnder) return JudgeThreshold(c, trials);

  const Trial* found = nullptr;
  for (const Trial& trial : trials) {
    if (!Agrees(trial.standing)) continue;
    const bool better = found == nullptr || (trial.usual && !found->usual);
    if (better) found = &trial;
  }
  if (found != nullptr) {
    ConfirmTrial(c, *found);
    return;
  }
  const bool slip = std::any_of(trials.begin(), trials.end(), [](const Trial& trial) {
    return trial.standing == Standing::kSlip;
  });
  if (slip) {
    const auto near = std::find_if(trials.begin(), trials.end(), [](const Trial& trial) {
      return trial.standing == Standing::kSlip;
    });
    SetOpen(c, ReasonCode::kLastPlace,
            fmt::format("{} to {} gives {}{}, which misses {} by less than a quarter of its last "
                        "digit",
                        SideText(c.pairs[near->pair].before), SideText(c.pairs[near->pair].after),
                        Fixed(near->reading.value, DecimalsOf(c.stated) + 2), near->reading.unit,
                        c.claim.stated_text));
    return;
  }
  const Trial* shown = Shown(trials);
  if (c.pairs.size() == 1 && SignOnly(c, c.pairs.front())) {
    if (c.binding && c.pairs.front().ordered && c.signed_number && !c.pairs.front().lower_better) {
      Contradict(c, *shown, ReasonCode::kSign);
      return;
    }
    SetOpen(c, ReasonCode::kSign,
            fmt::format("{} to {} changes by this much but in the other direction",
                        SideText(c.pairs.front().before), SideText(c.pairs.front().after)));
    return;
  }
  bool all_miss = std::all_of(trials.begin(), trials.end(),
                              [](const Trial& trial) { return trial.standing == Standing::kMiss; });
  // "4x more" for 10 -> 50: some writers count what is added. Not accepted, and not called wrong.
  if (c.measure == Measure::kRatio) {
    for (const Trial& trial : trials) {
      Computed less{trial.reading.value - 1,
                    {trial.reading.reachable.low - 1, trial.reading.reachable.high - 1}};
      if (Compare(c.stated, less.value, less.reachable) != Match::kMiss) all_miss = false;
    }
  }
  if (c.binding && c.pairs.size() == 1 && all_miss && shown != nullptr && !IsShare(c)) {
    Contradict(c, *shown, ReasonCode::kNoOverlap);
    return;
  }
  OpenWithPairs(c, trials);
}

// Which of the rows a drift or a bare number belongs to cannot be told from words: any may.
void JudgeDrift(ClaimCandidate& c) {
  if (c.pairs.empty()) {
    SetOpen(c, ReasonCode::kNoFigures, "no two controls are shown");
    return;
  }
  for (const FigurePair& pair : c.pairs) {
    for (const Convention convention : {Convention::kChange, Convention::kFall}) {
      const std::optional<Reading> reading = Read(pair, convention);
      if (!reading) continue;
      if (c.claim.readings.size() < 24) c.claim.readings.push_back(*reading);
      const Standing standing = StandingOf(c, *reading);
      if (!Agrees(standing)) continue;
      SetOutcome(c, pair, *reading, convention, ClaimVerdict::kConfirmed, ReasonCode::kOk,
                 "which prints as " + c.claim.stated_text);
      return;
    }
    // The other bases: control B, and the midpoint.
    for (const Convention convention : {Convention::kAfterBase, Convention::kSymmetric}) {
      const std::optional<Reading> reading = Read(pair, convention);
      if (!reading) continue;
      const double sign = reading->value < 0 && c.stated.value > 0 ? -1 : 1;
      Reading positive = *reading;
      positive.value *= sign;
      if (sign < 0) positive.reachable = {-reading->reachable.high, -reading->reachable.low};
      if (!Agrees(StandingOf(c, positive))) continue;
      SetOutcome(c, pair, positive, convention, ClaimVerdict::kConfirmed, ReasonCode::kOkAltBase,
                 "which prints as " + c.claim.stated_text);
      const bool midpoint = convention == Convention::kSymmetric;
      c.claim.convention = midpoint ? "drift against the midpoint" : "drift against B";
      c.claim.answer = fmt::format("({} - {}) / {}", SideText(pair.after), SideText(pair.before),
                                   midpoint ? "midpoint" : "B");
      return;
    }
  }
  OpenWithPairs(c, TryAll(c));
}

Interval WithQuirk(const PrintedNumber& number, bool quirk) {
  Interval interval = number.interval();
  if (!quirk || !number.text.ends_with(".0")) return interval;
  // The carry is lost: 16.97 prints as 16.0.
  const double one = number.unit * 10;
  interval.high = std::max(interval.high, number.value + one);
  return interval;
}

// The number of base units behind one printed unit, to print a value as the claim does.
double PrintedFactor(const PrintedNumber& number) {
  const double step = std::pow(10.0, -DecimalsOf(number));
  return number.unit > 0 ? number.unit / step : 1;
}

void JudgeValue(ClaimCandidate& c, double value, const Interval& reachable, std::string how,
                std::string answer) {
  Claim& claim = c.claim;
  const double factor = PrintedFactor(c.stated);
  const Interval stated = WithQuirk(c.stated, c.carry_quirk);
  const double gap = stated.Gap(reachable);
  const int decimals = DecimalsOf(c.stated);
  const Interval printed{reachable.low / factor, reachable.high / factor};
  claim.recomputed = Recomputed{value / factor, printed, claim.stated_unit};
  claim.convention = std::move(how);
  for (const Figure& figure : c.operands) {
    if (claim.evidence.size() < 64) claim.evidence.push_back(SourceOf(figure, claim));
  }
  Reading reading;
  reading.figures.assign(
      c.operands.begin(),
      c.operands.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(c.operands.size(), 16)));
  reading.convention = claim.convention;
  reading.value = value / factor;
  reading.reachable = printed;
  reading.unit = claim.stated_unit;
  const std::string gives =
      fmt::format("{} gives {}{} {}", answer, Fixed(value / factor, decimals + 1),
                  claim.stated_unit, IntervalText(printed, decimals + 1));
  claim.answer = std::move(answer);
  const double u = c.stated.unit;
  const bool by_quirk = gap == 0 && !c.stated.interval().Meets(reachable);
  if (gap <= 1e-9 * std::max(1.0, std::abs(value))) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = by_quirk ? ReasonCode::kGeneratorQuirk : ReasonCode::kOk;
    claim.reason = gives + (by_quirk ? ", which prints as " + claim.stated_text +
                                           " where the producer loses the carry of x.95 and above"
                                     : ", which prints as " + claim.stated_text);
    reading.agrees = true;
  } else if (c.stated.rounding != Rounding::kExact && gap <= u / 4 * (1 + 1e-9)) {
    SetOpen(c, ReasonCode::kLastPlace,
            gives + ", which misses the printed digits by less than a quarter of the last one");
  } else if (c.binding && !c.in_changelog && !c.repeated_runs &&
             gap > c.tolerance * std::abs(c.stated.value) &&
             (c.stated.rounding == Rounding::kExact || gap > u)) {
    claim.verdict = ClaimVerdict::kContradicted;
    claim.reason_code = ReasonCode::kNoOverlap;
    claim.reason =
        fmt::format("{}, {}{} from the stated {}", gives, Fixed(gap / factor, decimals + 1),
                    claim.stated_unit, claim.stated_text);
    claim.answer += fmt::format(" = {}{}", Fixed(value / factor, decimals), claim.stated_unit);
    claim.help.push_back(
        fmt::format("off by {}{}", Fixed(gap / factor, decimals + 1), claim.stated_unit));
  } else {
    SetOpen(c, ReasonCode::kGrey,
            gives +
                ", near the stated number but not within its digits; tools derive such "
                "figures from unrounded ones");
  }
  claim.readings.push_back(std::move(reading));
}

void JudgeConversion(ClaimCandidate& c) {
  const Figure& left = c.operands.front();
  const Interval reachable = WithQuirk(left.number, c.carry_quirk);
  JudgeValue(c, left.number.value, reachable, "the same quantity in the other unit",
             FigureText(left));
  if (c.claim.verdict == ClaimVerdict::kConfirmed) {
    c.claim.answer = fmt::format("{} = {}{}", FigureText(left),
                                 Fixed(c.claim.recomputed->value, DecimalsOf(c.stated) + 1),
                                 c.claim.stated_unit);
  }
}

void JudgeQuotient(ClaimCandidate& c) {
  const Interval a = c.operands[0].number.interval();
  const Interval b = c.operands[1].number.interval();
  if (b.low <= 0) {
    SetOpen(c, ReasonCode::kZeroBase, "its divisor may be zero by the printed digits");
    return;
  }
  const Interval reachable = Corners(a, b, [&](double x, double y) { return c.scale * x / y; });
  const double value = c.scale * c.operands[0].number.value / c.operands[1].number.value;
  JudgeValue(c, value, reachable, c.operation,
             fmt::format("{} / {}", FigureText(c.operands[0]), FigureText(c.operands[1])));
}

void JudgeTotal(ClaimCandidate& c) {
  const bool product = c.measure == Measure::kProduct;
  double value = product ? 1 : 0;
  Interval reachable{value, value};
  for (const Figure& figure : c.operands) {
    const bool exact = c.stated.rounding == Rounding::kExact;
    const Interval term =
        exact ? Interval{figure.number.value, figure.number.value} : figure.number.interval();
    if (product) {
      value *= figure.number.value;
      reachable = Corners(reachable, term, [](double x, double y) { return x * y; });
    } else {
      value += figure.number.value;
      reachable = {reachable.low + term.low, reachable.high + term.high};
    }
  }
  JudgeValue(c, value, reachable, product ? "product of the factors" : "sum of the terms",
             c.operation);
}

void JudgeDiffstat(ClaimCandidate& c) {
  if (c.operands.empty()) {
    SetOpen(c, ReasonCode::kNoFigures,
            "the list of files above it is cut, not there, or counts bytes");
    return;
  }
  const size_t files = c.operands.size();
  double total = 0;
  std::string list;
  for (size_t i = 0; i < files; ++i) {
    total += c.operands[i].number.value;
    if (i < 5) list += (i == 0 ? "" : " + ") + c.operands[i].number.text;
  }
  if (files > 5) list += " + ...";
  Claim& claim = c.claim;
  claim.recomputed = Recomputed{total, {total, total}, "lines"};
  claim.convention = "insertions + deletions = lines of the files";
  for (const Figure& figure : c.operands) {
    if (claim.evidence.size() < 64) claim.evidence.push_back(SourceOf(figure, claim));
  }
  const std::string what = fmt::format("{} = {} lines in {} file{}", Fixed(total, 0), list, files,
                                       files == 1 ? "" : "s");
  claim.answer = "= " + what;
  if (static_cast<double>(files) != c.scale) {
    SetOpen(c, ReasonCode::kGrey,
            fmt::format("{} files are listed above it and it says {}", files, Fixed(c.scale, 0)));
    return;
  }
  if (total == c.stated.value) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = ReasonCode::kOk;
    claim.reason =
        fmt::format("the files above it add up to {}, the insertions and deletions too", what);
    return;
  }
  claim.verdict = ClaimVerdict::kContradicted;
  claim.reason_code = ReasonCode::kNoOverlap;
  claim.reason = fmt::format("the files above it add up to {}, but it says {} = {}", what,
                             c.stated.text, Fixed(c.stated.value, 0));
  claim.help.push_back(fmt::format("{} lines are {}", Fixed(std::abs(total - c.stated.value), 0),
                                   total > c.stated.value ? "not counted" : "too many"));
}

// "leaves most of", "recovers almost all of": the share of the way from the worst to the best.
void JudgeWord(ClaimCandidate& c) {
  const bool recovers = c.operation == "recovers";
  const Interval own = c.operands[0].number.interval();
  const Interval worst = c.operands[1].number.interval();
  const Interval best = c.operands[2].number.interval();
  const auto share = [&](double v, double w, double b) {
    return 100 * (recovers ? w - v : v - b) / (w - b);
  };
  const double value =
      share(c.operands[0].number.value, c.operands[1].number.value, c.operands[2].number.value);
  Interval reachable{value, value};
  for (const double v : {own.low, own.high}) {
    for (const double w : {worst.low, worst.high}) {
      for (const double b : {best.low, best.high}) {
        if (w <= b) return SetOpen(c, ReasonCode::kZeroBase, "the figures do not differ");
        reachable.low = std::min(reachable.low, share(v, w, b));
        reachable.high = std::max(reachable.high, share(v, w, b));
      }
    }
  }
  Claim& claim = c.claim;
  claim.recomputed = Recomputed{value, reachable, "%"};
  claim.convention = recovers ? "(worst - own) / (worst - best)" : "(own - best) / (worst - best)";
  for (const Figure& figure : c.operands) claim.evidence.push_back(SourceOf(figure, claim));
  Reading reading;
  reading.figures = c.operands;
  reading.convention = claim.convention;
  reading.value = value;
  reading.reachable = reachable;
  reading.unit = "%";
  const std::string figure = fmt::format("{}% {}", Fixed(value, 1), IntervalText(reachable, 1));
  if (claim.stated_text == "most" && reachable.low > 50) {
    claim.verdict = ClaimVerdict::kConfirmed;
    claim.reason_code = ReasonCode::kOk;
    claim.answer = fmt::format("{} {} of {} - {}", c.operation, figure, c.operands[1].number.text,
                               c.operands[2].number.text);
    claim.reason = claim.answer + ", more than half";
    reading.agrees = true;
  } else if (claim.stated_text == "most") {
    const bool less = reachable.high < 50;
    const std::string answer =
        fmt::format("{} {} of {} - {}: {}", c.operation, figure, c.operands[1].number.text,
                    c.operands[2].number.text,
                    less ? "less than half" : "the digits do not say if it is over half");
    SetOpen(c, less ? ReasonCode::kWrongWord : ReasonCode::kGrey, answer);
    claim.answer = answer;
    claim.would_decide = "the values with one more digit";
  } else {
    SetOpen(
        c, ReasonCode::kGrey,
        fmt::format("it {} {}; how near that is to all is a matter of words", c.operation, figure));
    claim.answer = figure + "; a word";
    claim.would_decide = "a number in place of the word";
  }
  claim.readings.push_back(std::move(reading));
}

// "10.93us vs 13.34us", of which the first is said to be the smaller.
void JudgeOrder(ClaimCandidate& c) {
  const Figure& first = c.operands[0];
  const Figure& second = c.operands[1];
  const Interval a = first.number.interval();
  const Interval b = second.number.interval();
  const bool agrees = c.direction < 0 ? a.high < b.low : a.low > b.high;
  if (!agrees) {
    SetOpen(
        c, ReasonCode::kWrongWord,
        fmt::format("{} is not surely the {} one by its digits", FigureText(first), c.operation));
    return;
  }
  Claim& claim = c.claim;
  claim.verdict = ClaimVerdict::kConfirmed;
  claim.reason_code = ReasonCode::kOk;
  claim.convention = "order of the two values";
  for (const Figure& figure : c.operands) claim.evidence.push_back(SourceOf(figure, claim));
  claim.answer =
      fmt::format("{} {} {}", FigureText(first), c.direction < 0 ? "<" : ">", FigureText(second));
  claim.reason = fmt::format("{} is {} than {} whatever their last digits were", FigureText(first),
                             c.operation, FigureText(second));
}

void JudgeOne(ClaimCandidate& c) {
  switch (c.measure) {
    case Measure::kOrder:
      return JudgeOrder(c);
    case Measure::kChange:
    case Measure::kRatio:
    case Measure::kDifference:
    case Measure::kPoints:
      return JudgePairs(c);
    case Measure::kDrift:
      return JudgeDrift(c);
    case Measure::kConversion:
      return JudgeConversion(c);
    case Measure::kQuotient:
      return JudgeQuotient(c);
    case Measure::kSum:
    case Measure::kProduct:
      return JudgeTotal(c);
    case Measure::kDiffstat:
      return JudgeDiffstat(c);
    case Measure::kWord:
      return JudgeWord(c);
    case Measure::kShare:
    case Measure::kNone:
      break;
  }
  SetOpen(c, ReasonCode::kNoFigures,
          c.claim.kind == ClaimKind::kFromTo ? "the pair is stated, nothing is derived from it"
                                             : "no figures of this text bear on it");
}

// Prose that a quote repeats is one claim with the other place in also_at; quoted table rows stay,
// marked as duplicates. The lowest quote depth wins.
void MarkRepeats(std::vector<Claim>& claims) {
  const auto key_of = [](const Claim& claim) {
    const std::hash<std::string_view> hash;
    return hash(claim.quote) * 31 + hash(claim.stated_text) * 7 + static_cast<size_t>(claim.kind);
  };
  const auto same = [](const Claim& a, const Claim& b) {
    return a.kind == b.kind && a.stated_text == b.stated_text && a.quote == b.quote;
  };
  std::unordered_map<size_t, size_t> originals;  // never iterated
  for (size_t i = 0; i < claims.size(); ++i) {
    const auto [found, fresh] = originals.emplace(key_of(claims[i]), i);
    if (!fresh && claims[i].quote_depth < claims[found->second].quote_depth) found->second = i;
  }
  std::vector<bool> drop(claims.size(), false);
  for (size_t i = 0; i < claims.size(); ++i) {
    const size_t original = originals.at(key_of(claims[i]));
    if (original == i || claims[i].quote_depth == claims[original].quote_depth ||
        !same(claims[i], claims[original])) {
      continue;
    }
    const bool row = claims[i].kind == ClaimKind::kTableDelta ||
                     claims[i].kind == ClaimKind::kUnitPair || claims[i].kind == ClaimKind::kRate;
    if (row) {
      claims[i].duplicate = true;
    } else {
      claims[original].also_at.push_back(claims[i].source);
      drop[i] = true;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < claims.size(); ++i) {
    if (drop[i]) continue;
    if (kept != i) claims[kept] = std::move(claims[i]);
    ++kept;
  }
  claims.resize(kept);
}

// "~10%", ">90%", "4x": what the answer line shows for the stated number.
std::string ShortStated(const ClaimCandidate& c) {
  const Claim& claim = c.claim;
  if (c.measure == Measure::kDiffstat) return c.stated.text;
  if (claim.kind == ClaimKind::kRatio) {
    const std::string number =
        c.stated.text.empty() || c.stated.text.front() < '0' || c.stated.text.front() > '9'
            ? Fixed(c.stated.value, c.stated.value < 1 ? 1 : 0)
            : c.stated.text;
    const bool tilde = claim.stated_text.starts_with('~');
    return (tilde ? "~" : "") + number + "x";
  }
  std::string text = claim.stated_text;
  if (claim.stated_unit == "percent" || claim.kind == ClaimKind::kPercentChange) {
    const size_t word = text.find(" percent");
    if (word != std::string::npos) text = text.substr(0, word) + "%";
  }
  if (text.starts_with('~')) return text;
  switch (c.bound) {
    case Bound::kAbout:
    case Bound::kNearly:
      return "~" + text;
    case Bound::kOver:
      return ">" + text;
    case Bound::kUnder:
    case Bound::kUpTo:
      return "<" + text;
    default:
      return text;
  }
}

}  // namespace

void JudgeClaims(EvidenceBundle& bundle) {
  if (bundle.candidates.empty()) return;
  std::vector<ClaimCandidate*> rows;
  for (ClaimCandidate& candidate : bundle.candidates) {
    if (!candidate.claim.stated_value && !candidate.stated.text.empty()) {
      const double factor = candidate.claim.stated_unit == "%" || candidate.claim.stated_unit == "x"
                                ? 1
                                : PrintedFactor(candidate.stated);
      candidate.claim.stated_value = candidate.stated.value / (factor > 0 ? factor : 1);
    }
    if (candidate.claim.stated_short.empty()) {
      candidate.claim.stated_short = ShortStated(candidate);
    }
    if (candidate.table != 0) {
      rows.push_back(&candidate);
    } else {
      JudgeOne(candidate);
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const ClaimCandidate* a, const ClaimCandidate* b) {
    return a->table < b->table;
  });
  JudgeTables(rows);
  std::vector<Claim> claims;
  for (ClaimCandidate& candidate : bundle.candidates) {
    if (candidate.tentative && candidate.claim.verdict == ClaimVerdict::kUncheckable) continue;
    // A place gives one claim of a kind.
    const bool known = !claims.empty() && claims.back().source == candidate.claim.source &&
                       claims.back().kind == candidate.claim.kind;
    if (known) continue;
    claims.push_back(std::move(candidate.claim));
  }
  MarkRepeats(claims);
  std::move(claims.begin(), claims.end(), std::back_inserter(bundle.claims));
  bundle.candidates.clear();
}

}  // namespace regress
