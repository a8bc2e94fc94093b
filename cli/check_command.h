// SPDX-License-Identifier: Apache-2.0
// The whole of regress-check as a function, so that tests run it in process.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace regress {

// `arguments` without the program's name. Standard input is file descriptor 0. Never throws.
ExitCode RunCheck(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace regress
