// SPDX-License-Identifier: Apache-2.0
#include "models/data/claim.h"

#include <array>

namespace regress {
namespace {

constexpr std::array<std::string_view, 24> kKinds = {
    "headline",  "impact", "table-change", "fail-rate",  "percent-change", "table-delta",
    "from-to",   "ratio",  "rate",         "sum",        "product",        "unit-pair",
    "threshold", "up-to",  "range",        "points",     "difference",     "share",
    "count",     "stddev", "mean",         "comparison", "no-change",      "model"};

}  // namespace

std::string_view Name(ClaimKind kind) {
  return kKinds.at(static_cast<size_t>(kind));
}

}  // namespace regress
