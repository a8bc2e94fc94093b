// SPDX-License-Identifier: Apache-2.0
#include "cli/answer_block.h"

#include <fmt/format.h>

#include <algorithm>

namespace regress {
namespace {

constexpr size_t kVerdictWidth = 13;
constexpr size_t kStatedWidth = 9;
constexpr size_t kAnswerColumn = 2 + kVerdictWidth + kStatedWidth + 2;
constexpr size_t kQuoteColumns = kTextColumns - 2;
constexpr size_t kLongLine = 200;
constexpr size_t kMaxHelp = 3;

Paint VerdictPaint(ClaimVerdict verdict) {
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

// Runs of blanks of a wide table row become two, so that more of it fits.
std::string Squeeze(std::string_view text) {
  std::string out;
  size_t blanks = 0;
  for (const char c : text) {
    blanks = c == ' ' || c == '\t' ? blanks + 1 : 0;
    if (blanks <= 2) out += c == '\t' ? ' ' : c;
  }
  return out;
}

}  // namespace

std::string PlaceMark(const InputRef& ref, size_t line_length, std::string_view path) {
  std::string mark = "[";
  if (!path.empty()) mark += fmt::format("{}:", path);
  mark += std::to_string(ref.at.line);
  if (line_length > kLongLine) mark += fmt::format(":{}", ref.at.column);
  return mark + "]";
}

std::string QuoteLine(const TextContext& context, std::string_view quote) {
  const std::string text = Printable(Squeeze(quote), context.utf8);
  return context.paint(Paint::kDim, "> " + CutEnd(text, kQuoteColumns)) + "\n";
}

std::string QuoteWithCarets(const TextContext& context, std::string_view quote, size_t offset,
                            size_t length) {
  offset = std::min(offset, quote.size());
  length = std::min(length, quote.size() - offset);
  const std::string before = Printable(Squeeze(quote.substr(0, offset)), context.utf8);
  const std::string marked = Printable(quote.substr(offset, length), context.utf8);
  const std::string after = Printable(Squeeze(quote.substr(offset + length)), context.utf8);
  std::string front = before;
  const size_t room =
      kQuoteColumns - std::min(kQuoteColumns, DisplayWidth(marked) + 3);  // "..." behind it
  if (DisplayWidth(front) > room) {
    // Characters are dropped from the front until the figure is visible.
    std::string_view rest = front;
    while (DisplayWidth(rest) + 3 > room && !rest.empty()) {
      rest.remove_prefix(1);
      while (!rest.empty() && (static_cast<unsigned char>(rest.front()) & 0xc0) == 0x80) {
        rest.remove_prefix(1);
      }
    }
    front = fmt::format("...{}", rest);
  }
  const std::string line = CutEnd(front + marked + after, kQuoteColumns);
  std::string text = context.paint(Paint::kDim, "> " + line) + "\n";
  text += std::string(2 + DisplayWidth(front), ' ');
  const size_t carets = std::max<size_t>(1, std::min(DisplayWidth(marked), kQuoteColumns));
  return text + context.paint(Paint::kRed, std::string(carets, '^')) + "\n";
}

std::string AnswerLine(const TextContext& context, ClaimVerdict verdict, std::string_view stated,
                       std::string_view answer, std::string_view place) {
  const std::string word(Name(verdict));
  const std::string value = Printable(stated, context.utf8);
  const size_t head_width =
      std::max<size_t>(kVerdictWidth + kStatedWidth - DisplayWidth(value), word.size() + 1);
  const size_t padding =
      DisplayWidth(value) < kVerdictWidth + kStatedWidth ? head_width : word.size() + 1;
  std::string head = "  " + context.paint(VerdictPaint(verdict), word);
  head.append(padding - word.size(), ' ');
  head += value + "  ";
  const std::string wrapped = Wrap(Printable(answer, context.utf8), kAnswerColumn, kAnswerColumn);
  std::string text = head + (wrapped.empty() ? "\n" : wrapped.substr(kAnswerColumn));
  if (place.empty()) return text;
  text.pop_back();
  const size_t last_line =
      wrapped.rfind('\n', wrapped.size() - std::min<size_t>(2, wrapped.size()));
  const size_t used = wrapped.empty() ? kAnswerColumn
                      : last_line == std::string::npos
                          ? DisplayWidth(wrapped) - 1
                          : DisplayWidth(std::string_view(wrapped).substr(last_line + 1)) - 1;
  const std::string mark = context.paint(Paint::kDim, place);
  if (used + 1 + place.size() <= kTextColumns) {
    return text + std::string(kTextColumns - used - place.size(), ' ') + mark + "\n";
  }
  return text + "\n" + std::string(kTextColumns - std::min(kTextColumns, place.size()), ' ') +
         mark + "\n";
}

std::string HelpLine(const TextContext& context, std::string_view help) {
  return Wrap("help: " + Printable(help, context.utf8), 4, 10);
}

std::string ClaimBlock(const TextContext& context, const Claim& claim) {
  const std::string place = PlaceMark(claim.source, claim.quote.size());
  const std::string_view answer = claim.answer.empty() ? claim.reason : claim.answer;
  std::string text;
  if (claim.verdict == ClaimVerdict::kContradicted) {
    const size_t offset = claim.quote.find(claim.stated_text);
    text = offset == std::string::npos
               ? QuoteLine(context, claim.quote)
               : QuoteWithCarets(context, claim.quote, offset, claim.stated_text.size());
  } else {
    text = QuoteLine(context, claim.quote);
  }
  text += AnswerLine(context, claim.verdict, claim.stated_text, answer, place);
  if (claim.verdict == ClaimVerdict::kContradicted) {
    for (size_t i = 0; i < std::min(claim.help.size(), kMaxHelp); ++i) {
      text += HelpLine(context, claim.help[i]);
    }
  }
  return text;
}

}  // namespace regress
