// SPDX-License-Identifier: Apache-2.0
#include "parsers/claim_lines.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kFlattened = 1500;  // bytes of a line that may be a flattened page
constexpr size_t kDepths = 16;

struct ByteFlags {
  bool digit = false;
  bool percent = false;
  bool rule_only = true;
  bool blank = true;
  bool equals = false;
  bool open = false;
  bool pipe = false;
};

constexpr uint8_t kIsDigit = 1;
constexpr uint8_t kIsPercent = 2;
constexpr uint8_t kNotRule = 4;
constexpr uint8_t kNotBlank = 8;
constexpr uint8_t kIsEquals = 16;
constexpr uint8_t kIsOpen = 32;
constexpr uint8_t kIsPipe = 64;

constexpr auto kByteTable = [] {
  std::array<uint8_t, 256> table{};
  for (size_t c = 0; c < table.size(); ++c) table[c] = kNotRule | kNotBlank;
  for (const char c : std::string_view("-=+|_*~.:#"))
    table[static_cast<unsigned char>(c)] = kNotBlank;
  table[' '] = table['\t'] = 0;
  for (char c = '0'; c <= '9'; ++c)
    table[static_cast<unsigned char>(c)] = kIsDigit | kNotRule | kNotBlank;
  table['='] |= kIsEquals;
  table['|'] |= kIsPipe;
  table['('] |= kIsOpen;
  table['%'] = kIsPercent | kNotRule | kNotBlank;
  return table;
}();

ByteFlags ScanBytes(std::string_view text) {
  uint8_t seen = 0;
  for (const char c : text) seen |= kByteTable[static_cast<unsigned char>(c)];
  return {(seen & kIsDigit) != 0,  (seen & kIsPercent) != 0, (seen & kNotRule) == 0,
          (seen & kNotBlank) == 0, (seen & kIsEquals) != 0,  (seen & kIsOpen) != 0,
          (seen & kIsPipe) != 0};
}

// The hunk counts of "@@ -598,7 +598,7 @@".
bool ParseHunk(std::string_view text, int& old_lines, int& new_lines) {
  if (!text.starts_with("@@ -")) return false;
  size_t at = 4;
  auto number = [&](int missing) {
    int value = missing;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error == std::errc()) at = static_cast<size_t>(stop - text.data());
    return error == std::errc() ? value : missing;
  };
  auto count = [&] {
    number(0);
    if (at < text.size() && text[at] == ',') {
      ++at;
      return number(1);
    }
    return 1;
  };
  old_lines = std::clamp(count(), 0, 100000);
  while (at < text.size() && (text[at] == ' ' || text[at] == '+')) ++at;
  new_lines = std::clamp(count(), 0, 100000);
  return true;
}

struct PatchState {
  bool open = false;
  int old_left = 0;
  int new_left = 0;
};

bool IsPatchHead(std::string_view text) {
  return text.starts_with("diff --git ") || text.starts_with("index ") ||
         text.starts_with("--- a/") || text.starts_with("--- /dev/null") ||
         text.starts_with("+++ b/") || text.starts_with("+++ /dev/null") ||
         text.starts_with("new file mode ") || text.starts_with("deleted file mode ") ||
         text.starts_with("similarity index ") || text.starts_with("rename from ") ||
         text.starts_with("rename to ") || text.starts_with("old mode ") ||
         text.starts_with("new mode ") || text.starts_with("Binary files ");
}

// Whether `text` belongs to a patch that is open at this depth, and updates the state.
bool StepPatch(PatchState& state, std::string_view text) {
  if (text.starts_with("diff --git ") || text.starts_with("--- a/")) {
    state = {true, 0, 0};
    return true;
  }
  int old_lines = 0;
  int new_lines = 0;
  if (ParseHunk(text, old_lines, new_lines)) {
    state = {true, old_lines, new_lines};
    return true;
  }
  if (!state.open) return false;
  if (IsPatchHead(text)) return true;
  if (state.old_left <= 0 && state.new_left <= 0) {
    state.open = text.starts_with("\\ ");
    return state.open;
  }
  if (text.empty() || text.front() == ' ' || text.front() == '\t') {
    --state.old_left;
    --state.new_left;
    return true;
  }
  if (text.front() == '-') {
    --state.old_left;
    return true;
  }
  if (text.front() == '+') {
    --state.new_left;
    return true;
  }
  state.open = false;
  return false;
}

