// SPDX-License-Identifier: Apache-2.0
// Something worth telling about an input that does not stop the work on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/data/source_ref.h"

namespace regress {

enum class Severity { kNote, kWarning, kError };

// `message` is lower case, one line, without full stop. It is printed as `path:line:column:
// warning: message`.
struct Diagnostic {
  Severity severity = Severity::kWarning;
  InputRef source;
  std::string message;
  std::string help;       // the next step, empty if there is none
  std::string excerpt{};  // the source line, to be shown with a caret; empty if it is not
};

const char* Name(Severity severity);

// Two lines, the source line with its number and a caret under `column`; a long line is cut around
// the column. No newline at the end.
std::string Excerpt(uint32_t line, uint32_t column, std::string_view source);

}  // namespace regress
