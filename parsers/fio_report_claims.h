// SPDX-License-Identifier: Apache-2.0
// What the rates of a human-readable report assert about each other. fio rounds each figure for
// itself, so a figure stands for a whole unit of its last digit to both sides; before 2.17 the
// digits after the point are a remainder and only the whole part counts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/data/claim.h"
#include "parsers/fio_rows.h"

namespace regress {

// `number` as printed times `scale`.
Figure SizeFigure(std::string_view number, double scale, FioStyle style, std::string_view unit,
                  std::string_view label, InputRef source);

// The two units of a rate, and bandwidth = work / time where there is one time.
void AddRateClaims(const FioRateRow& row, const FioRecord& record, const std::string& path,
                   std::vector<Claim>& claims);

// The work of a group against that of its jobs, whose figures are in the group's unit.
void AddSumClaim(const FioRateRow& group, std::vector<Figure> jobs, const FioRecord& record,
                 const std::string& path, std::vector<Claim>& claims);

}  // namespace regress
