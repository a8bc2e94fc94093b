// SPDX-License-Identifier: Apache-2.0
#include "parsers/directions_file.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "models/data/error.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

std::string_view NextColumn(std::string_view& rest) {
  const size_t end = rest.find('\t');
  const std::string_view column = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return Trim(column);
}

}  // namespace

std::vector<DirectionRule> ReadDirections(ByteStream& input) {
  const std::string text = input.ReadAll();
  std::vector<DirectionRule> rules;
  LineReader reader(text);
  while (std::optional<std::string_view> line = reader.Next()) {
    if (Trim(*line).empty() || line->front() == '#') continue;
    std::string_view rest = *line;
    const std::string_view glob = NextColumn(rest);
    const std::string_view better = NextColumn(rest);
    NextColumn(rest);  // class
    const std::string_view note = NextColumn(rest);
    if (reader.line() == 1 && glob == "glob") continue;
    if (glob.empty() || (better != "higher" && better != "lower")) {
      throw Error(ErrorKind::kBadInput,
                  fmt::format("{}:{}:1: error: a glob and 'higher' or 'lower' expected",
                              input.path(), reader.line()),
                  "columns are glob, better_when, class, note, separated by tabs");
    }
    if (note.starts_with("doubtful")) continue;
    rules.push_back(
        {std::string(glob), better == "higher" ? Direction::kHigher : Direction::kLower});
  }
  return rules;
}

}  // namespace regress
