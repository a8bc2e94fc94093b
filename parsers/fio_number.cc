// SPDX-License-Identifier: Apache-2.0
#include "parsers/fio_number.h"

#include <array>
#include <limits>
#include <utility>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr std::array<double, 20> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                                 1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                                 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

size_t NumberLength(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && (IsDigit(text[length]) || text[length] == '.')) ++length;
  return length;
}

double Power(double base, int exponent) {
  double value = 1;
  for (int i = 0; i < exponent; ++i) value *= base;
  return value;
}

}  // namespace

std::optional<double> ParseScaled(std::string_view token, uint64_t factor) {
  // The common case, digits with a point: one integer product and one division.
  uint64_t mantissa = 0;
  size_t decimals = 0;
  bool point = false;
  bool simple = !token.empty() && token.size() <= 19 && IsDigit(token.front());
  for (size_t i = 0; simple && i < token.size(); ++i) {
    if (IsDigit(token[i])) {
      mantissa = mantissa * 10 + static_cast<uint64_t>(token[i] - '0');
      decimals += point ? 1 : 0;
    } else if (token[i] == '.' && !point && i + 1 < token.size()) {
      point = true;
    } else {
      simple = false;
    }
  }
  constexpr uint64_t kExactDouble = uint64_t{1} << 53;
  if (simple && factor != 0 && mantissa <= kExactDouble / factor)
    return static_cast<double>(mantissa * factor) / kPowersOfTen[decimals];
  const std::optional<double> value = ParseDouble(token);
  if (!value) return std::nullopt;
  return *value * static_cast<double>(factor);
}

std::optional<double> ParseCount(std::string_view token, uint64_t factor) {
  if (token.empty()) return std::nullopt;
  uint64_t scale = 1;
  switch (token.back()) {
    case 'k':
    case 'K':
      scale = 1000;
      break;
    case 'M':
      scale = 1'000'000;
      break;
    case 'G':
      scale = 1'000'000'000;
      break;
    default:
      break;
  }
  if (scale > 1) token.remove_suffix(1);
  return ParseScaled(token, scale * factor);
}

std::optional<FioSize> ParseSize(std::string_view text, FioStyle style) {
  const size_t digits = NumberLength(text);
  const std::optional<double> number = ParseDouble(text.substr(0, digits));
  if (!number) return std::nullopt;
  size_t at = digits;
  const auto next = [&] { return at < text.size() ? text[at] : '\0'; };
  constexpr std::string_view kNewPrefixes = "kMGTPE";
  constexpr std::string_view kOldPrefixes = "kMGPE";
  const std::string_view prefixes = style == FioStyle::kNew ? kNewPrefixes : kOldPrefixes;
  int power = 0;
  bool binary = style == FioStyle::kOld;
  if (const size_t prefix = prefixes.find(next() == 'K' ? 'k' : next());
      next() != '\0' && prefix != std::string_view::npos) {
    power = static_cast<int>(prefix) + 1;
    ++at;
    if (next() == 'i') {
      binary = true;
      ++at;
    }
  }
  double bytes_per_unit = 1;
  if (text.substr(at).starts_with("bit")) {
    bytes_per_unit = 0.125;
    at += 3;
  } else if (next() == 'B') {
    ++at;
  }
  if (text.substr(at).starts_with("/s")) at += 2;
  if (IsLetter(next()) || IsDigit(next())) return std::nullopt;
  constexpr double kMebi = 1024.0 * 1024.0;
  FioSize size;
  size.decimal = !binary && power > 0;
  // The scale is a power of two wherever the prefix is binary, so that no digit is lost.
  const double bytes = Power(binary ? 1024 : 1000, power) * bytes_per_unit;
  size.mebibytes_per_unit = bytes / kMebi;
  size.mebibytes = binary ? *number * size.mebibytes_per_unit : *number * bytes / kMebi;
  size.token = text.substr(0, at);
  size.number = text.substr(0, digits);
  return size;
}

uint64_t NanosecondsPer(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, uint64_t>, 8> kUnits = {{{"nsec", 1},
                                                                            {"usec", 1000},
                                                                            {"msec", 1000000},
                                                                            {"sec", 1000000000},
                                                                            {"ns", 1},
                                                                            {"us", 1000},
                                                                            {"ms", 1000000},
                                                                            {"s", 1000000000}}};
  for (const auto& [name, nanoseconds] : kUnits) {
    if (name == unit) return nanoseconds;
  }
  return 0;
}

}  // namespace regress
