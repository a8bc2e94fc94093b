// SPDX-License-Identifier: Apache-2.0
// Claims whose operands stand in the same sentence: sums, products and differences with an equals
// sign or in words, rows of an experiment, shares of a total, bandwidth as IOPS x block.
//   "634 of 3200 samples, 19.8%", "5 rounds x 3 kernels = 15"
#pragma once

#include "parsers/sentence_context.h"

namespace regress {

// Numbers that are operands or results are taken out of the changes of the sentence.
void FindArithmetic(SentenceContext& s);

}  // namespace regress
