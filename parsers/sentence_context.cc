// SPDX-License-Identifier: Apache-2.0
#include "parsers/sentence_context.h"

#include <algorithm>

#include "parsers/scan.h"

namespace regress {
namespace {

bool IsStopWord(std::string_view w) {
  for (const std::string_view stop : {"to", "and", "or", "in", "on", "the", "with", "when", "for",
                                      "at", "of", "is", "was", "from", "by", "vs", "a"}) {
    if (w == stop) return true;
  }
  return false;
}

}  // namespace

SentenceContext::SentenceContext(ClaimContext& claim_context, const Sentence& own)
    : context(claim_context), sentence(own), parts(own.text), used(parts.pairs.size(), false) {}

InputRef SentenceContext::At(size_t offset) const {
  const Sentence::Piece& piece = sentence.PieceAt(offset);
  return context.At(piece.line_index, piece.byte + (offset - piece.offset));
}

ClaimCandidate SentenceContext::Make(ClaimKind kind, size_t begin, size_t end) const {
  const Sentence::Piece& piece = sentence.PieceAt(begin);
  const size_t byte = piece.byte + (begin - piece.offset);
  ClaimCandidate candidate = context.MakeCandidate(kind, piece.line_index, byte, byte);
  candidate.claim.stated_text = Squeeze(sentence.text.substr(begin, end - begin), 120);
  candidate.claim.quote = sentence.text.substr(0, 600);
  const ClaimLine& line = context.lines[piece.line_index];
  candidate.claim.quote_length = static_cast<uint32_t>(
      std::min(end - begin, line.text.size() > byte ? line.text.size() - byte : 0));
  if (line.text.size() > 200 || line.line == LineAfter(piece.line_index)) {
    candidate.claim.shown = Clause(begin, end);
  }
  return candidate;
}

// Number of the next line, to tell pieces of a flattened page.
uint32_t SentenceContext::LineAfter(size_t index) const {
  return index + 1 < context.lines.size() ? context.lines[index + 1].line : 0;
}

// The clause around a claim of a flattened page, from the comma before it.
std::string SentenceContext::Clause(size_t begin, size_t end) const {
  constexpr size_t kReach = 150;
  const std::string_view text = sentence.text;
  const size_t start = begin > kReach ? begin - kReach : 0;
  size_t from = text.substr(start, begin - start).rfind(", ");
  from = from == std::string_view::npos ? start : start + from + 2;
  const size_t stop = std::min(text.size(), end + kReach);
  size_t to = text.substr(0, stop).find(", ", end);
  if (to == std::string_view::npos) to = stop;
  const bool whole = to == text.size();
  return Squeeze(sentence.text.substr(from, to - from), 200) + (whole ? "." : "");
}

Figure SentenceContext::MakeFigure(size_t item) const {
  const NumberToken& token = parts.Token(item);
  Figure figure;
  figure.number = token.number;
  figure.unit = std::string(token.unit);
  figure.source.at = At(token.begin).at;
  if (token.unit.empty() && item + 1 < parts.items.size() &&
      parts.items[item + 1].kind == ItemKind::kWord && !IsStopWord(parts.items[item + 1].word)) {
    figure.label = std::string(parts.items[item + 1].word);
  }
  return figure;
}

// The value without its unit takes the unit of the other: "7.5 MIOPS -> 9.3".
FigurePair SentenceContext::MakePair(const SentencePair& pair) const {
  FigurePair out;
  Figure before = MakeFigure(pair.before);
  Figure after = MakeFigure(pair.after);
  const NumberToken& a = parts.Token(pair.before);
  const NumberToken& b = parts.Token(pair.after);
  if (a.unit.empty() != b.unit.empty()) {
    const NumberToken& with = a.unit.empty() ? b : a;
    Figure& without = a.unit.empty() ? before : after;
    UnitClass unit_class = UnitClass::kNone;
    double factor = 1;
    if (FindUnit(with.unit, unit_class, factor)) {
      without.number.value *= factor;
      without.number.unit *= factor;
    }
    without.unit = std::string(with.unit);
  }
  out.before = {std::move(before)};
  out.after = {std::move(after)};
  out.ordered = pair.ordered;
  out.lower_better = IsLowerBetterUnit(a.unit_class) || IsLowerBetterUnit(b.unit_class);
  out.step = PairStep::kSentence;
  return out;
}

bool SentenceContext::IsMeasured(const SentencePair& pair) const {
  const NumberToken& a = parts.Token(pair.before);
  const NumberToken& b = parts.Token(pair.after);
  const auto measured = [](UnitClass c) {
    return c != UnitClass::kNone && c != UnitClass::kBytes && c != UnitClass::kPercent;
  };
  if (measured(a.unit_class) || measured(b.unit_class)) return true;
  const auto digits = [](const NumberToken& token) {
    return std::count_if(token.number.text.begin(), token.number.text.end(),
                         [](char c) { return IsDigit(c); });
  };
  return digits(a) >= 3 && digits(b) >= 3;
}

// "5.10 -> 5.15" may be kernels.
bool SentenceContext::IsVersionLike(const SentencePair& pair) const {
  const auto version = [](const NumberToken& token) {
    const std::string& text = token.number.text;
    return token.unit.empty() && text.size() >= 3 && text.size() <= 4 && text[0] >= '2' &&
           text[0] <= '7' && text[1] == '.';
  };
  return version(parts.Token(pair.before)) && version(parts.Token(pair.after));
}

std::string SentenceContext::NounBehind(size_t item) const {
  std::string noun;
  for (size_t i = item + 1; i < parts.items.size() && i <= item + 3; ++i) {
    if (parts.items[i].kind != ItemKind::kWord) break;
    if (!noun.empty()) noun.push_back(' ');
    noun.append(parts.items[i].word);
  }
  return noun;
}

void SentenceContext::RemoveChangesAt(const std::vector<size_t>& terms, size_t result) {
  std::erase_if(parts.changes, [&](const SentenceChange& change) {
    return change.item == result ||
           std::find(terms.begin(), terms.end(), change.item) != terms.end();
  });
}

}  // namespace regress
