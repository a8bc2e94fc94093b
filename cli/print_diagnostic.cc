// SPDX-License-Identifier: Apache-2.0
#include "cli/print_diagnostic.h"

#include <string_view>

#include "cli/text_layout.h"

namespace regress {
namespace {

// A message may be followed by lines of the input with a caret under the fault.
void PrintLines(std::string_view text, std::ostream& err) {
  for (size_t newline = 0; newline != std::string_view::npos;) {
    newline = text.find('\n');
    err << Printable(text.substr(0, newline), true) << '\n';
    if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
  }
}

}  // namespace

void PrintDiagnostic(const Diagnostic& diagnostic, std::ostream& err) {
  err << Printable(diagnostic.source.path, true);
  if (diagnostic.source.at.line > 0) {
    err << ':' << diagnostic.source.at.line;
    if (diagnostic.source.at.column > 0) err << ':' << diagnostic.source.at.column;
  }
  err << ": " << Name(diagnostic.severity) << ": " << Printable(diagnostic.message, true) << '\n';
  if (!diagnostic.excerpt.empty()) {
    const SourceRef& at = diagnostic.source.at;
    PrintLines(Excerpt(at.line, at.column, diagnostic.excerpt), err);
  }
  if (!diagnostic.help.empty()) err << "  help: " << Printable(diagnostic.help, true) << '\n';
}

void PrintError(const Error& error, std::ostream& err) {
  PrintLines(error.what(), err);
  if (!error.help().empty()) err << "  help: " << Printable(error.help(), true) << '\n';
}

}  // namespace regress
