// SPDX-License-Identifier: Apache-2.0
// How diagnostics and errors look on standard error; texts of inputs are made safe for a terminal.
#pragma once

#include <ostream>

#include "models/data/diagnostic.h"
#include "models/data/error.h"

namespace regress {

// "FILE:LINE:COLUMN: SEVERITY: message", the line of the input with a caret, help.
void PrintDiagnostic(const Diagnostic& diagnostic, std::ostream& err);
// The message as it stands, and help.
void PrintError(const Error& error, std::ostream& err);

}  // namespace regress
