// SPDX-License-Identifier: Apache-2.0
// regress-sim without its main(): what the tests call.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace regress {

// Data goes to `out`, diagnostics to `err`.
ExitCode RunSim(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace regress
