// SPDX-License-Identifier: Apache-2.0
#include "cli/sim_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <sstream>
#include <thread>

#include "cli/option_table.h"
#include "cli/sim_reporter.h"
#include "models/data/error.h"

namespace regress {
namespace {

constexpr int kMostSlots = 4096;
constexpr size_t kMostSimulations = 200000;

// Options that are short for --set NAME=VALUE of some experiments.
constexpr std::array<OptionSpec, 4> kParameterOptions = {
    OptionSpec{"csum-type", 0, "NAME"}, OptionSpec{"direction", 0, "NAME"},
    OptionSpec{"folio", 0, "SIZE"}, OptionSpec{"extents", 0, "N"}};

constexpr std::array kOptions = {
    OptionSpec{"slots", 0, "LIST"},    OptionSpec{"device", 0, "NAME"},
    OptionSpec{"set", 0, "KEY=VALUE"}, OptionSpec{"params", 0, "FILE"},
    OptionSpec{"workload", 0, "NAME"}, OptionSpec{"list", 0, ""},
    OptionSpec{"runs", 0, "N"},        OptionSpec{"seed", 0, "N"},
    OptionSpec{"jobs", 0, "N"},        OptionSpec{"published", 0, ""},
    OptionSpec{"calibrate", 0, ""},    OptionSpec{"sensitivity", 0, ""},
    OptionSpec{"trace", 0, "FILE"},    OptionSpec{"format", 0, "NAME"},
    OptionSpec{"output", 'o', "FILE"}, OptionSpec{"plot", 0, "FILE"},
    OptionSpec{"quiet", 'q', ""},      OptionSpec{"verbose", 'v', ""},
    OptionSpec{"color", 0, "WHEN"},    OptionSpec{"help", 'h', ""},
    OptionSpec{"version", 0, ""},
};

template <typename Items>
std::vector<std::string> Names(const Items& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const auto& item : items) names.emplace_back(item.name);
  return names;
}

std::string Join(const std::vector<std::string>& words, std::string_view separator = ", ") {
  return fmt::format("{}", fmt::join(words, separator));
}

[[noreturn]] void FailUnknown(std::string_view what, const std::string& name,
                              const std::vector<std::string>& known) {
  const std::string near = Nearest(name, known);
  throw Error(ErrorKind::kUsage, fmt::format("unknown {} {}", what, name),
              fmt::format("{}known are {}",
                          near.empty() ? "" : fmt::format("did you mean {}? ", near), Join(known)));
}

template <typename Items>
const auto& FindNamed(const Items& items, std::string_view what, const std::string& name) {
  for (const auto& item : items)
    if (item.name == name) return item;
  FailUnknown(what, name, Names(items));
}

std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t from = 0; from <= text.size();) {
    const size_t comma = std::min(text.find(',', from), text.size());
    parts.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return parts;
}

std::optional<int> ParseInt(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// "1, 2, 4, 8, 16 or 32"
std::string Alternatives(const std::vector<int>& values) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i + 1 == values.size() ? " or " : ", ";
    text += fmt::format("{}", values[i]);
  }
  return text;
}

// NAME:SLOTS: the number must be one that the kernel's code could have.
void CheckOwnSlots(const ExperimentInfo& info, const VariantInfo& variant,
                   const std::string& slots) {
  if (variant.max_slots == 0)
    throw Error(ErrorKind::kUsage, fmt::format("{} has no slots", variant.name));
  const int number = ParseInt(slots).value_or(-1);
  const auto& sizes = variant.kernel_slots;
  const bool in_range = number >= variant.min_slots && number <= variant.max_slots;
  if (sizes.empty() && !in_range) {
    throw Error(ErrorKind::kUsage, fmt::format("{} takes {} to {} slots, not {}", variant.name,
                                               variant.min_slots, variant.max_slots, slots));
  }
  if (sizes.empty() || std::find(sizes.begin(), sizes.end(), number) != sizes.end()) return;
  std::string help;
  if (number >= 1 && number <= kMostSlots) {  // others that have no such rule
    std::vector<std::string> others;
    for (const std::string_view name : {"lru", "fifo", "array"})
      for (const VariantInfo& other : info.variants)
        if (other.name == name) others.push_back(fmt::format("{}:{}", name, number));
    if (others.size() == 3)
      help = fmt::format("{}, {} and {} work; ", others[0], others[1], others[2]);
  }
  throw Error(ErrorKind::kUsage,
              fmt::format("{} takes {} slots, not {}", variant.name, Alternatives(sizes), slots),
              help + variant.slots_rule);
}

std::vector<VariantChoice> ParseVariants(const ExperimentInfo& info, const std::string& list) {
  std::vector<VariantChoice> choices;
  for (const std::string& part : SplitAtCommas(list)) {
    if (part == "all") {
      for (const VariantInfo& variant : info.variants) choices.push_back({variant.name, 0});
      continue;
    }
    const size_t colon = part.find(':');
    const VariantInfo& variant = FindNamed(info.variants, info.name, part.substr(0, colon));
    VariantChoice choice{variant.name, 0};
    if (colon != std::string::npos) {
      CheckOwnSlots(info, variant, part.substr(colon + 1));
      choice.slots = ParseInt(part.substr(colon + 1)).value_or(0);
    }
    choices.push_back(choice);
  }
  return choices;
}

