// SPDX-License-Identifier: Apache-2.0
// Interval arithmetic of claims: what a pair of printed figures gives under each convention, and
// whether that meets a stated number. Percents are percents.
//   a in [a0, a1], b in [b0, b1]: (b - a) / a lies in [(b0 - a1) / a1, (b1 - a0) / a0]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/claim_candidates.h"

namespace regress {

// How a change is taken, a before and b after.
enum class Convention : uint8_t {
  kChange,        // (b - a) / a
  kFall,          // (a - b) / a
  kSpeed,         // a / b - 1: the gain in speed of a time
  kAfterBase,     // (b - a) / b
  kRatio,         // b / a
  kInverse,       // a / b
  kShare,         // b / a in percent
  kInverseShare,  // a / b in percent
  kDifference,    // b - a
  kReverse,       // a - b
  kSymmetric,     // (b - a) / ((a + b) / 2): named where it reproduces a number, never accepted
};

std::string_view Name(Convention convention);  // "(after - before) / before", ...

// Mean and interval of one side; several figures are averaged.
struct Side {
  double value = 0;
  Interval interval;
};
Side MakeSide(const std::vector<Figure>& figures);

// A value under a convention, without the figures that a Reading carries.
struct Computed {
  double value = 0;
  Interval reachable;
};
// nullopt if the base may be zero.
std::optional<Computed> Compute(const Side& before, const Side& after, Convention convention);

std::optional<Reading> Read(const FigurePair& pair, Convention convention);

enum class Match : uint8_t {
  kMeets,      // the intervals meet
  kTruncated,  // the nominal value cut to the printed digits
  kSlip,       // misses by a quarter of the last digit at most
  kMiss,
};

// Whether a computed value gives `stated` as printed.
Match Compare(const PrintedNumber& stated, double value, const Interval& reachable);
inline Match Compare(const PrintedNumber& stated, const Reading& reading) {
  return Compare(stated, reading.value, reading.reachable);
}
// The gap between the stated interval and the reading's, 0 if they meet.
double GapOf(const PrintedNumber& stated, const Reading& reading);

// Fixed decimals; never "-0.0". `sign` prints a plus too.
std::string Fixed(double value, int decimals, bool sign = false);
// The decimals that `number` prints (its prefix not applied).
int DecimalsOf(const PrintedNumber& number);
// "1.2 [1.15, 1.25]" bounds rounded outward to `decimals`.
std::string IntervalText(const Interval& interval, int decimals, bool sign = false);
// Where a figure of the claim's own message stands, with the path of the claim.
InputRef SourceOf(const Figure& figure, const Claim& claim);
// The figure as printed, with its unit.
std::string FigureText(const Figure& figure);
// One side in words: "7518 cycles", "midpoint 2957.118", "mean 3819.5".
std::string SideText(const std::vector<Figure>& figures);

}  // namespace regress
