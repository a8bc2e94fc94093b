// SPDX-License-Identifier: Apache-2.0
// Pictures of simulated results, drawn by gnuplot.
#pragma once

#include <string>

#include "models/sim/experiment.h"

namespace regress {

// The commands for gnuplot, data included; `path` ends in .svg or .png.
std::string PlotScript(const PlotModel& plot, const std::string& path);

// Throws Error(kIo) if gnuplot cannot be run or fails.
void WritePlot(const PlotModel& plot, const std::string& path);

}  // namespace regress