void CheckSweptSlots(const ExperimentInfo& info, const SimulationRequest& request) {
  if (request.slots.empty()) return;
  bool any = false;
  for (const VariantChoice& choice : request.variants) {
    const VariantInfo& variant = FindNamed(info.variants, info.name, choice.name);
    if (choice.slots > 0 || variant.max_slots == 0) continue;
    any = true;
    const int most = *std::max_element(request.slots.begin(), request.slots.end());
    if (most > variant.max_slots) {
      throw Error(ErrorKind::kUsage, fmt::format("{} is simulated with up to {} slots, not {}",
                                                 variant.name, variant.max_slots, most));
    }
  }
  if (!any) throw Error(ErrorKind::kUsage, "--slots: none of these variants takes slots");
}

std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.is_open() || file.bad())
    throw Error(ErrorKind::kIo, fmt::format("{}: error: cannot be read", path));
  return text.str();
}

uint64_t SeedOption(const GivenOption& option) {
  uint64_t seed = 0;
  const char* end = option.value.data() + option.value.size();
  const auto [stop, error] = std::from_chars(option.value.data(), end, seed);
  if (error != std::errc() || stop != end)
    throw Error(ErrorKind::kUsage,
                fmt::format("--seed takes a whole number, not '{}'", option.value));
  return seed;
}

ColorMode ColorOption(const GivenOption& option) {
  if (option.value == "auto") return ColorMode::kAuto;
  if (option.value == "always") return ColorMode::kAlways;
  if (option.value == "never") return ColorMode::kNever;
  throw Error(ErrorKind::kUsage,
              fmt::format("--color takes auto, always, never, not '{}'", option.value));
}

// Defaults of the workload, then of the device, then what the user gave, in the order given.
void SetParameters(const ExperimentInfo& info, const std::vector<GivenOption>& given,
                   SimulationRequest& request) {
  request.parameters = ParameterSet(info.parameters);
  for (const PresetInfo* preset : {&FindNamed(info.workloads, "workload", request.workload),
                                   &FindNamed(info.devices, "device", request.device)}) {
    request.parameters.SetFromText(preset->parameters, preset->name);
    for (const auto& [name, value] : preset->overrides) request.parameters.Set(name, value);
  }
  for (const GivenOption& option : given) {
    if (option.name == "params") {
      request.parameters.SetFromText(ReadWholeFile(option.value), option.value);
    } else if (option.name == "set") {
      request.parameters.SetAssignment(option.value);
    } else if (std::any_of(kParameterOptions.begin(), kParameterOptions.end(),
                           [&](const OptionSpec& spec) { return spec.name == option.name; })) {
      std::string name = option.name;
      std::replace(name.begin(), name.end(), '-', '_');
      const std::vector<std::string> known = Names(info.parameters);
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        throw Error(ErrorKind::kUsage,
                    fmt::format("--{} does not apply to --{}", option.name, info.name));
      }
      request.parameters.SetText(name, option.value);
    }
  }
}

void SetPlain(SimOptions& o, const GivenOption& option) {
  const std::string& name = option.name;
  const std::string& value = option.value;
  if (name == "slots") o.request.slots = ParseSlots(value);
  if (name == "device") o.request.device = value;
  if (name == "workload") o.request.workload = value;
  if (name == "list") o.list = true;
  if (name == "runs") o.request.runs = IntegerOption(option, 1, 10000);
  if (name == "seed") o.request.seed = SeedOption(option);
  if (name == "jobs") o.jobs = IntegerOption(option, 1, 1024);
  if (name == "published") o.request.published = true;
  if (name == "calibrate") o.calibrate = true;
  if (name == "sensitivity") o.request.sensitivity = true;
  if (name == "trace") o.trace = value;
  if (name == "format") o.format = FindSimReporter(value).name;
  if (name == "output") o.output = value;
  if (name == "plot") o.plot = value;
  if (name == "quiet") o.detail = Detail::kQuiet;
  if (name == "verbose") o.detail = Detail::kVerbose;
  if (name == "color") o.color = ColorOption(option);
  if (name == "help") o.help = true;
  if (name == "version") o.version = true;
}

void CheckPlot(const std::string& path) {
  if (path.empty() || path.ends_with(".svg") || path.ends_with(".png")) return;
  throw Error(ErrorKind::kUsage,
              fmt::format("--plot takes a file named .svg or .png, not '{}'", path));
}

}  // namespace

