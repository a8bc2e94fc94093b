// SPDX-License-Identifier: Apache-2.0
// Numbers with fio's prefixes. 2.17 and later write binary prefixes as Ki Mi Gi and decimal ones as
// k M G; up to 2.16 K M G are binary for bytes although written KB and MB, and the letter T is
// missing from the list, so that P stands for tebi and E for pebi.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace regress {

enum class FioStyle : uint8_t { kOld, kNew };  // up to 2.16, from 2.17

// A decimal number times `factor`, with one rounding: ("2.094367", 1000) is 2094.367.
std::optional<double> ParseScaled(std::string_view token, uint64_t factor);

// "8530", "12.2k", "6740.5K", "1.36M": a count with a decimal prefix, times `factor`.
std::optional<double> ParseCount(std::string_view token, uint64_t factor = 1);

// Bytes in "66.7MiB", "33.3MiB/s", "1188KB/s", "739042B/s", "347Mbit/s", "23.3Mi" (client mode
// leaves the unit out), in units of 1 MiB. `text` is cut at the first byte that does not belong to
// it.
struct FioSize {
  double mebibytes = 0;
  double mebibytes_per_unit = 0;  // of the printed number
  std::string_view token;         // the whole of it as printed
  std::string_view number;        // its digits
  bool decimal = false;           // the prefix is a power of 1000
};
std::optional<FioSize> ParseSize(std::string_view text, FioStyle style);

// Nanoseconds per unit "nsec", "usec", "msec", "sec", "ns", "us", "ms", "s"; 0 if it is none of
// them.
uint64_t NanosecondsPer(std::string_view unit);

}  // namespace regress
