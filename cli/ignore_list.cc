// SPDX-License-Identifier: Apache-2.0
#include "cli/ignore_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "models/data/error.h"
#include "models/data/metric.h"
#include "parsers/byte_stream.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr std::string_view kSeparators = "\t, ";

std::string_view Cut(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kSeparators), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(kSeparators));
  rest.remove_prefix(word.size());
  return word;
}

bool IsDate(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto month = ParseUnsigned(text.substr(5, 2));
  const auto day = ParseUnsigned(text.substr(8, 2));
  return ParseUnsigned(text.substr(0, 4)) && month && *month >= 1 && *month <= 12 && day &&
         *day >= 1 && *day <= 31;
}

}  // namespace

std::string Today() {
  std::time_t now = std::time(nullptr);
  if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    if (const auto seconds = ParseUnsigned(epoch); seconds && *seconds < uint64_t{1} << 40)
      now = static_cast<std::time_t>(*seconds);
  }
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

IgnoreList::IgnoreList(const std::string& path, std::string_view today) : path_(path) {
  if (path.empty()) return;
  ByteStream file = ByteStream::Open(path);
  const std::string text = file.ReadAll();
  LineReader lines(text);
  while (const auto line = lines.Next()) {
    std::string_view rest = Trim(*line);
    if (rest.empty() || rest.front() == '#') continue;
    Line entry;
    entry.glob = std::string(Cut(rest));
    entry.last_day = std::string(Cut(rest));
    rest.remove_prefix(std::min(rest.find_first_not_of(kSeparators), rest.size()));
    entry.reason = std::string(rest);
    entry.line = lines.line();
    if (!IsDate(entry.last_day) || entry.reason.empty())
      throw Error(
          ErrorKind::kBadInput,
          fmt::format("{}:{}: error: a line is a glob, the last day that it holds, and a reason",
                      path, entry.line),
          "fio.read_*  2027-03-31  the reader is rewritten in the next series");
    entry.expired = entry.last_day < today;
    lines_.push_back(std::move(entry));
  }
}

bool IgnoreList::Ignores(std::string_view name) {
  bool ignored = false;
  for (Line& line : lines_) {
    if (!GlobMatch(line.glob, name)) continue;
    line.used = true;
    ignored |= !line.expired;
  }
  return ignored;
}

std::vector<Diagnostic> IgnoreList::Warnings() const {
  std::vector<Diagnostic> warnings;
  for (const Line& line : lines_) {
    if (line.used && !line.expired) continue;
    Diagnostic warning;
    warning.source = {path_, {-1, -1, line.line, 1}};
    warning.message = line.expired
                          ? fmt::format("'{}' expired on {} and ignores nothing: {}", line.glob,
                                        line.last_day, line.reason)
                          : fmt::format("'{}' matches nothing: {}", line.glob, line.reason);
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace regress
