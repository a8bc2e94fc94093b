// SPDX-License-Identifier: Apache-2.0
#include "parsers/variant_claims.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "parsers/pair_search.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr size_t kMaxVariants = 32;
constexpr size_t kReach = 30;  // lines behind a table in which its words are looked for

struct Variant {
  size_t line_index = 0;
  std::string label;
  NumberToken value;
};

// "CLOCK array, 8 slots (this patch) 1.6": words, then one number without unit at the end.
std::optional<Variant> ParseVariant(const ClaimLine& line, size_t index) {
  if (line.line_class != LineClass::kText || !line.has_digit || line.text.size() > 90) {
    return std::nullopt;
  }
  std::string_view text = line.text;
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  const size_t blank = text.find_last_of(" \t");
  if (blank == std::string_view::npos || blank + 1 >= text.size()) return std::nullopt;
  if (!IsDigit(text[blank + 1])) return std::nullopt;
  std::vector<NumberToken> tokens;
  ScanNumbers(text, tokens);
  if (tokens.empty()) return std::nullopt;
  NumberToken& last = tokens.back();
  if (last.begin != blank + 1 || last.end != text.size() || !last.unit.empty()) {
    return std::nullopt;
  }
  const std::string_view label = Trim(text.substr(0, blank));
  if (label.size() < 3 || !IsLetter(label.front()) || label.back() == ',' ||
      label.find("->") != std::string_view::npos || label.find('=') != std::string_view::npos ||
      label.find('%') != std::string_view::npos) {
    return std::nullopt;
  }
  return Variant{index, std::string(label), last};
}

// One of the labels says which kernel it is.
bool NamesKernels(const std::vector<Variant>& variants) {
  return std::any_of(variants.begin(), variants.end(), [](const Variant& variant) {
    const std::string lower = LowerCase(variant.label);
    for (const std::string_view word : {"patch", "revert", "baseline", "vanilla", "upstream",
                                        "mainline", "this series", "before", "after", "current"}) {
      if (lower.find(word) != std::string::npos) return true;
    }
    return false;
  });
}

// A line of words over the values, not a sentence.
bool IsHead(const ClaimLine& line) {
  const std::string_view text = Trim(line.text);
  return line.line_class == LineClass::kText && !line.has_digit && text.size() >= 3 &&
         text.size() < 90 && text.back() != '.' && text.back() != ':' && text.back() != ',' &&
         text.find(". ") == std::string_view::npos;
}

// "leaves most of", "recovering almost all of" behind the table.
struct WordPattern {
  std::string_view verb;
  std::string_view stated;
  bool recovers;
};
constexpr std::array kPatterns = {
    WordPattern{"leaves", "most", false},        WordPattern{"keeps", "most", false},
    WordPattern{"recovers", "most", true},       WordPattern{"recovering", "most", true},
    WordPattern{"recovers", "almost all", true}, WordPattern{"recovering", "almost all", true},
    WordPattern{"recovers", "nearly all", true}, WordPattern{"recovering", "nearly all", true},
    WordPattern{"leaves", "almost all", false},  WordPattern{"retains", "most", true},
};

class VariantTable {
 public:
  VariantTable(ClaimContext& context, std::vector<Variant> variants, std::string head)
      : context_(context), variants_(std::move(variants)), head_(std::move(head)) {}

  void Emit() {
    for (const Variant& variant : variants_) {
      ClaimCandidate candidate = context_.MakeCandidate(ClaimKind::kFromTo, variant.line_index,
                                                        variant.value.begin, variant.value.end);
      candidate.stated = variant.value.number;
      // The place of the claim is its row.
      candidate.claim.source = context_.At(
          variant.line_index, context_.lines[variant.line_index].text.find_first_not_of(" \t"));
      candidate.claim.metric = head_.empty() ? variant.label : head_;
      context_.lines[variant.line_index].in_table = true;
      context_.Add(std::move(candidate));
    }
    FindWords();
  }

 private:
  void FindWords() {
    if (variants_.size() < 3) return;
    const size_t first = variants_.back().line_index + 1;
    const size_t last = std::min(first + kReach, context_.lines.size());
    size_t at = first;
    while (at < last) {
      const auto prose = [&](size_t i) {
        const ClaimLine& line = context_.lines[i];
        return line.line_class == LineClass::kText && !line.in_table &&
               line.depth == context_.lines[variants_.back().line_index].depth;
      };
      if (!prose(at)) {
        ++at;
        continue;
      }
      size_t end = at;
      while (end < last && prose(end)) ++end;
      for (const Sentence& sentence : SplitSentences(context_.lines, at, end)) {
        for (const WordPattern& pattern : kPatterns) ReadPattern(sentence, pattern);
      }
      at = end;
    }
  }

