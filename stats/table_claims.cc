// SPDX-License-Identifier: Apache-2.0
#include "stats/table_claims.h"

#include <algorithm>
#include <utility>

#include "stats/repeat_claims.h"
#include "stats/rounds_claims.h"
#include "stats/wide_claims.h"

namespace regress {

std::vector<TableClaims> JudgeTables(std::span<const EvidenceTable> tables) {
  std::vector<TableClaims> results(tables.size());
  std::vector<std::vector<Claim>> repeats = JudgeRepeats(tables);
  for (size_t i = 0; i < tables.size(); ++i) {
    TableClaims& result = results[i];
    const auto add = [&](std::vector<Claim> claims) {
      for (Claim& claim : claims) result.claims.push_back(std::move(claim));
    };
    add(JudgeWideTable(tables[i]));
    add(JudgeRounds(tables[i], result.diagnostics));
    add(std::move(repeats[i]));
    std::stable_sort(result.claims.begin(), result.claims.end(),
                     [](const Claim& a, const Claim& b) { return a.source.at < b.source.at; });
  }
  return results;
}

}  // namespace regress
