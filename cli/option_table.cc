// SPDX-License-Identifier: Apache-2.0
#include "cli/option_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <numeric>

#include "models/data/error.h"

namespace regress {
namespace po = boost::program_options;
namespace {

constexpr const char* kOperand = "operand";  // Boost wants a name for what stands without one

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0]++;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

[[noreturn]] void FailUnknown(std::span<const OptionSpec> specs, const std::string& token) {
  const std::string given = token.substr(0, token.find('='));
  std::vector<std::string> names;
  for (const OptionSpec& spec : specs) names.emplace_back(fmt::format("--{}", spec.name));
  const std::string near = Nearest(given, names);
  throw Error(ErrorKind::kUsage, fmt::format("unknown option {}", given),
              near.empty() ? "" : fmt::format("did you mean {}?", near));
}

std::string Spelled(const GivenOption& option) {
  return fmt::format("--{}", option.name);
}

}  // namespace

std::string Nearest(std::string_view name, std::span<const std::string> names) {
  std::string best;
  size_t best_distance = std::max<size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : names) {
    const size_t distance = EditDistance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::vector<GivenOption> ParseCommandLine(std::span<const OptionSpec> specs,
                                          const std::vector<std::string>& arguments) {
  po::options_description known;
  for (const OptionSpec& spec : specs) {
    std::string name(spec.name);
    if (spec.short_name != 0) name += std::string(",") + spec.short_name;
    if (spec.argument.empty()) {
      known.add_options()(name.c_str(), "");
    } else {
      known.add_options()(name.c_str(), po::value<std::string>(), "");
    }
  }
  known.add_options()(kOperand, po::value<std::vector<std::string>>(), "");
  po::positional_options_description operands;
  operands.add(kOperand, -1);
  namespace style = po::command_line_style;
  const int how = (style::unix_style & ~style::allow_guessing) | style::allow_long;
  std::vector<GivenOption> given;
  try {
    const po::parsed_options parsed =
        po::command_line_parser(arguments).options(known).positional(operands).style(how).run();
    for (const po::option& option : parsed.options) {
      const bool operand = option.string_key == kOperand;
      if (operand && option.position_key < 0) FailUnknown(specs, option.original_tokens.front());
      given.push_back(
          {operand ? "" : option.string_key, option.value.empty() ? "" : option.value.front()});
    }
  } catch (const po::unknown_option& error) {
    FailUnknown(specs, error.get_option_name());
  } catch (const po::error_with_option_name& error) {
    throw Error(ErrorKind::kUsage, error.what());
  } catch (const po::error& error) {
    throw Error(ErrorKind::kUsage, error.what());
  }
  return given;
}

double NumberOption(const GivenOption& option, double low, double high) {
  double value = 0;
  const char* end = option.value.data() + option.value.size();
  const auto [stop, error] = std::from_chars(option.value.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= low && value <= high)) {
    throw Error(ErrorKind::kUsage, fmt::format("{} takes a number from {} to {}, not '{}'",
                                               Spelled(option), low, high, option.value));
  }
  return value;
}

unsigned IntegerOption(const GivenOption& option, unsigned low, unsigned high) {
  unsigned value = 0;
  const char* end = option.value.data() + option.value.size();
  const auto [stop, error] = std::from_chars(option.value.data(), end, value);
  if (error != std::errc() || stop != end || value < low || value > high) {
    throw Error(ErrorKind::kUsage, fmt::format("{} takes a whole number from {} to {}, not '{}'",
                                               Spelled(option), low, high, option.value));
  }
  return value;
}

}  // namespace regress
