// SPDX-License-Identifier: Apache-2.0
// From what the user named to the files that are read: directories become the files below them, in
// version order, points keep their place in the run order.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_options.h"
#include "models/data/error.h"

namespace regress {

struct InputSpec {
  size_t index = 0;  // place on the command line, directories expanded
  std::string path;
  bool from_directory = false;  // an unknown file there is a note, not an error
  std::optional<size_t> point;  // index of its point in the run order, if it holds rounds of one
  std::string directory;        // the directory operand that it was found in, else empty
};

// "job.2" before "job.10": runs of digits compare as numbers.
bool VersionLess(const std::string& a, const std::string& b);

// Operands first, then the paths of points, in run order. Paths of points may be globs with `*` and
// `?` in their last part. A directory that cannot be read and a glob that matches nothing are told
// to `fail`, with the path; the rest is there all the same.
using ExpandFailure = std::function<void(const std::string& path, const Error& error)>;
std::vector<InputSpec> ExpandInputs(const CheckOptions& options, const ExpandFailure& fail);

// Throws Error(kUsage) if the file of -o is one of the inputs, under whatever name, and what
// ExpandInputs throws.
void FailIfOutputIsInput(const CheckOptions& options);

}  // namespace regress
