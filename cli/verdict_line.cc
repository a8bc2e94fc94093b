// SPDX-License-Identifier: Apache-2.0
#include "cli/verdict_line.h"

#include <fmt/format.h>

#include <string_view>

#include "cli/text_layout.h"

namespace regress {
namespace {

std::string LineWith(const Outcome& outcome, bool part_chosen, bool shorter) {
  std::string counts;
  const auto add = [&](uint64_t n, std::string_view what, bool zero = false) {
    if (n > 0 || zero) counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", n, what);
  };
  const auto gates = [&](uint64_t n, std::string_view word) {
    if (n > 0) add(n, fmt::format("{} {}", n == 1 ? "gate" : "gates", word));
  };
  const Tally& claims = outcome.claims;
  if (outcome.not_stored && outcome.unread == 0) {
    return fmt::format("verdict: {}, status {} (report complete, database not updated)",
                       outcome.verdict, static_cast<int>(outcome.status));
  }
  if (outcome.unread > 0) {
    add(claims.confirmed, "confirmed");
    add(claims.contradicted, "contradicted");
    counts = fmt::format("{} of {} not read{}{}", outcome.unread, Count(outcome.inputs, "input"),
                         counts.empty() ? "" : "; ", counts);
    return fmt::format("verdict: {}, status {} ({})", outcome.verdict,
                       static_cast<int>(outcome.status), counts);
  }
  gates(outcome.gates.failed, "failed");
  gates(outcome.gates.inconclusive, "inconclusive");
  gates(outcome.gates.passed, "passed");
  if (outcome.gates.missing > 0)
    add(outcome.gates.missing,
        outcome.gates.missing == 1 ? "required metric missing" : "required metrics missing");
  if (outcome.texts == 0 && outcome.gated) {
    add(claims.contradicted, "contradicted");
  } else if (outcome.texts == 0 && outcome.comparisons > 0) {
    // Evidence alone: what was compared, and that nothing decides on it.
    if (claims.total() > 0) {
      if (outcome.verdict != "inconclusive")
        counts += fmt::format("{}{}", counts.empty() ? "" : ", ",
                              Count(outcome.comparisons, "comparison"));
      add(claims.confirmed, "confirmed");
      add(claims.uncheckable, "uncheckable");
      add(claims.contradicted, "contradicted");
    }
    if (outcome.traces > 0 && claims.total() == 0)
      counts = Count(outcome.comparisons, "comparison");
    counts += counts.empty() ? "no gate" : ", no gate";
    if (outcome.traces == 0 && outcome.verdict == "inconclusive" && outcome.status == ExitCode::kOk)
      counts += "; --strict makes it 4";
  } else if (claims.total() > 0) {
    // All three words, unless something is contradicted or only a part was chosen.
    const bool zeros = claims.contradicted == 0 && !part_chosen;
    add(claims.confirmed, "confirmed", zeros);
    if (!shorter || claims.contradicted == 0) add(claims.uncheckable, "uncheckable", zeros);
    add(claims.contradicted, "contradicted", !shorter);
  } else if (outcome.traces > 0 && counts.empty()) {
    counts = Count(outcome.traces, "log") + ", no claim, no gate";
  }
  return fmt::format("verdict: {}, status {}{}", outcome.verdict, static_cast<int>(outcome.status),
                     counts.empty() ? "" : fmt::format(" ({})", counts));
}

}  // namespace

std::string VerdictLine(const Outcome& outcome, bool part_chosen) {
  std::string line = LineWith(outcome, part_chosen, false);
  // The lines of the inputs tell the rest: beside a contradiction what stays open can go, else the
  // zero.
  if (line.size() > kTextColumns) line = LineWith(outcome, part_chosen, true);
  return line;
}

}  // namespace regress
