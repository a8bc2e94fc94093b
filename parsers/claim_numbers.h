// SPDX-License-Identifier: Apache-2.0
// The grammar of numbers in performance mails: decorated numbers with prefix and unit, percents,
// ratios and time strings, without the look-alikes (versions, dates, options, hex, names such as
// x86, list numbers). Works on one piece of text; tokens borrow it.
//   "7.5 MIOPS -> 9.3 (+23%)" gives 7.5 MIOPS, 9.3 and +23 %
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/data/printed_number.h"

namespace regress {

enum class UnitClass : uint8_t {
  kNone,
  kTime,
  kByteRate,
  kBitRate,
  kCountRate,
  kCycles,
  kBytes,
  kPercent,
  kPoints,
  kRatio,
};

struct NumberToken {
  size_t begin = 0;  // first byte of the number or its sign
  size_t end = 0;    // past the unit
  size_t number_end = 0;
  PrintedNumber number;  // in the base unit of its class: seconds, bytes/s, bits/s, 1/s, bytes
  UnitClass unit_class = UnitClass::kNone;
  std::string_view unit;         // as printed, with its prefix; empty if there is none
  int sign = 0;                  // +1 or -1 if printed (also arrows)
  bool tilde = false;            // "~2100"
  bool assigned = false;         // "name=12"
  bool parenthesised = false;    // stands directly after "("
  bool spread = false;           // after a +/- sign: a deviation, no value
  bool decimal_comma = false;    // read with a comma as decimal point
  bool comma_ambiguous = false;  // "1,234" alone
  bool partial = false;  // part of a value: "1 234 ms", "12 s 500 ms", "2 x 512 MB", "1.234.567"
};

// Appends the tokens of `text` in order. Linear in the length of `text`.
void ScanNumbers(std::string_view text, std::vector<NumberToken>& tokens);

// The printed weight of `number` becomes that of its last non-zero digit ("~2100" is 2050..2150).
void WidenToLastNonZeroDigit(PrintedNumber& number);

// True if `word` is a unit of measurement ("MiB/s", "usec", "IOPS"), with the class and the factor
// to the base unit.
bool FindUnit(std::string_view word, UnitClass& unit_class, double& factor);

}  // namespace regress
