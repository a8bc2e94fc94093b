// SPDX-License-Identifier: Apache-2.0
// What the rates of a human-readable report assert about each other. fio rounds each figure for
// itself, so a figure stands for a whole unit of its last digit to both sides; before 2.17 the
// digits after the point are a remainder and only the whole part counts.
#pragma once

#include <cstdint>
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

// What the jobs of a report did in each direction: the work of a group is their sum.
class FioGroupWork {
 public:
  void Clear() { jobs_.clear(); }
  // A job's row; `source` is where its work stands. Rows without work do not count.
  void Add(int64_t group, const FioRateRow& row, InputRef source);
  // Appends the claim that the total `row` of a group of several jobs makes.
  void AddClaim(int64_t group, const FioRateRow& row, const FioRecord& record,
                const std::string& path, std::vector<Claim>& claims) const;

 private:
  struct Job {
    int64_t group;
    FioDirection direction;
    FioStyle style;
    double mebibytes_per_unit;
    std::string number;
    InputRef source;
  };
  std::vector<Job> jobs_;
};

}  // namespace regress