bool IsTrailer(std::string_view text) {
  if (text.empty() || !IsLetter(text.front())) return false;
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2 || colon > 24) return false;
  const std::string_view key = text.substr(0, colon);
  if (key.ends_with("-by") || key.ends_with("-By") || key == "Link" || key == "Fixes" ||
      key == "Cc" || key == "CC" || key == "Closes" || key == "Message-ID" || key == "Message-Id" ||
      key == "References" || key == "In-Reply-To" || key == "commit" || key == "Commit-ID") {
    return true;
  }
  return key == "https" || key == "http";
}

bool IsCommand(std::string_view text) {
  const std::string_view body = TrimLeft(text);
  if (body.starts_with("$ ") || body.starts_with("#!/")) return true;
  if (body.starts_with("# ")) {
    // "# threads   before   after" heads a table.
    return body.substr(2).find("   ") == std::string_view::npos &&
           body.find('\t') == std::string_view::npos;
  }
  const size_t prompt = body.find("# ");
  return prompt != std::string_view::npos && prompt < 60 &&
         body.substr(0, prompt).find('@') != std::string_view::npos &&
         body.substr(0, prompt).find(':') != std::string_view::npos;
}

// The rows below a robot's "%stddev %change" head.
bool ContinuesRobotRows(std::string_view text) {
  const std::string_view body = Trim(text);
  if (body.empty()) return true;
  if (body.front() == '\\' || body.front() == '|') return true;
  if (body.find("%stddev") != std::string_view::npos) return true;
  return IsDigit(body.front()) || (body.size() > 1 && body.front() == '.' && IsDigit(body[1])) ||
         ((body.front() == '-' || body.front() == '+') && body.size() > 1 && IsDigit(body[1]));
}

// A row of a robot table that stands without its head: "13.03 +-170%   +566.0%   86.78 +- 77%", or
// a signed change in front of a dotted metric at the end of the line.
bool IsRobotRow(std::string_view text) {
  std::string_view body = Trim(text);
  if (body.size() < 20 || body.size() > 300 || !(IsDigit(body.front()) || body.front() == '.')) {
    return false;
  }
  const size_t blank = body.find_last_of(" \t");
  if (blank == std::string_view::npos) return false;
  const std::string_view last = body.substr(blank + 1);
  const size_t dot = last.find('.');
  const bool metric = dot != std::string_view::npos && dot > 1 && dot + 1 < last.size() &&
                      IsLetter(last.front()) && !IsDigit(last[dot + 1]) && last[dot + 1] != '.';
  size_t signed_percents = 0;
  size_t spreads = 0;
  for (size_t at = body.find('%'); at != std::string_view::npos; at = body.find('%', at + 1)) {
    size_t begin = at;
    while (begin > 0 && (IsDigit(body[begin - 1]) || body[begin - 1] == '.' ||
                         (body[begin - 1] == '+' && begin > 1 && body[begin - 2] == 'e') ||
                         body[begin - 1] == 'e' || body[begin - 1] == ',')) {
      --begin;
    }
    if (begin == at || begin == 0) continue;
    const char sign = body[begin - 1];
    if ((sign == '+' || sign == '-') && begin >= 2 && IsBlank(body[begin - 2])) ++signed_percents;
    size_t mark = begin;
    while (mark > 0 && body[mark - 1] == ' ') --mark;
    if (mark > 0 && ((static_cast<unsigned char>(body[mark - 1]) & 0x80) != 0 ||
                     (mark > 1 && body.substr(mark - 2, 2) == "+-"))) {
      ++spreads;
    }
  }
  return (metric && signed_percents > 0) || (signed_percents > 0 && spreads >= 2);
}

bool IsChangelogHead(std::string_view text) {
  if (text.size() > 80) return false;
  std::string_view body = Trim(text);
  if (body.size() > 60 || body.empty()) return false;
  if (body.front() == '[' || body.front() == '*' || body.front() == '-') {
    body = TrimLeft(body.substr(1));
  }
  const char first = body.empty() ? ' ' : ToLower(body.front());
  if (first != 'c' && first != 's' && first != 'v') return false;
  auto starts = [&](std::string_view word) {
    if (body.size() < word.size()) return false;
    for (size_t i = 0; i < word.size(); ++i) {
      if (ToLower(body[i]) != word[i]) return false;
    }
    return true;
  };
  if (starts("changelog") || starts("change log") || starts("changes since") ||
      starts("changes in v") || starts("changes from v") || starts("changes v") ||
      starts("change since")) {
    return true;
  }
  // "v2:", "v3 -> v4:", "V2", "since v1:"
  if (starts("since v")) body = body.substr(6);
  if (body.size() < 2 || ToLower(body[0]) != 'v' || !IsDigit(body[1])) return false;
  return body.size() < 4 || body.back() == ':' || body.find(": ") != std::string_view::npos;
}

