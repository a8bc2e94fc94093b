// SPDX-License-Identifier: Apache-2.0
#include "stats/pair_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "stats/claim_text.h"
#include "stats/claim_trials.h"

namespace regress {
namespace {

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
std::string NearestOther(const ClaimCandidate& c, const FigurePair& pair, Convention shown) {
  constexpr std::array kPercents = {Convention::kChange, Convention::kFall, Convention::kSpeed,
                                    Convention::kAfterBase, Convention::kSymmetric};
  constexpr std::array kRatios = {Convention::kRatio, Convention::kInverse};
  double best = 0;
  std::string text;
  const auto mirrored = [](Convention convention) {
    return convention == Convention::kFall ? Convention::kChange : convention;
  };
  const auto consider = [&](Convention convention) {
    if (mirrored(convention) == mirrored(shown)) return;
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
                 : fmt::format("nearest other is {}, {}{} away", Name(convention),
                               Fixed(gap, decimals), c.measure == Measure::kRatio ? "" : " points");
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
  const std::string nearest = NearestOther(c, pair, trial.convention);
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
    // A pair of the same sentence is worth a look, whatever it was meant for.
    if (c.pairs.front().step <= PairStep::kSentence) c.claim.answer = answer;
    c.claim.would_decide = "the two values that it was taken from";
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

// "5% less (120 vs 126)": the words tell which side is the one before.
void OrderPairs(ClaimCandidate& c) {
  if (c.measure != Measure::kChange || c.signed_number || c.direction >= 0 || c.speed_words) return;
  for (FigurePair& pair : c.pairs) {
    if (!pair.ordered && MakeSide(pair.before).value < MakeSide(pair.after).value) {
      std::swap(pair.before, pair.after);
    }
  }
}

bool PrintsAs(const ClaimCandidate& c, double value) {
  return c.stated.interval().Meets({value, value});
}

}  // namespace

void JudgePairs(ClaimCandidate& c) {
  OrderPairs(c);
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
    // An unusual reading of one of many rows is a coincidence as likely as not.
    if (!trial.usual && c.pairs.size() > 2 && c.pairs[trial.pair].step >= PairStep::kRow) continue;
    // Coarse figures fit several readings: of one pair, the one whose value prints as stated.
    const bool same = found != nullptr && found->pair == trial.pair && c.bound == Bound::kExact;
    const bool prints = PrintsAs(c, trial.reading.value);
    const bool found_prints = same && PrintsAs(c, found->reading.value);
    const bool better = found == nullptr ||
                        (same && prints != found_prints ? prints : trial.usual && !found->usual);
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

}  // namespace regress
