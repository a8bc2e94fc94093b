// SPDX-License-Identifier: Apache-2.0
#include "cli/sim_reporter.h"

#include <fmt/format.h>

#include <array>

#include "models/data/error.h"

namespace regress {
namespace {

constexpr std::array<SimReporterKind, 4> kKinds = {{
    {"text", WriteSimText},
    {"json", WriteSimJson},
    {"table", WriteSimTable},
    {"csv", WriteSimCsv},
}};

}  // namespace

std::span<const SimReporterKind> SimReporterKinds() {
  return kKinds;
}

const SimReporterKind& FindSimReporter(const std::string& name) {
  std::string known;
  for (const SimReporterKind& kind : kKinds) {
    if (kind.name == name) return kind;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", kind.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("--format takes {}, not '{}'", known, name));
}

}  // namespace regress
