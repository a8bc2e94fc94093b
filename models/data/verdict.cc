// SPDX-License-Identifier: Apache-2.0
#include "models/data/verdict.h"

#include <array>

#include "models/data/diagnostic.h"

namespace regress {
namespace {

template <size_t kSize, typename Enum>
std::string_view Lookup(const std::array<std::string_view, kSize>& names, Enum value) {
  return names.at(static_cast<size_t>(value));
}

constexpr std::array<std::string_view, 3> kClaimVerdicts = {"confirmed", "contradicted",
                                                            "uncheckable"};
constexpr std::array<std::string_view, 4> kGateVerdicts = {"pass", "fail", "inconclusive",
                                                           "missing"};
constexpr std::array<std::string_view, 2> kOrigins = {"measured", "simulated"};
constexpr std::array<std::string_view, 20> kReasonCodes = {"ok",
                                                           "ok-truncated",
                                                           "ok-alt-base",
                                                           "ok-about",
                                                           "no-figures",
                                                           "ambiguous-pair",
                                                           "grey",
                                                           "last-place",
                                                           "level-not-change",
                                                           "quoted-duplicate",
                                                           "wrong-base",
                                                           "sign",
                                                           "no-overlap",
                                                           "zero-base",
                                                           "fractional",
                                                           "generator-quirk",
                                                           "not-in-message",
                                                           "wrong-word",
                                                           "simulated",
                                                           "fitted"};

}  // namespace

std::string_view Name(ClaimVerdict verdict) {
  return Lookup(kClaimVerdicts, verdict);
}
std::string_view Name(GateVerdict verdict) {
  return Lookup(kGateVerdicts, verdict);
}
std::string_view Name(Origin origin) {
  return Lookup(kOrigins, origin);
}
std::string_view Name(ReasonCode code) {
  return Lookup(kReasonCodes, code);
}

const char* Name(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      break;
  }
  return "error";
}

}  // namespace regress
