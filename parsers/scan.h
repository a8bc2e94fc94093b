// SPDX-License-Identifier: Apache-2.0
// Small pure scanners that every parser shares: characters, fields, numbers. No locale, no
// exceptions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/data/printed_number.h"

namespace regress {

constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}
constexpr bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char ToLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view TrimLeft(std::string_view text);
std::string_view Trim(std::string_view text);
// Cuts the next run of non-blanks off the front of `rest`; empty at the end.
std::string_view NextField(std::string_view& rest);

std::optional<uint64_t> ParseUnsigned(std::string_view digits);  // the whole text, no sign
std::optional<double> ParseDouble(
    std::string_view text);  // the whole text; sign, point, exponent; finite only

// A decimal number `[+-]digits[.digits][e[+-]digits]` that makes up the whole token, with the
// weight of its last digit. "1.67e+09" has unit 1e7.
std::optional<PrintedNumber> ParsePrinted(std::string_view token);

}  // namespace regress
