// SPDX-License-Identifier: Apache-2.0
// Command lines of both programs: a table of options drives parsing, error texts and suggestions.
// The only user of Boost.Program_options.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

struct OptionSpec {
  std::string_view name;      // without dashes
  char short_name;            // 0 if there is none
  std::string_view argument;  // what it takes, e.g. "PATH"; empty for a switch
};

// One option or operand in the order given; an operand has an empty name.
struct GivenOption {
  std::string name;
  std::string value;
};

// Throws Error(kUsage) for an unknown option (with the nearest known one as help), a missing or a
// surplus argument. Options are never abbreviated.
std::vector<GivenOption> ParseCommandLine(std::span<const OptionSpec> specs,
                                          const std::vector<std::string>& arguments);

// The name of `names` that is nearest to `name`, or "" if none is near.
std::string Nearest(std::string_view name, std::span<const std::string> names);

// Value of a numeric option inside [low, high]; throws Error(kUsage) naming option and range.
double NumberOption(const GivenOption& option, double low, double high);
unsigned IntegerOption(const GivenOption& option, unsigned low, unsigned high);

}  // namespace regress
