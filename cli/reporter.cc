// SPDX-License-Identifier: Apache-2.0
#include "cli/reporter.h"

#include <array>

#include "cli/check_options.h"

namespace regress {
namespace {

constexpr std::array kKinds = {
    ReporterKind{"text", MakeTextReporter},
    ReporterKind{"json", MakeJsonReporter},
    ReporterKind{"reply", MakeReplyReporter},
};

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  confirmed += other.confirmed;
  contradicted += other.contradicted;
  uncheckable += other.uncheckable;
  return *this;
}

std::span<const ReporterKind> ReporterKinds() {
  return kKinds;
}

std::unique_ptr<Reporter> MakeReporter(const CheckOptions& options, std::ostream& out) {
  if (!options.explain.empty()) return MakeExplainReporter(options, out);
  for (const ReporterKind& kind : kKinds) {
    if (kind.name == options.format) return kind.make(options, out);
  }
  throw Error(ErrorKind::kUsage, "unknown format " + options.format);
}

}  // namespace regress
