// SPDX-License-Identifier: Apache-2.0
// Puts the judges of stats/ to work on what a parser found, in one place for every format.
#pragma once

#include <string>
#include <vector>

#include "cli/robot_judge.h"
#include "models/data/evidence.h"

namespace regress {

struct CheckOptions;

// What inputs read so far offer to the claims of others.
struct JudgeContext {
  const CheckOptions& options;
  std::vector<EvidenceFigure> figures;
  RobotJudge robot;
};

// Hash of what a claim says and where: stable for the same content.
std::string ClaimId(const Claim& claim);
std::string ClaimId(ClaimKind kind, std::string_view metric, std::string_view stated,
                    std::string_view quote, const SourceRef& at);

// Judges every claim of `bundle`, with the figures of other inputs where its own do not decide,
// gives each claim its id and leaves out what --metric does not choose.
void Judge(JudgeContext& context, EvidenceBundle& bundle);

}  // namespace regress