  void ReadPattern(const Sentence& sentence, const WordPattern& pattern) {
    const std::string lower = LowerCase(sentence.text);
    const std::string phrase =
        std::string(pattern.verb) + " " + std::string(pattern.stated) + " of ";
    const size_t at = lower.find(phrase);
    if (at == std::string::npos) return;
    const std::optional<size_t> subject = FindSubject(lower.substr(0, at));
    if (!subject) return;
    const auto [best, worst] = std::minmax_element(
        variants_.begin(), variants_.end(), [](const Variant& a, const Variant& b) {
          return a.value.number.value < b.value.number.value;
        });
    const Variant& own = variants_[*subject];
    if (&own == &*best || &own == &*worst) return;
    const size_t begin = pattern.recovers ? at + pattern.verb.size() + 1 : at;
    const Sentence::Piece& piece = sentence.PieceAt(begin);
    const size_t byte = piece.byte + (begin - piece.offset);
    ClaimCandidate candidate =
        context_.MakeCandidate(ClaimKind::kComparison, piece.line_index, byte, byte);
    candidate.claim.stated_text = std::string(pattern.stated);
    candidate.claim.stated_short = candidate.claim.stated_text;
    candidate.claim.quote_length = static_cast<uint32_t>(pattern.stated.size());
    candidate.claim.quote = sentence.text.substr(0, 600);
    size_t from = sentence.text.rfind(", ", begin);
    from = from == std::string::npos ? 0 : from + 2;
    if (context_.lines[piece.line_index].column > 1 &&
        context_.lines[piece.line_index].text.size() < 200 && IsFlattened(piece.line_index)) {
      candidate.claim.shown = Squeeze(std::string_view(sentence.text).substr(from), 200) + ".";
    }
    candidate.claim.metric = head_;
    candidate.measure = Measure::kWord;
    candidate.operands = {Figure(own), Figure(*worst), Figure(*best)};
    candidate.operation = pattern.recovers ? "recovers" : "leaves";
    context_.Add(std::move(candidate));
  }

  // Pieces of a flattened page share their line number.
  bool IsFlattened(size_t index) const {
    return index + 1 < context_.lines.size() &&
           context_.lines[index].line == context_.lines[index + 1].line;
  }

  // The variant whose label shares most words with the words in front.
  std::optional<size_t> FindSubject(std::string_view before) const {
    std::optional<size_t> best;
    size_t best_score = 0;
    for (size_t i = 0; i < variants_.size(); ++i) {
      const size_t score = SharedWords(LowerCase(variants_[i].label), before);
      if (score > best_score) {
        best = i;
        best_score = score;
      }
    }
    return best;
  }

  regress::Figure Figure(const Variant& variant) const {
    return context_.MakeFigure(variant.value, variant.line_index, variant.label);
  }

  ClaimContext& context_;
  std::vector<Variant> variants_;
  std::string head_;
};

}  // namespace

void FindVariantClaims(ClaimContext& context) {
  // Tables with a label and a value per row.
  for (const TextTable& table : context.tables) {
    if (table.rows.size() < 2 || table.rows.size() > kMaxVariants || !table.has_heads) continue;
    if (table.rows[0].cells.size() != 2) continue;
    std::vector<Variant> variants;
    for (const TextRow& row : table.rows) {
      const TextCell& cell = row.cells[1];
      if (row.cells[0].kind != CellKind::kText || !cell.value) break;
      variants.push_back(
          {row.line_index, Squeeze(table.text(context.lines, row, row.cells[0]), 80), *cell.value});
    }
    if (variants.size() != table.rows.size() || !NamesKernels(variants)) continue;
    VariantTable(context, std::move(variants), table.heads[1]).Emit();
  }
  // The same with the blanks collapsed by an archive.
  size_t at = 1;
  while (at < context.lines.size()) {
    if (context.lines[at].in_table || !IsHead(context.lines[at - 1])) {
      ++at;
      continue;
    }
    std::vector<Variant> variants;
    size_t end = at;
    while (end < context.lines.size() && variants.size() < kMaxVariants &&
           context.lines[end].depth == context.lines[at - 1].depth &&
           !context.lines[end].in_table) {
      std::optional<Variant> variant = ParseVariant(context.lines[end], end);
      if (!variant) break;
      variants.push_back(std::move(*variant));
      ++end;
    }
    const bool closed =
        end >= context.lines.size() || context.lines[end].line_class != LineClass::kText;
    if (variants.size() >= 3 && closed && NamesKernels(variants)) {
      std::string head = Squeeze(context.lines[at - 1].text, 80);
      context.lines[at - 1].in_table = true;
      VariantTable(context, std::move(variants), std::move(head)).Emit();
    }
    at = std::max(end, at + 1);
  }
}

}  // namespace regress
