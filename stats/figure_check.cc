// SPDX-License-Identifier: Apache-2.0
#include "stats/figure_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace regress {
namespace {

constexpr double kPreciseUnit = 1e-3;  // last digit of a percent

std::string Unit(const std::string& unit) {
  return unit.empty() ? "" : unit == "%" ? "%" : " " + unit;
}

}  // namespace

int PrintedDecimals(const PrintedNumber& number) {
  int decimals = 0;
  for (double unit = number.unit; unit > 0 && unit < 0.99 && decimals < 12; unit *= 10) ++decimals;
  return decimals;
}

std::string Digits(double value, const PrintedNumber& like) {
  std::string text = fmt::format("{:.{}f}", value, PrintedDecimals(like));
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  return text;
}

std::string ShortNumber(double value) {
  std::string text = fmt::format("{:.6f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

Agreement Compare(const PrintedNumber& stated, const Derivation& derived) {
  const Interval interval = stated.interval();
  if (interval.Meets({derived.value, derived.value})) return Agreement::kExact;
  if (interval.Meets(derived.reachable)) return Agreement::kReachable;
  const double unit = stated.unit;
  if (unit > 0 && std::trunc(derived.value / unit) == std::round(stated.value / unit))
    return Agreement::kTruncated;
  return interval.Gap(derived.reachable) <= unit / 4 ? Agreement::kLastPlace : Agreement::kNone;
}

Claim ClaimOfCell(const EvidenceTable& table, size_t row_index, size_t column_index,
                  ClaimKind kind) {
  const EvidenceRow& row = table.rows[row_index];
  const TableColumn& column = table.columns[column_index];
  const EvidenceCell& cell = row.cells[column_index];
  Claim claim;
  claim.source = {table.path, {-1, -1, row.line, cell.column}};
  for (const EvidenceCell& other : row.cells) {
    if (!claim.quote.empty()) claim.quote += '\t';
    claim.quote += other.text;
  }
  claim.quote_length = static_cast<uint32_t>(cell.text.size());
  claim.kind = kind;
  claim.metric = !row.metric.empty() ? row.metric : column.name;
  if (!row.key.empty())
    claim.metric = row.metric.empty() ? row.key + " " + column.name : row.metric;
  claim.stated_text = cell.text;
  if (cell.number) claim.stated_value = cell.number->value;
  claim.stated_unit = column.unit;
  return claim;
}

void Decide(Claim& claim, const PrintedNumber& stated, const Derivation& derived,
            Agreement agreement) {
  claim.convention = derived.convention;
  claim.answer = derived.formula;
  claim.recomputed = Recomputed{derived.value, derived.reachable, claim.stated_unit};
  const std::string unit = Unit(claim.stated_unit);
  switch (agreement) {
    case Agreement::kExact:
      claim.verdict = ClaimVerdict::kConfirmed;
      claim.reason_code = ReasonCode::kOk;
      claim.reason =
          fmt::format("{} gives {}{}", derived.formula, Digits(derived.value, stated), unit);
      break;
    case Agreement::kReachable:
      claim.verdict = ClaimVerdict::kConfirmed;
      claim.reason_code = ReasonCode::kOk;
      claim.reason = fmt::format("{} gives {}{} from the printed digits; their rounding allows {}",
                                 derived.formula, Digits(derived.value, stated), unit, stated.text);
      break;
    case Agreement::kTruncated:
      claim.verdict = ClaimVerdict::kConfirmed;
      claim.reason_code = ReasonCode::kOkTruncated;
      claim.reason = fmt::format("{} gives {}{}; the last digit was cut off instead of rounded",
                                 derived.formula, ShortNumber(derived.value), unit);
      break;
    case Agreement::kLastPlace:
      claim.verdict = ClaimVerdict::kUncheckable;
      claim.reason_code = ReasonCode::kLastPlace;
      claim.reason = fmt::format("{} gives {}{}, a fraction of the last digit beside it",
                                 derived.formula, ShortNumber(derived.value), unit);
      claim.would_decide = "figures with more digits";
      break;
    case Agreement::kNone:
      claim.verdict = ClaimVerdict::kContradicted;
      claim.reason_code = ReasonCode::kNoOverlap;
      claim.answer =
          fmt::format("{} gives {}{}", derived.formula, Digits(derived.value, stated), unit);
      claim.reason = fmt::format(
          "{} gives {}{} [{}, {}], not {}", derived.formula, Digits(derived.value, stated), unit,
          ShortNumber(derived.reachable.low), ShortNumber(derived.reachable.high), stated.text);
      break;
  }
}

std::vector<Claim> JudgeColumn(const EvidenceTable& table, const std::vector<DerivedCell>& cells,
                               ClaimKind kind, bool named) {
  // The convention that most rows follow; the first of those that tie.
  std::vector<std::pair<std::string, size_t>> followed;
  size_t judged = 0;
  size_t reproduced = 0;
  bool precise = false;  // an agreement that chance does not give
  for (const DerivedCell& cell : cells) {
    if (cell.derivations.empty()) continue;
    ++judged;
    const PrintedNumber& stated = *table.rows[cell.row].cells[cell.column].number;
    bool any = false;
    for (const Derivation& derivation : cell.derivations) {
      auto found = std::find_if(followed.begin(), followed.end(), [&](const auto& entry) {
        return entry.first == derivation.convention;
      });
      if (found == followed.end())
        found = followed.insert(followed.end(), {derivation.convention, 0});
      if (!Agrees(Compare(stated, derivation))) continue;
      ++found->second;
      any = true;
      precise |= stated.unit <= kPreciseUnit;
    }
    reproduced += any ? 1 : 0;
  }
  std::string convention;
  size_t best = 0;
  for (const auto& [name, count] : followed) {
    if (count > best) {
      best = count;
      convention = name;
    }
  }
  // A column of which most rows do not follow was not understood.
  const bool understood = named ? judged < 3 || reproduced * 2 >= judged : best >= 2 || precise;

  std::vector<Claim> claims;
  for (const DerivedCell& cell : cells) {
    if (cell.zero_base) {
      Claim claim = ClaimOfCell(table, cell.row, cell.column, kind);
      claim.reason_code = ReasonCode::kZeroBase;
      claim.reason = "its base prints as 0, of which there are no percents";
      claim.would_decide = "the base with more digits";
      claims.push_back(std::move(claim));
      continue;
    }
    if (cell.derivations.empty()) continue;
    const PrintedNumber& stated = *table.rows[cell.row].cells[cell.column].number;
    Claim claim = ClaimOfCell(table, cell.row, cell.column, kind);
    const Derivation* chosen = nullptr;
    const Derivation* other = nullptr;
    for (const Derivation& derivation : cell.derivations) {
      if (derivation.convention == convention) chosen = &derivation;
      if (other == nullptr && Agrees(Compare(stated, derivation))) other = &derivation;
    }
    if (chosen == nullptr) chosen = other != nullptr ? other : &cell.derivations.front();
    Agreement agreement = Compare(stated, *chosen);
    bool alternative = false;
    if (!Agrees(agreement) && other != nullptr) {
      chosen = other;
      agreement = Compare(stated, *other);
      alternative = true;
    }
    Decide(claim, stated, *chosen, agreement);
    if (alternative) {
      claim.reason_code = ReasonCode::kOkAltBase;
      claim.reason += fmt::format("; other rows follow {}", convention);
    }
    if (agreement == Agreement::kNone) {
      const Derivation* nearest = chosen;
      for (const Derivation& derivation : cell.derivations) {
        if (std::abs(derivation.value - stated.value) < std::abs(nearest->value - stated.value))
          nearest = &derivation;
      }
      if (nearest != chosen)
        claim.help.push_back(fmt::format("nearest is {}, which gives {}", nearest->convention,
                                         Digits(nearest->value, stated)));
      if (!understood) {
        claim.verdict = ClaimVerdict::kUncheckable;
        claim.reason_code = ReasonCode::kAmbiguousPair;
        claim.reason = fmt::format("no reading of column '{}' gives it; {} would give {}",
                                   table.columns[cell.column].name, chosen->formula,
                                   Digits(chosen->value, stated));
        claim.would_decide = "the rounds of each point";
      }
    }
    claims.push_back(std::move(claim));
  }
  return claims;
}

}  // namespace regress
