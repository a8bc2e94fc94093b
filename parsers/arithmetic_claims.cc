// SPDX-License-Identifier: Apache-2.0
#include "parsers/arithmetic_claims.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "parsers/scan.h"

namespace regress {
namespace {

// The terms on the left of an equals sign: number [words] op number [words] op ...
void ReadEquation(SentenceContext& s, size_t equals) {
  std::vector<size_t> terms;
  char op = 0;
  size_t i = equals;
  size_t words = 0;
  while (i-- > 0 && terms.size() < 16) {
    const SentenceItem& item = s.parts.items[i];
    if (item.kind == ItemKind::kNumber) {
      if (s.parts.Token(i).unit_class == UnitClass::kRatio) return;
      terms.push_back(i);
      words = 0;
      if (i == 0) break;
      const SentenceItem& before = s.parts.items[i - 1];
      char found = 0;
      if (before.kind == ItemKind::kPlus) found = '+';
      if (before.kind == ItemKind::kMinus) found = '-';
      if (before.kind == ItemKind::kOther && s.parts.text[before.begin] == '*') found = 'x';
      if (before.kind == ItemKind::kWord && before.word == "x") found = 'x';
      if (found == 0) break;
      if (op != 0 && op != found) return;
      op = found;
      --i;
      if (i == 0) return;
      continue;
    }
    if (item.kind == ItemKind::kWord && ++words <= 3) continue;
    return;
  }
  if (terms.size() < 2 || op == 0) return;
  std::reverse(terms.begin(), terms.end());
  const NumberToken& result = s.parts.Token(equals + 1);
  const ClaimKind kind = op == '+'   ? ClaimKind::kSum
                         : op == '-' ? ClaimKind::kDifference
                                     : ClaimKind::kProduct;
  if (kind == ClaimKind::kDifference && terms.size() != 2) return;
  ClaimCandidate candidate = s.Make(kind, result.begin, result.end);
  candidate.stated = result.number;
  candidate.claim.stated_unit = std::string(result.unit);
  candidate.measure = op == '+'   ? Measure::kSum
                      : op == '-' ? Measure::kDifference
                                  : Measure::kProduct;
  // Counts are exact.
  const auto is_count = [](const NumberToken& token) {
    return token.unit.empty() && token.number.text.find('.') == std::string::npos;
  };
  const bool counts = is_count(result) && std::all_of(terms.begin(), terms.end(), [&](size_t t) {
                        return is_count(s.parts.Token(t));
                      });
  if (counts) candidate.stated.rounding = Rounding::kExact;
  for (const size_t term : terms) {
    const NumberToken& token = s.parts.Token(term);
    if (token.unit_class != result.unit_class && op != 'x') return;
    Figure figure = s.MakeFigure(term);
    if (!candidate.operation.empty()) candidate.operation += std::string(" ") + op + " ";
    candidate.operation += figure.number.text + figure.unit;
    candidate.operands.push_back(std::move(figure));
  }
  if (op == '-') {
    FigurePair pair;
    pair.before = {candidate.operands[0]};
    pair.after = {candidate.operands[1]};
    pair.ordered = true;
    pair.step = PairStep::kAdjacent;
    candidate.pairs.push_back(std::move(pair));
  }
  // "4096 * 8 = 32K" may count in 1024.
  candidate.binding = result.unit.empty() && counts;
  for (const size_t term : terms) {
    candidate.binding |= op != 'x' && s.parts.Token(term).unit == result.unit;
  }
  s.RemoveChangesAt(terms, equals + 1);
  s.context.Add(std::move(candidate));
}

// "100% - 4% = 96%", "5 rounds x 3 kernels = 15", "1,000 + 1,000 = 2,000", and sums in words.
void FindEquations(SentenceContext& s) {
  const std::vector<SentenceItem>& items = s.parts.items;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind != ItemKind::kEquals) continue;
    if (!s.parts.IsNumber(i + 1)) continue;
    ReadEquation(s, i);
  }
}

