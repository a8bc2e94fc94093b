// SPDX-License-Identifier: Apache-2.0
// Puts the judges of stats/ to work on what a parser found, in one place for every format.
#pragma once

#include <vector>

#include "models/data/evidence.h"

namespace regress {

struct CheckOptions;

// What inputs read so far offer to the claims of others.
struct JudgeContext {
  const CheckOptions& options;
  std::vector<EvidenceFigure> figures;
};

// Judges every claim of `bundle`, with the figures of other inputs where its own do not decide,
// gives each claim its id and leaves out what --metric does not choose.
void Judge(JudgeContext& context, EvidenceBundle& bundle);

}  // namespace regress
