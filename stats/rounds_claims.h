// SPDX-License-Identifier: Apache-2.0
// Claims of rows that list their rounds, or that give a mean with its deviation: n, mean, sd, cv,
// smallest and largest value.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/data/claim.h"
#include "models/data/diagnostic.h"
#include "models/data/evidence_table.h"

namespace regress {

// The numbers of a list cell ("37 38 39"), with the weight of their last digit; none if it is no
// list.
struct ListedRounds {
  std::vector<double> values;
  double unit = 0;  // largest weight of a last digit
};
ListedRounds ParseRounds(std::string_view text);
// Mean of all but the first `dropped` rounds; 0 if none is left.
double MeanWithout(const ListedRounds& rounds, size_t dropped);

// The column with the mean of a list column, and other columns of the same figure.
struct RoundColumns {
  size_t rounds = 0;
  std::optional<size_t> mean;
};
std::vector<RoundColumns> FindRoundColumns(const EvidenceTable& table);

std::vector<Claim> JudgeRounds(const EvidenceTable& table, std::vector<Diagnostic>& diagnostics);

}  // namespace regress
