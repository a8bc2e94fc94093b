// SPDX-License-Identifier: Apache-2.0
#include "parsers/claim_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxUnit = 16;

bool IsWordByte(char c) {
  return IsLetter(c) || IsDigit(c) || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool At(std::string_view text, size_t at, std::string_view what) {
  return text.substr(std::min(at, text.size()), what.size()) == what;
}

// The number of digits from `at`.
size_t DigitRun(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && IsDigit(text[end])) ++end;
  return end - at;
}

struct Digits {
  std::string plain;  // digits with a point, as from_chars wants them
  size_t end = 0;
  bool decimal_comma = false;
  bool comma_ambiguous = false;
  bool dot_groups = false;
  bool bad = false;  // a version, a date or the like
};

// Reads digits with grouping and fraction at `at`.
Digits ReadDigits(std::string_view text, size_t at) {
  Digits out;
  size_t end = at + DigitRun(text, at);
  out.plain.assign(text.substr(at, std::min<size_t>(end - at, 40)));
  const size_t leading = end - at;
  // Groups of three after commas or dots.
  for (const char mark : {',', '.'}) {
    if (leading > 3 || end >= text.size() || text[end] != mark) continue;
    size_t groups = 0;
    size_t next = end;
    std::string grouped = out.plain;
    while (next < text.size() && text[next] == mark && DigitRun(text, next + 1) == 3 &&
           grouped.size() < 40) {
      grouped.append(text.substr(next + 1, 3));
      next += 4;
      ++groups;
    }
    if (groups == 0 || (mark == '.' && groups < 2)) continue;
    if (mark == '.' && next < text.size() && text[next] == '.') continue;
    out.comma_ambiguous = mark == ',' && groups == 1 && !(next < text.size() && text[next] == '.');
    out.dot_groups = mark == '.';
    out.plain = grouped;
    end = next;
    break;
  }
  if (end < text.size() && text[end] == '.' && DigitRun(text, end + 1) > 0 &&
      out.plain.size() < 40) {
    const size_t decimals = DigitRun(text, end + 1);
    if (decimals > 30) {
      out.bad = true;
    } else {
      out.plain.append(text.substr(end, decimals + 1));
    }
    end += decimals + 1;
    out.comma_ambiguous = false;
    if (end + 1 < text.size() && text[end] == '.' && IsDigit(text[end + 1])) out.bad = true;
  } else if (end == at + leading && end < text.size() && text[end] == ',') {
    const size_t decimals = DigitRun(text, end + 1);
    const size_t after = end + 1 + decimals;
    const bool joined = after < text.size() && (IsWordByte(text[after]) || text[after] == ',');
    if (decimals >= 1 && decimals <= 2 && !(joined && text[after] == ',')) {
      out.plain.push_back('.');
      out.plain.append(text.substr(end + 1, decimals));
      out.decimal_comma = true;
      end = after;
    }
  }
  // Exponent.
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    const size_t run = DigitRun(text, exponent);
    if (run > 0 && run <= 3) {
      out.plain.append(text.substr(end, exponent + run - end));
      end = exponent + run;
    }
  }
  out.end = end;
  return out;
}

// "/s", "trans/s", "faults/sec": a count of anything per second.
bool IsCountPerSecond(std::string_view word) {
  for (const std::string_view end : {"/s", "/sec"}) {
    if (!word.ends_with(end)) continue;
    const std::string_view noun = word.substr(0, word.size() - end.size());
    if (noun.size() == 1 || noun.find('/') != std::string_view::npos) return false;
    return std::all_of(noun.begin(), noun.end(), [](char c) { return IsLetter(c); });
  }
  return false;
}

