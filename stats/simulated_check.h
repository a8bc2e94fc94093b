// SPDX-License-Identifier: Apache-2.0
// What a simulator's figures say of claims that their own text leaves open. A count or ratio that
// was predicted, not fitted, confirms a claim within the tolerance that its table declares.
// Everything else stays uncheckable with the simulated figure and its difference beside: fitted and
// chosen rows, rows outside their tolerance, and times or rates, of which a model of the mechanism
// proves nothing on hardware. A simulated figure never contradicts a text.
//
// A figure belongs to a claim if the text around the claim names its variant or group, and either
// its table gives the stated number as published or both speak of the same metric.
#pragma once

#include <span>
#include <vector>

#include "models/data/evidence.h"

namespace regress {

// `figures` of any origin; only simulated ones are used, and only claims that are uncheckable are
// changed.
void JudgeBySimulation(std::vector<Claim>& claims, std::span<const EvidenceFigure> figures);

}  // namespace regress
