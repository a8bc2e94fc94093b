// SPDX-License-Identifier: Apache-2.0
// The command line of regress-sim as values, checked against the experiment that it names.
#pragma once

#include <string>
#include <vector>

#include "cli/check_options.h"
#include "models/sim/experiment.h"

namespace regress {

struct SimOptions {
  const Experiment* experiment =
      nullptr;  // of Experiments(); nullptr only with help, version or a bare list
  SimulationRequest request;
  bool list = false;
  bool calibrate = false;
  unsigned jobs = 1;
  std::string format = "text";
  std::string output;  // -o; empty is standard output
  std::string plot;    // empty: none
  std::string trace;   // empty: none
  Detail detail = Detail::kNormal;
  ColorMode color = ColorMode::kAuto;
  bool help = false;       // -h
  bool long_help = false;  // --help
  bool version = false;
};

// Reads the files of --params. Throws Error(kUsage) for wrong usage, Error(kIo) for a file that
// cannot be read.
SimOptions ParseSimOptions(const std::vector<std::string>& arguments);

// Text of -h; with `all` of --help.
std::string SimHelp(bool all);

// "1,2,4" or "1..64", mixed. Throws Error(kUsage).
std::vector<int> ParseSlots(const std::string& text);

}  // namespace regress