std::vector<int> ParseSlots(const std::string& text) {
  std::vector<int> slots;
  for (const std::string& part : SplitAtCommas(text)) {
    const size_t dots = part.find("..");
    const std::optional<int> first = ParseInt(std::string_view(part).substr(0, dots));
    const std::optional<int> last =
        dots == std::string::npos ? first : ParseInt(std::string_view(part).substr(dots + 2));
    if (!first || !last || *first < 1 || *last > kMostSlots || *first > *last) {
      throw Error(ErrorKind::kUsage, fmt::format("--slots: '{}' is no number or range", part),
                  fmt::format("1,2,4 or 1..64, from 1 to {}", kMostSlots));
    }
    for (int n = *first; n <= *last; ++n) slots.push_back(n);
  }
  return slots;
}

SimOptions ParseSimOptions(const std::vector<std::string>& arguments) {
  std::vector<OptionSpec> specs(kOptions.begin(), kOptions.end());
  specs.insert(specs.end(), kParameterOptions.begin(), kParameterOptions.end());
  for (const Experiment* experiment : Experiments())
    specs.push_back({experiment->info().name, 0, "LIST"});
  SimOptions options;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  const std::vector<GivenOption> given = ParseCommandLine(specs, arguments);
  std::string list;
  for (const GivenOption& option : given) {
    if (option.name.empty())
      throw Error(ErrorKind::kUsage, fmt::format("regress-sim reads no file: '{}'", option.value));
    for (const Experiment* experiment : Experiments()) {
      if (option.name != experiment->info().name) continue;
      if (options.experiment != nullptr)
        throw Error(ErrorKind::kUsage, "name one experiment, once",
                    fmt::format("--{0} or --{1}, and --{0} a,b to compare",
                                options.experiment->info().name, experiment->info().name));
      options.experiment = experiment;
      list = option.value;
    }
    SetPlain(options, option);
  }
  for (const std::string& argument : arguments) options.long_help |= argument == "--help";
  if (options.help || options.version || (options.list && options.experiment == nullptr))
    return options;
  if (options.experiment == nullptr) {
    std::vector<std::string> names;
    for (const Experiment* experiment : Experiments())
      names.push_back(fmt::format("--{}", experiment->info().name));
    throw Error(ErrorKind::kUsage, "no experiment is named",
                fmt::format("{} LIST; regress-sim --tracker clock is a start, -h for more",
                            Join(names, ", ")));
  }
  const ExperimentInfo& info = options.experiment->info();
  SimulationRequest& request = options.request;
  if (request.workload.empty()) request.workload = info.workloads.front().name;
  if (request.device.empty()) request.device = info.devices.front().name;
  request.variants = ParseVariants(info, list);
  SetParameters(info, given, request);
  CheckPlot(options.plot);
  // A picture of slots needs a sweep.
  if (!options.plot.empty() && request.slots.empty() &&
      std::any_of(request.variants.begin(), request.variants.end(),
                  [&](const VariantChoice& choice) {
                    return choice.slots == 0 &&
                           FindNamed(info.variants, info.name, choice.name).max_slots > 0;
                  }))
    request.slots = ParseSlots("1..64");
  CheckSweptSlots(info, request);
  if (ExpandSlots(info, request).size() * request.runs > kMostSimulations) {
    throw Error(ErrorKind::kUsage, "too many simulations for one call",
                fmt::format("variants x slots x runs is at most {}", kMostSimulations));
  }
  return options;
}

std::string SimHelp(bool all) {
  std::string text = R"(Usage: regress-sim --tracker|--checksum|--submission LIST [OPTION]...
Simulate variants of btrfs writeback inhibition, checksum or folio
submission and compare them. Same seed, same output.

  regress-sim --tracker clock                       just try it
  regress-sim --tracker none,array:32,clock:8 --published

  --tracker LIST      NAME or NAME:SLOTS; all; --list shows the names
  --checksum LIST     --csum-type crc32c|xxhash|sha256|blake2b
  --submission LIST   --direction read|write, --folio SIZE, --extents N
  --slots LIST        1,2,4 or 1..64 [8; array 32]
  --workload NAME, --device ram|nvme, --set KEY=VALUE, --params FILE
  --runs N, --seed N, --jobs N            [5, 1, all cores]
  --published, --list published figures; variants, parameters, defaults
  --trace FILE, --format NAME, -o FILE, --plot FILE, -q, -v
)";
  if (all) {
    text += R"(
  --calibrate         fit the free parameter to its published row first
  --sensitivity       how the rows move when an assumption is changed
  --set KEY=VALUE     one parameter; --params FILE holds such lines, each
                      may begin with [text], [chosen] or [fitted]
  --trace FILE        the calls of one run as an ftrace function log
  --plot FILE         .svg or .png, through gnuplot; sweeps 1..64 slots
                      unless --slots is given
)";
    std::vector<std::string> formats;
    for (const SimReporterKind& kind : SimReporterKinds()) formats.emplace_back(kind.name);
    text += fmt::format("  --format NAME       {}\n", Join(formats, ", "));
    text += "  --color auto|always|never, -h, --version\n";
  }
  text += R"(
Status: 0 done, 1 a calibration missed its target or a published row its
tolerance, 64 usage, 65 bad input, 74 i/o.
)";
  return text;
}

}  // namespace regress
