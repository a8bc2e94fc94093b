// SPDX-License-Identifier: Apache-2.0
// The words of every verdict, in one place.
#pragma once

#include <cstdint>
#include <string_view>

namespace regress {

enum class ClaimVerdict : uint8_t { kConfirmed, kContradicted, kUncheckable };
enum class GateVerdict : uint8_t { kPass, kFail, kInconclusive, kMissing };
enum class Origin : uint8_t { kMeasured, kSimulated };

// Why a claim got its verdict.
enum class ReasonCode : uint8_t {
  kOk,               // follows from the figures
  kOkTruncated,      // follows if the last digit was cut off instead of rounded
  kOkAltBase,        // follows with another base than the usual one, named in `convention`
  kOkAbout,          // follows within the width of "about"
  kNoFigures,        // no figures bear on it
  kAmbiguousPair,    // several figures could be meant and they disagree
  kGrey,             // neither near enough nor far enough
  kLastPlace,        // misses by a fraction of the last digit
  kLevelNotChange,   // the number is a level, not a change
  kQuotedDuplicate,  // repeated from another place
  kWrongBase,        // follows only from a base that no reader expects
  kSign,             // the sign does not fit
  kNoOverlap,        // the recomputed interval does not meet the stated one
  kZeroBase,         // the base prints as zero
  kFractional,       // counters that were fractions before printing
  kGeneratorQuirk,   // follows only from a known fault of the producer
  kNotInMessage,     // nothing in this message shows it
  kWrongWord,        // the number follows, the word (regression, improvement) does not fit
  kSimulated,        // only a simulator's figure bears on it
  kFitted,           // the simulator was fitted to this figure
};

std::string_view Name(ClaimVerdict verdict);
std::string_view Name(GateVerdict verdict);
std::string_view Name(Origin origin);
std::string_view Name(ReasonCode code);

}  // namespace regress
