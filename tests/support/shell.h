// SPDX-License-Identifier: Apache-2.0
// Runs a command line as a user would: through sh, with the built programs first in PATH.
#pragma once

#include <string>

namespace regress {

struct ShellResult {
  std::string out;
  std::string err;
  int status = -1;
};

// Runs `command` in `directory`. Locale C.UTF-8, no colour, empty standard input.
ShellResult RunShell(const std::string& command, const std::string& directory);

std::string ReadFile(const std::string& path);  // empty if it is not there
void WriteFile(const std::string& path, const std::string& bytes);
std::string TemporaryDirectory(const std::string& name);  // made anew, below the build folder

}  // namespace regress