// "1,000 clone plus 1,000 dedupe operations observed 2,000 calls"
void FindWordSum(SentenceContext& s) {
  for (size_t i = 0; i + 1 < s.parts.items.size(); ++i) {
    if (!s.parts.IsWord(i, "plus")) continue;
    std::optional<size_t> left;
    for (size_t back = i; back-- > 0 && i - back <= 4;) {
      if (s.parts.IsNumber(back)) {
        left = back;
        break;
      }
    }
    if (!left || !s.parts.IsNumber(i + 1)) continue;
    const double sum = s.parts.Token(*left).number.value + s.parts.Token(i + 1).number.value;
    for (size_t n = i + 2; n < s.parts.items.size() && n < i + 16; ++n) {
      if (!s.parts.IsNumber(n)) continue;
      const NumberToken& token = s.parts.Token(n);
      if (token.unit_class != s.parts.Token(*left).unit_class || token.number.value != sum) {
        break;
      }
      ClaimCandidate candidate = s.Make(ClaimKind::kSum, token.begin, token.end);
      candidate.measure = Measure::kSum;
      candidate.stated = token.number;
      candidate.stated.rounding = Rounding::kExact;
      candidate.operands = {s.MakeFigure(*left), s.MakeFigure(i + 1)};
      candidate.operation =
          candidate.operands[0].number.text + " + " + candidate.operands[1].number.text;
      candidate.claim.metric = s.NounBehind(n);
      s.context.Add(std::move(candidate));
      return;
    }
  }
}

// "Each point ran 15 rounds", perhaps over a wrap.
std::optional<Figure> FindRounds(const SentenceContext& s) {
  for (size_t i = 0; i < s.context.lines.size(); ++i) {
    const ClaimLine& line = s.context.lines[i];
    if (line.line_class != LineClass::kText || line.text.size() > 400) continue;
    std::string joined(Trim(line.text));
    const size_t own = joined.size();
    if (i + 1 < s.context.lines.size()) {
      joined += " ";
      joined += Trim(s.context.lines[i + 1].text.substr(0, 400));
    }
    size_t at = joined.find(" rounds");
    if (at == std::string::npos || at == 0 || at > own + 1) continue;
    size_t digit = at;
    while (digit > 0 && IsDigit(joined[digit - 1])) --digit;
    const std::optional<PrintedNumber> number =
        ParsePrinted(std::string_view(joined).substr(digit, at - digit));
    if (!number || number->value < 2) continue;
    Figure figure;
    figure.number = *number;
    figure.number.rounding = Rounding::kExact;
    figure.label = "rounds";
    const size_t indent = static_cast<size_t>(TrimLeft(line.text).data() - line.text.data());
    figure.source.at = s.context.At(i, indent + digit).at;
    return figure;
  }
  return std::nullopt;
}

