// SPDX-License-Identifier: Apache-2.0
#include "parsers/scan.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace regress {
namespace {

// 10^exponent, exact for the exponents that doubles hold exactly.
double PowerOfTen(int exponent) {
  constexpr double kExact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (exponent >= 0 && exponent <= 22) return kExact[exponent];
  if (exponent < 0 && exponent >= -22) return 1 / kExact[-exponent];
  return std::pow(10.0, exponent);
}

}  // namespace

std::string_view TrimLeft(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view Trim(std::string_view text) {
  text = TrimLeft(text);
  while (!text.empty() && (IsBlank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string_view NextField(std::string_view& rest) {
  rest = TrimLeft(rest);
  size_t length = 0;
  while (length < rest.size() && !IsBlank(rest[length])) ++length;
  const std::string_view field = rest.substr(0, length);
  rest.remove_prefix(length);
  return field;
}

std::optional<uint64_t> ParseUnsigned(std::string_view digits) {
  uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end || digits.empty()) return std::nullopt;
  return value;
}

std::optional<double> ParseDouble(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.empty() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<PrintedNumber> ParsePrinted(std::string_view token) {
  size_t at = 0;
  if (at < token.size() && (token[at] == '+' || token[at] == '-')) ++at;
  const size_t digits = at;
  while (at < token.size() && IsDigit(token[at])) ++at;
  if (at == digits) return std::nullopt;
  int decimals = 0;
  if (at < token.size() && token[at] == '.') {
    const size_t point = at++;
    while (at < token.size() && IsDigit(token[at])) ++at;
    decimals = static_cast<int>(at - point - 1);
    if (decimals == 0 || decimals > 300) return std::nullopt;
  }
  int exponent = 0;
  if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
    size_t from = at + 1;
    if (from < token.size() && token[from] == '+') ++from;
    const auto [stop, error] =
        std::from_chars(token.data() + from, token.data() + token.size(), exponent);
    if (error != std::errc() || exponent > 400 || exponent < -400) return std::nullopt;
    at = static_cast<size_t>(stop - token.data());
  }
  if (at != token.size()) return std::nullopt;
  const std::optional<double> value = ParseDouble(token);
  if (!value) return std::nullopt;
  PrintedNumber number;
  number.value = *value;
  number.unit = PowerOfTen(exponent - decimals);
  number.text = token;
  return number;
}

}  // namespace regress