// The unit at `at`, at most one blank away from the number; returns its end, or 0.
size_t ReadUnit(std::string_view text, size_t at, NumberToken& token, double& factor) {
  size_t begin = at;
  if (begin < text.size() && text[begin] == ' ') ++begin;
  const bool spaced = begin != at;
  size_t end = begin;
  while (end < text.size() && end - begin <= kMaxUnit &&
         (IsLetter(text[end]) || text[end] == '/' ||
          (static_cast<unsigned char>(text[end]) & 0x80) != 0)) {
    ++end;
  }
  std::string_view word = text.substr(begin, end - begin);
  while (!word.empty() && word.back() == '/') word.remove_suffix(1);
  if (word.empty() || (begin + word.size() < text.size() && IsDigit(text[begin + word.size()]))) {
    return 0;
  }
  UnitClass unit_class = UnitClass::kNone;
  if (FindUnit(word, unit_class, factor)) {
    // A lone prefix or a lone "s"/"B" after a blank is a word of its own, unless IOPS follow.
    if (spaced && word.size() == 1) {
      const std::string_view next = TrimLeft(text.substr(begin + 1));
      if (!(word != "s" && word != "B" && next.starts_with("IOPS"))) return 0;
      unit_class = UnitClass::kCountRate;
    }
    token.unit = word;
    token.unit_class = unit_class;
    return begin + word.size();
  }
  if (IsCountPerSecond(word)) {
    token.unit = word;
    token.unit_class = UnitClass::kCountRate;
    return begin + word.size();
  }
  return 0;
}

// "1m2.9s": returns the end and sets the value in seconds, or 0.
size_t ReadMinutes(std::string_view text, size_t at, NumberToken& token) {
  const size_t minutes_run = DigitRun(text, at);
  const size_t m = at + minutes_run;
  if (minutes_run == 0 || minutes_run > 6 || m >= text.size() || text[m] != 'm') return 0;
  const Digits seconds = ReadDigits(text, m + 1);
  if (DigitRun(text, m + 1) == 0 || seconds.bad || seconds.end >= text.size() ||
      text[seconds.end] != 's') {
    return 0;
  }
  if (seconds.end + 1 < text.size() && IsWordByte(text[seconds.end + 1])) return 0;
  const std::optional<PrintedNumber> part = ParsePrinted(seconds.plain);
  const std::optional<uint64_t> minutes = ParseUnsigned(text.substr(at, minutes_run));
  if (!part || !minutes) return 0;
  token.number = *part;
  token.number.value += 60.0 * static_cast<double>(*minutes);
  token.number.text = text.substr(at, seconds.end - at);
  token.number_end = seconds.end;
  token.unit = text.substr(seconds.end, 1);
  token.unit_class = UnitClass::kTime;
  return seconds.end + 1;
}

// What precedes a number makes it part of a name, an option, a version or a path.
bool IsLookAlikeBefore(std::string_view text, size_t at) {
  if (at == 0) return false;
  const char c = text[at - 1];
  if (IsLetter(c) || c == '_' || c == '#' || c == '@' || c == '$' || c == '\\') return true;
  if ((c == '.' || c == '/' || c == ':' || c == ',') && at >= 2 && IsWordByte(text[at - 2]) &&
      !(c == ':' && IsLetter(text[at - 2])) && !(c == ',' && IsLetter(text[at - 2]))) {
    return c != '/' || true;
  }
  if (c == '/' || c == '.') return true;
  return false;
}

// Marks numbers that are one value with their neighbour.
void MarkPartial(std::string_view text, NumberToken& a, NumberToken& b) {
  const std::string_view gap = text.substr(a.end, b.begin - a.end);
  if (gap.empty() || gap.size() > 4) return;
  const auto only_digits = [](const std::string& digits) {
    return std::all_of(digits.begin(), digits.end(), IsDigit);
  };
  // "1 234 ms", "1'234 ms"
  const bool group = a.unit.empty() && a.number.text.size() <= 3 && only_digits(a.number.text) &&
                     (gap == " " || gap == "'" || gap == "\xc2\xa0" || gap == "\xe2\x80\xaf" ||
                      gap == "\xe2\x80\x99") &&
                     DigitRun(b.number.text, 0) == 3;
  // "12 s 500 ms"
  // (a lone letter behind a blank is no unit)
  const bool compound = b.unit_class == UnitClass::kTime &&
                        ((a.unit_class == UnitClass::kTime && a.unit != b.unit && gap == " ") ||
                         (a.unit.empty() && (gap == " s " || gap == " m " || gap == " h ")));
  // "2 x 512 MB"
  const bool product =
      a.unit.empty() && (gap == " x " || gap == " * " || gap == "*" || gap == " \xc3\x97 ");
  a.partial |= group || compound;
  b.partial |= group || compound || product;
}

}  // namespace

