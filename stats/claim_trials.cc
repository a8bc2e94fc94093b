// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_trials.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
    // "drops from 120us to 80us, a 50% improvement": less time is more speed.
    if (c.speed_words && (c.direction >= 0 || pair.lower_better)) add(Convention::kSpeed, false);
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

}  // namespace

double AboutWidth(const PrintedNumber& number) {
  return std::max(std::min(WeightOfLastNonZeroDigit(number) / 2, 5.0),
                  0.15 * std::abs(number.value));
}

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

bool AnyAgrees(const std::vector<Trial>& trials) {
  return std::any_of(trials.begin(), trials.end(),
                     [](const Trial& trial) { return Agrees(trial.standing); });
}

}  // namespace regress
