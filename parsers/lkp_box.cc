// SPDX-License-Identifier: Apache-2.0
#include "parsers/lkp_box.h"

#include <optional>
#include <string>
#include <string_view>

#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxPieces = 8;  // lines that a claim may wrap over
constexpr size_t kMaxBoxParameters = 100;

bool IsGrid(std::string_view text) {
  text = Trim(text);
  return text.starts_with("+-") && text.find_first_not_of("+-=| ") == std::string_view::npos;
}

struct BoxRow {
  std::string left;
  std::string right;
};

// "| left | right |"; a client may have cut the end off to the next line.
std::optional<BoxRow> SplitRow(std::string_view text) {
  text = Trim(text);
  if (!text.starts_with('|')) return std::nullopt;
  text.remove_prefix(1);
  const size_t middle = text.find('|');
  if (middle == std::string_view::npos) return std::nullopt;
  BoxRow row;
  row.left = Trim(text.substr(0, middle));
  std::string_view right = Trim(text.substr(middle + 1));
  if (right.ends_with('|')) right = Trim(right.substr(0, right.size() - 1));
  row.right = right;
  return row;
}

bool EndsRow(std::string_view text) {
  return Trim(text).ends_with('|');
}

bool IsChangeKey(std::string_view left) {
  return left.starts_with("testcase") && left.ends_with("change");
}

void AddParameter(std::string_view text, BoxClaim& claim) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return;
  if (claim.parameters.size() >= kMaxBoxParameters) return;
  claim.parameters.emplace_back(text.substr(0, equals), text.substr(equals + 1));
}

}  // namespace

size_t ReadBox(std::vector<TextLine>& lines, size_t at, std::vector<BoxClaim>& claims) {
  enum class Key { kNone, kChange, kParameters, kOther } key = Key::kNone;
  const uint16_t depth = lines[at].quote_depth;
  const size_t before = claims.size();
  size_t i = at;
  while (i < lines.size() && lines[i].quote_depth == depth) {
    if (IsGrid(lines[i].text)) {
      ++i;
      continue;
    }
    std::string text(Trim(lines[i].text));
    if (!text.starts_with('|')) break;
    // A row whose end stands on the next line, where that is no row of its own.
    const bool joined = !EndsRow(text) && i + 1 < lines.size() &&
                        lines[i + 1].quote_depth == depth && EndsRow(lines[i + 1].text) &&
                        !Trim(lines[i + 1].text).starts_with('|');
    if (joined) {
      text += ' ';
      text += Trim(lines[i + 1].text);
    }
    const std::optional<BoxRow> row = SplitRow(text);
    if (!row) break;
    if (IsChangeKey(row->left)) {
      key = Key::kChange;
      claims.emplace_back();
    } else if (row->left == "test parameters") {
      key = Key::kParameters;
    } else if (!row->left.empty()) {
      key = Key::kOther;
    }
    if (key == Key::kChange && claims.back().quote.lines() < kMaxPieces) {
      BoxClaim& claim = claims.back();
      if (!claim.cell.empty()) claim.cell += ' ';
      claim.cell += row->right;
      claim.quote.Append(lines[i]);
      if (joined) claim.quote.Append(lines[i + 1]);
    } else if (key == Key::kParameters && !claims.empty()) {
      AddParameter(row->right, claims.back());
    }
    i += joined ? 2 : 1;
  }
  if (claims.size() == before) return i;  // a table of somebody else: nothing for us in it
  for (size_t k = at; k < i; ++k) lines[k].use = LineUse::kRobot;
  return i;
}

}  // namespace regress
