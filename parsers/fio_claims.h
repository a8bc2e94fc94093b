// SPDX-License-Identifier: Apache-2.0
// What one fio reading asserts about another of the same run: the rate that follows from work and
// time, from requests and their size, a rate in two units, a total of several jobs. The claims are
// not judged here: the only reading of each holds the stated number first, then the operands, all
// in units that make the formula a plain product, quotient or sum; stats/fio_check.h judges them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/data/claim.h"

namespace regress {

// A printed number as a figure: `text` as printed, its value and the weight of its last digit times
// `scale`.
Figure MakeFioFigure(std::string_view text, double scale, Rounding rounding, std::string_view unit,
                     std::string_view label, InputRef source);

// `stated_text` is the number with its unit as printed; `operands` are used by `kind`: kRate
// first / second, kProduct first * second, kUnitPair the first, kSum and kMean the sum.
Claim MakeFioClaim(ClaimKind kind, std::string metric, std::string_view quote,
                   std::string_view stated_text, Figure stated, std::vector<Figure> operands,
                   std::string_view convention);

}  // namespace regress
