// SPDX-License-Identifier: Apache-2.0
// Numbers of cells of evidence, with thousands and units.
#include <optional>
#include <string>

#include "parsers/column_kinds.h"
#include "parsers/scan.h"
#include "parsers/table_columns.h"
#include "parsers/table_names.h"

namespace regress {

std::optional<CellNumber> ParseCell(std::string_view text) {
  text = Trim(text);
  if (text.empty() || text.size() > 64) return std::nullopt;
  const char first = text.front();
  if (!IsDigit(first) && first != '-' && first != '+' && first != '.') return std::nullopt;
  size_t end = 0;
  bool commas = false;
  while (end < text.size()) {
    const char c = text[end];
    const bool exponent =
        (c == 'e' || c == 'E') && end > 0 && end + 1 < text.size() &&
        (IsDigit(text[end + 1]) || ((text[end + 1] == '-' || text[end + 1] == '+') &&
                                    end + 2 < text.size() && IsDigit(text[end + 2])));
    const bool sign =
        (c == '-' || c == '+') && (end == 0 || text[end - 1] == 'e' || text[end - 1] == 'E');
    if (!IsDigit(c) && c != '.' && c != ',' && !exponent && !sign) break;
    commas |= c == ',';
    ++end;
  }
  std::string_view token = text.substr(0, end);
  std::string plain;
  if (commas) {  // thousands: groups of three digits
    size_t since = 0;
    bool seen = false;
    for (const char c : token) {
      if (c == ',') {
        if (seen && since != 3) return std::nullopt;
        seen = true;
        since = 0;
        continue;
      }
      if (c == '.') {
        if (seen && since != 3) return std::nullopt;
        seen = false;
      }
      ++since;
      plain += c;
    }
    if (seen && since != 3) return std::nullopt;
    token = plain;
  }
  std::string padded;
  if (!token.empty() && token.front() == '.') token = padded = "0" + std::string(token);
  std::optional<PrintedNumber> number = ParsePrinted(token);
  if (!number) return std::nullopt;
  CellNumber cell;
  const std::string_view rest = Trim(text.substr(end));
  if (!rest.empty()) {
    cell.unit = UnitOfText(rest);
    if (cell.unit.empty()) return std::nullopt;
  }
  cell.number = std::move(*number);
  cell.number.text = std::string(text.substr(0, end));
  return cell;
}

}  // namespace regress
