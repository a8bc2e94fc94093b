// SPDX-License-Identifier: Apache-2.0
// The exceptions of the project: something that stops the work on an input or on the whole call.
// A bad line of an input is a Diagnostic, an absent thing a std::optional; neither throws.
#pragma once

#include <stdexcept>
#include <string>

namespace regress {

// What kind of failure it is; the command line maps it to an exit status (cli/exit_code.h).
enum class ErrorKind {
  kUsage,     // the caller asked for something that makes no sense
  kBadInput,  // an input is not what it is said to be
  kIo,        // a file, pipe or database failed
};

// `message` is a finished sentence without full stop, lower case, ready to be shown to the user.
// `help`, if not empty, is the next step, shown as a line of its own.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string help = "");
  ErrorKind kind() const { return kind_; }
  const std::string& help() const { return help_; }

 private:
  ErrorKind kind_;
  std::string help_;
};

}  // namespace regress
