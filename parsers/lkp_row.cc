// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_row.h"

#include <optional>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxMetricLength = 1024;
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                              1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};

bool IsAbove127(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

// `digits[.digits][e[+-]digits]` without sign, from `at` on; returns the end, 0 if there is none.
size_t ParseMagnitude(std::string_view token, size_t at, RobotNumber& number) {
  const size_t begin = at;
  uint64_t mantissa = 0;
  size_t digits = 0;
  size_t decimals = 0;
  for (; at < token.size() && IsDigit(token[at]); ++at, ++digits) {
    if (digits < 18) mantissa = mantissa * 10 + static_cast<uint64_t>(token[at] - '0');
  }
  if (digits == 0) return 0;
  if (at + 1 < token.size() && token[at] == '.' && IsDigit(token[at + 1])) {
    for (++at; at < token.size() && IsDigit(token[at]); ++at, ++digits, ++decimals) {
      if (digits < 18) mantissa = mantissa * 10 + static_cast<uint64_t>(token[at] - '0');
    }
  }
  number.form = decimals > 0 ? NumberForm::kDecimals : NumberForm::kInteger;
  number.scale = static_cast<int16_t>(decimals);
  bool exact = digits <= 15;
  if (at + 1 < token.size() && token[at] == 'e') {
    size_t exponent_at = at + 1;
    const bool negative = token[exponent_at] == '-';
    if (negative || token[exponent_at] == '+') ++exponent_at;
    int exponent = 0;
    const size_t first = exponent_at;
    while (exponent_at < token.size() && IsDigit(token[exponent_at]) && exponent < 1000) {
      exponent = exponent * 10 + (token[exponent_at++] - '0');
    }
    if (exponent_at == first || exponent > 308) return 0;
    at = exponent_at;
    number.form = NumberForm::kExponent;
    number.scale = static_cast<int16_t>(negative ? -exponent : exponent);
    exact = false;
  }
  if (exact) {
    number.value = static_cast<double>(mantissa) / kPowers[decimals];
    return at;
  }
  const std::optional<double> value = ParseDouble(token.substr(begin, at - begin));
  if (!value) return 0;
  number.value = *value;
  return at;
}

class Splitter {
 public:
  Splitter(std::string_view line, LkpRow& row) : line_(line), row_(row) {}

  RowShape Run() {
    SkipBlanks();
    if (at_ >= line_.size() || line_.size() > kMaxRowLength) return RowShape::kNone;
    const char first = line_[at_];
    const char second = at_ + 1 < line_.size() ? line_[at_ + 1] : ' ';
    if (!IsDigit(first) && !((first == '-' || first == ':') && IsDigit(second)))
      return RowShape::kNone;
    const std::string_view token = Token();
    const size_t colon = token.find(':');
    row_.failure = colon != std::string_view::npos;
    if (!Side(row_.base)) return RowShape::kNone;
    for (row_.columns = 0;; ++row_.columns) {
      SkipBlanks();
      if (at_ >= line_.size()) return row_.columns > 0 ? RowShape::kHead : RowShape::kNone;
      if (row_.columns < kMaxRowColumns) {
        RobotCell& cell = row_.cells[row_.columns];
        if (Change(cell.change)) {
          SkipBlanks();
          if (at_ >= line_.size()) return RowShape::kHead;
          if (!Side(cell.patched)) return RowShape::kNone;
          continue;
        }
      }
      return row_.columns > 0 && Metric() ? RowShape::kRow : RowShape::kNone;
    }
  }

 private:
  void SkipBlanks() {
    while (at_ < line_.size() && IsBlank(line_[at_])) ++at_;
  }

  std::string_view Token() const {
    size_t end = at_;
    while (end < line_.size() && !IsBlank(line_[end])) ++end;
    return line_.substr(at_, end - at_);
  }

  void Place(std::string_view token, RobotNumber& number) {
    number.at = static_cast<uint32_t>(at_);
    number.length = static_cast<uint16_t>(token.size());
    at_ += token.size();
  }

  bool Side(RobotSide& side) {
    const std::string_view token = Token();
    side.deviation = kNoDeviation;
    side.runs = 0;
    if (row_.failure) {
      if (!Failures(token, side)) return false;
      Place(token, side.number);
      return true;
    }
    if (!ParseRobotValue(token, side.number)) return false;
    Place(token, side.number);
    Deviation(side);
    return true;
  }

  // "3:6", ":6"
  static bool Failures(std::string_view token, RobotSide& side) {
    const size_t colon = token.find(':');
    if (colon == std::string_view::npos) return false;
    const std::optional<uint64_t> runs = ParseUnsigned(token.substr(colon + 1));
    if (!runs || *runs > 100000000) return false;
    side.runs = static_cast<uint32_t>(*runs);
    side.number = RobotNumber();
    return colon == 0 || ParseRobotValue(token.substr(0, colon), side.number);
  }

  // "± 4%", "±110%", "+-  4%", "A+- -1%", "~ 3%": whatever became of the sign on the way.
  void Deviation(RobotSide& side) {
    size_t at = at_;
    while (at < line_.size() && IsBlank(line_[at])) ++at;
    if (at == at_ || at >= line_.size()) return;
    const std::string_view rest = line_.substr(at);
    size_t sign = 0;
    if (rest[0] == 'A' && rest.size() > 1 && (rest[1] == '+' || IsAbove127(rest[1]))) ++sign;
    if (rest.substr(sign, 2) == "+-") {
      sign += 2;
    } else if (rest.substr(sign, 3) == "+/-") {
      sign += 3;
    } else if (rest[sign] == '~' || rest[sign] == '?') {
      ++sign;
    } else {
      const size_t begin = sign;
      while (sign < rest.size() && sign < 9 && IsAbove127(rest[sign])) ++sign;
      if (sign == begin) return;
    }
    at += sign;
    while (at < line_.size() && IsBlank(line_[at])) ++at;
    const bool negative = at < line_.size() && line_[at] == '-';
    if (negative) ++at;
    int64_t percent = 0;
    const size_t digits = at;
    while (at < line_.size() && IsDigit(line_[at]) && percent < 100000000) {
      percent = percent * 10 + (line_[at++] - '0');
    }
    if (at == digits || at >= line_.size() || line_[at] != '%') return;
    ++at;
    if (at < line_.size() && !IsBlank(line_[at])) return;
    side.deviation = static_cast<int32_t>(negative ? -percent : percent);
    at_ = at;
  }

  bool Change(RobotNumber& number) {
    const std::string_view token = Token();
    if (!ParseRobotChange(token, number)) return false;
    if (row_.failure && !(number.percent && number.form != NumberForm::kExponent)) return false;
    Place(token, number);
    return true;
  }

  static bool IsWord(std::string_view token) {
    for (const char c : token) {
      if (!(c >= 'A' && c <= 'Z') && c != '-') return false;
    }
    return token.size() >= 3;
  }

  static bool IsMetric(std::string_view token) {
    if (token.size() > kMaxMetricLength) return false;
    RobotNumber number;
    if (ParseRobotValue(token, number) || ParseRobotChange(token, number)) return false;
    for (const char c : token) {
      if (IsLetter(c)) return true;
    }
    return false;
  }

  bool Metric() {
    const std::string_view token = Token();
    if (!IsMetric(token)) return false;
    const size_t begin = at_;
    at_ += token.size();
    size_t end = at_;
    SkipBlanks();
    if (IsWord(token) && at_ < line_.size() && IsMetric(Token())) {
      at_ += Token().size();
      end = at_;
      SkipBlanks();
    }
    row_.metric = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end - begin)};
    row_.has_note = at_ < line_.size();
    return true;
  }

  std::string_view line_;
  LkpRow& row_;
  size_t at_ = 0;
};

}  // namespace

RowShape ParseLkpRow(std::string_view line, LkpRow& row) {
  return Splitter(line, row).Run();
}

bool ParseRobotValue(std::string_view token, RobotNumber& number) {
  const bool negative = !token.empty() && token.front() == '-';
  const size_t end = ParseMagnitude(token, negative ? 1 : 0, number);
  if (end == 0 || end != token.size()) return false;
  if (negative) number.value = -number.value;
  number.percent = false;
  return true;
}

bool ParseRobotChange(std::string_view token, RobotNumber& number) {
  if (token.empty()) return false;
  const bool is_signed = token.front() == '+' || token.front() == '-';
  const size_t end = ParseMagnitude(token, is_signed ? 1 : 0, number);
  if (end == 0) return false;
  number.percent = end + 1 == token.size() && token[end] == '%';
  if (!number.percent && end != token.size()) return false;
  if (token.front() == '-') number.value = -number.value;
  // A difference has its decimal; without sign only whole percents are changes.
  if (number.form == NumberForm::kInteger) return number.percent;
  return is_signed;
}

}  // namespace regress