void WidenToLastNonZeroDigit(PrintedNumber& number) {
  std::string_view digits = number.text;
  if (digits.find('.') != std::string_view::npos) return;  // trailing zeros after a point count
  size_t zeros = 0;
  while (!digits.empty() && (digits.back() == '0' || digits.back() == ',')) {
    if (digits.back() == '0') ++zeros;
    digits.remove_suffix(1);
  }
  if (digits.empty() || !IsDigit(digits.back())) return;
  for (; zeros > 0; --zeros) number.unit *= 10;
}

void ScanNumbers(std::string_view text, std::vector<NumberToken>& tokens) {
  const size_t first = tokens.size();
  size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (!IsDigit(c)) {
      ++at;
      continue;
    }
    NumberToken token;
    token.begin = at;
    // Hexadecimal and names: skip the whole word.
    if (c == '0' && at + 1 < text.size() && (text[at + 1] == 'x' || text[at + 1] == 'X') &&
        at + 2 < text.size() && (IsDigit(text[at + 2]) || IsLetter(text[at + 2]))) {
      at += 2;
      while (at < text.size() && IsWordByte(text[at])) ++at;
      continue;
    }
    size_t before = at;
    // Sign, tilde, arrows.
    if (before > 0 && (text[before - 1] == '+' || text[before - 1] == '-') &&
        (before == 1 || (!IsWordByte(text[before - 2]) && text[before - 2] != ')' &&
                         text[before - 2] != '-' && text[before - 2] != '%'))) {
      token.sign = text[before - 1] == '+' ? 1 : -1;
      --before;
      const bool plus_minus = before > 0 && text[before - 1] == '+';  // "+-5"
      const bool plus_slash_minus =                                   // "+/-5"
          before > 1 && text[before - 1] == '/' && text[before - 2] == '+';
      if (token.sign < 0 && (plus_minus || plus_slash_minus)) {
        token.spread = true;
        token.sign = 0;
      }
    } else if (before >= 3 && At(text, before - 3, "\xe2\x86\x91")) {
      token.sign = 1;
      before -= 3;
    } else if (before >= 3 &&
               (At(text, before - 3, "\xe2\x86\x93") || At(text, before - 3, "\xe2\x88\x92"))) {
      token.sign = -1;
      before -= 3;
    }
    if (before > 0 && (text[before - 1] == '~' || text[before - 1] == '\x98')) {
      token.tilde = true;
      --before;
      if (before > 0 && IsDigit(text[before - 1])) token.tilde = false;
    }
    token.begin = before;
    // A deviation behind "+/- ", "+- " or the sign itself.
    size_t look = before;
    while (look > 0 && text[look - 1] == ' ' && before - look < 4) --look;
    if ((look >= 2 && (At(text, look - 2, "+-") || At(text, look - 2, "\xc2\xb1"))) ||
        (look >= 3 && At(text, look - 3, "+/-"))) {
      token.spread = true;
    }
    token.assigned = look > 0 && text[look - 1] == '=';
    token.parenthesised = look > 0 && text[look - 1] == '(';

    bool look_alike = token.sign == 0 && IsLookAlikeBefore(text, before);
    if (token.sign != 0 && before > 0 && IsWordByte(text[before - 1]) && !token.tilde) {
      look_alike = true;
    }
    const size_t minutes = ReadMinutes(text, at, token);
    if (minutes != 0) {
      token.end = minutes;
      at = minutes;
      if (!look_alike) tokens.push_back(std::move(token));
      continue;
    }
    const Digits digits = ReadDigits(text, at);
    size_t end = digits.end;
    token.number_end = end;
    std::optional<PrintedNumber> number = ParsePrinted(digits.plain);
    if (digits.bad || !number) look_alike = true;
    token.decimal_comma = digits.decimal_comma;
    token.comma_ambiguous = digits.comma_ambiguous;
    token.partial = digits.dot_groups;
    double factor = 1;
    const char next = end < text.size() ? text[end] : ' ';
    const char second = end + 1 < text.size() ? text[end + 1] : ' ';
    // Percent, with at most one blank.
    const size_t percent = end + (next == ' ' ? 1 : 0);
    if (percent < text.size() && text[percent] == '%' &&
        !(percent + 1 < text.size() && IsWordByte(text[percent + 1]))) {
      token.unit_class = UnitClass::kPercent;
      token.unit = text.substr(percent, 1);
      token.end = percent + 1;
    } else if (next == ' ' && (At(text, end + 1, "percent") || At(text, end + 1, "pct") ||
                               At(text, end + 1, "per cent"))) {
      size_t word = end + 1;
      while (word < text.size() && IsLetter(text[word])) ++word;
      if (At(text, end + 1, "percentage point")) {
        ++word;
        while (word < text.size() && IsLetter(text[word])) ++word;
      }
      token.unit_class =
          At(text, end + 1, "percentage point") ? UnitClass::kPoints : UnitClass::kPercent;
      if (At(text, end + 1, "percentage") && token.unit_class == UnitClass::kPercent) {
        token.unit_class = UnitClass::kNone;
      } else {
        token.unit = text.substr(end + 1, word - end - 1);
      }
      token.end = token.unit.empty() ? end : word;
    } else if ((next == 'x' || next == 'X') && !IsWordByte(second)) {
      token.unit_class = UnitClass::kRatio;
      token.unit = text.substr(end, 1);
      token.end = end + 1;
    } else if (next == '\xc3' && second == '\x97') {
      token.unit_class = UnitClass::kRatio;
      token.unit = text.substr(end, 2);
      token.end = end + 2;
    } else if (At(text, end, "-fold")) {
      token.unit_class = UnitClass::kRatio;
      token.unit = text.substr(end, 5);
      token.end = end + 5;
    } else {
      const size_t unit_end = ReadUnit(text, end, token, factor);
      token.end = unit_end != 0 ? unit_end : end;
      const char after = token.end < text.size() ? text[token.end] : ' ';
      const char after_next = token.end + 1 < text.size() ? text[token.end + 1] : ' ';
      if (unit_end == 0 && IsWordByte(after)) look_alike = true;
      if (unit_end != 0 && (IsDigit(after) || after == '_')) look_alike = true;
      if (unit_end == 0 && (after == ':' || after == '/' || after == '.' || after == '_') &&
          IsDigit(after_next)) {
        look_alike = true;
      }
      if (unit_end == 0 && after == '-' && (IsLetter(after_next) || IsDigit(after_next))) {
        // "6.5-rc4", "2024-01-02"; but "1-3%" is a range: both ends stay.
        if (IsLetter(after_next)) {
          look_alike = true;
        } else {
          const size_t run = token.end + 1 + DigitRun(text, token.end + 1);
          if (run < text.size() && text[run] == '-') {
            look_alike = true;
            end = run;
            while (end < text.size() && (IsDigit(text[end]) || text[end] == '-')) ++end;
            token.end = end;
          }
        }
      }
      if (after == '/' && unit_end == 0 && IsDigit(after_next)) look_alike = true;
    }
    // "[1]" and list numbers "1)", "1." at the start.
    if (token.unit.empty() && token.begin > 0 && text[token.begin - 1] == '[' &&
        token.end < text.size() && text[token.end] == ']') {
      look_alike = true;
    }
    if (token.unit.empty() && !token.parenthesised && token.end < text.size() &&
        (text[token.end] == ')' || text[token.end] == '.') && token.end - token.begin <= 2 &&
        (token.end + 1 == text.size() || text[token.end + 1] == ' ') &&
        TrimLeft(text.substr(0, token.begin)).empty()) {
      look_alike = true;
    }
    at = std::max(token.end, at + 1);
    if (look_alike) {
      // The rest of the word goes with it.
      while (at < text.size() && IsWordByte(text[at])) ++at;
      continue;
    }
    token.number = *number;
    token.number.value *= factor;
    token.number.unit *= factor;
    if (token.sign < 0) token.number.value = -token.number.value;
    const size_t text_begin = token.tilde ? token.begin + 1 : token.begin;
    token.number.text = text.substr(text_begin, token.number_end - text_begin);
    if (token.tilde) WidenToLastNonZeroDigit(token.number);
    tokens.push_back(std::move(token));
  }
  for (size_t i = first + 1; i < tokens.size(); ++i) MarkPartial(text, tokens[i - 1], tokens[i]);
}

}  // namespace regress
