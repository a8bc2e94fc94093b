// SPDX-License-Identifier: Apache-2.0
// Something worth telling about an input that does not stop the work on it.
#pragma once

#include <string>

#include "models/data/source_ref.h"

namespace regress {

enum class Severity { kNote, kWarning, kError };

// `message` is lower case, one line, without full stop. It is printed as `path:line:column:
// warning: message`.
struct Diagnostic {
  Severity severity = Severity::kWarning;
  InputRef source;
  std::string message;
  std::string help;  // the next step, empty if there is none
};

const char* Name(Severity severity);

}  // namespace regress