// "All 90 timing rows": points x operations x rounds of a sandwich table.
void FindRows(SentenceContext& s) {
  for (size_t i = 1; i + 1 < s.parts.items.size(); ++i) {
    if (!s.parts.IsNumber(i) || !s.parts.IsWord(i - 1, "all")) continue;
    const NumberToken& token = s.parts.Token(i);
    if (token.unit_class != UnitClass::kNone || !token.unit.empty()) continue;
    bool rows = false;
    for (size_t n = i + 1; n < s.parts.items.size() && n <= i + 3; ++n) {
      rows |= s.parts.IsWord(n, "rows") || s.parts.IsWord(n, "runs") ||
              s.parts.IsWord(n, "measurements") || s.parts.IsWord(n, "samples");
    }
    if (!rows) continue;
    size_t table_rows = 0;
    for (const ContextPair& pair : s.context.pairs) table_rows += pair.pair.slot == 9;
    const std::optional<Figure> rounds = FindRounds(s);
    if (table_rows == 0 || !rounds) continue;
    ClaimCandidate candidate = s.Make(ClaimKind::kProduct, token.begin, token.end);
    candidate.measure = Measure::kProduct;
    candidate.stated = token.number;
    candidate.stated.rounding = Rounding::kExact;
    candidate.claim.metric = s.NounBehind(i);
    Figure points;
    points.number = {3, 1, "3", Rounding::kExact};
    points.label = "points";
    Figure operations;
    operations.number = {static_cast<double>(table_rows), 1, std::to_string(table_rows),
                         Rounding::kExact};
    operations.label = table_rows == 1 ? "operation" : "operations";
    for (const ContextPair& pair : s.context.pairs) {
      if (pair.pair.slot != 9) continue;
      points.source = operations.source = pair.pair.before.front().source;
      break;
    }
    candidate.operands = {points, operations, *rounds};
    candidate.operation = "3 points x " + operations.number.text + " " + operations.label + " x " +
                          rounds->number.text + " rounds";
    s.context.Add(std::move(candidate));
    return;
  }
}

// The value of a figure is a count, exact as printed.
bool IsCount(const NumberToken& token) {
  return token.unit_class == UnitClass::kNone && token.unit.empty() && token.sign == 0 &&
         token.number.text.find('.') == std::string::npos;
}

// "634 of 3200 samples, 19.8%", "634/3200 (19.8%)", "19.8% (634 of 3200)".
void FindShares(SentenceContext& s) {
  const std::vector<SentenceItem>& items = s.parts.items;
  for (size_t i = 0; i + 2 < items.size(); ++i) {
    if (!s.parts.IsNumber(i)) continue;
    size_t whole = i + 1;
    if (s.parts.IsWord(whole, "out")) ++whole;
    const bool of = s.parts.IsWord(whole, "of");
    ++whole;
    if (s.parts.IsWord(whole, "the") || s.parts.IsWord(whole, "all")) ++whole;
    if (!of || !s.parts.IsNumber(whole)) continue;
    if (!IsCount(s.parts.Token(i)) || !IsCount(s.parts.Token(whole))) continue;
    const double part = s.parts.Token(i).number.value;
    const double total = s.parts.Token(whole).number.value;
    if (part > total || total < 2) continue;
    std::optional<size_t> percent;
    bool linked = false;
    // Behind: up to three words, then a comma, a bracket or an equals sign.
    size_t words = 0;
    for (size_t n = whole + 1; n < items.size() && words <= 3; ++n) {
      if (items[n].kind == ItemKind::kWord) {
        if (items[n].word == "or" || items[n].word == "is" || items[n].word == "i.e") linked = true;
        ++words;
        continue;
      }
      if (items[n].kind == ItemKind::kComma || items[n].kind == ItemKind::kOpen ||
          items[n].kind == ItemKind::kEquals) {
        linked = true;
        continue;
      }
      if (s.parts.IsNumber(n) && s.parts.Token(n).unit_class == UnitClass::kPercent && linked) {
        percent = n;
      }
      break;
    }
    // In front: "19.8% (634 of 3200)".
    if (!percent && i >= 2 && items[i - 1].kind == ItemKind::kOpen && s.parts.IsNumber(i - 2) &&
        s.parts.Token(i - 2).unit_class == UnitClass::kPercent) {
      percent = i - 2;
    }
    if (!percent || s.parts.Token(*percent).sign != 0) continue;
    const NumberToken& token = s.parts.Token(*percent);
    ClaimCandidate candidate = s.Make(ClaimKind::kShare, token.begin, token.end);
    candidate.measure = Measure::kQuotient;
    candidate.scale = 100;
    candidate.stated = token.number;
    candidate.claim.stated_unit.assign(1, '%');
    candidate.claim.metric = s.NounBehind(whole);
    candidate.operands = {s.MakeFigure(i), s.MakeFigure(whole)};
    for (Figure& figure : candidate.operands) figure.number.rounding = Rounding::kExact;
    candidate.operands[0].label.clear();
    candidate.operation = "part / whole";
    // A rounder percent may be meant loosely.
    candidate.binding = token.number.text.find('.') != std::string::npos && !token.tilde;
    s.RemoveChangesAt({}, *percent);
    s.context.Add(std::move(candidate));
  }
}