// Cuts a flattened page at its "> " marks; each piece counts as quoted once more.
void AppendFlattened(const TextLine& source, int32_t part, std::vector<ClaimLine>& lines) {
  std::string_view text = source.text;
  size_t begin = 0;
  uint16_t depth = source.quote_depth;
  while (begin < text.size()) {
    size_t mark = text.find(" > ", begin);
    size_t end = mark == std::string_view::npos ? text.size() : mark;
    ClaimLine line;
    line.text = text.substr(begin, end - begin);
    line.line = source.line;
    line.column = source.column + static_cast<uint32_t>(begin);
    line.part = part;
    line.depth = depth;
    lines.push_back(line);
    if (mark == std::string_view::npos) break;
    begin = mark + 3;
    depth = static_cast<uint16_t>(source.quote_depth + 1);
    // An empty quoted line: "> > " in a row.
    while (text.substr(begin).starts_with("> ")) {
      ClaimLine blank;
      blank.line = source.line;
      blank.column = source.column + static_cast<uint32_t>(begin);
      blank.part = part;
      blank.depth = depth;
      lines.push_back(blank);
      begin += 2;
    }
  }
}

bool IsFlattened(std::string_view text) {
  if (text.size() < kFlattened) return false;
  size_t marks = 0;
  for (size_t at = text.find(" > "); at != std::string_view::npos && marks < 8;
       at = text.find(" > ", at + 3)) {
    ++marks;
  }
  return marks >= 8;
}

}  // namespace

std::vector<ClaimLine> ClassifyLines(const MailMessage& message) {
  std::vector<ClaimLine> lines;
  for (const MailPart& part : message.parts) {
    for (const TextLine& source : part.lines) {
      const bool robot = source.use == LineUse::kRobot;
      // One line stands for a whole table of a robot.
      if (robot && !lines.empty() && lines.back().line_class == LineClass::kRobot &&
          lines.back().depth == source.quote_depth) {
        continue;
      }
      if (!robot && IsFlattened(source.text)) {
        AppendFlattened(source, part.index, lines);
        continue;
      }
      ClaimLine line;
      line.text = source.text;
      line.line = source.line;
      line.column = source.column;
      line.part = part.index;
      line.depth = source.quote_depth;
      if (robot) line.line_class = LineClass::kRobot;
      lines.push_back(line);
    }
  }
  std::array<PatchState, kDepths> patches;
  bool robot_rows = false;
  bool robot_box = false;
  uint16_t robot_depth = 0;
  bool changelog = false;
  for (ClaimLine& line : lines) {
    if (line.line_class == LineClass::kRobot) {
      line.in_changelog = changelog;
      continue;
    }
    const ByteFlags bytes = ScanBytes(line.text);
    line.has_digit = bytes.digit;
    line.has_percent = bytes.percent;
    line.has_equals = bytes.equals;
    line.has_open = bytes.open;
    line.has_pipe = bytes.pipe;
    PatchState& patch = patches[std::min<size_t>(line.depth, kDepths - 1)];
    if (robot_rows && (line.depth != robot_depth || !ContinuesRobotRows(line.text))) {
      robot_rows = false;
    }
    if (robot_box && !line.text.starts_with("|") && !line.text.starts_with("+")) robot_box = false;
    if (bytes.percent && line.text.find("%stddev") != std::string_view::npos) {
      robot_rows = true;
      robot_depth = line.depth;
    }
    if (line.text.starts_with("| testcase: change")) robot_box = true;
    if (StepPatch(patch, line.text)) {
      line.line_class = LineClass::kPatch;
    } else if (bytes.blank) {
      line.line_class = LineClass::kBlank;
    } else if (bytes.rule_only) {
      line.line_class = LineClass::kRule;
    } else if (robot_rows || robot_box || (bytes.percent && IsRobotRow(line.text))) {
      line.line_class = LineClass::kRobot;
    } else if (IsTrailer(line.text)) {
      line.line_class = LineClass::kTrailer;
    } else if (bytes.digit && IsCommand(line.text)) {
      line.line_class = LineClass::kCommand;
    }
    // A changelog goes on while its lines are items, indented or blank.
    if (line.line_class == LineClass::kText) {
      if (IsChangelogHead(line.text)) {
        changelog = true;
      } else if (changelog && BulletLength(line.text) == 0 && line.text.front() != ' ' &&
                 line.text.front() != '\t') {
        changelog = false;
      }
    }
    line.in_changelog = changelog;
  }
  return lines;
}

}  // namespace regress
