// SPDX-License-Identifier: Apache-2.0
// One printed figure against the ways it can have been derived.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/claim.h"
#include "models/data/evidence_table.h"

namespace regress {

// A way to derive a figure: what it gives, and all values that the printed digits of its inputs
// allow.
struct Derivation {
  std::string convention;  // "(B - A) / midpoint"
  std::string formula;     // with the figures: "2159.123 / midpoint 2957.118 - 1"
  double value = 0;
  Interval reachable;
};

// How a stated figure and a derived one agree.
enum class Agreement : uint8_t {
  kExact,      // rounds to the printed digits
  kReachable,  // the printed digits of the inputs allow it
  kTruncated,  // the last digit was cut off instead of rounded
  kLastPlace,  // misses by a quarter of the last digit or less
  kNone,
};
Agreement Compare(const PrintedNumber& stated, const Derivation& derived);
constexpr bool Agrees(Agreement agreement) {
  return agreement <= Agreement::kTruncated;
}

// A derived cell of a table with its derivations, best convention first.
struct DerivedCell {
  size_t row = 0;
  size_t column = 0;
  std::vector<Derivation> derivations;
  bool zero_base = false;  // it would be a percent of zero
};

// Claims for cells that share a column and so a convention. `named`: the name of the column says
// how they derive, so that a cell that follows from none is contradicted; otherwise it is left
// uncheckable. Cells without derivations give no claim.
std::vector<Claim> JudgeColumn(const EvidenceTable& table, const std::vector<DerivedCell>& cells,
                               ClaimKind kind, bool named);

// A claim for one cell, still without verdict.
Claim ClaimOfCell(const EvidenceTable& table, size_t row, size_t column, ClaimKind kind);
void Decide(Claim& claim, const PrintedNumber& stated, const Derivation& derived,
            Agreement agreement);

int PrintedDecimals(const PrintedNumber& number);
// "-26.986" with as many decimals as the stated figure has.
std::string Digits(double value, const PrintedNumber& like);
std::string ShortNumber(double value);

}  // namespace regress