std::string FigureName(const Figure& figure) {
  return figure.number.text + figure.unit;
}

// "120k IOPS", "7.5 MIOPS"
bool IsIops(const SentenceContext& s, size_t item) {
  const NumberToken& token = s.parts.Token(item);
  return token.unit.find("IOPS") != std::string_view::npos || s.parts.IsWord(item + 1, "iops");
}

// The block size that a sentence names, "4k" or "bs=64KiB", in bytes; nullopt if none or two.
std::optional<Figure> BlockSize(const SentenceContext& s) {
  std::optional<Figure> block;
  for (size_t i = 0; i < s.parts.items.size(); ++i) {
    if (!s.parts.IsNumber(i)) continue;
    const NumberToken& token = s.parts.Token(i);
    double factor = 0;
    if (token.unit == "k" || token.unit == "K") factor = 1.024;
    if (token.unit == "KiB" || token.unit == "B") factor = 1;
    if (token.unit == "KB" || token.unit == "kB") factor = 1.024;
    const double bytes = token.number.value * factor;
    if (factor == 0 || bytes < 512 || bytes > 4 << 20 || IsIops(s, i)) continue;
    if (std::exp2(std::round(std::log2(bytes))) != bytes) continue;
    if (block) return std::nullopt;
    block = s.MakeFigure(i);
    block->number.value = bytes;
    block->number.rounding = Rounding::kExact;
  }
  return block;
}

// "4k randwrite gives 120k IOPS (469 MiB/s)": bandwidth is IOPS x block. Only where it agrees is it
// a claim: the block may be another.
void FindBandwidths(SentenceContext& s) {
  for (size_t i = 0; i + 1 < s.parts.items.size(); ++i) {
    if (!s.parts.IsNumber(i) || !IsIops(s, i)) continue;
    const size_t behind = i + (s.parts.IsWord(i + 1, "iops") ? 2 : 1);
    size_t rate = behind;
    while (rate < s.parts.items.size() && rate <= behind + 1 &&
           (s.parts.items[rate].kind == ItemKind::kOpen ||
            s.parts.items[rate].kind == ItemKind::kEquals ||
            s.parts.items[rate].kind == ItemKind::kComma || s.parts.IsWord(rate, "or"))) {
      ++rate;
    }
    if (rate == behind || !s.parts.IsNumber(rate) ||
        s.parts.Token(rate).unit_class != UnitClass::kByteRate) {
      continue;
    }
    const std::optional<Figure> block = BlockSize(s);
    if (!block) return;
    const NumberToken& token = s.parts.Token(rate);
    ClaimCandidate candidate = s.Make(ClaimKind::kRate, token.begin, token.end);
    candidate.measure = Measure::kProduct;
    candidate.stated = token.number;
    candidate.claim.stated_unit = std::string(token.unit);
    candidate.claim.metric = "bandwidth";
    candidate.operands = {s.MakeFigure(i), *block};
    if (candidate.operands[0].unit.find("IOPS") == std::string::npos) {
      candidate.operands[0].unit += " IOPS";
    }
    candidate.operation =
        FigureName(candidate.operands[0]) + " x " + FigureName(candidate.operands[1]);
    candidate.tentative = true;
    s.context.Add(std::move(candidate));
  }
}

}  // namespace

void FindArithmetic(SentenceContext& s) {
  FindEquations(s);
  FindWordSum(s);
  FindRows(s);
  FindShares(s);
  FindBandwidths(s);
}

}  // namespace regress
