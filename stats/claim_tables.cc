// SPDX-License-Identifier: Apache-2.0
#include "stats/claim_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>

#include "stats/claim_reading.h"
#include "stats/claim_text.h"

namespace regress {
namespace {

constexpr std::array kPercents = {Convention::kChange, Convention::kFall, Convention::kSpeed,
                                  Convention::kAfterBase};
constexpr std::array kRatios = {Convention::kRatio, Convention::kInverse};
constexpr std::array kShares = {Convention::kShare, Convention::kInverseShare};
constexpr std::array kDifferences = {Convention::kDifference, Convention::kReverse};
constexpr uint32_t kSlots = 14;

std::span<const Convention> ConventionsOf(Measure measure) {
  if (measure == Measure::kRatio) return kRatios;
  if (measure == Measure::kShare) return kShares;
  if (measure == Measure::kDifference) return kDifferences;
  return kPercents;
}

bool Agrees(Match match) {
  return match == Match::kMeets || match == Match::kTruncated;
}

Match MatchOf(const ClaimCandidate& row, const FigurePair& pair, Convention convention) {
  const std::optional<Computed> computed =
      Compute(MakeSide(pair.before), MakeSide(pair.after), convention);
  return computed ? Compare(row.stated, computed->value, computed->reachable) : Match::kMiss;
}

const FigurePair* PairOf(const ClaimCandidate& row, uint32_t slot) {
  for (const FigurePair& pair : row.pairs) {
    if (pair.slot == slot) return &pair;
  }
  return nullptr;
}

// What a table was learned to do.
struct Learned {
  uint32_t slot = 0;
  Convention convention = Convention::kChange;
  size_t agreeing = 0;
  size_t rows = 0;     // that have a pair in this slot
  size_t telling = 0;  // agreeing rows whose number is not zero
  size_t other = 0;    // further rows that another convention of the same columns gives
  bool fixed = false;  // heads name the columns
};

// Bit c of [row][slot]: convention c of the measure gives the row's number from that slot's pair.
using AgreementMasks = std::vector<std::array<uint8_t, kSlots>>;
constexpr uint8_t kHasPair = 0x80;

AgreementMasks Agreements(std::span<ClaimCandidate* const> rows, Measure measure) {
  const std::span<const Convention> conventions = ConventionsOf(measure);
  AgreementMasks masks(rows.size());
  for (size_t r = 0; r < rows.size(); ++r) {
    masks[r].fill(0);
    if (rows[r]->measure != measure) continue;
    for (const FigurePair& pair : rows[r]->pairs) {
      if (pair.slot >= kSlots || masks[r][pair.slot] != 0) continue;
      uint8_t mask = kHasPair;
      const Side before = MakeSide(pair.before);
      const Side after = MakeSide(pair.after);
      for (size_t c = 0; c < conventions.size(); ++c) {
        const std::optional<Computed> computed = Compute(before, after, conventions[c]);
        if (computed && Agrees(Compare(rows[r]->stated, computed->value, computed->reachable))) {
          mask = static_cast<uint8_t>(mask | (1U << c));
        }
      }
      masks[r][pair.slot] = mask;
    }
  }
  return masks;
}

Learned Learn(std::span<ClaimCandidate* const> rows, Measure measure) {
  const std::span<const Convention> conventions = ConventionsOf(measure);
  const AgreementMasks masks = Agreements(rows, measure);
  Learned best;
  for (uint32_t slot = 1; slot < kSlots; ++slot) {
    for (size_t c = 0; c < conventions.size(); ++c) {
      Learned tried;
      tried.slot = slot;
      tried.convention = conventions[c];
      for (size_t r = 0; r < masks.size(); ++r) {
        const uint8_t mask = masks[r][slot];
        if (mask == 0) continue;
        ++tried.rows;
        if ((mask & (1U << c)) != 0) {
          ++tried.agreeing;
          tried.telling += rows[r]->stated.value != 0;
        } else if (mask != kHasPair) {
          ++tried.other;
        }
      }
      // The after side as base is a rule of a writer only if all rows keep to it.
      if (tried.convention == Convention::kAfterBase && measure == Measure::kChange &&
          (tried.telling < 2 || tried.agreeing < tried.rows)) {
        continue;
      }
      if (tried.agreeing > best.agreeing ||
          (tried.agreeing == best.agreeing && tried.agreeing > 0 &&
           tried.agreeing + tried.other > best.agreeing + best.other)) {
        best = tried;
      }
    }
  }
  best.fixed = best.slot == 1 || best.slot == 9 || best.slot == 12;
  return best;
}

bool IsReciprocal(Convention convention) {
  return convention == Convention::kSpeed || convention == Convention::kAfterBase;
}

// The statistic that a row is of, in tables that mix them ("Hmean", "Amean"): signs follow the
// direction of each.
std::string_view Statistic(std::string_view label) {
  const std::string_view word = label.substr(0, label.find(' '));
  for (const std::string_view name : {"Amean", "Hmean", "Gmean", "Min", "Max", "Stddev", "CoeffVar",
                                      "Elapsed", "User", "System", "Duration", "Median"}) {
    if (word == name || (word.size() > name.size() && word.ends_with(name)) ||
        (word.starts_with("B") && word.find("mean") != std::string_view::npos)) {
      return word;
    }
  }
  return word.ends_with("qrtle") ? word : std::string_view();
}

// A row that sums up others: its change may be the mean of theirs.
bool IsSummary(std::string_view label) {
  std::string lower(label);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const std::string_view word :
       {"average", "avg", "geomean", "geo-mean", "mean", "total", "overall", "sum", "median"}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return false;
}

// The sign rule: rows of the learned columns whose printed sign is that of after - before.
struct SignRule {
  size_t with = 0;
  size_t against = 0;
  bool up = false;
  bool down = false;
};

SignRule LearnSigns(std::span<ClaimCandidate* const> all, const ClaimCandidate& but,
                    const Learned& learned, bool own_table = false) {
  SignRule rule;
  const FigurePair* own = PairOf(but, learned.slot);
  // Rows near this one in the order of the text are enough, and keep long tables linear.
  constexpr size_t kReach = 100;
  const auto place = std::lower_bound(
      all.begin(), all.end(), &but, [](const ClaimCandidate* a, const ClaimCandidate* b) {
        return std::pair(a->table, a->claim.source.at) < std::pair(b->table, b->claim.source.at);
      });
  const size_t index = static_cast<size_t>(place - all.begin());
  const size_t first = index > kReach ? index - kReach : 0;
  for (const ClaimCandidate* row : all.subspan(first, std::min(2 * kReach, all.size() - first))) {
    if (row == &but || !row->signed_number || row->stated.value == 0) continue;
    if (row->measure != but.measure || (own_table && row->table != but.table)) continue;
    const FigurePair* pair = PairOf(*row, learned.slot);
    if (pair == nullptr || own == nullptr || pair->lower_better != own->lower_better) continue;
    if (Statistic(pair->label) != Statistic(own->label)) continue;
    const Match with = MatchOf(*row, *pair, Convention::kChange);
    const Match against = MatchOf(*row, *pair, Convention::kFall);
    if (Agrees(with)) {
      ++rule.with;
      (row->stated.value > 0 ? rule.up : rule.down) = true;
    } else if (Agrees(against)) {
      ++rule.against;
    }
  }
  return rule;
}

// Any pair of the row's cells under any convention, either sign.
bool OtherwiseReproduced(const ClaimCandidate& row, uint32_t slot) {
  for (const FigurePair& pair : row.pairs) {
    for (const Convention convention : ConventionsOf(row.measure)) {
      const std::optional<Reading> reading = Read(pair, convention);
      if (!reading) continue;
      PrintedNumber negative = row.stated;
      negative.value = -negative.value;
      if (pair.slot != slot &&
          (Agrees(Compare(row.stated, *reading)) || Agrees(Compare(negative, *reading)))) {
        return true;
      }
    }
  }
  return false;
}

std::string Points(double gap, const ClaimCandidate& row) {
  const int decimals = std::max(1, DecimalsOf(row.stated));
  return Fixed(gap, decimals) + (row.measure == Measure::kRatio ? "" : " points");
}

// The nearest of the other conventions, for the help line of a contradiction.
std::string NearestHelp(const ClaimCandidate& row, const FigurePair& pair, Convention learned) {
  double best = 0;
  std::string name;
  for (const Convention convention : ConventionsOf(row.measure)) {
    if (convention == learned) continue;
    const std::optional<Reading> reading = Read(pair, convention);
    if (!reading) continue;
    const double gap = GapOf(row.stated, *reading);
    if (name.empty() || gap < best) {
      best = gap;
      name = Name(convention);
    }
  }
  return name.empty() ? "" : fmt::format("nearest other is {}, {} away", name, Points(best, row));
}

void Contradict(ClaimCandidate& row, const FigurePair& pair, const Learned& learned,
                ReasonCode code) {
  const std::optional<Reading> reading = Read(pair, learned.convention);
  if (!reading) return;
  const double gap = GapOf(row.stated, *reading);
  const std::string nearest = NearestHelp(row, pair, learned.convention);
  std::string why;
  if (code == ReasonCode::kSign) {
    why = fmt::format("so {} has the wrong sign; the other rows print the sign of the change",
                      row.claim.stated_text);
  } else {
    why = fmt::format("so {} is {} off; {} of {} rows follow this convention and {}",
                      row.claim.stated_text, Points(gap, row), learned.agreeing, learned.rows,
                      nearest);
  }
  SetOutcome(row, pair, *reading, learned.convention, ClaimVerdict::kContradicted, code, why);
  const int decimals = std::max(AnswerDecimals(row), 1);
  const bool percent = reading->unit == "%";
  row.claim.answer =
      fmt::format("its cells give {}{} {}", Fixed(reading->value, decimals, percent), reading->unit,
                  IntervalText(reading->reachable, decimals + 1, percent));
  row.claim.help.clear();
  if (code == ReasonCode::kSign) {
    row.claim.help.push_back("the value rises, the sign says it falls; the other rows agree");
    if (reading->value < 0) {
      row.claim.help.back() = "the value falls, the sign says it rises; the other rows agree";
    }
  } else if (!nearest.empty()) {
    row.claim.help.push_back(nearest);
  }
}

void Confirm(ClaimCandidate& row, const FigurePair& pair, Convention convention, bool usual,
             Match match, const Learned& learned) {
  const std::optional<Reading> reading = Read(pair, convention);
  if (!reading) return;
  ReasonCode code = match == Match::kTruncated ? ReasonCode::kOkTruncated : ReasonCode::kOk;
  std::string why =
      match == Match::kTruncated ? "which cut to the printed digits is " : "which prints as ";
  why += row.claim.stated_text;
  if (!usual) code = ReasonCode::kOkAltBase;
  if (learned.convention == Convention::kAfterBase && usual) {
    code = ReasonCode::kOkAltBase;
    why += "; the whole table takes the after side as base";
  }
  SetOutcome(row, pair, *reading, convention, ClaimVerdict::kConfirmed, code, why);
}

void JudgeRow(ClaimCandidate& row, const Learned& learned, std::span<ClaimCandidate* const> all) {
  const FigurePair* pair = PairOf(row, learned.slot);
  if (pair == nullptr) {
    SetOpen(row, ReasonCode::kAmbiguousPair,
            "this row has no cells in the columns that the other rows use");
    return;
  }
  const Match match = MatchOf(row, *pair, learned.convention);
  if (Agrees(match)) {
    Confirm(row, *pair, learned.convention, true, match, learned);
    return;
  }
  // The sign alone: the rule of the siblings decides, if it is one.
  PrintedNumber negative = row.stated;
  negative.value = -negative.value;
  const std::optional<Reading> usual = Read(*pair, learned.convention);
  const bool sign_only = usual && row.stated.value != 0 && Agrees(Compare(negative, *usual));
  if (sign_only) {
    const SignRule rule = LearnSigns(all, row, learned);
    const bool strict = row.signed_number && rule.with >= 3 && rule.against == 0 && rule.up &&
                        rule.down && learned.convention == Convention::kChange && !row.in_changelog;
    if (strict) {
      Contradict(row, *pair, learned, ReasonCode::kSign);
      return;
    }
    // Statistics such as Stddev have a direction of their own.
    const bool own_rule = !Statistic(pair->label).empty() && rule.with == 0;
    const bool free = !row.signed_number || row.speed_words || pair->lower_better || own_rule ||
                      rule.against > 0 || learned.convention != Convention::kChange;
    if (!free) {
      SetOpen(row, ReasonCode::kSign,
              fmt::format("{} has the size of the change but not its sign; too few rows fix the "
                          "rule of the table",
                          row.claim.stated_text));
      return;
    }
  }
  for (const Convention other : ConventionsOf(row.measure)) {
    if (other == learned.convention) continue;
    const Match found = MatchOf(row, *pair, other);
    if (!Agrees(found)) continue;
    if (!IsReciprocal(other) || IsReciprocal(learned.convention)) {
      Confirm(row, *pair, other, false, found, learned);
      return;
    }
    if (learned.agreeing < 2 && !learned.fixed) continue;
    // A time among rates may be read as a speed; rows of its own direction fix the base.
    const SignRule rule = LearnSigns(all, row, learned, true);
    if (other == Convention::kSpeed && pair->lower_better && rule.with + rule.against == 0) {
      Confirm(row, *pair, other, false, found, learned);
      return;
    }
    SetOpen(row, ReasonCode::kWrongBase,
            fmt::format("{} takes the after side as base, the other rows take the before side",
                        row.claim.stated_text));
    return;
  }
  if (!row.signed_number && row.stated.value > 0 && usual && Agrees(Compare(negative, *usual))) {
    Confirm(row, *pair, learned.convention, true, Match::kMeets, learned);
    return;
  }
  if (match == Match::kSlip) {
    SetOpen(row, ReasonCode::kLastPlace,
            fmt::format("{} misses its cells by less than a quarter of its last digit",
                        row.claim.stated_text));
    return;
  }
  const bool half = learned.agreeing * 2 >= learned.rows;
  const bool majority = half && (learned.agreeing >= 2 || learned.fixed);
  const bool sure = row.tentative
                        ? learned.agreeing >= 3 && learned.agreeing * 4 >= learned.rows * 3
                        : majority && learned.agreeing >= 1;
  // A computed value whose digits are too coarse decides nothing.
  const bool coarse = usual && usual->reachable.width() > 2 * std::abs(row.stated.value) &&
                      std::abs(usual->value - row.stated.value) < usual->reachable.width();
  const bool telling = learned.telling >= (learned.fixed ? 1 : 2);
  if (!sure || !telling || (Statistic(pair->label).empty() && IsSummary(pair->label)) || !usual ||
      coarse || row.in_changelog || row.bound != Bound::kExact ||
      OtherwiseReproduced(row, learned.slot)) {
    SetOpen(row, ReasonCode::kAmbiguousPair,
            fmt::format("{} does not follow from the columns that the other rows use, which are "
                        "not sure enough to call it wrong",
                        row.claim.stated_text));
    return;
  }
  Contradict(row, *pair, learned, ReasonCode::kNoOverlap);
}

// Whether the rows teach a convention, and which.
std::optional<Learned> LearnWell(std::span<ClaimCandidate* const> rows, Measure measure) {
  const Learned learned = Learn(rows, measure);
  // One row alone must have its columns named, or a head that says what the number is.
  const bool enough =
      learned.agreeing >= 2 ||
      (learned.agreeing >= 1 && (learned.fixed || learned.rows == 1 || rows[0]->header_fixes));
  const bool half =
      learned.agreeing > 0 && (learned.agreeing + learned.other) * 2 >= learned.rows && enough;
  return half ? std::optional<Learned>(learned) : std::nullopt;
}

void JudgeRows(std::span<ClaimCandidate* const> rows, const std::optional<Learned>& learned,
               std::span<ClaimCandidate* const> all) {
  for (ClaimCandidate* row : rows) {
    if (learned) {
      JudgeRow(*row, *learned, all);
    } else {
      SetOpen(*row, row->pairs.empty() ? ReasonCode::kNoFigures : ReasonCode::kAmbiguousPair,
              row->pairs.empty() ? "the row shows no two values that it could follow from"
                                 : "no two columns of the table reproduce its changes");
    }
  }
}

void JudgeTable(std::span<ClaimCandidate*> rows, std::span<ClaimCandidate* const> all) {
  for (const Measure measure :
       {Measure::kChange, Measure::kRatio, Measure::kShare, Measure::kDifference}) {
    std::vector<ClaimCandidate*> own;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
                 [&](const ClaimCandidate* row) { return row->measure == measure; });
    if (own.empty()) continue;
    if (const std::optional<Learned> learned = LearnWell(own, measure)) {
      JudgeRows(own, learned, all);
      continue;
    }
    // Deviations in one column must not hide the convention of another.
    std::stable_sort(own.begin(), own.end(), [](const ClaimCandidate* a, const ClaimCandidate* b) {
      return a->column < b->column;
    });
    for (size_t first = 0; first < own.size();) {
      size_t last = first;
      while (last < own.size() && own[last]->column == own[first]->column) ++last;
      const std::span<ClaimCandidate* const> column(own.data() + first, last - first);
      JudgeRows(column, LearnWell(column, measure), all);
      first = last;
    }
  }
}

}  // namespace

void JudgeTables(std::vector<ClaimCandidate*>& rows) {
  size_t first = 0;
  while (first < rows.size()) {
    size_t last = first;
    while (last < rows.size() && rows[last]->table == rows[first]->table) ++last;
    JudgeTable(std::span(rows).subspan(first, last - first), rows);
    first = last;
  }
}

}  // namespace regress
