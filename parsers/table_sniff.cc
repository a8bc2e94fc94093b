// SPDX-License-Identifier: Apache-2.0
#include "parsers/table_sniff.h"

#include <algorithm>
#include <optional>

#include "models/data/printed_number.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"
#include "parsers/table_columns.h"
#include "parsers/table_names.h"

namespace regress {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

size_t FieldsOf(std::string_view line, char delimiter) {
  size_t count = 1;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == delimiter && !quoted) ++count;
  }
  return count;
}

// A name that a header would have: a few words of letters, digits and marks, no sentence.
bool LooksLikeName(std::string_view field, bool& blanks_inside) {
  field = Trim(field);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
    field = field.substr(1, field.size() - 2);
  if (field.empty() || field.size() > 64) return false;
  size_t letters = 0;
  size_t blanks = 0;
  for (const char c : field) {
    const bool mark = std::string_view("_-./%()[]#+: ").find(c) != std::string_view::npos;
    if (!IsLetter(c) && !IsDigit(c) && !mark) return false;
    letters += IsLetter(c) ? 1 : 0;
    blanks += c == ' ' ? 1 : 0;
  }
  blanks_inside |= blanks > 0;
  return (letters > 0 || field == "%" || field == "#") && blanks <= 3;
}

bool HasNumber(std::string_view line, char delimiter) {
  size_t at = 0;
  while (at <= line.size()) {
    const size_t end = std::min(line.find(delimiter, at), line.size());
    std::string_view cell = Trim(line.substr(at, end - at));
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
      cell = cell.substr(1, cell.size() - 2);
    if (ParseCell(cell)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

bool IsListOfNumbers(std::string_view text) {
  LineReader lines(text);
  size_t numbers = 0;
  for (size_t i = 0; i < 100; ++i) {
    const std::optional<std::string_view> line = lines.Next();
    if (!line) break;
    const std::string_view cell = Trim(*line);
    if (cell.empty() || cell.front() == '#') continue;
    if (!ParsePrinted(cell)) return false;
    ++numbers;
  }
  return numbers >= 2;
}

char FindDelimiter(std::string_view head, size_t& header_begin) {
  size_t at = head.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
  while (at < head.size()) {
    const size_t end = std::min(head.find('\n', at), head.size());
    const std::string_view line = head.substr(at, end - at);
    const std::string_view text = Trim(line);
    if (!text.empty() && text.front() != '#') {
      header_begin = at;
      for (const char delimiter : {'\t', ',', ';'}) {
        if (line.find(delimiter) != std::string_view::npos) return delimiter;
      }
      return 0;
    }
    at = end + 1;
  }
  header_begin = std::min(at, head.size());
  return 0;
}

int LooksLikeTable(std::string_view head) {
  size_t begin = 0;
  const char delimiter = FindDelimiter(head, begin);
  if (delimiter == 0) return IsListOfNumbers(head.substr(begin)) ? 60 : 0;
  LineReader lines(head.substr(begin));
  const std::optional<std::string_view> header = lines.Next();
  if (!header) return 0;
  const size_t fields = FieldsOf(*header, delimiter);
  if (fields < 2) return 0;
  size_t at = 0;
  bool blanks = false;
  for (size_t i = 0; i < fields; ++i) {
    const size_t end = std::min(header->find(delimiter, at), header->size());
    const std::string_view name = header->substr(at, end - at);
    if (!LooksLikeName(name, blanks) && !(i > 0 && Trim(name).empty())) return 0;
    at = end + 1;
  }
  size_t good = 0;
  size_t bad = 0;
  size_t numbers = 0;
  for (size_t i = 0; i < 20; ++i) {
    const std::optional<std::string_view> line = lines.Next();
    if (!line) break;
    if (Trim(*line).empty()) continue;
    (FieldsOf(*line, delimiter) == fields ? good : bad) += 1;
    numbers += HasNumber(*line, delimiter) ? 1 : 0;
  }
  if (good == 0 || bad > good) return 0;
  // Words with blanks between commas may be prose: only figures make a table of them.
  if (blanks && delimiter != '\t' && numbers * 2 < good) return 0;
  return delimiter == '\t' ? 80 : delimiter == ',' ? 70 : 40;
}

}  // namespace regress
