// SPDX-License-Identifier: Apache-2.0
#include "cli/claim_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace regress {
namespace {

constexpr size_t kTextColumn = 26;  // where the recomputation begins
constexpr size_t kMaxHelp = 3;

Paint PaintOf(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::kConfirmed:
      return Paint::kGreen;
    case ClaimVerdict::kContradicted:
      return Paint::kRed;
    case ClaimVerdict::kUncheckable:
      break;
  }
  return Paint::kYellow;
}

// `text` broken at blanks to pieces of `width` columns; its own line breaks are kept.
std::vector<std::string> Fold(std::string_view text, size_t width) {
  std::vector<std::string> lines;
  while (true) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (DisplayWidth(line) > width) {
      size_t cut = line.rfind(' ', width);
      if (cut == std::string_view::npos || cut == 0) cut = line.find(' ', width);
      if (cut == std::string_view::npos) break;
      lines.emplace_back(line.substr(0, cut));
      line.remove_prefix(cut + 1);
    }
    lines.emplace_back(line);
    if (end >= text.size()) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

std::string QuoteLine(const Claim& claim, const TextContext& context, std::string_view marked) {
  const std::string& own = claim.shown.empty() ? claim.quote : claim.shown;
  std::string line = Printable(own, context.utf8);
  size_t caret = std::string::npos;
  if (!marked.empty()) {
    // It begins where it stands in the line; the first is taken if there are several.
    const size_t at = own.find(marked);
    if (at != std::string::npos) {
      caret = DisplayWidth(Printable(own.substr(0, at), context.utf8));
    }
  }
  const size_t width = kTextColumns - 2;
  if (caret != std::string::npos && caret + DisplayWidth(marked) > width - 3 &&
      DisplayWidth(line) > width) {
    // Cut the front away so that the number can be seen.
    const size_t drop = caret > 30 ? caret - 30 : 0;
    size_t bytes = 0;
    for (size_t columns = 0; bytes < line.size() && columns < drop; ++bytes) {
      columns += (static_cast<unsigned char>(line[bytes]) & 0xc0) != 0x80;
    }
    line = "..." + line.substr(bytes);
    caret = caret - drop + 3;
  }
  std::string text = context.paint(Paint::kDim, "> " + CutEnd(line, width)) + "\n";
  if (caret != std::string::npos && caret < width) {
    const size_t length =
        std::clamp<size_t>(DisplayWidth(Printable(marked, context.utf8)), 1, width - caret);
    text +=
        std::string(caret + 2, ' ') + context.paint(Paint::kRed, std::string(length, '^')) + "\n";
  }
  return text;
}

std::string AnswerLines(const TextContext& context, ClaimVerdict verdict, std::string_view stated,
                        std::string_view answer, std::string_view tag) {
  const std::string word(Name(verdict));
  const size_t room = kTextColumn - 4 - word.size();
  std::string text = "  " + context.paint(PaintOf(verdict), word);
  std::string shown = Printable(stated, context.utf8);
  if (DisplayWidth(shown) + 1 > room) {
    // Too long for its column: the recomputation starts on the next line.
    text += " " + CutEnd(shown, 40) + "\n" + std::string(kTextColumn, ' ');
  } else {
    text += PadLeft(shown, room) + "  ";
  }
  const std::vector<std::string> lines = Fold(answer, kTextColumns - kTextColumn);
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string line = Printable(lines[i], context.utf8);
    if (i > 0) text += std::string(kTextColumn, ' ');
    text += line;
    if (i + 1 < lines.size()) {
      text += "\n";
      continue;
    }
    if (tag.empty()) break;
    const size_t used = kTextColumn + DisplayWidth(line);
    if (used + 1 + tag.size() <= kTextColumns) {
      text += std::string(kTextColumns - used - tag.size(), ' ');
    } else {
      text += "\n" + std::string(kTextColumns - std::min(kTextColumns, tag.size()), ' ');
    }
    text += context.paint(Paint::kDim, tag);
  }
  return text + "\n";
}

std::string AnswerLine(const Claim& claim, const TextContext& context) {
  const std::string& stated = claim.stated_short.empty() ? claim.stated_text : claim.stated_short;
  const std::string& answer = claim.answer.empty() ? claim.reason : claim.answer;
  return AnswerLines(context, claim.verdict, stated, answer, PlaceTag(claim.source.at));
}

std::string HelpLines(const Claim& claim, const TextContext& context) {
  std::string text;
  for (size_t i = 0; i < claim.help.size() && i < kMaxHelp; ++i) {
    text += Wrap("help: " + Printable(claim.help[i], context.utf8), 4, 6);
  }
  return text;
}

}  // namespace regress
